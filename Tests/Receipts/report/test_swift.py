import unittest

import swift


class SwiftTests(unittest.TestCase):
    WEIGHTS = {
        "name": {"precedingNames": -4, "address": -0.0001},
        "total": {"taxTable": 6.25, "label": 8.0},
        "calibration": {
            name: [[60, 50], [91, 72]] for name in ("address", "date", "item", "settledSum", "storeName", "sum", "time")
        },
    }

    def test_weights_and_curves_are_written_in_order(self):
        self.assertEqual(
            swift.text(self.WEIGHTS),
            """extension Weights {
    /// The weights in use, written by `make receipts-report OPTIONS=--fit`.
    package static let fitted = Weights(
        total: [
            .label: 8.0,
            .taxTable: 6.25,
        ],
        name: [
            .address: 0.0,
            .precedingNames: -4.0,
        ],
        calibration: Calibration(
            storeName: [(60, 50), (91, 72)],
            address: [(60, 50), (91, 72)],
            date: [(60, 50), (91, 72)],
            time: [(60, 50), (91, 72)],
            item: [(60, 50), (91, 72)],
            sum: [(60, 50), (91, 72)],
            settledSum: [(60, 50), (91, 72)]
        )
    )
}
""",
        )

    def test_the_same_weights_give_the_same_text(self):
        self.assertEqual(swift.text(self.WEIGHTS), swift.text(dict(reversed(self.WEIGHTS.items()))))


if __name__ == "__main__":
    unittest.main()
