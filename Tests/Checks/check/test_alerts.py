import pathlib
import tempfile
import unittest

import alerts

SOURCE = """
let metric = "larder.registrations.failed"
let metrics = ["larder.notices.delivery": MetricDescription("…")]
let gauges = QueueGauges("larder.queue", dimensions: [])
parked = Meter(label: "\\(name).parked", dimensions: dimensions)
"""

RULES = """
groups:
  - name: some
    rules:
      - alert: Some
        # larder_in_a_comment
        expr: |
          rate(larder_notices_delivery_seconds_count[10m]) > 1
            or larder_queue_parked{queue="larder_in_a_value"} > 0
        annotations:
          action: "See larder_in_a_sentence."
      - alert: Other
        expr: increase(larder_registrations_failed_total[15m]) > 0
"""


class AlertTests(unittest.TestCase):
    def check(self, rules):
        """The violations of rules in a repository with one source file."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "Services").mkdir()
            (root / "Services/Metrics.swift").write_text(SOURCE)
            (root / alerts.FOLDER).mkdir(parents=True)
            (root / alerts.FOLDER / "some.yml").write_text(rules)
            return [str(each) for each in alerts.violations(root)]

    def test_metrics_that_programs_have_pass_whatever_prometheus_adds_to_their_labels(self):
        self.assertEqual(self.check(RULES), [])

    def test_a_metric_that_no_program_has_is_named_at_its_line(self):
        for wrong in ("larder_registrations_failures_total", "larder_registrations_total", "larder_parked"):
            found = self.check(RULES.replace("larder_registrations_failed_total", wrong))
            self.assertEqual(len(found), 1, wrong)
            self.assertIn("some.yml:13", found[0])
            self.assertIn(wrong, found[0])

    def test_every_line_of_an_expression_counts(self):
        found = self.check(RULES.replace("larder_queue_parked", "larder_queue_lost"))
        self.assertEqual(len(found), 1)
        self.assertIn("larder_queue_lost", found[0])
