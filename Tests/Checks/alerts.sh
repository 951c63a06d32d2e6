#!/usr/bin/env bash
# Verifies the alerts of deploy/monitoring with Prometheus' own promtool: that it reads them, and that they say of some series what
# alerts-test.yml expects.
#
# promtool is the one of the system, or that of Debian's package, which is fetched once into .build/monitoring-tools without being
# installed. Where it cannot be fetched, that is said, and nothing fails.
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly tools=.build/monitoring-tools

skip() {
    echo "alerts: not verified by promtool, $*"
    exit 0
}

# Written last, so that an interrupted run is repeated.
fetch() {
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
    folder=$(mktemp -d) || return 1
    trap 'rm -rf "$folder"' EXIT
    (cd "$folder" && apt-get download prometheus) >/dev/null 2>&1 || return 1
    dpkg-deb --extract "$folder"/prometheus_*.deb "$folder/package" || return 1
    mkdir -p "$tools" && mv "$folder/package/usr/bin/promtool" "$tools/promtool"
}

promtool=$(command -v promtool || echo "$tools/promtool")
[[ -x $promtool ]] || fetch || skip "which cannot be fetched (is there Debian and a network?)"

"$promtool" check rules deploy/monitoring/*.yml >/dev/null
"$promtool" test rules Tests/Checks/alerts-test.yml >/dev/null
echo "alerts: verified by promtool"
