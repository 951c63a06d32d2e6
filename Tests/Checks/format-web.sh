#!/usr/bin/env bash
# Formats the scripts, styles and JSON of the web app and the catalogues of texts, as .oxfmtrc.json says.
#
#   format-web.sh           in place
#   format-web.sh --check   only lists the files that would change; fails if there are any
#
# The formatter is fetched once, by the version and hash in format-web.txt, into .build/web-tools.
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly tools=.build/web-tools
folders=(Services/Web)
for folder in Shared/Texts/Catalogues Tests/Browser; do [[ ! -d $folder ]] || folders+=("$folder"); done

fail() {
    echo "format-web.sh: $*" >&2
    exit 1
}

deploy/local/python-packages.sh Tests/Checks/format-web.txt "$tools"
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
