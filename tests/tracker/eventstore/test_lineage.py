"""Forks and rewinds, against a model that keeps whole copies."""

from __future__ import annotations

import random

import pytest

from tests.tracker.eventstore.stories import Story, named
from tracker.eventstore import store
from tracker.eventstore.lineage import Lineage, Range, Segment, in_force


def test_a_path_follows_rewinds_of_rewinds() -> None:
    line = Lineage((), ((4, 2), (6, 3), (8, 1)))
    assert line.path(3) == [Range(0, 3)]
    assert line.path(5) == [Range(0, 2), Range(4, 5)]
    assert line.path(6) == [Range(0, 3)]
    assert line.path(9) == [Range(0, 1), Range(8, 9)]


def test_in_force_is_what_lies_on_the_path() -> None:
    path = [Range(0, 2), Range(4, 5)]
    assert [version for version in range(8) if in_force(path, version)] == [1, 2, 5]


def test_ranges_are_found_in_the_streams_that_hold_them() -> None:
    one, two, three = (Story().timeline for _ in range(3))
    line = Lineage((Segment(one, 0, 3), Segment(two, 3, 5), Segment(three, 5, 9)), ())
    assert line.stored([Range(0, 4), Range(4, 5), Range(8, 9)]) == [
        Segment(one, 0, 3), Segment(two, 3, 4), Segment(two, 4, 5), Segment(three, 8, 9),
    ]  # fmt: skip
    assert [line.home(version) for version in (3, 4, 9)] == [one, two, three]
    with pytest.raises(ValueError, match="no version 10"):
        line.home(10)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(4))
def test_any_tree_of_forks_and_rewinds_reads_as_if_everything_had_been_copied(seed: int) -> None:
    chance = random.Random(seed)
    tree: list[tuple[Story, list[list[str]]]] = [(Story.opened(), [[]])]
    for step in range(60):
        story, copies = chance.choice(tree)
        at = chance.randrange(len(copies))
        match chance.choice(("decide", "decide", "rewind", "fork")):
            case "decide":
                story.decide(named(f"n{step}"), named(f"m{step}"))
                copies.append([*copies[-1], f"n{step}"])
                copies.append([*copies[-1], f"m{step}"])
            case "rewind":
                story.rewind(at)
                copies.append(copies[at])
            case "fork":
                tree.append((story.fork(at), copies[: at + 1]))
    for story, copies in tree:
        assert [story.names(version) for version in range(len(copies))] == copies


@pytest.mark.django_db
def test_a_fork_below_the_fork_point_of_its_parent_reads_the_grandparent() -> None:
    root = Story.opened()
    for name in "abcd":
        root.decide(named(name))
    child = root.fork(3)
    child.decide(named("x"))
    grandchild = child.fork(1)
    grandchild.decide(named("y"))
    assert grandchild.names() == ["a", "y"]
    assert child.names(2) == ["a", "b"]
    assert grandchild.head.hash != child.head.hash


@pytest.mark.django_db
@pytest.mark.pitfall("BL-173")
def test_what_is_decided_in_the_parent_afterwards_never_shows_in_the_fork() -> None:
    root = Story.opened()
    root.decide(named("a"))
    child = root.fork(1)
    root.decide(named("later"))
    root.rewind(0)
    assert child.names() == ["a"]
    assert store.lineage(child.timeline).version == 1
