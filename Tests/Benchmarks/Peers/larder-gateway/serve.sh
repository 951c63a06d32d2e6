#!/usr/bin/env bash
# Runs Larder's gateway in front of an echo server for a limited time.
#
#   serve.sh --port N --cert F --key F --lifetime S
#
# This process becomes the gateway. The echo server behind it is a process of its own. Both use mutual TLS, as in
# production, with certificates of an authority that is created for this run. The echo server implements a method that
# needs no account. Limits per client are off, since all load comes from one address.
set -euo pipefail

cd "$(dirname "$0")"
readonly METHOD=larder.auth.v1.Keys/ListKeys
readonly PROGRAMS=../../.build/release
readonly GATEWAY=../../../../.build/release/larder-gateway

while [[ $# -ge 2 ]]; do
    case $1 in
        --port) port=$2 ;;
        --cert) certificate=$2 ;;
        --key) key=$2 ;;
        --lifetime) lifetime=$2 ;;
        *) echo "serve.sh: $1 is not known" >&2; exit 64 ;;
    esac
    shift 2
done

# Paths of certificate and key are relative to the caller's folder.
certificate=$(cd "$OLDPWD" && realpath "${certificate:?--cert is missing}")
key=$(cd "$OLDPWD" && realpath "${key:?--key is missing}")
work=$(mktemp -d)
../../../../deploy/local/certificates.sh "$work" auth
install -m 600 "$key" "$work/gateway-key.pem"

setsid "$PROGRAMS/larder-echo-server" --port 0 --port-file "$work/port" --as "$METHOD" \
    --cert "$work/auth.pem" --key "$work/auth-key.pem" --authority "$certificate" \
    --lifetime "${lifetime:?--lifetime is missing}" </dev/null >&2 &
backend=$!
# Ends everything once the gateway has ended or the time is over.
setsid bash -c '
    timeout "$1" tail --pid="$2" -f /dev/null
    kill "$2" "$3" 2>/dev/null
    rm -rf "$4"
' watchdog "$lifetime" $$ "$backend" "$work" </dev/null >/dev/null 2>&1 &
disown -a

for _ in $(seq 100); do
    [[ -s $work/port ]] && break
    kill -0 "$backend" || exit 1
    sleep 0.05
done
endpoint=127.0.0.1:$(<"$work/port")
peers=()
for service in auth ocr catalog budget orders notifications; do peers+=("--peers-$service" "$endpoint"); done

exec "$GATEWAY" --listen-host 127.0.0.1 --listen-port "${port:?--port is missing}" --event-loops 1 \
    --tls-certificate "$certificate" --tls-key "$work/gateway-key.pem" --tls-authority "$work/ca.pem" \
    --log-level warning "${peers[@]}" \
    --limits-user-per-second 0 --limits-address-per-second 0 --limits-sign-in-per-second 0 --limits-handshake-per-second 0 \
    --limits-calls 100000 --limits-calls-per-user 1000000 --limits-calls-per-address 1000000 --limits-connections-per-address 1000000
