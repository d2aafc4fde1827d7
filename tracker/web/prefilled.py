"""Forms filled with a decision that was taken before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from rules.kernel import Field, Option
from tracker.web.option_forms import option_key

_MISSING = object()


def form_of(options: Sequence[Option], decision: Mapping[str, Any]) -> tuple[Option, QueryDict] | None:
    """The option by which a decision may have been taken, and the form as it was filled in then.

    :returns: ``None`` when nothing of the kind is offered
    """
    for option in options:
        if option.do == decision.get("do") and all(
            _at(decision, name) == value for name, value in option.fixed.items()
        ):
            return option, _posted(option, decision)
    return None


def _posted(option: Option, decision: Mapping[str, Any]) -> QueryDict:
    post = QueryDict(mutable=True)
    post["do"], post["option"] = option.do, option_key(option)
    for field in option.fields:
        value = _at(decision, field.name)
        if value is not _MISSING and value is not None:
            _fill(post, field, value)
    return post


def _fill(post: QueryDict, field: Field, value: Any) -> None:
    name = f"f.{field.name}"
    if field.kind == "counts" and isinstance(value, Mapping):
        for item, count in value.items():
            post[f"{name}:{item}"] = str(count)
    elif isinstance(value, list | tuple):
        post.setlist(name, [str(item) for item in value])
    elif field.kind == "flag":
        post[name] = "on" if value else ""
    else:
        post[name] = str(value)


def _at(data: Any, name: str) -> Any:
    """The argument of a dotted name."""
    for step in name.split("."):
        if not isinstance(data, Mapping) or step not in data:
            return _MISSING
        data = data[step]
    return data
