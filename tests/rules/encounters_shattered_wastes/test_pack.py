"""The content: what the rulebook counts, and that a pack that breaks it is refused."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec
import pytest
import yaml

from rules.encounters_shattered_wastes.pack import Ability, Lasting, WastesPack
from rules.kernel import PackInvalid, read_pack
from rules.kernel.pack_text import pack_text
from tests.rules.encounters_shattered_wastes.table import GAME, standard


def problems(**changes: Any) -> str:
    return "; ".join(str(problem) for problem in msgspec.structs.replace(standard(), **changes).problems())


def text() -> str:
    return files("rules.encounters_shattered_wastes").joinpath("packs/standard.yaml").read_text(encoding="utf-8")


def test_the_stock_pack_is_sound_and_is_itself_after_it_was_written() -> None:
    assert problems() == ""
    assert read_pack(pack_text(standard()), WastesPack, GAME.key) == standard()


def test_made_up_figures_are_marked_and_unknown_cards_have_no_effect() -> None:
    pack = standard()
    assert all(card.stand_in for card in (*pack.characters.values(), *pack.enemies.values()))
    assert not pack.abilities["reckless_sacrifice"].stand_in
    unknown = [card for card in pack.abilities.values() if card.unknown]
    assert len(unknown) > 60
    assert all(not card.effects and card.attack is None for card in unknown)
    terra = pack.abilities["terra_strike"]
    assert terra.attack is not None
    assert (terra.cost, terra.attack.dice, terra.attack.bonus_damage, terra.attack.bonus_if) == (2, 2, 1, "front_line")
    assert pack.rage_cards["virtuous_crush"].symbols == {"damage": 4}
    assert pack.enemies["example_enemy"].healthy_side.strength == {"physical": 4, "magical": 1}


@pytest.mark.rule("SW-CMP-001", "SW-CMP-002", "SW-CMP-003", "SW-CMP-004")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"strength": {"P1": 50, "M1": 49}}, "50 magical cards expected, found 49"),
        ({"strength": {"P1": 50, "M1": 49, "X9": 1}}, "strength.X9: a code such as P3.d2"),
        (
            {"characters": dict.fromkeys("abcdefghi", standard().characters["seer"])},
            "at most 8 cards expected, found 9",
        ),
        ({"items": dict.fromkeys(map(str, range(21)), standard().items["item_5"])}, "at most 20 cards"),
        ({"relics": {"relic": Lasting(copies=49)}}, "relics: at most 48 cards expected, found 49"),
        ({"afflictions": {"one": Lasting(copies=34)}}, "afflictions: at most 33 cards"),
        ({"abilities": {f"m{n}": Ability(deck="martial") for n in range(21)}}, "at most 20 martial cards"),
        ({"rage_cards": {}}, "there is no Rage card guardian_1"),
        ({"abilities": {"x": Ability(deck="martial", subtype="reaction")}}, "abilities.x.trigger"),
        ({"locations": {"bad id": Lasting()}}, "an id of 1 to 80 letters"),
    ],
)
def test_what_breaks_the_rulebook_is_named(changes: Any, expected: str) -> None:
    assert expected in problems(**changes)


def test_a_faulty_file_is_refused_with_the_line() -> None:
    broken = text().replace("damage: 4}", "damage: many}")
    with pytest.raises(PackInvalid, match=r"line .*virtuous_crush"):
        read_pack(broken, WastesPack, GAME.key)
    data = yaml.safe_load(text())
    data["enemies"]["guardian"]["rage_healthy"] = ["guardian_1"]
    with pytest.raises(PackInvalid, match="5 different cards expected, found 1"):
        read_pack(yaml.safe_dump(data), WastesPack, GAME.key)


def test_everything_has_a_name_for_people() -> None:
    names = GAME.labels(standard())
    assert GAME.names(standard()) == names
    assert names["P4.d2.c1"] == "Physical, Threat 4: 2 Damage, 1 Corruption"
    assert names["P4"] == "Physical 4"
    assert (names["3B"], names["guardian"], names["martial_9"], names["p2"]) == (
        "Area 3, Back Line", "The Guardian", "Martial 9", "Player 2",
    )  # fmt: skip
