import importlib.util
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
ALPHABET = ROOT / "Services/OCR/PaddleOCR/Alphabet.swift"
SCRIPT = ROOT / "deploy/local/latin_recognition.py"


def script():
    spec = importlib.util.spec_from_file_location("latin_recognition", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def accepted():
    """The characters that Alphabet.swift accepts: a range, a set, and the keys of a dictionary."""
    source = ALPHABET.read_text(encoding="utf-8")
    [(first, last)] = re.findall(r"\(0x([0-9A-F]+)\.\.\.0x([0-9A-F]+)\)\.contains", source)
    (signs,) = re.findall(r'latin = Set\("([^"]+)"\)', source)
    (rows,) = re.findall(r"fullWidth: \[Character: Character\] = \[(.*?)\n    \]", source, re.DOTALL)
    forms = re.findall(r'"(.)": "\\?."', rows)
    return [[chr(code) for code in range(int(first, 16), int(last, 16) + 1)], list(signs), forms]


class LatinRecognition(unittest.TestCase):
    """What is left of the network that recognizes lines (deploy/local/latin_recognition.py)."""

    def test_every_character_that_is_accepted_is_kept(self):
        is_kept = script().is_kept
        for characters in accepted():
            self.assertGreater(len(characters), 20)
            self.assertEqual([each for each in characters if not is_kept(each)], [])

    def test_chinese_characters_are_left_out(self):
        is_kept = script().is_kept
        self.assertEqual([each for each in "中店元。" if is_kept(each)], ["。"])


if __name__ == "__main__":
    unittest.main()
