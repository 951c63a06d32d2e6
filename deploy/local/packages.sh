#!/usr/bin/env bash
# Installs the missing Debian packages of those that Larder needs to be built and run.
#
#   packages.sh [PACKAGE...]           installs the missing ones, and missing PACKAGEs; with sudo unless run by root
#   packages.sh --check [PACKAGE...]   only lists them; fails if there are any
set -euo pipefail

only_check=false
if [[ ${1:-} == --check ]]; then
    only_check=true
    shift
fi

readonly PACKAGES=(
    libprotobuf-c-dev protobuf-c-compiler protobuf-compiler libprotobuf-dev # messages and their generator
    libpq-dev postgresql                                                    # data
    libssl-dev openssl                                                      # TLS and development certificates
    libarchive-dev                                                          # exports of personal data
    libcurl4-openssl-dev                                                    # mail
    libfido2-dev libqrencode-dev                                            # passkeys and QR codes
    libsodium-dev                                                           # hashes of passwords
    zlib1g-dev                                                              # compression of messages
    libtesseract-dev tesseract-ocr-eng                                      # reading
    python3 python3-protobuf                                                # the second client of the conformance tests
    python3-pip libjs-leaflet libjs-chart.js                                # the web app's libraries
    pkg-config
    "$@"
)

fail() {
    echo "packages.sh: $*" >&2
    exit 1
}

missing=()
for package in "${PACKAGES[@]}"; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [[ $status == installed ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0
if $only_check; then
    fail "these packages are missing: ${missing[*]}. Install them with: apt-get install ${missing[*]}"
fi

command -v apt-get >/dev/null || fail "apt-get is not there; install these by hand: ${missing[*]}"
as_root=()
if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null || fail "installing needs root. Run as root: apt-get install ${missing[*]}"
    as_root=(sudo)
fi

echo "Installing ${missing[*]} …"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    # `make run` has a private server; without this file Debian's package would create and start a cluster of its own.
    "${as_root[@]}" mkdir -p /etc/postgresql-common
    if [[ ! -e /etc/postgresql-common/createcluster.conf ]]; then
        echo "create_main_cluster = false" | "${as_root[@]}" tee /etc/postgresql-common/createcluster.conf >/dev/null
    fi
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "${missing[@]}"
}
if ! install >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    fail "installing ${missing[*]} failed"
fi
