"""What may be decided in action scenes and their set-up. What is offered was judged with the same functions that judge
the decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.acting import abilities_of
from rules.artisans_of_splendent_vale.aiming import in_spaces, limit
from rules.artisans_of_splendent_vale.book import book, unit_name
from rules.artisans_of_splendent_vale.dice import payments
from rules.artisans_of_splendent_vale.effects import judge, number
from rules.artisans_of_splendent_vale.figures import (
    ACTIONS,
    ATTACKS,
    CHARACTER_NAMES,
    CHARACTERS,
    CONDITIONS,
    FACES,
    HANDS,
    REACTIONS,
    SKILLS,
    TRINKETS,
)
from rules.artisans_of_splendent_vale.hexes import (
    apart,
    between,
    distances,
    enemies,
    fits,
    hostile,
    passable,
    place,
    placements,
)
from rules.artisans_of_splendent_vale.hexes import spaces as all_spaces
from rules.artisans_of_splendent_vale.moving import allowance, directions_away, forced_paths, reachable
from rules.artisans_of_splendent_vale.pack import ValePack
from rules.artisans_of_splendent_vale.placing import unplaced
from rules.artisans_of_splendent_vale.scenes import card_of
from rules.artisans_of_splendent_vale.state import Hex, Position, Unit, Work, group_of, is_mob, standing
from rules.artisans_of_splendent_vale.turns import companions_of, due
from rules.artisans_of_splendent_vale.words import AIMED, Ability, Args, Effect
from rules.kernel import Choice, Field, Option, Refused, words

NEAR = 3
"""Where the board is known at the table alone, spaces so far from its middle are offered to start on."""
MOST = 12
"""So many targets or placements of a shape at most are offered for one ability."""


def written(space: Hex) -> str:
    """A space as decisions take it: ``1,-1``."""
    return f"{space[0]},{space[1]}"


def way(path: Sequence[Hex]) -> str:
    """Spaces as decisions take them."""
    return " ".join(map(written, path))


@book.offers_options
def options(state: Position, pack: ValePack) -> Iterable[Option]:
    """The set-up of a scene, its turns and its end."""
    if state.paused or state.open_injuries:
        return
    if state.phase in ("exploration", "interlude"):
        if pack.scenes:
            field = Field("scene", "Scene", choices=tuple(Choice(scene, pack.name_of(scene)) for scene in pack.scenes))
            yield Option("begin_scene", "Begin an action scene", {}, (field,), group="Action scene", likely=True)
        field = Field("scene", "Name", "text")
        yield Option("begin_scene", "Begin a scene of the scene book", {}, (field,), group="Action scene")
    elif state.phase == "scene_setup":
        yield from _set_up(state, pack)
    elif state.phase == "action_scene":
        yield from _scene(state, pack)


# ---- set-up


def _set_up(state: Position, pack: ValePack) -> Iterator[Option]:
    if not state.placed:
        yield Option("setup_scene", "Place the scene's units", group="Set-up", likely=True)
    for who in state.players:
        yield _equipping(state, pack, who)
    missing = [unit for unit in unplaced(state) if not _too_hurt(state, unit)]
    for unit in missing:
        marked = state.board.paw or [space for space in all_spaces(state.board) if apart(space, (0, 0)) <= NEAR]
        able = [space for space in marked if passable(state.board, space) and fits(state, unit, space)]
        if able:
            choices = tuple(Choice(written(space), written(space)) for space in able)
            fields = (Field("at", "Space", choices=choices),)
            label = f"Place {unit_name(pack, unit)}"
            yield Option("place_meeple", label, {"unit": unit}, fields, group="Set-up", likely=unit in CHARACTERS)
    ready = state.placed and not any(unit in CHARACTERS for unit in missing)
    yield Option("roll_initial_pool", "Roll the first pool", group="Set-up", likely=ready, luck=True)


def _too_hurt(state: Position, unit: str) -> bool:
    companion = state.companions.get(unit)
    return companion is not None and companion.damage >= companion.toughness


def _equipping(state: Position, pack: ValePack, who: str) -> Option:
    own: dict[str, list[str]] = {"weapon": [], "trinket": [], "skill": []}
    for name in state.characters[who].cards:
        card = card_of(state, pack, name)
        if card is None or card.type not in own:
            continue
        if (card.only or who) == who and not (card.source in CHARACTERS and card.source != who):
            own[card.type].append(name)
    fields = tuple(
        Field(f"{kind}s", f"{words(kind)}s", "many", tuple(Choice(c, pack.name_of(c)) for c in cards), 0, most)
        for (kind, cards), most in zip(own.items(), (HANDS, TRINKETS, SKILLS), strict=True)
        if cards
    )
    return Option(
        "equip", f"Equip {CHARACTER_NAMES[who]}", {"who": who}, fields, group="Equipment", likely=bool(fields)
    )


# ---- turns


def _scene(state: Position, pack: ValePack) -> Iterator[Option]:
    now = state.turn
    if state.pending is not None:
        names = ", ".join(unit_name(pack, unit) for unit in state.pending.targets)
        label = f"Resolve the attack of {unit_name(pack, state.pending.attacker)} on {names}"
        note = f"Value {state.pending.value}."
        yield Option("resolve_attack", label, group="Attack", likely=True, luck=True, note=note)
        yield from _reactions(state, pack)
        return
    if now is None:
        for unit in _next(state):
            label = f"Begin the turn of {unit_name(pack, unit)}"
            rolls = unit in state.players
            yield Option("begin_turn", label, {"unit": unit}, group="Turn", likely=True, luck=rolls)
    elif is_mob(state, now.unit):
        yield from _mob(state, pack, now.unit)
    else:
        for unit in (now.unit, *companions_of(state, now.unit)):
            yield from _actions(state, pack, unit)
    if now is not None:
        label = f"End the turn of {unit_name(pack, now.unit)}"
        yield Option("end_turn", label, {"unit": now.unit}, group="Turn", likely=True, luck=_bleeds(state, now.unit))
        yield from _reactions(state, pack)
        yield from _instructed(state, pack, now.unit)
    foes = any(is_mob(state, unit) and hostile(state, unit, "farah") for unit in standing(state))
    bleeds = any(_bleeds(state, who) for who in state.players)
    yield Option("end_scene", "The scene is over", group="Scene", likely=not foes, luck=bleeds)
    yield Option("draw_rule_card", "Take a rule card", {}, (Field("card", "Card", "text"),), group="Scene")
    yield from _more_mobs(state, pack)


def _bleeds(state: Position, unit: str) -> bool:
    """Whether bleeding may injure a character, which draws cards."""
    return unit in state.players and bool(state.units.get(unit, Unit()).conditions.get("bleed"))


def _next(state: Position) -> tuple[str, ...]:
    """Who may begin a turn; the tracker may have to pass by portraits first."""
    found = due(state)
    if found or not state.initiative:
        return found
    for at in range(state.index + 1, state.index + 1 + len(state.initiative)):
        found = due(replace(state, index=at % len(state.initiative), acted=()))
        if found:
            return found
    return ()


def _more_mobs(state: Position, pack: ValePack) -> Iterator[Option]:
    if pack.mobs and state.board.glyphs:
        fields = (
            Field("group", "Mobs", choices=tuple(Choice(mob, pack.name_of(mob)) for mob in pack.mobs)),
            Field("glyph", "Glyph", choices=tuple(Choice(glyph, words(glyph)) for glyph in state.board.glyphs)),
        )
        yield Option("spawn", "Add a mob", {"counts": [1, 1, 1]}, fields, group="Scene")


def _sources(state: Position, pack: ValePack, unit: str) -> Iterator[tuple[str | None, str, Ability]]:
    """Cards and abilities that a unit has at hand."""
    for name, ability in abilities_of(state, pack, unit).items():
        yield None, name, ability
    sheet = state.characters.get(unit)
    if sheet is None:
        return
    for card in (*sheet.equipped.cards, *sheet.potions):
        if card not in sheet.depleted:
            for name, ability in abilities_of(state, pack, unit, card).items():
                yield card, name, ability


def _actions(state: Position, pack: ValePack, unit: str) -> Iterator[Option]:
    now = state.turn
    if now is None or unit in now.lying or place(state, unit) is None or now.actions.get(unit, 0) >= ACTIONS:
        return
    for card, name, ability in _sources(state, pack, unit):
        if ability.kind != "action" or (ability.attacks and now.attacks.get(unit, 0) >= ATTACKS):
            continue
        thrown = card is not None and card in state.characters[unit].potions
        for boost in (False,) if thrown else (False, True):
            fixed = {"unit": unit, "action": name, "boost": boost, **({"card": card} if card else {})}
            yield from _offered(state, pack, "perform", unit, ability, fixed)


def _reactions(state: Position, pack: ValePack) -> Iterator[Option]:
    now = state.turn
    if now is None:
        return
    for unit in (*state.players, *state.companions):
        if place(state, unit) is None or now.reactions.get(unit, 0) >= REACTIONS:
            continue
        for card, name, ability in _sources(state, pack, unit):
            if ability.kind != "reaction" or not _timely(state, unit, ability):
                continue
            for boost in (False, True):
                fixed = {"unit": unit, "reaction": name, "boost": boost, **({"card": card} if card else {})}
                yield from _offered(state, pack, "react", unit, ability, fixed)


def _timely(state: Position, unit: str, ability: Ability) -> bool:
    attack = state.pending
    return ability.timing is None or (attack is not None and hostile(state, unit, attack.attacker))


def _offered(
    state: Position, pack: ValePack, do: str, unit: str, ability: Ability, fixed: Mapping[str, object]
) -> Iterator[Option]:
    boost = bool(fixed["boost"])
    ways = payments(state.dice.pool, (*ability.cost, *(("plus",) if boost else ())))
    if not ways:
        return
    fields: list[Field] = []
    if ways != [()]:
        choices = tuple(Choice(" ".join(dice), ", ".join(map(words, dice))) for dice in ways)
        fields.append(Field("pay", "Pay", choices=choices, initial=choices[0].value))
    if ability.card_cost is not None:
        lying_there = state.dice.cards.get(ability.card_cost.card, {})
        dice = [face for face, held in lying_there.items() for _ in range(held)]
        if len(dice) < ability.card_cost.count:
            return
        choices = tuple(
            Choice(" ".join(d), ", ".join(d)) for d in sorted(set(combinations(dice, ability.card_cost.count)))
        )
        fields.append(Field("pay_card", "From the card", choices=choices))
    action = str(fixed.get("action") or fixed.get("reaction"))
    title = f"{unit_name(pack, unit)}: {words(action)}" + (", boosted" if boost else "")
    work = Work(user=unit, effects=ability.effects, boosted=boost)
    group = "Companions" if unit in state.companions else "Reactions" if do == "react" else "Actions"
    for label, more, extra in _aims(state, pack, work):
        yield Option(
            do,
            f"{title}{label}",
            {**fixed, **more},
            (*fields, *extra),
            group=group,
            likely=state.pending is not None or (do == "perform" and not boost),
            luck=any(effect.dice or effect.add_dice for effect in ability.effects),
        )


# ---- aims

Aim = tuple[str, dict[str, object], tuple[Field, ...]]


def _aims(state: Position, pack: ValePack, work: Work) -> Iterator[Aim]:
    """The targets, areas and paths that the effects of an ability allow, each as label, settled arguments, fields."""
    common = tuple(_plain_fields(state, pack, work))
    if any(field is None for field in common):
        return
    plain = tuple(field for field in common if field is not None)
    main = next((e for e in work.effects if e.verb in AIMED and e.to is None), None)
    if main is None:
        yield "", {}, plain
    elif main.area is not None:
        for label, more in _areas(state, pack, work, main):
            yield label, more, plain
    else:
        for target in _targets(state, work, main):
            extra = _forced_fields(state, work, target)
            if extra is not None:
                yield f" at {unit_name(pack, target)}", {"targets": [target]}, (*plain, *extra)


def _allowed(state: Position, work: Work, args: Args) -> bool:
    aimed_only = tuple(effect for effect in work.effects if effect.verb in AIMED and effect.to != "chosen")
    try:
        judge(state, replace(work, effects=aimed_only, args=args))
    except Refused:
        return False
    return True


def _targets(state: Position, work: Work, main: Effect) -> list[str]:
    if main.verb == "heal":
        wanted: Sequence[str] = [unit for unit in standing(state) if not hostile(state, work.user, unit)]
    else:
        wanted = enemies(state, work.user)
    able = [unit for unit in wanted if _allowed(state, work, Args(targets=(unit,)))]
    return sorted(able, key=lambda unit: between(state, work.user, unit) or 0)[:MOST]


def _areas(state: Position, pack: ValePack, work: Work, main: Effect) -> Iterator[tuple[str, dict[str, object]]]:
    start = place(state, work.user)
    if start is None or main.area is None:
        return
    near = [space for space, away in distances(state.board, start).items() if away <= limit(main)]
    found: dict[tuple[str, ...], tuple[Hex, ...]] = {}
    for laid in placements(main.area, near, start):
        hit = in_spaces(state, work.user, laid, start if main.area.hollow is not None else None)
        foes = [unit for unit in hit if hostile(state, work.user, unit)]
        if foes and tuple(sorted(hit)) not in found and _allowed(state, work, Args(area=laid)):
            found[tuple(sorted(hit))] = laid
    for hit, laid in sorted(found.items(), key=lambda each: -len(each[0]))[:MOST]:
        yield " at " + ", ".join(unit_name(pack, unit) for unit in hit), {"area": way(laid)}


def _forced_fields(state: Position, work: Work, target: str) -> tuple[Field, ...] | None:
    """The fields of forced movement; ``None`` where it has no way to go."""
    for effect in work.effects:
        if effect.push is not None:
            found = directions_away(state, work.user, target)
            choices = tuple(Choice(written(each), written(each)) for each in found)
            return (Field("direction", "Direction", choices=choices),)
        if effect.pull is not None or effect.displace is not None:
            amount = number(work, effect, effect.pull if effect.pull is not None else effect.displace or 0)
            paths = forced_paths(state, work.user, effect, target, amount)
            if not paths:
                return None
            choices = tuple(Choice(way(path), f"To {written(path[-1])}") for path in paths)
            return (Field("target_path", "Where to", choices=choices),)
    return ()


def _plain_fields(state: Position, pack: ValePack, work: Work) -> Iterator[Field | None]:
    """Fields of effects without targets; ``None`` for one that cannot be carried out."""
    alone = len(work.effects) == 1
    for effect in work.effects:
        if effect.move is not None:
            ends = reachable(
                state, work.user, allowance(state, work.user, number(work, effect, effect.move)), leap=effect.leap
            )
            if ends:
                choices = tuple(Choice(way(path), f"{written(end)}") for end, path in sorted(ends.items()))
                yield Field("path", "Move to", choices=choices, required=alone)
            elif alone:
                yield None
        elif effect.to == "chosen":
            reach = 999 if effect.within is None else effect.within
            able = [unit for unit in enemies(state, work.user) if (between(state, work.user, unit) or 999) <= reach]
            if able:
                chosen = tuple(Choice(unit, unit_name(pack, unit)) for unit in able)
                yield Field("condition_targets", "Whom", choices=chosen, required=False)
        elif effect.add_choice:
            faces = tuple(Choice(face, words(face)) for face in effect.add_choice)
            yield Field("chosen_face", "Result to add", choices=faces)
        elif effect.convert is not None:
            yield from _converting(state, effect)


def _converting(state: Position, effect: Effect) -> Iterator[Field | None]:
    convert = effect.convert
    pool = [face for face, held in state.dice.pool.items() for _ in range(held)]
    if convert is None or len(pool) < convert.count:
        yield None
        return
    dice = sorted(set(combinations(sorted(pool), convert.count)))
    able = [each for each in dice if convert.from_ is None or all(die == convert.from_ for die in each)]
    if not able:
        yield None
        return
    yield Field("dice", "Dice to turn", choices=tuple(Choice(" ".join(d), ", ".join(d)) for d in able))
    if not isinstance(convert.to, str):
        faces = convert.to or FACES
        shown = combinations_with_replacement(faces, convert.count)
        yield Field("to", "Turned to", choices=tuple(Choice(" ".join(d), ", ".join(d)) for d in shown))


# ---- mobs


def _mob(state: Position, pack: ValePack, unit: str) -> Iterator[Option]:
    now, mob = state.turn, pack.mobs.get(group_of(state, unit))
    name = unit_name(pack, unit)
    if now is None or unit in now.lying or state.units.get(unit, Unit(defeated=True)).defeated:
        return
    if not now.focus:
        yield Option("suggest_focus", f"{name}: suggest the focus", {"unit": unit}, group="Mob")
    if mob is None:
        return
    if now.roll is None and not now.sets:
        fields: tuple[Field, ...] = ()
        if not any("wild" in each.keys for each in mob.sets):
            choices = tuple(Choice(each.name, words(each.name)) for each in mob.sets)
            fields = (Field("set", "On a Wild: the set that gets it the most", choices=choices),)
        yield Option("activate_mob", f"{name}: roll the activation", {"unit": unit}, fields, "Mob", True, True)
        return
    for at, each in enumerate(mob.sets):
        for index, effects in enumerate(each.actions if each.name in now.sets else ()):
            if now.last is None or (at, index) > now.last:
                work = Work(user=unit, effects=effects if isinstance(effects, tuple) else (effects,))
                fixed: dict[str, object] = {"unit": unit, "set": each.name, "action": index}
                verb = words(work.effects[0].verb)
                for label, more, extra in _aims(state, pack, work):
                    title = f"{name}, {words(each.name)}: {verb}{label}"
                    yield Option("mob_act", title, {**fixed, **more}, extra, group="Mob", likely=True, luck=True)


# ---- instructions from cards and scenes


def _instructed(state: Position, pack: ValePack, unit: str) -> Iterator[Option]:
    who = Field("unit", "Who", choices=tuple(Choice(each, unit_name(pack, each)) for each in standing(state)))
    target = Field("targets", "Target", choices=who.choices)
    if not who.choices:
        return
    conditions = tuple(Choice(each, words(each)) for each in CONDITIONS)

    def amount(name: str, label: str) -> Field:
        return Field(f"effect.{name}", label, "number", minimum=1, maximum=9, initial=1)

    for label, fields in (
        ("An effect blocks", (who, amount("block", "Block"))),
        ("An effect adds dice", (amount("add_dice", "Dice"),)),
        (
            "An effect gives a condition",
            (target, Field("effect.condition", "Condition", choices=conditions), amount("n", "Tokens")),
        ),
        ("An effect damages", (target, amount("damage", "Damage"))),
        ("An effect stuns", (target, Field("effect.stun", "Stun", "flag", initial=True))),
        ("An effect heals", (target, amount("heal", "Heal"))),
    ):
        fixed: dict[str, object] = {} if fields[0] is who else {"unit": unit}
        yield Option("resolve_effect", label, fixed, fields, group="By the book", luck=True)
