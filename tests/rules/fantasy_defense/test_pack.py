"""The content: what the rulebook counts, and that a pack that breaks it is refused."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec
import pytest
import yaml

from rules.fantasy_defense.icons import ICONS, SPELLS
from rules.fantasy_defense.pack import DefenderCard, FantasyPack
from rules.kernel import PackInvalid, read_pack
from tests.rules.fantasy_defense.table import GAME, standard


def problems(**changes: Any) -> str:
    return "; ".join(problem.message for problem in msgspec.structs.replace(standard(), **changes).problems())


def without(cards: Any, *names: str) -> dict[str, Any]:
    return {name: card for name, card in cards.items() if name not in names}


@pytest.mark.rule("FD-CMP-001", "FD-CMP-002")
@pytest.mark.parametrize("faction", ["human", "elf"])
def test_a_defenders_deck_has_37_cards_of_which_three_are_starting_cards(faction: str) -> None:
    pack = standard()
    assert len(pack.deck_of(faction)) == 34
    assert pack.defenders[pack.character_of(faction)].start
    assert len(pack.spells_of(faction)) == 2
    assert "37 cards of the" in problems(defenders=without(pack.defenders, pack.deck_of(faction)[0]))
    assert "1 Starting Character" in problems(defenders=without(pack.defenders, pack.character_of(faction)))


@pytest.mark.rule("FD-CMP-001", "FD-SET-010")
def test_there_are_27_invaders_and_two_bosses_for_either_mode() -> None:
    pack = standard()
    assert len(pack.invaders) == 27
    assert len(pack.pile("boss", "solo")) == len(pack.pile("boss", "coop")) == 2
    assert "27 Invaders" in problems(invaders=without(pack.invaders, "war_sow"))
    assert "2 Bosses for coop" in problems(invaders=without(pack.invaders, "twin_of_ash"))


@pytest.mark.rule("FD-CMP-003")
def test_cards_carry_the_figures_that_the_rules_work_on() -> None:
    assert standard().defenders["long_eye_1"].icon == "headshot"
    assert standard().defenders["long_eye_1"].cv == 4
    spy = standard().invaders["cutpurse_1"]
    assert (spy.cv, spy.pillage, spy.arrow, spy.infiltrator) == (6, 2, "right", True)
    bare = {"game": GAME.key, "name": "x", "defenders": {}, "invaders": {"imp": {"name": "Imp", "tier": "elite"}}}
    with pytest.raises(PackInvalid, match="missing required field `cv`"):
        read_pack(yaml.safe_dump(bare), FantasyPack, GAME.key)


@pytest.mark.rule("FD-CMP-004")
def test_an_invader_is_an_underling_an_elite_or_a_boss() -> None:
    assert {card.tier for card in standard().invaders.values()} == {"underling", "elite", "boss"}
    text = files("rules.fantasy_defense").joinpath("packs/standard.yaml").read_text(encoding="utf-8")
    with pytest.raises(PackInvalid, match="Invalid enum value 'minion'"):
        read_pack(text.replace("tier: elite", "tier: minion", 1), FantasyPack, GAME.key)


@pytest.mark.rule("FD-CMP-001", "FD-CMP-005")
def test_gate_tiles_come_in_kinds_of_four_two_and_one() -> None:
    pack = standard()
    assert sorted(pack.tiles("solo").values()) == [1, 2, 4]
    assert sum(pack.tiles("coop").values()) == 12
    three = msgspec.structs.replace(pack.gates["wooden_gate"], copies=3)
    found = problems(gates={**pack.gates, "wooden_gate": three})
    assert "7 gate tiles for solo play expected, found 6" in found
    assert "4, 2 or 1 expected, found 3" in found
    assert "kinds of 4, 2 and 1 copies expected for solo play, found [1, 2, 3]" in found


@pytest.mark.rule("FD-CMP-006")
def test_each_deck_has_its_two_spells() -> None:
    assert standard().spells_of("human") == ("psychic_storm", "city_shield")
    assert standard().spells_of("elf") == ("spirit_fire", "call_of_the_spirit")
    assert "2 spells of the elf deck" in problems(spells=without(standard().spells, "spirit_fire"))
    stolen = msgspec.structs.replace(standard().spells["spirit_fire"], faction="human")
    assert "the human deck has no such spell" in problems(spells={**standard().spells, "spirit_fire": stolen})


def test_an_icon_belongs_to_its_deck() -> None:
    elvish = msgspec.structs.replace(standard().defenders["militia_1"], icon="headshot")
    assert "headshot is no icon of the human deck" in problems(defenders={**standard().defenders, "militia_1": elvish})


@pytest.mark.pitfall("BL-095")
def test_every_icon_and_spell_of_the_rulebook_is_in_the_standard_pack() -> None:
    assert {card.icon for card in standard().defenders.values()} == {None, *ICONS}
    assert set(standard().spells) == set(SPELLS)


@pytest.mark.pitfall("BL-112")
def test_the_standard_pack_adds_up_and_says_what_is_made_up() -> None:
    pack = standard()
    assert list(pack.problems()) == []
    made_up = [*pack.defenders.values(), *pack.invaders.values(), *pack.gates.values()]
    assert all(card.stand_in for card in made_up)
    assert not any(spell.stand_in for spell in pack.spells.values())


def test_words_quote_rules_of_the_catalogue() -> None:
    assert {words.rule for words in (*ICONS.values(), *SPELLS.values())} <= set(GAME.catalogue)


@pytest.mark.parametrize("name", ["", "  ", "x" * 101])
def test_a_card_has_a_name_that_fits_on_a_button(name: str) -> None:
    card = {"name": name, "faction": "human", "cv": 4}
    with pytest.raises(msgspec.ValidationError, match=r"\$\.name"):
        msgspec.convert(card, DefenderCard)
    assert msgspec.convert({**card, "name": "Zoë of the 9 Gates"}, DefenderCard).cv == 4


@pytest.mark.pitfall("BL-135", "BL-076")
@pytest.mark.parametrize("name", ["war sow", "<b>sow</b>", "sow.1", "a" * 81, '""'])
def test_an_id_is_a_plain_identifier(name: str) -> None:
    text = files("rules.fantasy_defense").joinpath("packs/standard.yaml").read_text(encoding="utf-8")
    line = next(number for number, words in enumerate(text.split("\n"), 1) if words.startswith("  war_sow:"))
    with pytest.raises(PackInvalid) as refused:
        read_pack(text.replace("  war_sow:", f"  {name}:"), FantasyPack, GAME.key)
    (problem,) = refused.value.problems
    assert problem.line == line
    assert problem.message.startswith("an id of 1 to 80 letters, digits and _ was expected, found")
