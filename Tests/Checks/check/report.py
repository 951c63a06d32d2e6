"""All checks of the repository's rules, and what they print."""

import pathlib
import tomllib

import alerts
import canaries
import documentation
import folder_rules
import proofs
import ratios
import spelling
import texts
import unchecked
from module_rules import ModuleRules
from package import Package
from swift_source import SwiftFile
from violation import Violation

RULES = "Tests/Checks/rules"


class Report:
    """One run over a repository. `failures` grows with every rule that does not hold."""

    def __init__(self, root, package=None, say=print):
        self.root = pathlib.Path(root)
        self.package = package or Package.load(root)
        self.say = say
        self.failures = []

    def rules(self, name):
        """One of the data files."""
        return tomllib.loads((self.root / RULES / name).read_text())

    def run(self, only=None):
        """Every check, or one by its name. True when all rules hold."""
        checks = {
            "dependencies": self.dependencies,
            "unchecked": self.unchecked,
            "documentation": self.documentation,
            "tests": self.tests,
            "proofs": self.proofs,
            "canaries": self.canaries,
            "texts": self.texts,
            "alerts": self.alerts,
        }
        for name, check in checks.items():
            if only in (None, name):
                check()
        for failure in sorted(self.failures):
            self.say(str(failure))
        return not self.failures

    def dependencies(self):
        """Modules and folders against dependencies.toml."""
        data = self.rules("dependencies.toml")
        rules = ModuleRules(data)
        found = [*rules.violations(self.package), *folder_rules.violations(data.get("folders", ()), self.package)]
        for pattern in rules.unused(self.package):
            found.append(Violation(f"{RULES}/dependencies.toml", 1, f"no module is called {pattern}"))
        self.failures += found
        self.say(f"dependencies: {len(self.package.targets)} modules, {len(found)} violations")

    def unchecked(self):
        """Unchecked concurrency against unchecked.toml."""
        data = self.rules("unchecked.toml")
        files = [SwiftFile(self.root, "Package.swift")]
        files += [
            file
            for target in self.package.targets
            if not target.is_test and target.kind != "system"
            for file in self.package.sources(target.name)
        ]
        self.failures += unchecked.violations(data, files, self.root)
        total = sum(number for number, _ in unchecked.count(files).values())
        self.say(f"unchecked concurrency: {total} places, at most {data['limit']}, of which {data['goal']} is the goal")
        for sentence in unchecked.stale(data, files):
            self.say(f"  {sentence}")

    def documentation(self):
        """Documented declarations against documentation.toml."""
        data = self.rules("documentation.toml")
        self.say(f"documented public and package declarations, of which {data['goal']:.0%} is the goal:")
        for module, found, minimum in documentation.below(data, self.package):
            self.say(f"  {module:<24}{found.value:>7.1%} of {found.total:,}")
            if found.value < minimum:
                path, line = found.undocumented[0]
                sentence = f"{module} documents {found.value:.1%} of its declarations, less than {minimum:.1%}; not this"
                self.failures.append(Violation(path, line, f"{sentence} and {len(found.undocumented) - 1} others"))

    def tests(self):
        """Lines of tests for lines of source against tests.toml."""
        data = self.rules("tests.toml")
        self.say(f"lines of tests for each line of source, of which {data['goal']:.1f} is the goal:")
        for ratio in ratios.ratios(data, self.package):
            self.say(f"  {ratio.name:<24}{ratio.value:>7.2f}   {ratio.tests:,} : {ratio.source:,}")
            if round(ratio.value, 2) < ratio.minimum:
                sentence = f"{ratio.name} has {ratio.value:.2f} lines of tests a line, less than {ratio.minimum:.2f}"
                self.failures.append(Violation(f"{RULES}/tests.toml", 1, sentence))

    def proofs(self):
        """The tests that pages name against the tests."""
        pages = list(proofs.pages(self.root))
        found = list(proofs.violations(pages, self.root))
        self.failures += found
        self.say(f"tests named as proof: {proofs.count(pages)}, {len(found)} of which do not exist")

    def canaries(self):
        """The canaries against the source and the tests."""
        listed = canaries.load(self.root)
        found = list(canaries.violations(listed, self.root))
        self.failures += found
        self.say(f"canaries: {len(listed)}, {len(found)} violations")

    def texts(self):
        """The catalogues against each other, their use and the dictionaries."""
        rules = self.rules("texts.toml")
        found = [*texts.violations(self.root, rules), *spelling.violations(self.root, rules)]
        self.failures += found
        self.say(f"texts: {texts.count(self.root)}, {len(found)} violations")

    def alerts(self):
        """The metrics that alerts name against those of the programs."""
        found = list(alerts.violations(self.root))
        self.failures += found
        self.say(f"metrics that alerts name: {alerts.count(self.root)}, {len(found)} of which no program has")

    def undocumented(self, module):
        """Prints every declaration of a module that has no documentation comment."""
        for path, line in documentation.share(self.package.sources(module)).undocumented:
            self.say(f"{path}:{line}: {SwiftFile(self.root, path).text.splitlines()[line - 1].strip()}")
