"""Reading what programs send."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from tracker.api.problems import BadParameter
from tracker.timelines.texts import LONGEST_VERSION

GREATEST_VERSION = 10**LONGEST_VERSION - 1
N = TypeVar("N", int, None)


class ShallowJSONParser(JSONParser):
    """JSON as deep as anybody needs it: what is nested too deeply to be read is the sender's mistake, not ours."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Read the body.

        :raises ParseError: it is no JSON, nested too deeply, or holds text that no answer could repeat
        """
        try:
            data = super().parse(stream, media_type, parser_context)
            json.dumps(data, ensure_ascii=False).encode()
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None
        except UnicodeEncodeError:
            raise ParseError("A text in the JSON holds half of a character.") from None
        return data


class Exact(serializers.Serializer[Any]):
    """What a program sends, and nothing beside it. A slip in a name would otherwise leave out in silence what was
    meant: luck that was seen at the table would be drawn anew."""

    def to_internal_value(self, data: Any) -> Any:
        """Read it.

        :raises rest_framework.exceptions.ValidationError: when it does not fit, or holds a key that nobody asked for
        """
        unknown = [str(key) for key in data if key not in self.fields] if isinstance(data, Mapping) else []
        if unknown:
            known = ", ".join(self.fields)
            raise serializers.ValidationError(
                {key[:40]: f"There is no such key here; there are {known}." for key in unknown}
            )
        return super().to_internal_value(data)


def valid(kind: type[Any], request: Request) -> dict[str, Any]:
    """What a program sent, as a serializer of this kind has it.

    :raises rest_framework.exceptions.ValidationError: when it does not fit
    """
    serializer = kind(data=request.data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def whole(request: Request, name: str, otherwise: N, *, least: int, most: int = GREATEST_VERSION) -> int | N:
    """A whole number among the parameters of a request.

    :param otherwise: where it is not given
    :raises BadParameter: when it is no whole number from ``least`` to ``most``
    """
    value = request.query_params.get(name)
    if value is None:
        return otherwise
    digits = value.isascii() and value.isdecimal() and len(value) <= LONGEST_VERSION
    if not digits or not least <= int(value) <= most:
        raise BadParameter(f"“{name}” is a whole number from {least} to {most}, not “{value[:40]}”.")
    return int(value)
