"""Paying with Sword and Shield resources: worth of chips, the 2:1 exchange, and which payments are thrifty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.isofarian_guard.battle import chips
from rules.isofarian_guard.battle.state import Guard
from rules.kernel import Bag, Refused, holds, minus, size, words

Cost = Mapping[str, int]
"""``sword``, ``shield``, and status chips by id that are taken from the positive area (ISO-ATT-009)."""

NO_CHIPS: Bag = {}
EXCHANGE = 2
"""Resources of one kind that stand in for one of the other (ISO-RES-001)."""


def covers(payment: Bag, cost: Cost) -> bool:
    """Whether resource chips are worth a cost, surplus of one kind exchanged 2:1 and rounded down (ISO-RES-001,
    ISO-RES-002, ISO-RES-004, ISO-RES-005, ISO-RES-008, ISO-RES-014)."""
    return _reach(*_over(payment, cost))


def _over(payment: Bag, cost: Cost) -> tuple[int, int]:
    """Swords and Shields over a cost, or below 0 under it."""
    swords, shields = -cost.get("sword", 0), -cost.get("shield", 0)
    for chip, n in payment.items():
        sword, shield = chips.worth(chip)
        swords += sword * n
        shields += shield * n
    return swords, shields


def _reach(swords: int, shields: int) -> bool:
    if swords < 0:
        return shields >= -swords * EXCHANGE
    return shields >= 0 or swords >= -shields * EXCHANGE


def _needless(payment: Bag, cost: Cost) -> str | None:
    """A chip without which a payment still reaches its cost (ISO-RES-007)."""
    swords, shields = _over(payment, cost)
    for chip in payment:
        sword, shield = chips.worth(chip)
        if _reach(swords - sword, shields - shield):
            return chip
    return None


def judge_payment(guard: Guard, payment: Bag, cost: Cost | None, *, taken: Bag = NO_CHIPS) -> None:
    """Judge the chips that are to pay a cost.

    :param cost: ``None``: nobody has told it, so that any chips may pay
    :param taken: chips already spent in the same decision (ISO-KEY-023)
    :raises Refused: ``not_a_resource_chip`` (ISO-RES-013), ``chip_not_available`` (ISO-RES-003, ISO-RES-010),
        ``resources_insufficient`` (ISO-RES-011), ``chips_exceed_cost`` (ISO-RES-007)
    """
    wanted = status_cost(cost or {})
    status = {chip: n for chip, n in payment.items() if not chips.is_resource(chip)}
    _judge_status(guard, status, wanted)
    resources = {chip: n for chip, n in payment.items() if chips.is_resource(chip) and n}
    _judge_available(guard, resources, taken)
    if cost is None:
        return
    if size(status) < size(wanted) or not covers(resources, cost):
        sentence = f"That costs {cost_words(cost)}; the chips do not reach it."
        raise Refused("resources_insufficient", sentence, rule="ISO-RES-011")
    needless = _needless(resources, cost)
    if needless is not None:
        sentence = f"{words(needless)} is not needed to pay {cost_words(cost)}."
        raise Refused("chips_exceed_cost", sentence, rule="ISO-RES-007", remedy="Leave it out.")


def _judge_status(guard: Guard, status: Bag, wanted: Bag) -> None:
    for chip, n in status.items():
        if n and not wanted.get(chip, 0):
            sentence = f"{words(chip)} is a status chip and pays nothing."
            raise Refused("not_a_resource_chip", sentence, rule="ISO-RES-013")
        if n > guard.positive.get(chip, 0):
            sentence = f"{words(chip)} must lie in the positive area."
            raise Refused("chip_not_available", sentence, rule="ISO-ATT-009")
        if n > wanted[chip]:
            sentence = f"{wanted[chip]} {words(chip)} is enough."
            raise Refused("chips_exceed_cost", sentence, rule="ISO-RES-007")


def _judge_available(guard: Guard, resources: Bag, taken: Bag) -> None:
    free = minus(guard.drawn, taken) if holds(guard.drawn, taken) else {}
    for chip, n in resources.items():
        if n > free.get(chip, 0):
            raise Refused(
                "chip_not_available",
                f"{words(chip)} is not among the unused drawn chips {n} times.",
                rule="ISO-RES-010",
                remedy="Pay with chips that were drawn or gained and not used yet.",
            )


def status_cost(cost: Cost) -> Bag:
    """The status chips that a cost names."""
    return {chip: n for chip, n in cost.items() if chip not in ("sword", "shield")}


def cost_words(cost: Cost) -> str:
    """A cost in words: ``2 swords and 1 shield``."""
    parts = [f"{n} {words(kind).lower()}{'s' if n > 1 else ''}" for kind, n in cost.items() if n]
    return " and ".join(parts) or "nothing"


# ---- what could pay


def payments(guard: Guard, cost: Cost, *, taken: Bag = NO_CHIPS) -> list[Bag]:
    """Every payment of a cost that contains no needless chip, the thriftiest first: least surplus, green chips before
    purple and black ones (they leave anyway), few chips."""
    wanted = status_cost(cost)
    if not holds(guard.positive, wanted):
        return []
    free = minus(guard.drawn, taken) if holds(guard.drawn, taken) else {}
    found = [pay for pay in _covering(free, cost) if _needless(pay, cost) is None]
    return [{**pay, **wanted} for pay in sorted(found, key=lambda pay: _expense(pay, cost))]


def thriftiest(guard: Guard, cost: Cost, *, taken: Bag = NO_CHIPS) -> Bag | None:
    """The payment that is made where the players name none, or ``None`` where the cost cannot be paid."""
    return next(iter(payments(guard, cost, taken=taken)), None)


def _covering(free: Bag, cost: Cost) -> Iterator[Bag]:
    """Payments that just reach a cost: chips are added one by one until it is covered, each kind after the other."""
    kinds = sorted(free, key=chips.ORDER.__getitem__)
    open_: list[tuple[int, Bag]] = [(0, {})]
    while open_:
        first, pay = open_.pop()
        if covers(pay, cost):
            yield pay
            continue
        for at in range(first, len(kinds)):
            chip = kinds[at]
            if pay.get(chip, 0) < free[chip]:
                open_.append((at, {**pay, chip: pay.get(chip, 0) + 1}))


def _expense(payment: Bag, cost: Cost) -> tuple[int, int, int]:
    resources = sum(sum(chips.worth(chip)) * n for chip, n in payment.items())
    kept = sum(n for chip, n in payment.items() if chips.color(chip) != "green")
    return resources - cost.get("sword", 0) - cost.get("shield", 0), kept, size(payment)
