#!/usr/bin/env python3
"""Writes the list of common passwords that nobody may choose.

The list is made here, from what people are known to build passwords of: everyday words, names, rows of keys, years, a capital in
front, letters replaced by look-alikes, and a few endings that satisfy a rule. It copies no list of passwords that were stolen.
Of all combinations the likeliest LENGTH are kept that Larder's rule would allow otherwise (8 characters with a letter, a digit
and a symbol). Capitals make no difference, so that the list is in lower case.

    generate-common.py           writes Common/passwords.txt
    generate-common.py --check   fails when it differs from what would be written
"""

import itertools
import pathlib
import sys

LENGTH = 16_000
FILE = pathlib.Path(__file__).parent / "Common/passwords.txt"

# The likeliest first in each line, and the likeliest lines first.
WORDS = """
password pass passw0rd welcome admin qwerty letmein secret login abc iloveyou test hello changeme master monkey dragon
sunshine princess football baseball shadow superman batman trustno freedom whatever starwars summer winter spring autumn
larder pantry kitchen grocery household budget family receipt market food cooking recipe dinner apple banana orange lemon
cherry chocolate cookie coffee cheese pizza pasta butter sugar honey pepper ginger cinnamon pumpkin strawberry peanut
january february march april june july august september october november december monday tuesday wednesday thursday friday
saturday sunday christmas easter halloween birthday holiday vacation weekend season today tomorrow forever always
michael jennifer jessica ashley daniel david andrew joshua matthew james robert john thomas charlie george william jordan
anthony nicole amanda michelle jasmine hannah sophie emma olivia emily sarah laura julia maria anna martin alex alexander
maxime oliver oscar leo louis lucas hugo arthur gabriel camille chloe lea manon marie pierre jean nicolas julien sophia
isabella mia ava noah liam ethan logan mason jacob benjamin samuel joseph patrick peter paul mark steven kevin brian eric
london paris berlin madrid rome toronto montreal vancouver ottawa canada france england america texas boston chicago newyork
amsterdam dublin tokyo sydney chelsea arsenal liverpool barcelona juventus manchester madridista canucks maple hockey
soccer basketball tennis golf cricket running cycling fishing hunting camping racing yankees cowboys lakers eagles steelers
rangers packers raiders broncos dolphins tigers lions bears falcons panthers ravens
cat dog kitty puppy tiger lion bear wolf eagle falcon panther horse rabbit hamster turtle dolphin shark snake spider
butterfly bailey buddy max bella lucy molly daisy rocky simba pepsi ginger oreo teddy snoopy
red blue green yellow purple pink black white silver golden orange rainbow diamond crystal pearl ruby emerald sapphire
love lover loveyou loveme mylove sweetheart honey angel baby babygirl babyboy beautiful lovely pretty sweetie darling heart
flower rose lily daisy tulip violet orchid garden sunflower
computer internet google facebook instagram twitter youtube netflix amazon microsoft windows android iphone samsung apple
nintendo playstation xbox minecraft fortnite pokemon pikachu mario zelda sonic matrix hacker gamer player killer ninja
samurai warrior knight wizard magic phoenix thunder lightning storm rain snow fire water earth ocean river mountain forest
moon star sun sky heaven galaxy universe space rocket
music guitar piano drums metal rock jazz hiphop metallica nirvana beatles queen eminem rihanna beyonce
ferrari porsche mercedes bmw audi toyota honda nissan ford mustang corvette camaro harley yamaha suzuki
god jesus christ faith hope peace trust believe blessed grace spirit
money cash dollar rich bank lucky happy smile friend friends bestfriend mother father mommy daddy mama papa sister brother
school student teacher college university office work company manager system server root user guest demo sample temp
default public private access security account access letmein opensesame enter open house home garage
bonjour soleil motdepasse azerty amour famille maison chocolat cuisine fromage marseille chouchou doudou coucou loulou jetaime
bienvenue printemps ete automne hiver vacances voiture chien chat cheval liberte monamour cherie tresor papillon etoile
""".split()

SEASONS = """
summer winter spring autumn password welcome january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
""".split()

ROWS = """
qwerty qwertyui qwertyuiop asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qwer qazwsx qaz wsx edc qazxsw azerty azertyuiop qwertz
qwertzuiop abcd abcde abcdef abcdefg abcdefgh aaaa aaaaaa aabbcc abcabc xyz zaq poiuytrewq lkjhgfdsa mnbvcxz asdfjkl qweasd
qweasdzxc
""".split()

DIGITS = ["1", "123", "12", "1234", "12345", "123456", "01", "2", "7", "11", "99", "22", "69", "21", "007", "111", "321", "10", "13", "23"]
YEARS = [str(year) for year in [*range(2026, 2014, -1), *range(2010, 1979, -5), *range(1999, 1979, -1)]]
SYMBOLS = ["!", "@", "#", "$", "*", ".", "?", "-", "_", "&", "%", "+"]


def endings():
    """What follows a word, the likeliest first."""
    numbers = DIGITS + YEARS
    yield from (f"{number}{symbol}" for symbol in SYMBOLS[:2] for number in DIGITS[:6])
    yield from (f"{symbol}{number}" for symbol in SYMBOLS[:3] for number in DIGITS[:6])
    for symbol, number in itertools.product(SYMBOLS, numbers):
        yield f"{number}{symbol}"
        yield f"{symbol}{number}"
    yield from (f"{number}{symbol}{symbol}" for symbol in SYMBOLS[:2] for number in DIGITS[:6])


def disguised(word):
    """A word, and the same with letters replaced by what looks like them."""
    yield word
    for table in ({"a": "@"}, {"o": "0"}, {"a": "@", "o": "0"}, {"e": "3"}, {"i": "1"}, {"s": "$"}, {"a": "@", "s": "$", "o": "0"},
                  {"a": "@", "e": "3", "i": "1", "o": "0", "s": "$"}, {"a": "4", "e": "3", "i": "!", "o": "0"}):
        changed = word.translate(str.maketrans(table))
        if changed != word:
            yield changed


def is_allowed(password):
    """Whether Larder's rule would allow it."""
    kinds = {"letter" if c.isalpha() else "digit" if c.isdigit() else "symbol" for c in password}
    return len(password) >= 8 and len(kinds) == 3


def candidates():
    """Passwords with a rank; those of a low one are likely."""
    bases = list(dict.fromkeys([*WORDS[:30], *ROWS, *WORDS[30:]]))
    last = list(dict.fromkeys(endings()))[:200]
    for place, base in enumerate(bases):
        for disguise, form in enumerate(disguised(base)):
            if is_allowed(form):
                yield (place + 4) * (disguise + 1), form
            for end, ending in enumerate(last):
                yield (place + 4) * (disguise + 1) * (end + 2), form + ending
    for row, number, symbol in itertools.product(ROWS, DIGITS[:6], SYMBOLS[:3]):
        for order in ((number, row, symbol), (symbol, row, number), (symbol, number, row)):
            yield 1_000, "".join(order)
    # What people choose who have to choose another one every few months.
    for place, word in enumerate(SEASONS):
        for year, symbol in itertools.product(YEARS[:20], SYMBOLS[:4]):
            yield 50 + place, f"{word}{year}{symbol}"
            yield 60 + place, f"{word}{symbol}{year}"
    for stroke in ("1qaz@wsx", "1qaz!qaz", "!qaz2wsx", "1q2w3e4r!", "1q2w3e4r5t!", "q1w2e3r4!", "zaq1@wsx", "zaq12wsx!", "1qazxsw@",
                   "qwer1234!", "1234qwer!", "asdf1234!", "1234asdf!", "a1b2c3d4!", "abcd1234!", "abc123!@#", "qwe123!@#", "123qwe!@#",
                   "!@#123qwe", "p@55w0rd", "pa$$w0rd", "pa55word!", "p@ssw0rd1", "adm1n123!"):
        yield 1, stroke


def text():
    """The file."""
    ranked = sorted((rank, password) for rank, password in candidates() if is_allowed(password))
    likeliest = list(itertools.islice(dict.fromkeys(password for _, password in ranked), LENGTH))
    assert len(likeliest) == LENGTH
    return "".join(f"{password}\n" for password in sorted(likeliest))


def main():
    """Writes or checks the file."""
    if sys.argv[1:] == ["--check"]:
        if not FILE.exists() or FILE.read_text() != text():
            sys.exit(f"{FILE} is not current: run Services/Auth/Passwords/generate-common.py")
    else:
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(text())


if __name__ == "__main__":
    main()
