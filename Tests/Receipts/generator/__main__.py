"""Draws till receipts from structured data, as photos of paper on a table show them.

    python3 Tests/Receipts/generator                                   all of Generated and Layouts, with their truth
    python3 Tests/Receipts/generator --only 007                        one of them
    python3 Tests/Receipts/generator --data deploy/sample/receipt.json --out deploy/sample/receipt.jpg

Needs Pillow (Debian: python3-pil) and DejaVu Sans, Sans Mono and Serif (Debian: fonts-dejavu-core). The same data give the
same bytes with the same version of Pillow. ../README.md describes the form of the data.
"""

import argparse
import json
import pathlib

import drawing
import truth

COLLECTIONS = [pathlib.Path(__file__).resolve().parent.parent / name for name in ("Generated", "Layouts")]


def write(data, path):
    path.write_bytes(drawing.encoded(data))
    print(f"{path}: {path.stat().st_size // 1024} KB")


def write_json(value, path):
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_collection(folder, only):
    (folder / "img").mkdir(exist_ok=True)
    fixes = {}
    for path in sorted((folder / "data").glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        write_json(truth.key_of(data), folder / "key" / path.name)
        write_json(truth.labels_of(data), folder / "items" / path.name)
        if "totals" in data:
            fixes[path.stem] = {"total": data["totals"]}
        if only is None or path.stem in only:
            write(data, folder / "img" / f"{path.stem}.jpg")
    write_json(fixes, folder / "truth_fixes.json")


def main():
    parser = argparse.ArgumentParser(prog="generator", description="Draws photographed till receipts from structured data.")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="draw only these receipts; the truth of all is written")
    parser.add_argument("--data", type=pathlib.Path, help="the data of one receipt (JSON)")
    parser.add_argument("--out", type=pathlib.Path, help="the image to write")
    parser.add_argument("--seed", type=int, help="another seed draws another photo of the same receipt")
    options = parser.parse_args()
    if (options.data is None) != (options.out is None):
        parser.error("--data and --out must be given together")
    if options.data is None:
        return [write_collection(folder, options.only) for folder in COLLECTIONS]
    data = json.loads(options.data.read_text(encoding="utf-8"))
    if options.seed is not None:
        data.setdefault("photo", {})["seed"] = options.seed
    write(data, options.out)


if __name__ == "__main__":
    main()
