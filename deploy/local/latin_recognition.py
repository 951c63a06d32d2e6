"""Reduces a network of PP-OCR that recognizes lines to the characters of receipts in Latin letters.

    latin_recognition.py SOURCE TARGET

PP-OCR v6 distinguishes 18,708 characters, most of them Chinese. The last layer takes a tenth of the processor time of
reading to compute the probability of each at every step, and Larder accepts none of the others. The layer's weights of those
are left out, as are their names in the metadata. Only the fields of ONNX that this concerns are interpreted
(https://github.com/onnx/onnx/blob/main/onnx/onnx.proto); nothing but Python itself is needed.
"""

import array
import pathlib
import sys

VARIABLE, EIGHT_BYTES, BYTES, FOUR_BYTES = 0, 1, 2, 5

# Numbers of fields.
MODEL_GRAPH, MODEL_METADATA = 7, 14
GRAPH_INITIALIZER, GRAPH_OUTPUT, GRAPH_VALUE = 5, 12, 13
TENSOR_DIMENSION, TENSOR_TYPE, TENSOR_DATA = 1, 2, 9
VALUE_NAME, VALUE_TYPE, TYPE_TENSOR, TENSOR_ELEMENT = 1, 2, 1, 1
ENTRY_KEY, ENTRY_VALUE = 1, 2
FLOAT = 1

# The key of the list of characters, one a line.
LIST = b"character"


def is_kept(character):
    """Whether a line of the list is a Latin letter, a digit, a sign, or a full-width form of one."""
    ranges = [(0x21, 0x24F), (0x2000, 0x20CF), (0x3000, 0x301F), (0xFF00, 0xFF5F), (0xFFE0, 0xFFE6)]
    return len(character) == 1 and any(first <= ord(character) <= last for first, last in ranges)


def number(data, at):
    """A variable-length number and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at += 1
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """The fields of a message: number, content, and the bytes of the whole field."""
    at = 0
    while at < len(data):
        start = at
        tag, at = number(data, at)
        kind = tag & 7
        if kind == VARIABLE:
            content, at = number(data, at)
        else:
            length = {EIGHT_BYTES: 8, FOUR_BYTES: 4}.get(kind)
            if kind == BYTES:
                length, at = number(data, at)
            content = data[at : at + length]
            at += length
        yield tag >> 3, content, data[start:at]


def packed(value):
    """A variable-length number."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, content):
    """A field of a message: of bytes, or of a number."""
    if isinstance(content, int):
        return packed(number << 3 | VARIABLE) + packed(content)
    return packed(number << 3 | BYTES) + packed(len(content)) + bytes(content)


def listed(entry):
    """The characters of an entry of the metadata; none of another entry."""
    parts = {kind: bytes(text) for kind, text, _ in fields(entry)}
    return parts[ENTRY_VALUE].decode().removesuffix("\n").split("\n") if parts[ENTRY_KEY] == LIST else []


def reduced_tensor(tensor, kept, classes):
    """A tensor with the kept columns only, if its last dimension is that of the classes."""
    dimensions = [content for kind, content, _ in fields(tensor) if kind == TENSOR_DIMENSION]
    if not dimensions or dimensions[-1] != classes:
        return tensor
    values = array.array("f")
    rest = b""
    for kind, content, whole in fields(tensor):
        if kind == TENSOR_DATA:
            values.frombytes(content)
        elif kind != TENSOR_DIMENSION:
            rest += whole
    columns = array.array("f")
    for row in range(0, len(values), classes):
        columns.extend(values[row + index] for index in kept)
    shape = b"".join(field(TENSOR_DIMENSION, dimension) for dimension in dimensions[:-1] + [len(kept)])
    if len(columns) != len(kept) * (len(values) // classes) or not columns or not is_float(tensor):
        sys.exit("latin_recognition.py: the last layer's weights are not in the expected form")
    return shape + rest + field(TENSOR_DATA, columns.tobytes())


def is_float(tensor):
    """Whether a tensor is of 32-bit floats."""
    return any(kind == TENSOR_TYPE and content == FLOAT for kind, content, _ in fields(tensor))


def reduced_graph(graph, kept, classes):
    """The graph with reduced weights and an output of unspecified shape."""
    out = bytearray()
    for kind, content, whole in fields(graph):
        if kind == GRAPH_INITIALIZER:
            out += field(kind, reduced_tensor(content, kept, classes))
        elif kind == GRAPH_OUTPUT:
            (name,) = [text for each, text, _ in fields(content) if each == VALUE_NAME]
            shapeless = field(VALUE_TYPE, field(TYPE_TENSOR, field(TENSOR_ELEMENT, FLOAT)))
            out += field(kind, field(VALUE_NAME, name) + shapeless)
        elif kind != GRAPH_VALUE:
            out += whole
    return bytes(out)


def reduced(model):
    """The network with the kept characters only."""
    every = [each for kind, content, _ in fields(model) if kind == MODEL_METADATA for each in listed(content)]
    kept = [index for index, character in enumerate(every) if is_kept(character)]
    # The first class is the blank between characters, the last one a space.
    classes = len(every) + 2
    columns = [0] + [index + 1 for index in kept] + [classes - 1]
    out = bytearray()
    for kind, content, whole in fields(model):
        if kind == MODEL_GRAPH:
            out += field(kind, reduced_graph(content, columns, classes))
        elif kind == MODEL_METADATA and listed(content):
            names = "\n".join(every[index] for index in kept)
            out += field(kind, field(ENTRY_KEY, LIST) + field(ENTRY_VALUE, names.encode()))
        else:
            out += whole
    return bytes(out)


def main(source, target):
    model = memoryview(pathlib.Path(source).read_bytes())
    small = reduced(model)
    if len(small) > len(model) * 3 // 4:
        sys.exit("latin_recognition.py: no layer was reduced")
    pathlib.Path(target).write_bytes(small)


if __name__ == "__main__":
    main(*sys.argv[1:])
