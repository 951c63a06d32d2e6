#!/usr/bin/env bash
# Creates the certificates of a local deployment: a development authority, one identity per service, one for the operator.
#
#   certificates.sh [--renew] [--trust-domain DOMAIN] DIR [SERVICE...]
#
# DIR/ca.pem, DIR/ca-key.pem      the authority, 10 years
# DIR/NAME.pem, DIR/NAME-key.pem  a service, 90 days, as server and as client
#
# Valid files are kept. A service's certificate is renewed 30 days before it expires, when the authority has changed,
# and when its names differ from the present ones; with --renew in any case. The default trust domain is larder. The
# gateway's certificate alone is valid for localhost and its addresses: users' programs check nothing but the host name,
# so no other service can pose as the gateway.
# Files are replaced atomically, so that a running service can read them at any time.
set -euo pipefail
umask 077

fail() {
    echo "certificates.sh: $1" >&2
    exit 1
}

renewal_seconds=$((30 * 24 * 3600))
authority_days=3650
service_days=90

renew=false
trust_domain=larder
while [[ ${1:-} == --* ]]; do
    case $1 in
        --renew) renew=true ;;
        --trust-domain)
            shift
            trust_domain=${1:-}
            ;;
        *) fail "there is no option $1" ;;
    esac
    shift || true
done
[[ $trust_domain =~ ^[a-z0-9._-]{1,255}$ ]] || fail "\"$trust_domain\" is not a trust domain (a-z, 0-9, \".\", \"-\" and \"_\")"
[ $# -ge 1 ] || fail "usage: certificates.sh [--renew] [--trust-domain DOMAIN] DIR [SERVICE...]"
directory=$1
shift
if [ $# -eq 0 ]; then
    manifest=$(dirname "${BASH_SOURCE[0]}")/../../Services/Manifest/services.json
    [ -r "$manifest" ] || fail "the file $manifest can't be read"
    mapfile -t services < <(grep -o '"name": "[^"]*"' "$manifest" | cut -d '"' -f 4)
    set -- "${services[@]}" operator
fi
for name in "$@"; do
    [[ $name =~ ^[a-z][a-z0-9-]*$ && $name != ca ]] || fail "\"$name\" is not a service name (a-z, 0-9 and -)"
done

command -v openssl >/dev/null || fail "openssl is not installed; run: apt-get install openssl"
mkdir -p "$directory" 2>/dev/null || fail "the folder $directory can't be made"
[ -w "$directory" ] || fail "the folder $directory can't be written"
work=$(mktemp -d "$directory/.new.XXXXXX") || fail "the folder $directory can't be written"
trap 'rm -rf "$work"' EXIT

# Two concurrent runs would each create an authority.
exec 9>"$directory/.lock"
flock 9

run_openssl() {
    openssl "$@" >"$work/output" 2>&1 || fail "openssl $1 failed: $(tail -n 1 "$work/output")"
}

public_keys_match() { # CERTIFICATE KEY
    local of_certificate of_key
    of_certificate=$(openssl x509 -in "$1" -noout -pubkey 2>/dev/null) || return 1
    of_key=$(openssl pkey -in "$2" -pubout 2>/dev/null) || return 1
    [ "$of_certificate" = "$of_key" ]
}

is_fresh() { # CERTIFICATE
    openssl x509 -in "$1" -noout -checkend "$renewal_seconds" >/dev/null 2>&1
}

make_key() { # FILE
    run_openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"
    chmod 600 "$1"
}

install_pair() { # NAME KEY-NAME
    mv -f "$work/$2" "$directory/$2"
    mv -f "$work/$1" "$directory/$1"
}

make_authority() {
    cat >"$work/authority.cnf" <<'CONFIGURATION'
[req]
prompt = no
distinguished_name = name
x509_extensions = extensions
[name]
O = Larder
CN = Larder development authority
[extensions]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
CONFIGURATION
    make_key "$work/ca-key.pem"
    run_openssl req -x509 -new -sha256 -config "$work/authority.cnf" -days "$authority_days" \
        -key "$work/ca-key.pem" -out "$work/ca.pem"
    chmod 644 "$work/ca.pem"
    install_pair ca.pem ca-key.pem
}

names_of() { # NAME
    local names="URI:spiffe://$trust_domain/service/$1, DNS:$1"
    [[ $1 != gateway ]] || names+=", DNS:localhost, IP:127.0.0.1, IP:::1"
    echo "$names"
}

make_service() { # NAME
    cat >"$work/$1.cnf" <<CONFIGURATION
[req]
prompt = no
distinguished_name = name
[name]
O = Larder
CN = $1
[extensions]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth, clientAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = $(names_of "$1")
CONFIGURATION
    make_key "$work/$1-key.pem"
    run_openssl req -new -sha256 -config "$work/$1.cnf" -key "$work/$1-key.pem" -out "$work/$1.csr"
    run_openssl x509 -req -sha256 -in "$work/$1.csr" -days "$service_days" \
        -CA "$directory/ca.pem" -CAkey "$directory/ca-key.pem" -set_serial "0x$(openssl rand -hex 16)" \
        -extfile "$work/$1.cnf" -extensions extensions -out "$work/$1.pem"
    chmod 644 "$work/$1.pem"
    install_pair "$1.pem" "$1-key.pem"
}

authority_is_good() {
    is_fresh "$directory/ca.pem" && public_keys_match "$directory/ca.pem" "$directory/ca-key.pem"
}

has_right_names() { # NAME
    local names present
    names=$(names_of "$1")
    # As openssl prints them.
    names=${names//IP:::1/IP Address:0:0:0:0:0:0:0:1}
    names=${names//IP:/IP Address:}
    present=$(openssl x509 -in "$directory/$1.pem" -noout -ext subjectAltName 2>/dev/null | tail -n 1)
    [ "${present#"${present%%[! ]*}"}" = "$names" ]
}

service_is_good() { # NAME
    ! $renew && has_right_names "$1" && is_fresh "$directory/$1.pem" && public_keys_match "$directory/$1.pem" "$directory/$1-key.pem" \
        && openssl verify -CAfile "$directory/ca.pem" "$directory/$1.pem" >/dev/null 2>&1
}

authority_is_good || make_authority
chmod 600 "$directory/ca-key.pem"
for name in "$@"; do
    service_is_good "$name" || make_service "$name"
    chmod 600 "$directory/$name-key.pem"
done
