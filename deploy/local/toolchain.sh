#!/usr/bin/env bash
# Checks that the Swift toolchain is there and new enough.
set -euo pipefail

fail() {
    echo "$* Swift 6.3 or later is needed: see https://www.swift.org/install/linux/" >&2
    exit 1
}

command -v swift >/dev/null || fail "There is no swift in the PATH."
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
# What the loader or swift itself says, such as that a library is missing.
output=$(swift --version 2>"$errors") || {
    cat "$errors" >&2
    fail "$(command -v swift) does not start."
}
version=$(grep -o 'Swift version [0-9]*\.[0-9]*' <<<"$output" | head -n 1 || true)
IFS=. read -r major minor <<<"${version##* }"
[[ -n ${minor:-} ]] || fail "The version of $(command -v swift) is unknown."
((major > 6 || (major == 6 && minor >= 3))) || fail "$(command -v swift) is $version."
