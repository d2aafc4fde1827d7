"""The command behind ``make run``."""

import io
import socket

import pytest
from django.core.management import CommandError, call_command


def test_a_port_that_is_taken_is_named_before_anything_else_happens() -> None:
    said = io.StringIO()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(CommandError, match=f"Port {other.getsockname()[1]} cannot be used"):
            call_command("run_local", port=other.getsockname()[1], stdout=said)
    assert said.getvalue() == ""


@pytest.mark.parametrize("port", [0, -1, 65_536])
def test_a_port_that_does_not_exist_is_refused(port: int) -> None:
    with pytest.raises(CommandError, match="from 1 to 65535"):
        call_command("run_local", port=port)
