"""Battles played round by round within the campaign: what they take in, what they hand back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.isofarian_guard import GAME
from rules.isofarian_guard.battle.options.actions import ABILITIES
from rules.isofarian_guard.battle.state import Ap
from rules.kernel import Seeded
from rules.kernel.players import likely_first, play_on
from tests.rules.isofarian_guard.campaign.world import BATTLE, CONTENT, FIGHTING, TWO_FOES, Table, both, table

ATTACK: dict[str, Any] = {"op": "attack", "who": "target", "atk": 3}
FEEBLE = {"hp": 1, "atk": 0, "def": 0, "ap": 1, "rewards": {"sil": 3, "lux": 1, "drops": {"pelt": 1}}}
"""An enemy that a stick would fell."""


def wolves(**card: Any) -> dict[str, Any]:
    """The small world, its wolves of one star with other figures."""
    return {"enemies": {"wolf": {"ai_deck": 8, "cards": {"1": {**FEEBLE, **card}, "2": {**FEEBLE, **card}}}}}


def fighting(**given: Any) -> Table:
    """A battle that has begun, nobody having said how it is fought."""
    return table(**{**FIGHTING, **given})


def fought(game: Table, seed: int, policy: Any = likely_first, steps: int = 600) -> Table:
    """Play a battle on until it is over."""
    source = random.Random(seed)
    for step in range(steps):
        if game.state.fight is None:
            return game
        options = [option for option in game.options() if option.do != "end_battle"]
        assert options
        move = play_on(
            GAME, game.state, game.pack, source, policy=_without_table(policy), chance=Seeded(f"{seed} {step}")
        )
        assert move is not None
        state = GAME.fold(move[1], game.state)
        assert state is not None
        assert GAME.check(state) == []
        game._state = state
        game.events += move[1]
    raise AssertionError("the battle goes on for ever")


def _without_table(policy: Any) -> Any:
    """Play the rules of the battle; nobody tells how it ended at the table, looks at books, or wanders off."""
    mine = {"Guards' turn", ABILITIES, "Weapon, accessory, item", "Read at the table", "Enemies' turn"}

    def choose(source: random.Random, options: Any) -> Any:
        inside = [one for one in options if one.do not in ("end_battle", "retreat", "correct_value", "leave_game")]
        return policy(source, [one for one in inside if one.group in mine or one.likely] or inside)

    return choose


@pytest.mark.rule("ISO-START-001", "ISO-START-003", "ISO-START-004")
def test_a_guard_enters_with_its_stats_equipment_and_exhausted_ap() -> None:
    sheet = {
        "hp": 12,
        "ap_exhausted": 1,
        "bag": {"black_sword_1": 3},
        "weapon": {"card": "volk_blade"},
        "item": "potion",
    }
    game = fighting(guards=both(sheet, {}))
    game.does("fight_rounds")
    fight = game.state.fight
    assert fight is not None
    guard = fight.guards["grigory"]
    assert (guard.hp, guard.ap_active, guard.ap_exhausted) == (12, Ap(gray=1), Ap(gray=1))
    assert guard.weapon is not None
    assert guard.weapon.card == "volk_blade"
    assert guard.item is not None
    assert guard.item.card == "potion"
    assert guard.bag["black_sword_1"] == game.bag()["black_sword_1"]
    assert (fight.enemies["I"].enemy, fight.enemies["I"].hp) == ("wolf", 7)


@pytest.mark.rule("ISO-AMB-001")
def test_an_ambush_begins_with_the_enemies() -> None:
    game = fighting(battle={**BATTLE, "ambush": True, "retreat_allowed": False})
    game.does("fight_rounds")
    assert game.state.fight is not None
    assert (game.state.fight.ambush, game.state.fight.step) == (True, "enemies_turn")
    assert game.refuses("retreat") in ("ambush_no_retreat", "not_start_of_round", "wrong_step")


@pytest.mark.rule("ISO-EVT-008")
def test_without_known_enemies_they_are_named_first() -> None:
    game = fighting(battle={**BATTLE, "enemies": []})
    assert game.refuses("fight_rounds") == "enemies_unknown"
    (option,) = game.options("fight_rounds")
    assert not option.blocked
    assert [field.name for field in option.fields][:2] == ["enemies.I", "enemies.II"]
    game.does("fight_rounds", enemies=[{"enemy": "wolf", "stars": 1, "slot": "II"}])
    assert game.state.fight is not None
    assert list(game.state.fight.enemies) == ["II"]


@pytest.mark.rule("ISO-GRID-001")
def test_enemies_may_be_named_by_slot() -> None:
    game = fighting(battle={**BATTLE, "enemies": []})
    game.does("fight_rounds", enemies={"I": "wolf/1", "III": "wolf/1"})
    assert game.state.fight is not None
    assert list(game.state.fight.enemies) == ["I", "III"]


@pytest.mark.rule("ISO-EVT-008")
def test_enemies_that_are_named_are_known_behind_that_skull_from_then_on() -> None:
    game = fighting(battle={**BATTLE, "enemies": [], "skull": "skull_3"}, chapter=5)
    game.does("fight_rounds", enemies={"I": "wolf/1"})
    learned = game.state.learned.encounters[game.state.at][str(game.state.chapter)]["skull_3"]
    assert [foe.enemy for foe in learned.enemies] == ["wolf"]


@pytest.mark.rule("ISO-EVT-008", "ISO-DIFF-007")
def test_an_ambush_of_tenebris_is_not_taken_for_one_that_the_index_prints() -> None:
    ambush = {**BATTLE, "enemies": [], "ambush": True, "retreat_allowed": False}
    game = fighting(battle=ambush, difficulty="tenebris", chapter=5)
    game.does("fight_rounds", enemies={"I": "wolf/1"})
    assert not game.state.learned.encounters[game.state.at]["5"]["skull_1"].ambush


@pytest.mark.rule("ISO-START-001")
def test_it_is_begun_once_and_only_in_a_battle() -> None:
    game = fighting()
    game.does("fight_rounds")
    assert game.refuses("fight_rounds") == "already_in_battle"
    assert table().refuses("fight_rounds") == "no_battle"
    assert table().refuses("start_round") == "not_in_battle"


@pytest.mark.rule("ISO-AFT-001", "ISO-AFT-004", "ISO-END-002")
def test_a_victory_brings_its_rewards_into_the_campaign() -> None:
    game = fighting(content=wolves(), guards=both({"weapon": {"card": "short_sword"}, "bag": {"black_sword_1": 5}}, {}))
    game.does("fight_rounds")
    fought(game, 1)
    kinds = [type(event).__name__ for event in game.events]
    assert kinds.count("BattleWon") == 1
    assert kinds[-1] == "EventChipReturned"
    assert (game.state.sil, game.state.lux) == (3, 1)
    assert sum(game.satchel(name).get("pelt", 0) for name in game.state.party) == 1
    assert (game.phase, game.state.battle, game.state.drawn_chip) == ("exploration", None, None)
    assert game.bag()["black_sword_1"] == 5
    assert all(guard.ap_exhausted == 0 for guard in game.state.guards.values())


@pytest.mark.rule("ISO-END-002")
def test_one_of_several_rewards_is_chosen_before_they_are_collected() -> None:
    content = wolves(rewards={"items": ["potion", "bomb"], "sil": 2})
    game = fighting(content=content, guards=both({"weapon": {"card": "short_sword"}, "bag": {"black_sword_1": 5}}, {}))
    game.does("fight_rounds")
    source = random.Random(2)
    for step in range(300):
        if game.options("pick_rewards"):
            break
        policy = _without_table(likely_first)
        move = play_on(GAME, game.state, game.pack, source, policy=policy, chance=Seeded(f"2 {step}"))
        assert move is not None
        game._state = GAME.fold(move[1], game.state)
    assert game.phase == "battle"
    assert game.refuses("pick_rewards") == "choice_required"
    assert game.refuses("pick_rewards", pick={"1": "tent"}) == "choice_not_offered"
    assert game.refuses("start_round") == "not_in_battle"
    game.does("pick_rewards", pick={"1": "bomb"})
    assert (game.phase, game.state.fight, game.state.sil) == ("exploration", None, 2)
    assert sum(game.satchel(name).get("bomb", 0) for name in game.state.party) == 1
    assert game.refuses("pick_rewards", pick={"1": "bomb"}) == "no_choice_due"


@pytest.mark.rule("ISO-FALL-001", "ISO-GEN-004")
def test_a_defeat_is_a_fall() -> None:
    content = wolves(hp=30, atk=9)
    content["ai_cards"] = {"wolf": {"bite": {"number": 1, "actions": [{"op": "attack", "who": "target", "atk": 9}]}}}
    content["enemies"]["wolf"]["ai_deck"] = 1
    game = fighting(content=content, guards=both({"hp": 3, "satchel": {"pelt": 2}}, {"hp": 3}), sil=9)
    game.does("fight_rounds")
    fought(game, 3)
    assert (game.state.at, game.state.sil) == ("fort_istra/courtyard", 0)
    assert game.bag()["red_weaken"] == 5
    assert (game.state.fight, game.state.battle) == (None, None)
    assert game.state.pile is not None
    assert game.state.pile.cards == {"pelt": 2}


@pytest.mark.rule("ISO-AFT-005", "ISO-AFT-007", "ISO-RET-004")
def test_a_retreat_leaves_without_rewards() -> None:
    game = fighting(content=wolves())
    game.does("fight_rounds")
    game.does("start_round")
    game.does("retreat")
    fought(game, 4)
    assert "RewardsCollected" not in [type(event).__name__ for event in game.events]
    assert (game.phase, game.state.at, game.state.sil) == ("exploration", "main/y1", 0)


@pytest.mark.rule("ISO-PHA-001")
def test_the_table_may_finish_a_battle_that_was_begun_here() -> None:
    game = fighting()
    game.does("fight_rounds")
    game.does("end_battle", outcome="victory", rewards={"sil": 2})
    assert (game.phase, game.state.fight, game.state.sil) == ("exploration", None, 2)


@pytest.mark.rule("ISO-END-002")
@pytest.mark.parametrize(("node", "found"), [("main/y1", 1), ("main/28", 0)])
def test_a_drop_of_certain_nodes_is_found_there_alone(node: str, found: int) -> None:
    content = wolves(rewards={"drops": {"pelt": 1}, "only_at": {"pelt": ["main/y1"]}})
    game = fighting(
        content=content, at=node, guards=both({"weapon": {"card": "short_sword"}, "bag": {"black_sword_1": 5}}, {})
    )
    game.does("fight_rounds")
    fought(game, 1)
    assert sum(game.satchel(name).get("pelt", 0) for name in game.state.party) == found


def test_a_card_that_the_group_recorded_counts_in_its_battle() -> None:
    game = fighting(guards=both({"abilities": {"I": "guard"}, "known": ["guard"], "bag": {"black_sword_1": 3}}, {}))
    game.does("fight_rounds")
    for do, arguments in (
        ("start_round", {}),
        ("activate_guard", {"guard": "grigory"}),
        ("draw_chips", {"guard": "grigory"}),
    ):
        game.does(do, **arguments)
    assert not game.options("activate_ability")
    facts = {"type": "guard_ability", "guard": "grigory", "P": {"cost": {}, "effects": [ATTACK]}}
    game.does("record_card", part="abilities", card="guard", facts=facts)
    assert [option.fixed["slot"] for option in game.options("activate_ability")] == ["I"]


def test_an_ai_card_that_the_group_recorded_is_in_the_deck() -> None:
    game = fighting()
    card = {"number": 1, "actions": [{"op": "end_turn"}]}
    game.does("record_card", part="ai_cards", under="wolf", card="howl", facts=card)
    game.does("fight_rounds")
    assert game.state.fight is not None
    assert game.state.fight.enemies["I"].ai_deck["howl"] == 1
    assert game.refuses("record_card", part="ai_cards", card="howl", facts=card) == "malformed"
    wrong = {"number": 1, "actions": [{"op": "dance"}]}
    assert game.refuses("record_card", part="ai_cards", under="wolf", card="jig", facts=wrong) == "malformed"


@pytest.mark.parametrize("seed", range(12))
def test_random_battles_end_and_leave_a_healthy_campaign(seed: int) -> None:
    sheet = {"weapon": {"card": "short_sword"}, "bag": {"black_sword_1": 4, "black_shield_1": 3, "red_weaken": 1}}
    enemies = [TWO_FOES[0]] if seed % 2 else TWO_FOES
    game = fighting(
        content={"enemies": CONTENT["enemies"]},
        guards=both(sheet, {**sheet, "weapon": {"card": "spear"}}),
        battle={**BATTLE, "enemies": enemies, "ambush": seed % 3 == 0, "retreat_allowed": seed % 3 != 0},
        difficulty=("story", "standard", "tenebris")[seed % 3],
    )
    before = game.state
    game.does("fight_rounds")
    fought(game, seed)
    assert game.state.phase in ("exploration", "respawn_choice") or game.state.pending
    assert GAME.fold(game.events, before) == game.state


@pytest.mark.rule("ISO-AI-010")
def test_an_ai_card_recorded_while_it_lies_open_is_named_and_carried_out() -> None:
    game = fighting()
    game.does("fight_rounds")
    game.does("start_round")
    for name in game.state.party:
        game.does("activate_guard", guard=name)
        game.does("draw_chips", guard=name)
        game.does("end_activation", guard=name)
    game.does("end_guards_turn")
    game.does("turn_over_ai_card", {"ai.I": ["card_3"]}, slot="I")
    hurt = [{"op": "lose_hp", "who": "all_enemies", "n": 2}, {"op": "end_turn"}]
    game.does("record_card", part="ai_cards", under="wolf", card="lunge", facts={"number": 3, "actions": hurt})
    assert "name_ai_card" in {option.do for option in game.options()}
    assert game.does("name_ai_card", slot="I", card="lunge") == ["AiCardNamed"]
    before = {name: guard.hp for name, guard in game.state.fight.guards.items()}  # type: ignore[union-attr]
    game.does("resolve_ai_card", slot="I")
    after = {name: guard.hp for name, guard in game.state.fight.guards.items()}  # type: ignore[union-attr]
    assert after == {name: hp - 2 for name, hp in before.items()}


@pytest.mark.rule("ISO-END-001", "ISO-ACC-005", "ISO-PHA-001")
def test_what_an_accessory_does_before_the_battle_may_win_it_and_the_campaign_goes_on() -> None:
    blast = {"reactive": [{"trigger": "battle_start", "effects": [{"op": "lose_hp", "who": "all_enemies", "n": 1}]}]}
    game = fighting(
        battle={**BATTLE, "ambush": True, "retreat_allowed": False, "enemies": TWO_FOES},
        guards=both({"accessory": "blast"}, {}),
        content={**wolves(), "accessories": {"blast": blast}},
    )
    game.does("fight_rounds")
    assert game.state.fight is None
    assert (game.state.phase, game.state.sil) == ("exploration", 6)
