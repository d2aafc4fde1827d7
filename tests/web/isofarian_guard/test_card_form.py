"""Entering cards through a form: every card of the shipped content survives it, faults are listed, and what is entered
counts in the battle."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from rules.isofarian_guard.battle.library import library
from rules.isofarian_guard.campaign.fighting import pack_of
from rules.isofarian_guard.content.entering import ENTERED, entered
from rules.isofarian_guard.content.pack import standard
from tests.cast import signed_in
from tests.web.isofarian_guard.fights import does, wolves
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head
from tracker.web.card_form import Widget, changed
from tracker.web.card_sheet import KINDS, data_of, read_card, tidy, widgets

PACK = standard()
CARDS = [
    (part, card, text)
    for part in KINDS
    for card, text in (
        getattr(PACK, part).items()
        if part != "ai_cards"
        else [(f"{enemy}.{card}", text) for enemy, listed in PACK.ai_cards.items() for card, text in listed.items()]
    )
]


def sent(shown: list[Widget], post: QueryDict) -> QueryDict:
    """A form as a browser would send it untouched."""
    for widget in shown:
        if widget.kind == "list":
            post[f"{widget.name}.#"] = widget.value
            for block in widget.blocks:
                post[f"{block.path}.op"] = block.op
                sent(list(block.fields), post)
        elif widget.kind == "group":
            sent(list(widget.fields), post)
        elif widget.value or widget.kind != "flag":
            post[widget.name] = widget.value
    return post


def form_of(part: str, data: dict[str, Any]) -> QueryDict:
    return sent(widgets(part, data, PACK), QueryDict(mutable=True))


def test_every_kind_of_card_with_effects_has_a_form() -> None:
    assert set(KINDS) == set(ENTERED)


@pytest.mark.parametrize(("part", "card", "text"), CARDS, ids=[f"{part}-{card}" for part, card, _ in CARDS])
def test_a_card_goes_through_the_form_and_says_the_same(part: str, card: str, text: Any) -> None:
    data = tidy(data_of(text))
    again = tidy(read_card(part, form_of(part, data), PACK))
    said, before = entered(part, again), entered(part, data)
    assert said.faults == before.faults == ()
    assert said.told == before.told


def test_operations_are_added_moved_and_taken_off() -> None:
    data: dict[str, Any] = {}
    changed(data, "add:actions:attack")
    changed(data, "add:actions:ability")
    changed(data, "add:actions.1.effects:heal")
    changed(data, "up:actions.1")
    assert data == {"actions": [{"op": "ability", "effects": [{"op": "heal"}]}, {"op": "attack"}]}
    changed(data, "remove:actions.0")
    assert data == {"actions": [{"op": "attack"}]}
    for nonsense in (
        "remove:actions.9",
        "up:nowhere.0",
        "add:actions.0.op.x:heal",
        "explode:actions.0",
        "remove:",
        "add:",
    ):
        changed(data, nonsense)
    assert data["actions"] == [{"op": "attack"}]


def test_an_amount_may_be_written_out() -> None:
    amount = {"stat": {"stat": "blue_cubes"}}
    data = {"actions": [{"op": "attack", "who": "target", "atk": amount}]}
    again = read_card("ai_cards", form_of("ai_cards", data), PACK)
    assert again["actions"][0]["atk"] == amount


HP = {"stat": {"who": "target", "stat": "hp"}}
CONDITIONS: dict[str, Any] = {
    "the target’s HP is at most 5": {"compare": [HP, "<=", 5]},
    "the number of Sword Chips among your unused drawn chips is at least 2": {
        "compare": [{"chips": {"who": "self", "area": "drawn", "chip": "sword"}}, ">=", 2]
    },
    "the number of standing enemies is exactly your ATK": {
        "compare": [{"count": "all_enemies"}, "==", {"stat": {"who": "self", "stat": "atk"}}]
    },
    "2 + 3 is more than 4": {"compare": [{"sum": [2, 3]}, ">", 4]},
    "you have aggro": {"has_aggro": "self"},
    "the other guard has no HP left": {"fallen": "ally"},
    "a fire gem lies on a Stonebound Ability Card": {"element_active": "fire"},
    "the target’s visible AI card is a special one (7 or 8)": {"visible_ai": {"who": "target", "special": True}},
    "the target’s visible AI card is Bite": {"visible_ai": {"who": "target", "card": "bite"}},
    "it is not so that you have aggro": {"not": {"has_aggro": "self"}},
    "you have aggro and the other guard has no HP left": {"all": [{"has_aggro": "self"}, {"fallen": "ally"}]},
    "you have aggro or it is not so that the other guard has aggro": {
        "any": [{"has_aggro": "self"}, {"not": {"has_aggro": "ally"}}]
    },
}


def guarded(condition: Any) -> dict[str, Any]:
    """An item that heals if something is so, and answers hits if the same is so."""
    healing = [{"op": "heal", "who": "self", "n": 1}]
    return {
        "effects": [{"op": "if", "cond": condition, "then": healing}],
        "reactive": [{"trigger": "hit", "if": condition, "effects": healing}],
    }


@pytest.mark.parametrize(("said", "condition"), CONDITIONS.items(), ids=CONDITIONS)
def test_a_condition_has_fields_and_is_told_back_in_words(said: str, condition: dict[str, Any]) -> None:
    post = form_of("accessories", guarded(condition))
    assert not any(value.startswith("{") for name, value in post.items() if "sum" not in said and "2 + 3" not in said)
    again = tidy(read_card("accessories", post, PACK))
    assert again == guarded(condition)
    told = " ".join(sentence for part in entered("accessories", again).told for sentence in part.sentences)
    assert said in told.replace("'", "’")


@pytest.mark.parametrize(
    "kind", ["compare", "has_aggro", "fallen", "element_active", "visible_ai", "not", "all", "any"]
)
def test_a_kind_of_condition_that_was_just_chosen_shows_its_fields_and_says_what_is_missing(kind: str) -> None:
    post = form_of("accessories", guarded({}))
    post["c.effects.0.cond.kind"] = kind
    again = read_card("accessories", post, PACK)
    names = form_of("accessories", again)
    assert names["c.effects.0.cond.kind"] == kind
    assert any(name.startswith(f"c.effects.0.cond.{kind}") for name in names)
    if kind != "visible_ai":
        assert entered("accessories", again).faults


def test_conditions_within_a_condition_are_added_and_taken_off() -> None:
    data = guarded({"all": []})
    changed(data, "add:effects.0.cond.all:")
    changed(data, "add:effects.0.cond.all:")
    data["effects"][0]["cond"]["all"][1] = {"has_aggro": "self"}
    again = read_card("accessories", form_of("accessories", data), PACK)
    assert again["effects"][0]["cond"] == {"all": [{}, {"has_aggro": "self"}]}
    changed(again, "remove:effects.0.cond.all.0")
    assert again["effects"][0]["cond"] == {"all": [{"has_aggro": "self"}]}


@pytest.mark.parametrize(
    "odd", [{"has_aggro": "self", "fallen": "self"}, {"compare": [1]}, {"moon": "full"}, "aggro", [1]]
)
def test_a_condition_that_has_no_form_stays_as_it_was_typed(odd: Any) -> None:
    again = read_card("accessories", form_of("accessories", guarded(odd)), PACK)
    assert again["effects"][0]["cond"] == odd
    assert entered("accessories", again).faults


@pytest.mark.parametrize("text", ["{", "{a: &x 1}", "[1, 2", "!!python/object:os.system x", "'"])
def test_what_cannot_be_read_is_listed_as_a_fault(text: str) -> None:
    post = form_of("ai_cards", {"actions": [{"op": "attack", "who": "target", "atk": 1}]})
    post["c.actions.0.atk"] = text
    assert entered("ai_cards", read_card("ai_cards", post, PACK)).faults


# ---- the pages


def url(timeline: Timeline, part: str = "", query: str = "") -> str:
    return (reverse("card", args=[timeline.id, part]) if part else reverse("cards", args=[timeline.id])) + query


def fields(page: str) -> dict[str, str]:
    """The hidden fields of the form."""
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


def enter(client: Client, timeline: Timeline, part: str, act: str = "save", **more: str) -> Any:
    begun = client.get(url(timeline, part)).content.decode()
    sent_fields = {name: value for name, value in fields(begun).items() if not name.startswith("c.")}
    return client.post(url(timeline, part), {**sent_fields, "act": act, **more})


CLAW = {
    "name": "Claw", "under": "timber_wolf", "c.number": "3", "c.actions.#": "2",
    "c.actions.0.op": "choose_target", "c.actions.0.by": "aggro",
    "c.actions.1.op": "ability", "c.actions.1.name": "claw", "c.actions.1.ap": "1", "c.actions.1.effects.#": "1",
    "c.actions.1.effects.0.op": "attack", "c.actions.1.effects.0.who": "target", "c.actions.1.effects.0.atk": "4",
}  # fmt: skip


@pytest.mark.django_db
def test_a_card_that_is_entered_is_carried_out_from_then_on(alice: User) -> None:
    timeline = wolves(alice)
    does(timeline, "fight")
    does(timeline, "fight_rounds")
    client = signed_in(alice)
    shown = enter(client, timeline, "ai_cards", "preview", **CLAW).content.decode()
    assert "Claw (1 AP): attack the target with ATK +4." in shown
    assert enter(client, timeline, "ai_cards", **CLAW).status_code == 302
    position = at_head(timeline)
    cards = library(pack_of(position.state, position.pack))  # type: ignore[arg-type]
    text = cards.ai_card("timber_wolf", "claw")
    assert text is not None
    assert text.actions is not None
    assert "Claw" in client.get(url(timeline)).content.decode()


@pytest.mark.django_db
def test_a_card_with_faults_is_not_entered_and_says_what_is_wrong(alice: User) -> None:
    timeline = wolves(alice)
    before = at_head(timeline).version
    wrong = {**CLAW, "c.actions.1.effects.0.who": "", "c.actions.0.by": "hunger"}
    answer = enter(signed_in(alice), timeline, "ai_cards", **wrong)
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "Something on the card does not fit yet." in shown
    assert "actions.1.effects.0" in shown
    assert at_head(timeline).version == before


@pytest.mark.django_db
def test_a_card_without_a_name_or_an_enemy_is_refused(alice: User) -> None:
    timeline = wolves(alice)
    client = signed_in(alice)
    assert enter(client, timeline, "ai_cards", **{**CLAW, "name": " "}).status_code == 422
    assert enter(client, timeline, "ai_cards", **{**CLAW, "under": ""}).status_code == 422
    assert enter(client, timeline, "ai_cards", **{**CLAW, "expected": "x"}).status_code == 422


@pytest.mark.django_db
def test_a_card_comes_from_a_text_with_the_line_of_what_is_wrong(alice: User) -> None:
    timeline = wolves(alice)
    client = signed_in(alice)
    good = "actions:\n- {op: attack, who: target, atk: 2}\n"
    shown = enter(client, timeline, "ai_cards", "from_text", text=good).content.decode()
    assert 'name="c.actions.0.op" value="attack"' in shown
    bad = "actions:\n- {op: attack, who: nobody, atk: 2}\n"
    shown = enter(client, timeline, "ai_cards", "from_text", text=bad).content.decode()
    assert "<b>Line 2</b>" in shown
    assert "who: nobody" in shown


@pytest.mark.django_db
def test_what_is_in_play_and_not_entered_is_listed(alice: User) -> None:
    timeline = wolves(alice)
    client = signed_in(alice)
    assert "Feint" in client.get(url(timeline)).content.decode()
    does(timeline, "fight")
    does(timeline, "fight_rounds")
    assert "Timber Wolf: 6 of 8 AI cards" in client.get(url(timeline)).content.decode()


@pytest.mark.django_db
def test_cards_are_entered_by_those_who_decide(alice: User, charlie: User, timeline: Timeline) -> None:
    wolf = wolves(alice)
    assert signed_in(charlie).get(url(wolf, "items")).status_code == 404
    assert signed_in(alice).get(url(wolf, "kitchens")).status_code == 404
    assert signed_in(alice).get(url(timeline, "items")).status_code == 404  # another game
    assert signed_in(alice).put(url(wolf, "items")).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize("part", list(KINDS))
def test_every_form_opens_empty_and_filled(alice: User, part: str) -> None:
    timeline = wolves(alice)
    client = signed_in(alice)
    assert client.get(url(timeline, part)).status_code == 200
    known = "bite&under=timber_wolf" if part == "ai_cards" else next(iter(getattr(PACK, part)))
    assert client.get(url(timeline, part, f"?card={known}")).status_code == 200
    for op in ("attack", "if", "choose", "move_chip"):
        place = "actions" if part == "ai_cards" else "effects"
        answer = client.post(url(timeline, part), {"act": f"add:{place}:{op}", "name": "X"})
        assert answer.status_code == 200
