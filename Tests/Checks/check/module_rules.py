"""Which module may import which: rules/dependencies.toml against Package.swift and the sources' imports."""

import dataclasses
import fnmatch

from violation import Violation


@dataclasses.dataclass(frozen=True)
class Rule:
    """The modules it is about, and what they may import; names are patterns of fnmatch."""

    modules: tuple
    uses: tuple
    without: tuple

    def covers(self, module):
        """Whether the rule is about a module."""
        return any(fnmatch.fnmatchcase(module, pattern) for pattern in self.modules)

    def allows(self, module):
        """Whether what the rule is about may import a module."""
        return any(fnmatch.fnmatchcase(module, pattern) for pattern in self.uses) and not self.forbids(module)

    def forbids(self, module):
        """Whether the rule names a module among those that everyone else may import."""
        return any(fnmatch.fnmatchcase(module, pattern) for pattern in self.without)


class ModuleRules:
    """All rules. The first that covers a module holds for it."""

    def __init__(self, data):
        self.platform = tuple(data["platform"])
        self.test_platform = tuple(data["test_platform"])
        groups = {name: tuple(values) for name, values in data.get("groups", {}).items()}
        self.rules = [
            Rule(tuple(e["modules"]), expand(e["uses"], groups), tuple(e.get("without", ()))) for e in data["module"]
        ]

    def rule_for(self, module):
        """The rule that holds for a module; None when there is none."""
        return next((rule for rule in self.rules if rule.covers(module)), None)

    def violations(self, package):
        """Every dependency that no rule allows, and every module without a rule."""
        for target in package.targets:
            rule = self.rule_for(target.name)
            if rule is None:
                sentence = f"no rule of dependencies.toml says what {target.name} may import"
                yield Violation("Package.swift", package.line_of(target.name), sentence)
                continue
            yield from self.undue_dependencies(package, target, rule)
            yield from self.undue_imports(package, target, rule)

    def undue_dependencies(self, package, target, rule):
        """What the manifest lets a target import against its rule."""
        for name in target.dependencies:
            if not rule.allows(name):
                yield Violation("Package.swift", package.line_of(target.name), refusal(target.name, name))

    def undue_imports(self, package, target, rule):
        """What the sources of a target import against its rule, or without saying so in the manifest."""
        for file in package.sources(target.name):
            for found in file.imports:
                own = package.by_module.get(found.name)
                name = own.name if own else found.name
                if name in self.platform or (target.is_test and name in self.test_platform):
                    if rule.forbids(name):
                        yield Violation(file.path, found.line, refusal(target.name, name))
                elif not rule.allows(name):
                    yield Violation(file.path, found.line, refusal(target.name, name))
                elif name not in target.dependencies:
                    sentence = f"{target.name} imports {name}, which Package.swift does not list among its dependencies"
                    yield Violation(file.path, found.line, sentence)

    def unused(self, package):
        """Every pattern for modules that covers none: a rule that nobody needs any more."""
        names = [target.name for target in package.targets]
        for rule in self.rules:
            for pattern in rule.modules:
                if not any(fnmatch.fnmatchcase(name, pattern) for name in names):
                    yield pattern


def expand(names, groups):
    """Patterns, with each @group replaced by its members, which may be groups again."""
    expanded = []
    for name in names:
        expanded += expand(groups[name[1:]], groups) if name.startswith("@") else [name]
    return tuple(expanded)


def refusal(module, name):
    """The sentence on an import that a rule does not allow."""
    return f"{module} must not import {name} (rule for {module} in dependencies.toml)"
