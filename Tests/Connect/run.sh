#!/usr/bin/env bash
# Tries the methods of a running Larder over the Connect protocol, by a client that others have written.
#
#   run.sh ADDRESS [AUTHORITY [MAILS]]
#
# ADDRESS is the one for browsers, such as http://localhost:7450; with TLS, AUTHORITY is the file with its authority, otherwise
# empty. MAILS is the folder into which that Larder puts its mails: that of `make run` unless it is given.
# Exits with 77 when the client cannot be fetched.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly root tools="$root/.build/connect-tools"

"$root/deploy/local/python-packages.sh" "$root/Tests/Connect/requirements.txt" "$tools" || exit 77
generated=$(mktemp -d)
trap 'rm -rf "$generated"' EXIT
export PYTHONPATH="$tools:$generated" PYTHONDONTWRITEBYTECODE=1
cd "$root/proto"
PATH="$tools/bin:$PATH" protoc --py_out="$generated" --connectrpc_out="$generated" $(find larder -name '*.proto')
cd "$root/Tests/Connect"
LARDER_WEB=$1 LARDER_WEB_AUTHORITY=${2:-} LARDER_MAILS=${3:-$root/.larder/mail} python3 -m pytest --quiet -p no:cacheprovider .
