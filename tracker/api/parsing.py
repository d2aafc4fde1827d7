"""Reading what programs send."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request


class ShallowJSONParser(JSONParser):
    """JSON as deep as anybody needs it: what is nested too deeply to be read is the sender's mistake, not ours."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Read the body.

        :raises ParseError: it is no JSON, or nested too deeply
        """
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None


def valid(kind: type[Any], request: Request) -> dict[str, Any]:
    """What a program sent, as a serializer of this kind has it.

    :raises rest_framework.exceptions.ValidationError: when it does not fit
    """
    serializer = kind(data=request.data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)
