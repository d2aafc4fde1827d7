"""The battle of The Isofarian Guard, complete in itself: :mod:`~rules.isofarian_guard.battle.game` plays it alone,
:mod:`~rules.isofarian_guard.battle.seam` sets it into a campaign. Importing the package imports none of it, so that
content can use the card language (:mod:`~rules.isofarian_guard.battle.effects`)."""
