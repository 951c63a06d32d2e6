"""Scores what Larder reads on receipts with known truth: see README.md."""

import program

program.main()
