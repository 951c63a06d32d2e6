"""The spelling of the texts, by hunspell with Debian's dictionaries."""

import collections
import pathlib
import re
import subprocess

import texts

# Addresses and names of files, of variables and of options are not words, nor are the values in a text's places.
NOT_WORDS = re.compile(
    r"\{\w+\}|https?://\S+|\S+@\S+|\b\w+\.(?:js|json|txt|csv)\b|\b[A-Z]+_[A-Z_]+\b|(?<![\w-])--[a-z]+(?:-[a-z]+)*"
)


def violations(root, rules):
    """Texts with a word that the dictionary of their language does not have, nor the lists of words."""
    settings = rules["spelling"]
    for language, dictionary in settings["dictionaries"].items():
        known = {*settings["words"]["all"], *settings["words"].get(language, [])}
        catalogues = [
            texts.Catalogue(root, language, path.stem)
            for path in sorted((pathlib.Path(root) / texts.CATALOGUES / language).glob("*.json"))
        ]
        places = occurrences(catalogues)
        wrong = misspelled(places.keys() - known, dictionary)
        for word in sorted(wrong):
            for catalogue, key in places[word]:
                yield catalogue.violation(key, f"has the word {word}, which is in no dictionary of {language}")


def occurrences(catalogues):
    """Each word with the texts that have it."""
    places = collections.defaultdict(list)
    for catalogue in catalogues:
        for key in catalogue.entries:
            for word in sorted({word for text in catalogue.forms(key).values() for word in words_of(text)}):
                places[word].append((catalogue, key))
    return places


def words_of(text):
    """The words of a text, with straight apostrophes."""
    plain = NOT_WORDS.sub(" ", text).replace("’", "'")
    return re.findall(r"[^\W\d_]+(?:['-][^\W\d_]+)*", plain)


def misspelled(candidates, dictionary):
    """Those words that a dictionary does not have; of those with a hyphen or an apostrophe, a part of which it lacks."""
    command = ["hunspell", "-d", dictionary, "-i", "utf-8", "-l"]
    checking = subprocess.run(command, input="\n".join(sorted(candidates)), capture_output=True, text=True)
    # It succeeds without the dictionary, too.
    if checking.returncode != 0 or "Can't open" in checking.stderr:
        raise ValueError(f"hunspell failed for {dictionary}: {checking.stderr.strip()}")
    wrong = set(checking.stdout.split())
    return {word for word in candidates if wrong & {word, *re.split("[-']", word)}}
