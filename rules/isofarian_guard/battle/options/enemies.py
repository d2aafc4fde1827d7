"""Options of the enemies' turn, the cleanup phase and the rewards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.isofarian_guard.battle.asking import may_ask, open_choice
from rules.isofarian_guard.battle.book import aftermath, book
from rules.isofarian_guard.battle.effects import ChooseTarget, Effects
from rules.isofarian_guard.battle.enemies_turn import enemies_end_refusal, rest_of
from rules.isofarian_guard.battle.library import UNREAD, Library, library
from rules.isofarian_guard.battle.options.calls import choice_fields
from rules.isofarian_guard.battle.options.forms import (
    deed_fields,
    guard_choices,
    reaction_fields,
    slot_name,
)
from rules.isofarian_guard.battle.options.needs import flattened, needs_of
from rules.isofarian_guard.battle.reading import namesakes, unread_card
from rules.isofarian_guard.battle.state import BattleState, Rewards, next_enemy, satchel_slots_used, standing_guards
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Choice, Field, Option

GROUP = "Enemies' turn"


@book.offers_options
def enemy_options(state: BattleState, pack: IsofarianPack) -> Iterable[Option]:
    """The next enemy, the AI card that waits, the end of the turn, cleanup."""
    cards = library(pack)
    yield from _namings(state, cards)
    if state.step == "enemies_turn":
        if state.acting is not None:
            yield from _card(state, cards, state.acting)
        else:
            yield from _next(state, cards)
        refusal = enemies_end_refusal(state)
        yield Option(
            "end_enemies_turn",
            "End the enemies' turn",
            group=GROUP,
            likely=refusal is None,
            blocked=refusal.sentence if refusal else "",
        )
    elif state.step == "cleanup":
        yield Option("cleanup", "Clean up", group="Cleanup", likely=True, note=f"Ends round {state.round}.")


def _namings(state: BattleState, cards: Library) -> Iterator[Option]:
    """A card that lies open unread may have been entered since the deck was laid out."""
    for slot, enemy in state.enemies.items():
        known = namesakes(cards, enemy) if unread_card(cards, enemy) else ()
        if known:
            shown = tuple(Choice(card, cards.ai_name(enemy.enemy, card)) for card in known)
            yield Option(
                "name_ai_card",
                f"{slot_name(cards, slot, enemy)}: the open card has been entered",
                {"slot": slot},
                (Field("card", "It is", choices=shown),),
                group="Read at the table",
                likely=state.acting == slot,
            )


def _next(state: BattleState, cards: Library) -> Iterator[Option]:
    slot = next_enemy(state)
    if slot is None:
        return
    name = slot_name(cards, slot, state.enemies[slot])
    asks = may_ask(state, cards, slot)
    if not asks:
        yield Option(
            "activate_enemy",
            f"{name} acts",
            {"slot": slot},
            tuple(reaction_fields(state, cards, standing_guards(state))),
            group=GROUP,
            likely=True,
            luck=True,
        )
    yield Option(
        "turn_over_ai_card",
        f"Turn over an AI card of {name}",
        {"slot": slot},
        group=GROUP,
        likely=asks,
        luck=True,
        note="Its card is shown before it is carried out.",
    )


def _card(state: BattleState, cards: Library, slot: str) -> Iterator[Option]:
    enemy = state.enemies[slot]
    text = cards.ai_card(enemy.enemy, enemy.visible) if enemy.visible else None
    name = slot_name(cards, slot, enemy)
    known = text is not None and text.actions is not None
    rest = rest_of(state, cards, slot)
    if text is not None and text.actions is not None:
        yield Option(
            "resolve_ai_card",
            f"{name} carries out {text.label}",
            {"slot": slot},
            tuple(_card_fields(state, cards, (*text.actions, *rest))),
            group=GROUP,
            likely=True,
            luck=needs_of((*text.actions, *rest)).luck,
        )
    yield _reading(state, cards, slot, rest, likely=not known)
    yield Option(
        "read_ai_card",
        f"{name}: the card does nothing more",
        {"slot": slot, "then": "end_turn"},
        group="Read at the table",
    )


def _reading(state: BattleState, cards: Library, slot: str, rest: Effects, *, likely: bool) -> Option:
    """What a card did whose text the table alone has.

    :param rest: what is left of cards that had turned it over
    """
    enemy = state.enemies[slot]
    name = slot_name(cards, slot, enemy)
    nameless = enemy.visible in (None, UNREAD)
    visible = "its card" if nameless else cards.ai_name(enemy.enemy, enemy.visible or "")
    then = (
        Choice("end_turn", "its turn ends"),
        Choice("more", "there is more on the card"),
        Choice("draw", "it turns over another AI card"),
        *((Choice("go_on", "the card goes on that had turned it over"),) if state.unfinished else ()),
    )
    return Option(
        "read_ai_card",
        f"{name}: we read {visible}, and it did this",
        {"slot": slot},
        (
            Field("name", "Name or number of the card", "text", required=False, initial=None if nameless else visible),
            Field("ap", "AP paid", "number", minimum=0, maximum=enemy.ap_active.total, required=False),
            *deed_fields(state, cards),
            Field("then", "Then", choices=then, initial="end_turn"),
            *_optional(_card_fields(state, cards, rest)),
        ),
        group="Read at the table",
        likely=likely,
    )


def _card_fields(state: BattleState, cards: Library, actions: Effects) -> Iterator[Field]:
    needs = needs_of(actions)
    choosings = tuple(effect for effect in flattened(actions) if isinstance(effect, ChooseTarget))
    aims_freely = "target" in needs.aimed and not choosings
    if len(standing_guards(state)) > 1 and (choosings or aims_freely):
        sure = aims_freely or open_choice(state, cards, choosings[:1])
        if sure or len(choosings) > 1:
            yield Field(
                "targets",
                "Target, as the players choose",
                "many",
                choices=guard_choices(state, cards),
                minimum=int(sure),
                maximum=max(len(choosings), 1),
                required=sure,
            )
    yield from choice_fields(needs)
    yield from reaction_fields(state, cards, standing_guards(state))
    if "MoveChip" in needs.operations:
        slots = sorted({slot for guard in state.guards.values() for slot in guard.slots})
        shown = tuple(Choice(slot, f"Slot {slot}") for slot in slots)
        if shown:
            yield Field("from_slot", "Card that loses a chip", choices=shown, required=False)


def _optional(fields: Iterable[Field]) -> Iterator[Field]:
    """Fields for what may not come to pass."""
    for field in fields:
        yield replace(field, minimum=0, required=False) if field.kind == "many" else replace(field, required=False)


# ---- rewards


@aftermath.offers_options
def reward_options(state: BattleState, pack: IsofarianPack) -> Iterable[Option]:
    """What the enemies left: kept where it fits, or as the players say."""
    if state.step == "rewards":
        yield from _rewards(state, library(pack), state.rewards or Rewards())


def _rewards(state: BattleState, cards: Library, rewards: Rewards) -> Iterator[Option]:
    pick = tuple(offered[0] for offered in rewards.one_of)
    keep, drop = _fitting(state, cards, (*rewards.drops, *pick))
    fixed = {**{f"keep.{card}": guard for card, guard in keep.items()}, "drop": drop, "pick": list(pick)}
    note = ", ".join(f"{n} {cards.name(card)}" for card, n in rewards.drops.items())
    yield Option(
        "collect_rewards",
        "Collect the rewards and keep what fits",
        fixed,
        group="Rewards",
        likely=True,
        note=f"{rewards.sil} Sil, {rewards.lux} Lux{'; ' + note if note else ''}",
    )
    guards = guard_choices(state, cards, state.guards)
    fields = [Field(f"keep.{card}", cards.name(card), choices=guards, required=False) for card in rewards.drops]
    loose = tuple(Choice(card, cards.name(card)) for card in rewards.drops)
    fields += [Field("drop", "Leave behind", "many", choices=loose, minimum=0, required=False)] if loose else []
    if loose:
        label = "Collect the rewards and say where each goes"
        yield Option("collect_rewards", label, {"pick": list(pick)}, tuple(fields), group="Rewards")
    for guard, dashboards in state.guards.items():
        for card in dashboards.satchel:
            if drop and cards.kind_of(card) != "tool":
                label = f"Drop {cards.name(card)} of {cards.name(guard)}, then keep {cards.name(drop[0])}"
                room = [{"guard": guard, "card": card}]
                exchanged = {**fixed, f"keep.{drop[0]}": guard, "drop": drop[1:], "make_room": room}
                yield Option("collect_rewards", label, exchanged, group="Rewards")


def _fitting(state: BattleState, cards: Library, drops: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """Which guard can take each new drop, and what nobody can take."""
    free = {
        name: guard.satchel_slots - satchel_slots_used(guard.satchel, cards.materials)
        for name, guard in state.guards.items()
    }
    numbers = (state.rewards or Rewards()).drops
    keep: dict[str, str] = {}
    drop: list[str] = []
    for card in dict.fromkeys(drops):
        if card in cards.materials and any(guard.satchel.get(card, 0) for guard in state.guards.values()):
            continue
        wanted = 1 if card in cards.materials else numbers.get(card, 1)
        taker = next((name for name, slots in free.items() if slots >= wanted), None)
        if taker is None:
            drop.append(card)
        else:
            keep[card] = taker
            free[taker] -= wanted
    return keep, drop
