"""Scores the accuracy of reading receipts with known content: see README.md."""

import program

program.main()
