"""The buffer of a mask, as pygame's has it: columns of words."""

import inspect


def get_buffer(mask, flags):
    """The mask's words as they are now, to be read: shape (words a row, height)."""
    if flags & inspect.BufferFlags.WRITABLE:
        raise BufferError("a mask's buffer is to be read; from_numpy makes a mask of an array")
    return memoryview(mask._columns())
