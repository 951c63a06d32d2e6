#!/usr/bin/env python3
"""Assembles the folder of the web app that the gateway serves, out of this folder, the texts and the libraries.

    assemble.py OUT [--offline]

Prints the version. With --offline nothing is fetched: all libraries must have been fetched before.
"""

import argparse
import pathlib
import sys

from assembly import AssemblyError
from assembly.contents import Contents
from assembly.libraries import Libraries
from assembly.output import write

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", metavar="OUT", type=pathlib.Path, help="the folder; made or updated")
    parser.add_argument("--offline", action="store_true", help="fetch nothing")
    options = parser.parse_args()
    try:
        contents = Contents.gather(ROOT, Libraries(ROOT, offline=options.offline))
        write(contents, options.out)
    except AssemblyError as error:
        print(f"assemble.py: {error}", file=sys.stderr)
        return 1
    print(f"The web app {contents.version} is in {options.out}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
