#!/usr/bin/env bash
# Runs an SMTP server for tests; see server.py. Exits with 77 when it cannot be fetched.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly root tools="$root/.build/mail-tools"

"$root/deploy/local/python-packages.sh" "$root/Tests/MailTests/requirements.txt" "$tools" >&2 || exit 77
export PYTHONPATH="$tools" PYTHONDONTWRITEBYTECODE=1
exec python3 "$root/Tests/MailTests/server.py" "$@"
