import unittest

import swift


class SwiftTests(unittest.TestCase):
    WEIGHTS = {
        "name": {"first row": 20, "business": -0.0001},
        "total": {"tax_table": 6.25, "label": 8.0, "isolated": -3.5},
        "calibration": {"date": [[60, 50], [91, 72]], "address": [[60, 55]]},
    }

    def test_weights_and_curves_are_written_in_order(self):
        text = swift.text(self.WEIGHTS)
        self.assertIn("extension Weights {", text)
        self.assertIn(
            "        total: [\n            .isolated: -3.5,\n            .label: 8.0,\n            .taxTable: 6.25,\n        ],\n", text
        )
        self.assertIn(".business: 0.0,\n            .firstRow: 20.0,", text)
        self.assertIn("address: Calibration(points: [(60, 55)]),\n            date: Calibration(points: [(60, 50), (91, 72)])", text)
        self.assertEqual(text.count("("), text.count(")"))
        self.assertEqual(text.count("["), text.count("]"))

    def test_the_same_weights_give_the_same_text(self):
        self.assertEqual(swift.text(self.WEIGHTS), swift.text(dict(reversed(self.WEIGHTS.items()))))


if __name__ == "__main__":
    unittest.main()
