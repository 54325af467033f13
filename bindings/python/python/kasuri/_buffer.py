"""The buffer of a mask, laid out as pygame's: columns of words."""

from typing import Any

from ._kasuri import Mask

WRITABLE = 1


def get_buffer(mask: Mask, flags: int) -> memoryview:
    """Returns a copy of the mask's words, for reading: shape (words a row, height)."""
    if flags & WRITABLE:
        raise BufferError("a mask's buffer is to be read; from_numpy makes a mask of an array")
    columns: Any = mask._columns()
    return memoryview(columns)
