#!/usr/bin/env bash
# Runs a software authenticator for tests; see authenticator.py. Exits with 77 when its packages cannot be fetched.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
here="$root/Tests/AuthTests/Factors/Authenticator"
readonly root here tools="$root/.build/passkey-tools"

"$root/deploy/local/python-packages.sh" "$here/requirements.txt" "$tools" >&2 || exit 77
export PYTHONPATH="$tools" PYTHONDONTWRITEBYTECODE=1
exec python3 "$here/authenticator.py"
