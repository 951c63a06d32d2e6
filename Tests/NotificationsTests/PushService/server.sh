#!/usr/bin/env bash
# Runs a push service for tests; see server.py. Exits with 77 when it cannot be fetched.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
readonly root tools="$root/.build/push-tools"

"$root/deploy/local/python-packages.sh" "$root/Tests/NotificationsTests/PushService/requirements.txt" "$tools" >&2 || exit 77
export PYTHONPATH="$tools" PYTHONDONTWRITEBYTECODE=1
exec python3 "$root/Tests/NotificationsTests/PushService/server.py" "$@"
