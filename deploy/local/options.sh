#!/usr/bin/env bash
# Checks what `make run` was given before anything is installed or built, since a mistake should not show after minutes.
#
#   options.sh PORT REPLICAS [PHOTO [MODELS]]
#
# The launcher checks its options again, and finds what changes while it is built.
set -euo pipefail

readonly port=$1 replicas=$2 photo=${3:-} models=${4-yes}
readonly manifest="$(dirname "$0")/../../Services/Manifest/services.json"

fail() {
    echo "make run: $*" >&2
    exit 1
}

[[ $replicas =~ ^[1-9]$ ]] || fail "REPLICAS must be a number from 1 to 9, not $replicas."
[[ $models == yes || $models == no ]] || fail "MODELS must be yes or no, not $models."

offsets=$(grep -o '"portOffset": [0-9]*' "$manifest" | grep -o '[0-9]*$')
# The gateway's port for browsers is behind those of the services; instances are 10 apart, metrics 100 above
# (LocalDeployment/Ports.swift).
web=$(($(sort -n <<<"$offsets" | tail -n 1) + 1))
last=$((65536 - web - 1 - (replicas - 1) * 10 - 100))
[[ $port =~ ^[1-9][0-9]{0,4}$ ]] && ((port <= last)) || fail "PORT must be a number from 1 to $last, not $port."

if [[ -e .larder/lock ]] && ! flock --nonblock .larder/lock true; then
    fail "Larder already runs here, on .larder. Stop it with Ctrl-C in its terminal."
fi

# Whether programs run that a launcher left when it was killed. The next one ends them before it needs their ports.
has_leftovers() {
    local file
    for file in .larder/processes/*; do
        [[ -s $file && $(readlink "/proc/${file##*/}/exe") == "$(<"$file")"?(" (deleted)") ]] && return 0
    done 2>/dev/null
    return 1
}

has_leftovers && offsets= web=
for offset in $offsets $web; do
    for ((instance = 0; instance < replicas; instance++)); do
        own=$((port + offset + instance * 10))
        for taken in "$own" $([[ $offset == "$web" ]] || echo $((own + 100))); do
            if (exec 3<>"/dev/tcp/127.0.0.1/$taken") 2>/dev/null; then
                fail "port $taken is taken by another program. Stop that one, or choose another place with PORT=…"
            fi
        done
    done
done

if [[ -n $photo ]]; then
    [[ -f $photo && -r $photo ]] || fail "the photo $photo cannot be read."
    case $(head -c 12 "$photo" | od -An -v -tx1 | tr -d ' \n') in
        ffd8ff* | 89504e470d0a1a0a* | 52494646????????57454250) ;;
        *) fail "$photo is not a photo: a JPEG, PNG or WebP file is needed." ;;
    esac
    # The limit of ocr's photos.
    (($(stat --dereference --format=%s "$photo") <= 20 << 20)) || fail "the photo $photo is larger than 20 MB."
fi
