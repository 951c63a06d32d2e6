#!/usr/bin/env bash
# Formats the scripts, styles and JSON of the web app and the catalogues of texts, as .oxfmtrc.json says.
#
#   format-web.sh           in place
#   format-web.sh --check   only lists the files that would change; fails if there are any
#
# The formatter is fetched once, by the version and hash in format-web.txt, into .build/web-tools.
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly list=Tests/Checks/format-web.txt
readonly tools=.build/web-tools
folders=(Services/Web)
for folder in Shared/Texts/Catalogues Tests/Browser; do [[ ! -d $folder ]] || folders+=("$folder"); done

fail() {
    echo "format-web.sh: $*" >&2
    exit 1
}

fetch() {
    python3 -m pip --version >/dev/null 2>&1 || deploy/local/packages.sh python3-pip || fail "pip is missing"
    local log
    log=$(mktemp)
    rm -rf "$tools.new"
    if ! python3 -m pip install --disable-pip-version-check --no-cache-dir --quiet --retries 2 --timeout 10 \
        --no-deps --require-hashes --only-binary :all: --target "$tools.new" --requirement "$list" >"$log" 2>&1; then
        tail -n 1 "$log" >&2
        rm -rf "$log" "$tools.new"
        fail "the formatter cannot be fetched (is there a network?)"
    fi
    rm -rf "$log" "$tools"
    cp "$list" "$tools.new/"
    mv "$tools.new" "$tools"
}

mkdir -p .build
cmp -s "$list" "$tools/$(basename "$list")" || fetch
if [[ ${1:-} != --check ]]; then
    "$tools/bin/oxfmt" --config .oxfmtrc.json "${folders[@]}" >/dev/null || fail "a file cannot be formatted"
    exit 0
fi
# A file that cannot be read is reported on standard error.
different=$("$tools/bin/oxfmt" --config .oxfmtrc.json --list-different "${folders[@]}") || {
    echo "not formatted; make format does it:" >&2
    printf '%s\n' "$different" | sed 's/^/  /' >&2
    exit 1
}
