"""Damage to an encoded photo, slight enough that viewers still show it."""


def damaged(content, flipped=(), stray=0, cut=0):
    """The bytes of a damaged JPEG file.

    `flipped`: places of bytes with other bits, counted from the end; `stray`: how many bytes that belong to nothing precede
    the end marker; `cut`: how many bytes of the end are missing.
    """
    content = bytearray(content)
    for place in flipped:
        content[-place] ^= 0x15
    content[-2:-2] = bytes(range(1, stray + 1))
    return bytes(content[: len(content) - cut])
