"""The catalogues of texts: complete and agreeing in all languages, translated, used, and each used text there."""

import json
import pathlib
import re

import script_source
import swift_texts
from violation import Violation

CATALOGUES = "Shared/Texts/Catalogues"
# The language that others are translated from.
SOURCE = "en"
PLACEHOLDER = re.compile(r"\{(\w+)\}")
# The forms of plurals that a text must have and may have, as Unicode's data name them. Without `many`, `other` is used.
PLURALS = {"en": ({"one", "other"}, {"one", "other"}), "fr": ({"one", "other"}, {"one", "many", "other"})}
# What an element shows, and the attributes that are read to people, in a template; an expression is a \0 there.
ELEMENT = re.compile(r"<[^>]*>")
READ_ATTRIBUTE = re.compile(r"\s(?:aria-label|aria-description|alt|title|placeholder|label)=(?:\"([^\"]*)\"|'([^']*)')")
WORD = re.compile(r"[^\W\d_]{2,}")
# Where a line may break though it must not: before high punctuation and within quotation marks in French.
BREAKS = {"fr": re.compile(r" [;:!?»](?!\w)|« ")}


class Catalogue:
    """The texts of one area in one language, with the line of each."""

    def __init__(self, root, language, area):
        self.path = f"{CATALOGUES}/{language}/{area}.json"
        self.language = language
        self.source = (pathlib.Path(root) / self.path).read_text()
        try:
            self.entries = json.loads(self.source, object_pairs_hook=self.without_repetition)
        except ValueError as error:
            raise ValueError(f"{self.path}: {error}") from error

    @staticmethod
    def without_repetition(pairs):
        names = [name for name, _ in pairs]
        repeated = sorted({name for name in names if names.count(name) > 1})
        if repeated:
            raise ValueError(f"{repeated[0]} is there twice")
        return dict(pairs)

    def violation(self, key, sentence):
        """What is wrong with a text, at its line."""
        position = max(self.source.find(json.dumps(key, ensure_ascii=False)), 0)
        return Violation(self.path, self.source.count("\n", 0, position) + 1, f"{key} {sentence}")

    def forms(self, key):
        """The text's plural forms by name; one without a name for a text that has none."""
        entry = self.entries[key]
        return entry if isinstance(entry, dict) else {"": entry}


def violations(root, rules):
    """Everything that is wrong, in all areas."""
    folder = pathlib.Path(root) / CATALOGUES
    languages = sorted({path.parent.name for path in folder.glob("*/*.json")})
    areas = sorted({path.stem for path in folder.glob("*/*.json")})
    found = []
    for area in areas:
        missing = [each for each in languages if not (folder / each / f"{area}.json").is_file()]
        found += [Violation(f"{CATALOGUES}/{each}/{area}.json", 1, "does not exist") for each in missing]
        if missing:
            continue
        catalogues = {language: Catalogue(root, language, area) for language in languages}
        area_rules = rules.get("areas", {}).get(area, {})
        found += agreement(catalogues, set(area_rules.get("same", [])))
        found += use(root, catalogues[SOURCE], area_rules)
    return found + list(swift_texts.violations(root, rules, lambda area: Catalogue(root, SOURCE, area)))


def agreement(catalogues, same):
    """What each language has to have in common with the others."""
    source = catalogues[SOURCE]
    found = [violation for each in catalogues.values() for violation in well_formed(each)]
    for catalogue in catalogues.values():
        for key in sorted(source.entries.keys() - catalogue.entries.keys()):
            found.append(source.violation(key, f"is missing in {catalogue.path}"))
        for key in sorted(catalogue.entries.keys() - source.entries.keys()):
            found.append(catalogue.violation(key, f"is missing in {source.path}"))
        if catalogue is not source:
            found += translation(source, catalogue, same)
    for key in sorted(same - source.entries.keys()):
        found.append(source.violation(key, "is listed as the same in all languages, and does not exist"))
    return found


def well_formed(catalogue):
    """Texts that are empty, have blanks around them or where lines break wrongly, or lack a plural form."""
    needed, permitted = PLURALS[catalogue.language]
    for key in catalogue.entries:
        forms = catalogue.forms(key)
        if isinstance(catalogue.entries[key], dict) and not needed <= forms.keys() <= permitted:
            names = ", ".join(sorted(needed))
            yield catalogue.violation(key, f"needs the plural forms {names}, and has {', '.join(sorted(forms))}")
        for text in forms.values():
            if not isinstance(text, str) or not text or text != text.strip():
                yield catalogue.violation(key, "is empty, is no text or has blanks at its ends")
            elif catalogue.language in BREAKS and BREAKS[catalogue.language].search(text):
                yield catalogue.violation(key, "has a space beside punctuation where a no-break space belongs")


def translation(source, catalogue, same):
    """Texts that are not translated, or say something about other values."""
    for key in sorted(source.entries.keys() & catalogue.entries.keys()):
        ours, theirs = source.forms(key), catalogue.forms(key)
        if isinstance(source.entries[key], dict) != isinstance(catalogue.entries[key], dict):
            yield catalogue.violation(key, "has plural forms in one language alone")
        elif placeholders(ours) != placeholders(theirs):
            yield catalogue.violation(key, f"has other placeholders than in {source.path}")
        is_same = all(theirs.get(form) == text for form, text in ours.items())
        if is_same and key not in same and any(has_words(text) for text in ours.values()):
            yield catalogue.violation(key, "is not translated; texts.toml lists what is the same in all languages")
        if not is_same and key in same:
            yield catalogue.violation(key, "is listed as the same in all languages, and is not")


def placeholders(forms):
    """The names of the values that a text shows in any of its forms."""
    return {name for text in forms.values() for name in PLACEHOLDER.findall(str(text))}


def has_words(text):
    """Whether anything is to be translated."""
    return re.search(r"[^\W\d_]", PLACEHOLDER.sub("", text)) is not None


def use(root, catalogue, rules):
    """Texts that no source names, and names in sources for which there is no text."""
    if "sources" not in rules:
        return
    keys = catalogue.entries.keys()
    namespaces = {key.split(".")[0] for key in keys if "." in key}
    used = set()
    for path in sources(root, rules["sources"]):
        for literal in script_source.literals(path.read_text()):
            for sentence in raw_sentences(literal):
                name = path.relative_to(root).as_posix()
                yield Violation(name, literal.line, f"shows “{sentence}”, which belongs into {catalogue.path}")
            named = names(literal, keys)
            used |= named
            if not named and is_name(literal, rules["functions"], namespaces):
                yield Violation(path.relative_to(root).as_posix(), literal.line, problem(literal, catalogue))
    for key in sorted(keys - used):
        yield catalogue.violation(key, "is used nowhere")


def raw_sentences(literal):
    """What a template of elements shows that comes from no catalogue."""
    if literal.tag != "html":
        return
    source = "\0".join(literal.parts)
    shown = ELEMENT.split(source)
    shown += [value for found in READ_ATTRIBUTE.findall(source) for value in found]
    for words in shown:
        if WORD.search(words):
            yield " ".join(words.replace("\0", "…").split())


def problem(literal, catalogue):
    """Why what must name a text does not."""
    if is_variable(literal):
        return "names texts by variables alone, so that unused ones cannot be found; begin with the first part of the names"
    return f"names the text {'…'.join(literal.parts)}, which {catalogue.path} does not have"


def is_variable(literal):
    """Whether nothing but dots is around the expressions of a template."""
    return not any(part.strip(".") for part in literal.parts)


def sources(root, folders):
    """The scripts below some folders, without tests."""
    for folder in folders:
        for path in sorted((pathlib.Path(root) / folder).rglob("*.js")):
            if not path.name.endswith(".test.js"):
                yield path


def names(literal, keys):
    """The texts that a literal may name: one, or for a template all that fit around its expressions."""
    if len(literal.parts) == 1:
        return {literal.parts[0]} & keys
    if is_variable(literal) or re.search(r"[\s<]", "".join(literal.parts)):
        return set()
    parts = [re.escape(part) for part in literal.parts]
    # An expression at the beginning may stand for several parts of a name, one further on for one.
    beginning = r"[\w.-]+" if not parts[0] else parts[0] + r"[\w-]+"
    pattern = re.compile(beginning + r"[\w-]+".join(parts[1:]))
    return {key for key in keys if pattern.fullmatch(key)}


def is_name(literal, functions, namespaces):
    """Whether a literal must name a text: the argument of a function that shows one, or of the form of a name."""
    if literal.called in functions:
        return True
    if len(literal.parts) != 1:
        return False
    first, *rest = literal.parts[0].split(".")
    is_file = rest and rest[-1] in {"js", "css", "json", "html", "png", "svg"}
    return first in namespaces and bool(rest) and not is_file and all(re.fullmatch(r"[\w-]+", part) for part in rest)


def count(root):
    """The number of texts in the source language."""
    return sum(len(json.loads(path.read_text())) for path in (pathlib.Path(root) / CATALOGUES / SOURCE).glob("*.json"))
