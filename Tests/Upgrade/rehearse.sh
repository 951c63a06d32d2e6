#!/usr/bin/env bash
# Rehearses an upgrade: programs of a former release, at which users work, are replaced one after the other by those of the
# working tree, beside which they serve on the new schema. Fails when one call does.
#
#   rehearse.sh COMMIT            builds that commit in .build-former (ten minutes the first time)
#   FORMER=FOLDER rehearse.sh     takes programs that are built already
set -euo pipefail
cd "$(dirname "$0")/../.."
fail() {
    echo "rehearse-upgrade: $*" >&2
    exit 1
}
if [[ -z ${FORMER:-} ]]; then
    [[ $# -eq 1 && -n $1 ]] || fail "name the former release: make rehearse-upgrade FROM=COMMIT"
    commit=$(git rev-parse --verify --quiet "$1^{commit}") || fail "there is no commit $1"
    folder=$PWD/.build-former/$commit
    if [[ ! -f $folder/built ]]; then
        mkdir -p "$folder"
        git archive "$commit" | tar -x -C "$folder"
        # The same versions of packages as now.
        cp Package.resolved "$folder/"
        programs=$(grep -o '"larder-[a-z-]*"' "$folder/Services/Manifest/services.json" | tr -d '"')
        for program in $programs; do
            swift build --package-path "$folder" --no-color-diagnostics --product "$program"
        done
        touch "$folder/built"
    fi
    FORMER=$folder/.build/debug
fi
export LARDER_TESTS=EndToEndTests LARDER_FORMER_PROGRAMS=$FORMER
deploy/local/debug-build.sh --build-tests
swift test --skip-build --no-parallel --no-color-diagnostics --filter UpgradeTests
