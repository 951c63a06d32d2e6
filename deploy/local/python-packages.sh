#!/usr/bin/env bash
# Installs the Python packages of a list, each with its version and hash, into a folder of their own, unless they are there.
#
#   python-packages.sh LIST FOLDER
set -euo pipefail
readonly list=$1 folder=$2
here=$(dirname "$0")

fail() {
    echo "python-packages.sh: $*" >&2
    exit 1
}

if cmp -s "$list" "$folder/$(basename "$list")"; then
    exit 0
fi
python3 -m pip --version >/dev/null 2>&1 || "$here/packages.sh" python3-pip || fail "pip is missing"
mkdir -p "$(dirname "$folder")"
new=$(mktemp -d "$folder.XXXXXX")
log=$(mktemp)
trap 'rm -rf "$new" "$log"' EXIT
if ! python3 -m pip install --disable-pip-version-check --no-cache-dir --quiet --retries 2 --timeout 10 \
    --no-deps --require-hashes --only-binary :all: --target "$new/packages" --requirement "$list" >"$log" 2>&1; then
    # The last line alone says that there is no such package, whatever the reason, such as a certificate, in the lines before it.
    tail -n 5 "$log" >&2
    fail "the packages of $list cannot be fetched (is there a network?)"
fi
# Written last, so that an interrupted run is repeated.
cp "$list" "$new/packages/"
rm -rf "$folder"
mv "$new/packages" "$folder"
