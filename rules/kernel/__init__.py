"""What every game is made of. Games import from here.

a Decision + Chance --decide--> Events --evolve--> State
"""

from rules.kernel.bags import Bag, Deck, at_least, bag, holds, minus, plus, size
from rules.kernel.catalogue import Rule, catalogue
from rules.kernel.chance import Answer, Ask, Chance, Observed, Replayed, Rolled, Seeded
from rules.kernel.game import Game, Landmark, Rulebook, states
from rules.kernel.messages import Decision, Event, State, TableEvent, decision_name, event_name, snake
from rules.kernel.options import Choice, Field, Option, choices, player_name, seat_words, source_words, words
from rules.kernel.packs import Pack, PackInvalid, Problem, faulty_ids, pack_hash, pack_schema, read_pack
from rules.kernel.refusals import LuckImpossible, LuckNeeded, LuckUnused, Refused
from rules.kernel.seating import Seating, seating
from rules.kernel.table import CorrectValue, ValueCorrected
from rules.kernel.turn import Turn

__all__ = [
    "Answer", "Ask", "Bag", "Chance", "Choice", "CorrectValue", "Decision", "Deck", "Event", "Field", "Game",
    "Landmark", "LuckImpossible", "LuckNeeded", "LuckUnused", "Observed", "Option", "Pack", "PackInvalid", "Problem",
    "Refused", "Replayed", "Rolled", "Rule", "Rulebook", "Seating", "Seeded", "State", "TableEvent", "Turn",
    "ValueCorrected", "at_least", "bag", "catalogue", "choices", "decision_name", "event_name", "faulty_ids", "holds",
    "minus", "pack_hash", "pack_schema", "player_name", "plus", "read_pack", "seat_words", "seating", "size", "snake",
    "source_words", "states", "words",
]  # fmt: skip
