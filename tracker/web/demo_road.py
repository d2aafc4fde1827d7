"""The demonstration campaign of The Isofarian Guard: three evenings of two people on the real map, from the first node
to Fort Istra, with a fall, a pile that was brought back, a move that was undone and two branches, on one of which the
battle that was lost is under way."""

from __future__ import annotations

import datetime
import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from rules.kernel import Chance, Observed, Seeded
from rules.kernel.players import policies
from tracker.packs.versions import default_pack
from tracker.timelines.access import Actor, actor_for
from tracker.timelines.campaigns import invite, join, main_timeline, start, take_seat
from tracker.timelines.deciding import decide
from tracker.timelines.forking import fork
from tracker.timelines.models import Campaign, Membership, Timeline
from tracker.timelines.positions import at_head
from tracker.timelines.rewinding import undo
from tracker.timelines.table import close_session, name_checkpoint, open_session, write_note

GAME = "isofarian_guard"
NAME = "The road to Istra"
FRIEND = "mira"
SEED = 28
BRANCH = "What if we had left the bear alone"
ROUNDS = "The bear, round by round"
BLOWS = 14
"""Decisions of that battle."""
INN = "A night at Silny"
FELL = "fell"
"""A word of the sentence that tells of the fall."""

Told = Mapping[str, Any]
"""A decision as plain data with ``do``; ``drew`` beside it is what came out of the event bag at the table."""

START: Told = {
    "do": "start_campaign",
    "players": ["p1", "p2"],
    "kits": {
        "grigory": {
            "weapon": "captains_blade",
            "armor": "guards_tunic",
            "bag": {"black_sword_1": 4, "black_sword_2": 1, "black_shield_1": 3},
        }
    },
}
ALEK = {"bag": {"black_sword_1": 3, "black_shield_1": 3, "green_heart": 2}}
ROAD: Sequence[Told] = (
    {"do": "place_narrative", "quest": "first_event", "at": "main/31"},
    {"do": "move", "to": "main/30"},
    {"do": "draw_event", "drew": "skull_1"},
    {"do": "learn_encounter", "node": "main/30", "chapter": 1, "skull": "skull_1", "enemies": {"I": "timber_wolf/1"}},
    {"do": "fight"},
    {
        "do": "end_battle",
        "outcome": "victory",
        "guards": {"grigory": {"hp": 17}},
        "rewards": {"lux": 2, "drops": {"wolf_pelt": 1}},
    },
    {"do": "move", "to": "main/31"},
    {"do": "trigger_narrative"},
    {"do": "advance_narrative"},
    {"do": "narrative_battle", "enemies": {"I": "brigand_archer/1", "II": "brigand_marauder/1"}},
    {
        "do": "end_battle",
        "outcome": "victory",
        "guards": {"grigory": {"hp": 11, "bag": {**START["kits"]["grigory"]["bag"], "red_weaken": 1}}},
        "rewards": {"sil": 6, "lux": 4},
    },
    {"do": "complete_narrative"},
    {"do": "follow_book", "outcome": {"sil": 25, "cards": {"tent": 1}}},
    {"do": "move", "to": "main/32"},
    {"do": "move", "to": "silny/streets"},
    {"do": "move", "to": "silny/market"},
    {"do": "buy", "card": "health_potion", "qty": 1},
    {"do": "move", "to": "silny/streets"},
    {"do": "guard_joins", "guard": "alek", "kit": ALEK},
    {"do": "move", "to": "silny/inn"},
    {"do": "learn_inn_fee", "city": "silny", "fee": 8},
    {"do": "rest"},
)
"""The first evening: Grigory alone, the first wolf, the first event, and Alek at the inn."""
WOLVES: Sequence[Told] = (
    {"do": "move", "to": "silny/streets"},
    {"do": "move", "to": "main/32"},
    {"do": "move", "to": "main/31"},
    {"do": "draw_event", "drew": "skull_1"},
    {"do": "learn_encounter", "node": "main/31", "chapter": 1, "skull": "skull_1", "enemies": {"I": "timber_wolf/1"}},
    {"do": "fight"},
    {
        "do": "end_battle",
        "outcome": "victory",
        "guards": {"grigory": {"hp": 18}, "alek": {"hp": 17}},
        "rewards": {"lux": 2, "drops": {"wolf_pelt": 1}},
    },
    {"do": "move", "to": "main/32"},
    {"do": "move", "to": "silny/streets"},
    {"do": "move", "to": "silny/blacksmith"},
    {"do": "craft", "card": "wolf_head_tunic", "equip": "grigory"},
    {"do": "move", "to": "silny/streets"},
    {"do": "move", "to": "main/32"},
    {"do": "move", "to": "main/31"},
    {"do": "draw_event", "drew": "compass"},
    {"do": "compass", "choose": "continue"},
    {"do": "move", "to": "main/30"},
    {"do": "draw_event", "drew": "skull_3"},
)
"""The second evening, to the moment in which the bear stands before them."""
FALL: Sequence[Told] = (
    {
        "do": "learn_encounter",
        "node": "main/30",
        "chapter": 1,
        "skull": "skull_3",
        "enemies": {"I": "mountain_bear/1", "II": "timber_wolf/1"},
    },
    {"do": "fight"},
    {"do": "end_battle", "outcome": "defeat"},
)
BACK: Sequence[Told] = (
    {"do": "move", "to": "silny/streets"},
    {"do": "move", "to": "main/32"},
    {"do": "move", "to": "main/31"},
    {"do": "draw_event", "drew": "compass"},
    {"do": "compass", "choose": "continue"},
    {"do": "move", "to": "main/30"},
)
"""From the inn back to where they fell. The pile is taken before the next chip is drawn, or it is lost."""
CLEAR: Sequence[Told] = (
    {"do": "draw_event", "drew": "compass"},
    {"do": "compass", "choose": "continue"},
)
AROUND: Sequence[Told] = (
    {"do": "avoid_battle"},
    {"do": "move", "to": "main/38"},
    {"do": "draw_event", "drew": "skull_1"},
    {
        "do": "learn_encounter",
        "node": "main/38",
        "chapter": 1,
        "skull": "skull_1",
        "enemies": {"I": "plains_strider/1"},
    },
    {"do": "fight"},
    {
        "do": "end_battle",
        "outcome": "victory",
        "guards": {"grigory": {"hp": 16}, "alek": {"hp": 15}},
        "rewards": {"lux": 2, "drops": {"rough_leather": 1}},
    },
)
"""The branch: what they did not do."""
FORT: Sequence[Told] = (
    {"do": "start_chapter", "chapter": 2},
    {"do": "place_party", "at": "fort_istra/courtyard"},
    {"do": "follow_book", "outcome": {"sil": 30, "lux": 10}},
    {"do": "start_quest", "quest": "mir_bounty_1", "at": "main/97"},
    {
        "do": "record_card",
        "part": "skill_trees",
        "under": "grigory",
        "card": "meditate",
        "facts": {"level": 1, "chapter": 1, "cost": 8, "links": ["start"], "bonus": {"ability": "meditate"}},
    },
    {"do": "move", "to": "main/102"},
    {"do": "move", "to": "main/99"},
    {"do": "draw_event"},
)
"""The third evening, to the first draw by the app."""
WOOD: Sequence[Told] = (
    {"do": "move", "to": "main/97"},
    {"do": "trigger_narrative"},
    {"do": "narrative_battle", "enemies": {"I": "brigand_chief/2"}},
    {
        "do": "end_battle",
        "outcome": "victory",
        "guards": {"grigory": {"hp": 13}, "alek": {"hp": 9}},
        "rewards": {"sil": 10, "lux": 8},
    },
    {"do": "complete_narrative"},
    {"do": "move", "to": "main/98"},
    {"do": "harvest"},
    {"do": "move", "to": "main/97"},
    {"do": "draw_event", "drew": "skull_2"},
    {"do": "avoid_battle"},
)
HOME: Sequence[Told] = (
    {"do": "move", "to": "main/99"},
    {"do": "draw_event", "drew": "compass"},
    {"do": "compass", "choose": "continue"},
    {"do": "move", "to": "main/102"},
    {"do": "move", "to": "fort_istra/courtyard"},
)


def road(user: AbstractBaseUser) -> Campaign:
    """The demo campaign of an account, made on first use; what people did with it since stays."""
    found = Campaign.objects.filter(created_by_id=user.pk, name=NAME).first()
    return found or _Evenings(user).played()


def _friend() -> AbstractBaseUser:
    """The other person at the table. Nobody signs in as them: the account has no password. Whoever has the name already
    is left alone."""
    users = get_user_model()
    name, number = FRIEND, 1
    while (found := users.objects.filter(username=name).first()) is not None and found.has_usable_password():
        number += 1
        name = f"{FRIEND}-{number}"
    return found or users.objects.create_user(name)


class _Evenings:
    """Plays the story decision by decision, through the services that pages use."""

    def __init__(self, user: AbstractBaseUser) -> None:
        self._user = user
        self.campaign = start(
            user,
            name=NAME,
            game_key=GAME,
            pack_hash=default_pack(GAME).hash,
            set_up=START,
            chance=lambda: Seeded(SEED),
        )
        self._timeline = main_timeline(self.campaign)
        host = actor_for(self.campaign.memberships.get())
        friend = _friend()
        join(invite(self.campaign, host, user, Membership.Role.PLAYER), friend)
        for seat, person in (("p1", user), ("p2", friend)):
            take_seat(self.campaign.memberships.get(user=person), seat)  # type: ignore[misc]
        self._actors = (self._actor(user), self._actor(friend))
        self._taken = 0

    def _actor(self, user: AbstractBaseUser) -> Actor:
        return actor_for(self.campaign.memberships.get(user=user))  # type: ignore[misc]

    def played(self) -> Campaign:
        """All three evenings."""
        self._evening(1, 15, ROAD, "The road to Silny")
        self._name(INN)
        self._open(2, 8, "Wolves and a bear")
        self._play(self._timeline, WOLVES)
        before = at_head(self._timeline).version
        self._play(self._timeline, FALL)
        self._note("We should have slept first. Was it the bear, or the bag?")
        self._play(self._timeline, BACK)
        self._collect()
        self._play(self._timeline, CLEAR)
        close_session(self._timeline, self._actors[0], 2)
        self._fought(self._branch(before, ROUNDS, "The same bear, round by round."))
        self._play(self._branch(before, BRANCH, "The same skull, avoided."), AROUND)
        self._open(3, 1, "Fort Istra")
        self._play(self._timeline, FORT)
        self._resolve()
        self._play(self._timeline, WOOD)
        self._play(self._timeline, ({"do": "use_tent", "guard": self._owner("tent")},))
        undo(self._timeline, self._actors[1], expected=at_head(self._timeline).version)
        self._play(self._timeline, HOME)
        return self.campaign

    def _branch(self, version: int, name: str, description: str) -> Timeline:
        return fork(self._timeline, self._actors[0], self._user, version, name=name, description=description)

    def _fought(self, timeline: Timeline) -> None:
        """The battle that they lost, on the battle page and left under way."""
        self._play(timeline, (*FALL[:2], {"do": "fight_rounds"}))
        source = random.Random(SEED)  # noqa: S311 (a game, not a secret)
        for number in range(BLOWS):
            position = at_head(timeline)
            state: Any = position.state
            if state.fight is None:
                return
            move = policies(position.game)["sensible"].move(position.game, state, position.pack, source)
            if move is None:
                return
            luck = f"{SEED} blow {number}"
            decide(
                timeline,
                self._next(),
                move[0],
                expected=position.version,
                chance=partial(Seeded, luck),
            )

    def _evening(self, number: int, days_ago: int, told: Sequence[Told], title: str) -> None:
        self._open(number, days_ago, title)
        self._play(self._timeline, told)
        close_session(self._timeline, self._actors[0], number)

    def _open(self, number: int, days_ago: int, title: str) -> None:
        day = timezone.localdate() - datetime.timedelta(days=days_ago)
        open_session(self._timeline, self._actors[0], number, day, title)

    def _name(self, name: str) -> None:
        name_checkpoint(self._timeline, self._actors[0], at_head(self._timeline).version, name)

    def _note(self, text: str) -> None:
        write_note(self._timeline, self._actors[1], at_head(self._timeline).version, text)

    def _play(self, timeline: Timeline, told: Sequence[Told]) -> None:
        for step in told:
            decision = {name: value for name, value in step.items() if name != "drew"}
            drew = step.get("drew")
            decide(
                timeline,
                self._next(),
                decision,
                expected=at_head(timeline).version,
                chance=partial(self._luck, drew),
            )

    def _next(self) -> Actor:
        """The two take turns with the record, now and then twice in a row."""
        self._taken += 1
        return self._actors[self._taken // 2 % 2]

    def _luck(self, drew: str | None) -> Chance:
        return Seeded(SEED) if drew is None else Observed({"event_bag": [drew]})

    def _collect(self) -> None:
        """Take everything of the pile back."""
        pile = self._state.pile
        self._play(self._timeline, ({"do": "collect_pile", "take": {"grigory": dict(pile.cards)}},))

    def _resolve(self) -> None:
        """Whatever the app drew: a skull is fought at the table, a compass lets them go on."""
        phase = self._state.phase
        if phase == "skull_choice":
            won = {"do": "end_battle", "outcome": "victory", "rewards": {"lux": 2}}
            self._play(self._timeline, ({"do": "fight"}, won))
        elif phase == "compass_choice":
            self._play(self._timeline, ({"do": "compass", "choose": "continue"},))

    def _owner(self, card: str) -> str:
        return next(str(name) for name, guard in self._state.guards.items() if guard.satchel.get(card))

    @property
    def _state(self) -> Any:
        return at_head(self._timeline).state
