#!/usr/bin/env bash
# Measures an incremental debug build after a one-line change in a service, and prints it beside its bar. Fails when it is over.
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly CHANGED=Services/Budget/BudgetProgram.swift
readonly BAR=60

deploy/local/debug-build.sh --quiet
original=$(mktemp)
cp --preserve "$CHANGED" "$original"
trap 'cp --preserve "$original" "$CHANGED"; rm -f "$original"' EXIT
echo "let changedForMeasurement = $(date +%s%N)" >>"$CHANGED"
start=$(date +%s%N)
deploy/local/debug-build.sh --quiet
elapsed=$((($(date +%s%N) - start) / 100000000))
printf '%-44s%-40sbar %s s\n' 'debug build after a change in a service' "$((elapsed / 10)).$((elapsed % 10)) s" "$BAR"
if ((elapsed > BAR * 10)); then
    echo "measure-build: the build is over its bar" >&2
    exit 1
fi
