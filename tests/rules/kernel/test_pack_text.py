"""Packs written as text."""

from __future__ import annotations

from rules.kernel import pack_hash, read_pack
from rules.kernel.pack_text import pack_text
from tests.rules.kernel.tiny import PACK
from tests.rules.kernel.tiny.messages import TinyPack


def test_a_written_pack_is_read_again_as_the_same() -> None:
    assert pack_hash(read_pack(pack_text(PACK), TinyPack, "tiny")) == pack_hash(PACK)


def test_a_pack_is_written_the_same_each_time_and_without_anchors() -> None:
    assert pack_text(PACK) == pack_text(read_pack(pack_text(PACK), TinyPack, "tiny"))
    assert "&id" not in pack_text(PACK)


def test_a_pack_without_a_publishers_words_may_be_shared_as_it_is() -> None:
    assert PACK.shareable() == PACK
