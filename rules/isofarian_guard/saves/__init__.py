"""Campaigns that were kept elsewhere so far: from the save of another tracker, or from what a group says, to the one
decision that adopts their position.

``reading`` makes a sheet of a file, a page makes one of a form, and ``judging`` says of any sheet what it understood,
what has to be settled by hand, and how the position is adopted.
"""
