"""Writes fitted weights as Swift."""

_HEAD = """extension Weights {
    /// The weights in use, written by `make receipts-report OPTIONS=--fit`.
    package static let fitted = Weights(
"""
# The curves in the order of the parameters of `Calibration`.
_CURVES = ("storeName", "address", "date", "time", "item", "sum", "settledSum")


def text(weights):
    """The source file. `weights`: the form that larder-receipts takes and writes."""
    arguments = [_dictionary(name, weights[name]) for name in ("total", "name")]
    arguments.append(_calibration(weights["calibration"]))
    return _HEAD + ",\n".join(arguments) + "\n    )\n}\n"


def _dictionary(name, values):
    rows = "".join(f"            .{key}: {_number(value)},\n" for key, value in sorted(values.items()))
    return f"        {name}: [\n{rows}        ]"


def _calibration(curves):
    rows = ",\n".join(f"            {name}: [{', '.join(map(_point, curves[name]))}]" for name in _CURVES)
    return f"        calibration: Calibration(\n{rows}\n        )"


def _point(point):
    own, calibrated = point
    return f"({own}, {calibrated})"


def _number(value):
    # Adding zero turns -0.0 into 0.0.
    return str(round(float(value), 3) + 0.0)
