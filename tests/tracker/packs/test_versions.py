"""Versions of content: stored once, found by hash, never altered."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User

from rules.kernel import PackInvalid, pack_hash
from tests.rules.kernel.tiny import PACK
from tracker.packs.models import PackVersion
from tracker.packs.versions import (
    PackMissing,
    default_pack,
    pack,
    shipped_packs,
    store_pack,
    store_shipped,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_is_a_game")]
TEXT = """
game: tiny
name: Another wood
edition: second printing
cards: {oak: 1}
worth: {oak: 1}
chips: {}
"""


def test_the_standard_content_comes_first_and_is_stored_once() -> None:
    assert next(iter(shipped_packs("tiny").values())) == PACK
    assert default_pack("tiny") == default_pack("tiny")
    (stored,) = store_shipped("tiny")
    assert stored.shipped
    assert PackVersion.objects.get().hash == pack_hash(PACK)


def test_a_version_gives_the_pack_of_its_game() -> None:
    assert pack(default_pack("tiny").hash) == PACK


def test_what_people_bring_is_kept_with_its_source_and_its_bringer() -> None:
    alice = User.objects.create_user("alice")
    version = store_pack(TEXT, "tiny", alice, "wood.yaml")
    assert (version.name, version.edition, version.uploaded_by) == ("Another wood", "second printing", alice)
    assert (bytes(version.source).decode(), version.source_name, version.shipped) == (TEXT, "wood.yaml", False)
    assert str(version) == "Another wood (second printing)"


def test_the_same_content_is_the_same_version_whoever_brings_it() -> None:
    first = store_pack(TEXT, "tiny", User.objects.create_user("alice"))
    again = store_pack("# in another hand\n" + TEXT, "tiny", User.objects.create_user("bob"))
    assert again == first
    assert PackVersion.objects.filter(uploaded_by__username="alice").count() == 1


@pytest.mark.pitfall("BL-076")
def test_faulty_content_is_not_stored() -> None:
    with pytest.raises(PackInvalid, match=r"cards\.oak: Expected `int`"):
        store_pack(TEXT.replace("oak: 1}", "oak: one}", 1), "tiny", None)
    assert not PackVersion.objects.exists()


def test_an_unknown_version_is_missing() -> None:
    with pytest.raises(PackMissing, match="There is no content 000000000000"):
        pack("0" * 64)


@pytest.mark.pitfall("BL-034")
def test_altered_content_is_not_played_with() -> None:
    version = store_pack(TEXT, "tiny", None)
    PackVersion.objects.filter(hash=version.hash).update(content=json.dumps({"game": "tiny"}).encode())
    pack.cache_clear()
    with pytest.raises(PackMissing, match="altered"):
        pack(version.hash)


def test_a_version_is_read_and_decoded_once(django_assert_num_queries: pytest.FixtureRequest) -> None:
    version = store_pack(TEXT.replace("oak: 1}", "oak: 2}"), "tiny", None)
    pack(version.hash)
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert pack(version.hash).name == "Another wood"


def test_an_unknown_game_has_no_content() -> None:
    with pytest.raises(KeyError):
        default_pack("no_such_game")
