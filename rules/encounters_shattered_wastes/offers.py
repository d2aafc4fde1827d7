"""What may be decided in a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.encounters_shattered_wastes import strength
from rules.encounters_shattered_wastes.activation import foremost, waiting
from rules.encounters_shattered_wastes.at_table import unknown_cards
from rules.encounters_shattered_wastes.book import book, space_name
from rules.encounters_shattered_wastes.derived import (
    area_limit,
    area_threat,
    attack_damage,
    attack_dice,
    basic_reach,
    can_pay,
    max_mp,
    reach_of_actions,
    refresh_value,
    replaceable,
    side_of,
    targetable,
)
from rules.encounters_shattered_wastes.pack import Ability, Attack, Trait, WastesPack, back_name
from rules.encounters_shattered_wastes.real_cards import with_back
from rules.encounters_shattered_wastes.refreshing import empty_areas
from rules.encounters_shattered_wastes.state import (
    ABILITY_DECKS,
    ACTIONS,
    AREAS,
    AREAS_DONE,
    MOST_STEPS,
    RECLAIM_DRAW,
    SPACES,
    Position,
    adjacent,
    all_in_wounds,
    occupant,
    occupants,
    on_board,
)
from rules.encounters_shattered_wastes.steps import Op
from rules.kernel import Choice, Field, Option, player_name, words

# ---- what must be answered first


@book.offers_options
def answers(state: Position, pack: WastesPack) -> Iterable[Option]:
    """The choice that is due, or the Reactions of an open window."""
    if state.due is not None:
        yield from _recoveries(state, pack) if state.due.kind == "recover" else _arrangements(state, pack)
    elif state.pending is not None:
        for each in state.pending.eligible:
            name, _, card = each.partition(".")
            yield from _reaction(state, pack, name, card)
        yield Option("pass_reactions", "Use no Reaction", group="Reactions", likely=True)


def _recoveries(state: Position, pack: WastesPack) -> Iterator[Option]:
    name = state.due.character if state.due else ""
    character = state.characters[name]
    total = sum(state.roll.dice) if state.roll else 0
    critical = total == side_of(character).critical
    said = f"{pack.name_of(name)} rolled {total}" + (": Critical Success" if critical else "")
    threat = 0 if critical else max(character.threat - total, 0)
    yield Option(
        "choose_recovery", f"Reduce Threat from {character.threat} to {threat}", {"choose": "reduce_threat"},
        group=said, likely=True,
    )  # fmt: skip
    if character.mp is not None:
        top = max_mp(character)
        mp = top if critical else min(character.mp + total, top)
        yield Option(
            "choose_recovery", f"Gain MP from {character.mp} to {mp}", {"choose": "gain_mp"}, group=said, likely=True
        )
    if character.afflictions:
        held = tuple(Choice(card, pack.name_of(card)) for card in dict.fromkeys(character.afflictions))
        field = Field("affliction", "Affliction", choices=held)
        what = "Remove all Afflictions" if critical else "Remove an Affliction"
        yield Option(
            "choose_recovery", what, {"choose": "remove_affliction"}, () if critical else (field,), group=said,
            likely=True,
        )  # fmt: skip


def _arrangements(state: Position, pack: WastesPack) -> Iterator[Option]:
    area = str(state.due.area) if state.due else AREAS[0]
    cards = state.areas[area]
    for card in dict.fromkeys(cards):
        left = list(cards)
        left.remove(card)
        order = tuple(left)
        yield Option(
            "arrange_area", f"Place {pack.name_of(card)} into FATIGUE", {"place": card, "order": list(order)},
            group=f"Cards of Area {area}", likely=True,
        )  # fmt: skip
        for top in dict.fromkeys(order[1:]):
            rest = list(order)
            rest.remove(top)
            label = f"Place {pack.name_of(card)} into FATIGUE, {pack.name_of(top)} on top of the rest"
            fixed = {"place": card, "order": [top, *rest]}
            yield Option("arrange_area", label, fixed, group=f"Cards of Area {area}")


def _reaction(state: Position, pack: WastesPack, name: str, card: str) -> Iterator[Option]:
    character = state.characters[name]
    trait = pack.trait_of(name, character.state) if card == "trait" else None
    facts: Ability | Trait | None = trait or pack.abilities.get(card)
    if facts is None:
        return
    fixed = {"character": name} | ({} if trait else {"ability": card})
    fields = _fields(state, pack, name, facts.effects)
    attack = facts.attack if isinstance(facts, Ability) else None
    areas = _attack_fields(state, pack, name, attack)
    if areas is None or fields is None:
        return
    said = facts.name or ("its trait" if trait else words(card))
    do, luck = ("use_trait" if trait else "use_reaction"), attack is not None
    changed = next((op for op in facts.effects if op.op == "change_die"), None)
    label = f"{pack.name_of(name)} uses {said}"
    if changed is not None and state.roll is not None:
        for number, face in enumerate(state.roll.dice):
            what = f"{label}: the {face} becomes {changed.to}"
            yield Option(do, what, {**fixed, "die": number}, (*areas, *fields), group="Reactions", likely=True)
        return
    rerolls = any(op.op == "reroll" for op in facts.effects)
    yield Option(
        do, label, fixed, (*areas, *fields), group="Reactions", likely=True, luck=luck or rerolls,
        note=_cost(state, name, facts.cost),
    )  # fmt: skip


def _cost(state: Position, name: str, cost: int) -> str:
    if not cost:
        return ""
    return f"costs {cost} " + ("Corruption" if state.characters[name].state == "shattered" else "MP")


# ---- what a card asks


def _fields(state: Position, pack: WastesPack, name: str, ops: Iterable[Op]) -> tuple[Field, ...] | None:
    """The fields that effects ask for; ``None`` where an effect cannot be carried out now."""
    fields: dict[str, Field] = {}
    ops = tuple(ops)
    reclaims = any(op.op == "reclaim" for op in ops)
    if reclaims:
        found = _reclaim_fields(state, pack, name, ops)
        if found is None:
            return None
        fields |= {field.name: field for field in found}
    for op in ops:
        if "target" in (op.who, op.from_, op.to) and not reclaims:
            fields["target"] = Field("target", "On", choices=_people(state, pack, on_board(state)))
        if op.op in ("move", "move_action"):
            most = op.steps if op.op == "move" else MOST_STEPS
            fields["to"] = Field("to", "To", choices=_ways(state, name, most), required=False)
        if (op.op == "place" and op.from_ == "area_top") or op.op == "inspect_area":
            areas = tuple(area for area in AREAS if state.areas[area])
            if not areas and op.op == "inspect_area":
                return None
            fields["target_area"] = Field("target_area", "Area", choices=_areas(state, areas), required=bool(areas))
        if op.op == "retarget":
            chosen = _people(state, pack, replaceable(state, name))
            fields["instead_of"] = Field("instead_of", "Instead of", choices=chosen)
        if op.op == "reroll" and state.roll is not None:
            dice = tuple(Choice(str(n), f"The {face}") for n, face in enumerate(state.roll.dice))
            fields["rerolls"] = Field("rerolls", "Roll again", "many", dice, minimum=1, maximum=op.up_to)
    return tuple(fields.values())


def _reclaim_fields(state: Position, pack: WastesPack, name: str, ops: tuple[Op, ...]) -> list[Field] | None:
    """Whom to Reclaim, where that one returns, and from which decks it draws."""
    other = any(op.op == "reclaim" and op.who == "target" for op in ops)
    names = [n for n, c in state.characters.items() if c.state == "shattered"] if other else [name]
    if not names or any(state.characters[n].state != "shattered" for n in names):
        return None
    decks = tuple(Choice(deck, words(deck)) for deck in ABILITY_DECKS if state.decks[deck].size)
    fields = [Field("draw", "Draw 3 from", "counts", decks, minimum=RECLAIM_DRAW, maximum=RECLAIM_DRAW)]
    if other:
        fields.insert(0, Field("target", "Reclaim", choices=_people(state, pack, names)))
        if not all(state.characters[n].on_board for n in names):
            free = tuple(Choice(space, space_name(space)) for space in SPACES if occupant(state, space) is None)
            fields.append(Field("space", "It returns to", choices=free))
    return fields


def _people(state: Position, pack: WastesPack, names: Iterable[str]) -> tuple[Choice, ...]:
    return tuple(Choice(n, pack.name_of(n), _standing(state, n)) for n in names)


def _standing(state: Position, name: str) -> str:
    character = state.characters[name]
    where = space_name(character.space) if character.space else "off the board"
    return f"HP {character.hp}, Threat {character.threat}, {where}"


def _areas(state: Position, areas: Iterable[str]) -> tuple[Choice, ...]:
    return tuple(Choice(area, f"Area {area}", _stack(state, area)) for area in areas)


def _stack(state: Position, area: str) -> str:
    cards = state.areas[area]
    return f"Threat {area_threat(state, area)}, top {back_name(cards[0])}" if cards else "no Strength card"


def _ways(state: Position, name: str, most: int) -> tuple[Choice, ...]:
    """The free spaces within so many steps, the own one too (SW-MOV-006)."""
    here = state.characters[name].space or SPACES[0]
    near = {here}
    for _ in range(most):
        near |= {space for space in SPACES if any(adjacent(space, other) for other in near)}
    free = (space for space in SPACES if space in near and occupant(state, space) in (None, name))
    return tuple(Choice(space, space_name(space), "stay" if space == here else "") for space in free)


def _attack_fields(state: Position, pack: WastesPack, name: str, attack: Attack | None) -> tuple[Field, ...] | None:
    """The field for an attack's Area; ``None`` where nothing is in reach."""
    if attack is None:
        return ()
    areas = targetable(state, name, attack.area)
    return (Field("target_area", "Area", choices=_areas(state, areas)),) if areas else None


# ---- Refresh Phase


def _is_quiet(state: Position, phase: str) -> bool:
    return state.phase == phase and state.pending is None and state.due is None


@book.offers_options
def refresh(state: Position, pack: WastesPack) -> Iterable[Option]:
    """Filling the empty Areas, then a roll for each Character."""
    if not _is_quiet(state, "refresh"):
        return
    if not state.refresh.filled:
        empty = empty_areas(state)
        note = f"Areas {', '.join(empty)}" if empty else "None is empty"
        yield Option(
            "fill_empty_areas", "Fill the empty Areas", group="Refresh", likely=True, luck=bool(empty), note=note
        )
        return
    for name in on_board(state):
        if name not in state.refresh.rolled:
            count = refresh_value(state, pack)
            label = f"Roll {count} {'die' if count == 1 else 'dice'} for {pack.name_of(name)}"
            yield Option("refresh_roll", label, {"character": name}, group="Refresh", likely=True, luck=True)


# ---- Action Phase


@book.offers_options
def actions(state: Position, pack: WastesPack) -> Iterable[Option]:
    """Who activates; then actions, cards and traits, and the end of the activation."""
    if not _is_quiet(state, "action"):
        return
    if state.active is None:
        yield from _activations(state, pack)
        return
    for name in on_board(state):
        if reach_of_actions(state, name):
            yield from _acts(state, pack, name)
        if name == state.active or reach_of_actions(state, name):
            yield from _abilities(state, pack, name)
    yield from _items(state, pack, state.active)
    yield from _trait(state, pack, state.active)
    left = state.characters[state.active].actions_left
    blocked = f"{left} action{'s' if left == ACTIONS else ''} to perform." if left else ""
    yield Option(
        "end_activation", f"End the activation of {pack.name_of(state.active)}", {"character": state.active},
        group="Activation", likely=True, blocked=blocked,
    )  # fmt: skip


def _activations(state: Position, pack: WastesPack) -> Iterator[Option]:
    for name in waiting(state):
        if state.next_to_activate in (None, name):
            label = f"Activate {pack.name_of(name)}"
            note = _standing(state, name)
            yield Option("activate", label, {"character": name}, group="Activation", likely=True, note=note)
    if len(waiting(state)) > 1 and state.next_to_activate is None:
        tied = state.tied or foremost(state)
        rolls = len(tied) > 1
        who = " and ".join(map(pack.name_of, tied))
        label = f"Nobody agrees: {who} roll a die each" if rolls else f"Nobody agrees: {who} has the most HP"
        fixed = {"who": list(tied)} if rolls else {}
        yield Option("settle_activation_order", label, fixed, group="Activation", luck=rolls)


def _acts(state: Position, pack: WastesPack, name: str) -> Iterator[Option]:
    who, fixed, character = pack.name_of(name), {"character": name}, state.characters[name]
    group = f"Actions of {who}"
    to = Field("to", "To", choices=_ways(state, name, MOST_STEPS), initial=character.space)
    yield Option("move", f"Move {who}", fixed, (to,), group=group, likely=True)
    areas = targetable(state, name, basic_reach(state, pack, name))
    if areas:
        dice = attack_dice(state, pack, name, side_of(character).dice)
        note = f"{dice} dice against Threat {character.threat}; {attack_damage(state, pack, name)} damage"
        field = Field("target_area", "Area", choices=_areas(state, areas))
        yield Option("basic_attack", f"{who} attacks", fixed, (field,), group=group, likely=True, luck=True, note=note)
    yield Option("recover", f"{who} recovers", fixed, group=group, likely=True, luck=True)
    if character.state == "heroic":
        yield Option("shatter", f"{who} Shatters", fixed, group=group, luck=True)


def _abilities(state: Position, pack: WastesPack, name: str) -> Iterator[Option]:
    character, who = state.characters[name], pack.name_of(name)
    for ability in character.abilities:
        card = pack.abilities.get(ability)
        if card is None:
            continue
        if card.unknown:
            yield _unknown_card(state, pack, name, ability)
            continue
        used = ability in character.used_active + character.used_free
        able = reach_of_actions(state, name) if card.subtype == "active" else name == state.active
        if card.subtype not in ("active", "free") or used or not able or not can_pay(character, card.cost):
            continue
        areas, fields = _attack_fields(state, pack, name, card.attack), _fields(state, pack, name, card.effects)
        if areas is None or fields is None:
            continue
        asked = {field.name: field for field in (*fields, *areas)}
        if card.cycle == "optional":
            asked["cycle"] = Field("cycle", "Cycle it", "flag", required=False)
        yield Option(
            "use_ability", f"{who} uses {pack.name_of(ability)}", {"character": name, "ability": ability},
            tuple(asked.values()), group=f"Cards of {who}", likely=True, luck=card.attack is not None,
            note=_cost(state, name, card.cost) or ("" if card.subtype == "active" else "no action"),
        )  # fmt: skip


def _unknown_card(state: Position, pack: WastesPack, name: str, ability: str) -> Option:
    """A card of unknown text: the table says how it is used."""
    uses = [Choice("reaction", "as a Reaction")]
    if name == state.active:
        uses.insert(0, Choice("free", "as a Free Ability"))
    if reach_of_actions(state, name):
        uses.insert(0, Choice("active", "as an action"))
    areas = _areas(state, (area for area in AREAS if state.areas[area]))
    fields = (
        Field("use", "It is used", choices=tuple(uses)),
        Field("cost", "Cost", "number", minimum=0, maximum=20, initial=0),
        Field("dice", "Dice of its attack", "number", minimum=0, maximum=9, initial=0),
        Field("target_area", "Area of its attack", choices=areas, required=False),
        Field("reach", "It attacks", choices=tuple(Choice(r, r) for r in ("own", "adjacent", "any")), initial="own"),
        Field("bonus_damage", "Additional damage", "number", minimum=0, maximum=9, initial=0),
    )
    return Option(
        "use_unknown_card", f"{pack.name_of(name)} uses {pack.name_of(ability)} as its card says",
        {"character": name, "ability": ability}, fields, group="Read from the cards", luck=True,
        note=pack.abilities[ability].note,
    )  # fmt: skip


def _items(state: Position, pack: WastesPack, name: str) -> Iterator[Option]:
    for item, side in state.characters[name].items.items():
        if side == "ready":
            field = Field("target", "On", choices=_people(state, pack, on_board(state)), initial=name)
            fields = {"target": field} | {f.name: f for f in _fields(state, pack, name, pack.items[item].effects) or ()}
            yield Option(
                "use_item", f"{pack.name_of(name)} uses {pack.name_of(item)}", {"character": name, "item": item},
                tuple(fields.values()), group=f"Cards of {pack.name_of(name)}",
                likely=not pack.items[item].unknown,
            )  # fmt: skip


def _trait(state: Position, pack: WastesPack, name: str) -> Iterator[Option]:
    character = state.characters[name]
    trait = pack.trait_of(name, character.state)
    if trait is None or trait.subtype != "use" or trait.unknown or character.used_trait:
        return
    fields = _fields(state, pack, name, trait.effects)
    if fields is not None and can_pay(character, trait.cost):
        label = f"{pack.name_of(name)} uses {trait.name or 'its trait'}"
        yield Option(
            "use_trait", label, {"character": name}, fields, group=f"Cards of {pack.name_of(name)}", likely=True
        )


# ---- Defend Phase


@book.offers_options
def defend(state: Position, pack: WastesPack) -> Iterable[Option]:
    """The next Area, or the Last Gasp, then the end of the round."""
    if not _is_quiet(state, "defend"):
        return
    first = Field(
        "first", "Resolve first", choices=tuple(Choice(kind, words(kind)) for kind in strength.KINDS), required=False
    )
    if all_in_wounds(state) and not state.defend.last_gasp_done:
        yield Option("last_gasp", "Reveal the Last Gasp", {}, (first,), group="Defend", likely=True, luck=True)
        return
    if state.defend.next_area < AREAS_DONE and not state.defend.last_gasp_done:
        area = str(state.defend.next_area)
        yield Option(
            "resolve_area", f"Resolve Area {area}", {"area": state.defend.next_area}, (first,), group="Defend",
            likely=True, luck=True, note=_foreseen(state, pack, area),
        )  # fmt: skip
        return
    yield Option("end_defend", "End the round", group="Defend", likely=True)


def _foreseen(state: Position, pack: WastesPack, area: str) -> str:
    threat, limit, here = area_threat(state, area), area_limit(state, pack), occupants(state, area)
    over = [f"Threat {threat} is over the limit of {limit}: the top card affects everybody"] if threat > limit else []
    met = [f"{' and '.join(map(pack.name_of, here))} met by {_stack(state, area)}"] if here else []
    return "; ".join([*over, *met]) or "nothing happens"


# ---- beside all that


@book.offers_options
def beside(state: Position, pack: WastesPack) -> Iterable[Option]:
    """What the table says of real Strength cards and of cards with unknown text, and dice for the order of triggers."""
    yield from _real_cards(state)
    if state.phase == "setup":
        return
    yield from _told(state, pack)
    players = tuple(dict.fromkeys(character.player for character in state.characters.values()))
    rolling = state.timing_tied or players
    if len(players) > 1 and state.active is None and state.pending is None and state.due is None:
        label = f"Roll for the order of triggers: {', '.join(map(player_name, rolling))}"
        yield Option("settle_timing", label, {"players": list(rolling)}, group="Nobody agrees", luck=True)


def _real_cards(state: Position) -> Iterator[Option]:
    """For each Area, what really lies on top of it."""
    if state.outcome is not None or state.pending is not None or state.due is not None:
        return
    for area in AREAS:
        if not state.areas[area]:
            continue
        top = state.areas[area][0]
        backs = [back for back in _BACKS if with_back(state, area, back)]
        choices = tuple(Choice(back, back_name(back)) for back in backs)
        yield Option(
            "tell_card", f"Area {area}: say what the top card is", {"area": area},
            (Field("back", "Its back shows", choices=choices, initial=strength.back(top)),),
            group="Real cards", luck=True, note=f"{back_name(top)} is thought to lie there",
        )  # fmt: skip


_BACKS = tuple(f"{intent}{threat}" for intent in "PM" for threat in range(1, 6))


def _told(state: Position, pack: WastesPack) -> Iterator[Option]:
    """What a card of unknown text did: one option for each kind of effect."""
    cards = unknown_cards(state, pack)
    if not cards:
        return
    group = "Read from the cards"
    card = Field("card", "Card", choices=tuple(Choice(each, pack.name_of(each)) for each in cards))
    who = Field("character", "Character", choices=_people(state, pack, on_board(state)))
    stat = Field("effect.stat", "Tracker", choices=tuple(Choice(s, t) for s, t in _STATS.items()))
    amount = Field("effect.amount", "By", "number", minimum=1, maximum=20, initial=1)
    for op, label in {"gain": "A card raised a tracker", "reduce": "A card lowered a tracker"}.items():
        yield Option("resolve_at_table", label, {"effect.op": op}, (card, who, stat, amount), group=group)
    afflicted = _people(state, pack, (n for n in on_board(state) if state.characters[n].afflictions))
    given = {"effect.op": "gain_affliction"}
    yield Option("resolve_at_table", "A card gave an Affliction", given, (card, who), group=group, luck=True)
    if afflicted:
        taken = {"effect.op": "remove_affliction"}
        whose = Field("character", "Character", choices=afflicted)
        yield Option("resolve_at_table", "A card took an Affliction away", taken, (card, whose), group=group)
    yield from _told_of_the_board(state, pack, card, who, group)


def _told_of_the_board(state: Position, pack: WastesPack, card: Field, who: Field, group: str) -> Iterator[Option]:
    sources = {f"{pile}_top": pile.upper() for pile in ("stamina", "fatigue", "wounds")} | {"area_top": "an Area"}
    piles = tuple(Choice(pile, pile.upper()) for pile in ("fatigue", "wounds", "stamina"))
    fields = (
        card,
        who,
        Field("effect.from", "From", choices=tuple(Choice(s, t) for s, t in sources.items())),
        Field("effect.to", "To", choices=piles),
        Field("target_area", "Area", choices=_areas(state, AREAS), required=False),
    )
    yield Option("resolve_at_table", "A card placed a Strength card", {"effect.op": "place"}, fields, group=group)
    free = tuple(Choice(space, space_name(space)) for space in SPACES if occupant(state, space) is None)
    moved = {"effect.op": "move", "effect.steps": len(SPACES)}
    to = Field("to", "To", choices=free)
    yield Option("resolve_at_table", "A card moved a Character", moved, (card, who, to), group=group)
    if state.phase == "action":
        granted = {"effect.op": "grant_action"}
        yield Option("resolve_at_table", "A card granted an action", granted, (card, who), group=group)
    shattered = [name for name, each in state.characters.items() if each.state == "shattered"]
    found = _reclaim_fields(state, pack, "", (Op("reclaim", who="target"),)) if shattered else None
    if found is not None:
        whom = Field("character", "Reclaimed", choices=_people(state, pack, shattered))
        reclaimed = {"effect.op": "reclaim"}
        rest = tuple(field for field in found if field.name != "target")
        label = "A card Reclaimed a Character"
        yield Option("resolve_at_table", label, reclaimed, (card, whom, *rest), group=group, luck=True)


_STATS = {"hp": "HP", "mp": "MP", "threat": "Threat", "corruption": "Corruption"}
