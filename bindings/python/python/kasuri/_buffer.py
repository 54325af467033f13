"""The buffer of a mask, as pygame's has it: columns of words."""

from typing import Any

from ._kasuri import Mask

WRITABLE = 1


def get_buffer(mask: Mask, flags: int) -> memoryview:
    """The mask's words as they are now, to be read: shape (words a row, height)."""
    if flags & WRITABLE:
        raise BufferError("a mask's buffer is to be read; from_numpy makes a mask of an array")
    columns: Any = mask._columns()
    return memoryview(columns)
