"""Verifies the rules that hold for the whole repository: see ../README.md."""

import argparse
import pathlib
import sys

from package import PackageError
from report import Report


def main():
    parser = argparse.ArgumentParser(prog="check", description=__doc__)
    kinds = ["dependencies", "unchecked", "documentation", "tests", "proofs", "canaries", "texts", "alerts"]
    parser.add_argument("--only", choices=kinds)
    parser.add_argument("--undocumented", metavar="MODULE", help="list the declarations of a module without a comment")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[3]
    try:
        report = Report(root)
        if options.undocumented:
            report.undocumented(options.undocumented)
            return 0
        return 0 if report.run(options.only) else 1
    except (PackageError, ValueError) as error:
        print(f"check: {error}", file=sys.stderr)
        return 2


sys.exit(main())
