"""The long lists of forms, written without a template for each line: a table page has a thousand of them."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString

from tracker.web.option_forms import ShownChoice, ShownField
from tracker.web.templatetags.pieces import icon

register = template.Library()


@register.simple_tag
def select_options(field: ShownField) -> SafeString:
    """The values of a choice as the options of a select; one that is blocked says why."""
    return format_html_join(
        "",
        '<option value="{}"{}{}>{}</option>',
        (
            (
                shown.choice.value,
                SafeString(" selected") if shown.chosen else "",
                SafeString(" disabled") if shown.choice.blocked else "",
                _said(shown),
            )
            for shown in field.choices
        ),
    )


def _said(shown: ShownChoice) -> str:
    more = shown.choice.blocked or shown.choice.detail
    return f"{shown.choice.label}: {more}" if more else shown.choice.label


@register.simple_tag
def count_rows(field: ShownField, rows: Iterable[ShownChoice]) -> SafeString:
    """A row with a stepper for each of these values of ``counts``; one that is blocked says why instead."""
    less, more = icon("minus"), icon("plus")
    return format_html_join("", "{}", ((_row(shown, field.field.maximum, less, more),) for shown in rows))


def _row(shown: ShownChoice, together: int | None, less: SafeString, more: SafeString) -> SafeString:
    choice = shown.choice
    beside = choice.blocked or choice.detail
    note = format_html("<small>{}</small>", beside) if beside else ""
    name = conditional_escape(choice.label)
    label = format_html('<label for="{}">{}{}</label>', shown.id, name, note)
    bounds = [bound for bound in (choice.most, together) if bound is not None]
    most = format_html(' max="{}"', min(bounds)) if bounds else ""
    if choice.blocked:
        return format_html('<div class="count-row blocked">{}</div>', label)
    return format_html(
        '<div class="count-row">{label}<span class="stepper" data-stepper>'
        '<button type="button" class="js-only" data-step="-1" aria-label="One less: {name}">{less}</button>'
        '<input type="number" inputmode="numeric" name="{field}" id="{id}" value="{count}" min="0"{most}>'
        '<button type="button" class="js-only" data-step="1" aria-label="One more: {name}">{more}</button>'
        "</span></div>",
        label=label, name=name, less=less, more=more, field=shown.name, id=shown.id, count=shown.count, most=most,
    )  # fmt: skip
