#!/usr/bin/env bash
# Tests a running gateway against the protocol's page, or without one the server and client that are built here.
#
#   conformance.sh GATEWAY AUTHORITY [OPTION...]
#
# GATEWAY is HOST:PORT or empty, AUTHORITY the file with the authority of its certificate. Options go to the client.
# Prints a line per case; the exit status is 0 when none failed.
set -euo pipefail
gateway=$1
authority=$2
shift 2
# The interpreter that the distribution's python3-protobuf belongs to.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

if [ -n "$gateway" ]; then
    [ -r "$authority" ] || {
        echo "The file $authority can't be read. CA=FILE names the authority of the gateway's certificate." >&2
        exit 2
    }
    authority=$(realpath "$authority")
    cd "$root/Tests/Conformance"
    exec /usr/bin/python3 -B -m client --gateway "$gateway" --authority "$authority" "$@"
fi

"$root/deploy/local/toolchain.sh"
"$root/deploy/local/build.sh" debug larder-conformance-server larder-conformance-client
programs=$root/.build/debug
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/deploy/local/certificates.sh" "$work" gateway >/dev/null
identity=(--certificate "$work/gateway.pem" --key "$work/gateway-key.pem")
cd "$root/Tests/Conformance"
/usr/bin/python3 -B -m client --authority "$work/ca.pem" "${identity[@]}" "$@" \
    --server "'$programs/larder-conformance-server' $(printf "'%s' " "${identity[@]}")" \
    --client "'$programs/larder-conformance-client'"
