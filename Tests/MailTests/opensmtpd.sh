#!/usr/bin/env bash
# Runs Debian's OpenSMTPD for tests: it takes mails for zoe@example.org alone. The first line is its port. Each mail that
# it delivers is a line of JSON; see delivered.py. It ends with its standard input.
#
# There is no TLS: with OpenSSL 3, the one of Debian 12 ends each handshake with an internal error. server.py has it.
#
# The package is fetched once into .build/opensmtpd and not installed. The server wants root, users of its own and folders at fixed
# places: it has them in a mount namespace of its own, in memory. Exits with 77 and a sentence where that cannot be done.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly root tools="$root/.build/opensmtpd"

skip() {
    echo "skipped: OpenSMTPD $*" >&2
    exit 77
}

fetch() {
    local new
    new=$(mktemp -d "$tools.XXXXXX") || return 1
    # Written last, so that an interrupted run is repeated.
    if (cd "$new" && apt-get download opensmtpd >/dev/null 2>&1 && dpkg-deb --extract opensmtpd_*.deb package); then
        mv --no-target-directory "$new/package" "$tools" 2>/dev/null || true
    fi
    rm -rf "$new"
    [[ -x $tools/usr/sbin/smtpd ]]
}

[[ $(id -u) -eq 0 ]] || skip "needs root"
mkdir -p "$root/.build"
[[ -x $tools/usr/sbin/smtpd ]] || fetch || skip "cannot be fetched (is there Debian and a network?)"
! ldd "$tools/usr/sbin/smtpd" 2>/dev/null | grep --quiet "not found" || skip "lacks libraries on this system"
[[ -d /usr/libexec ]] || skip "expects a folder /usr/libexec"
unshare --mount --pid --fork true 2>/dev/null || skip "cannot have namespaces here"

# The namespace of processes ends with this script, however that ends, and all that runs in it with it: the server is a daemon, and
# whatever is left behind holds what it writes to open.
if [[ ${1:-} != inside ]]; then
    exec unshare --mount --pid --fork --kill-child --propagation private bash "${BASH_SOURCE[0]}" inside
fi

# Everything below is seen by nobody else, and goes with the last process.
readonly home=/var/spool/larder
mount --types tmpfs tmpfs /var/spool
mkdir --mode 711 /var/spool/smtpd "$home"
for file in passwd group; do cp "/etc/$file" "$home/$file"; done
number=64000
for name in opensmtpd opensmtpq larder; do
    number=$((number + 1))
    echo "$name:x:$number:$number::$home:/bin/sh" >>"$home/passwd"
    echo "$name:x:$number:" >>"$home/group"
done
cp "$root/Tests/MailTests/delivered.py" "$home/delivered.py" && chmod 644 "$home/delivered.py"
mkfifo "$home/mails" && chown "$number:$number" "$home/mails"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >"$home/smtpd.conf" <<END
table people { "zoe@example.org" = "larder" }
listen on 127.0.0.1 port $port hostname localhost
action "deliver" mda "python3 $home/delivered.py $home/mails %{sender} %{dest}" virtual <people>
match from any for domain "example.org" action "deliver"
END
mount --types tmpfs --options mode=755 tmpfs /run
mount --types tmpfs --options mode=755 tmpfs /var/lib
mkdir -p /var/lib/opensmtpd/empty
mount --types tmpfs --options mode=755 tmpfs /usr/libexec
cp --recursive "$tools/usr/libexec/opensmtpd" /usr/libexec/opensmtpd
for file in passwd group; do mount --bind "$home/$file" "/etc/$file"; done

log=$(mktemp "$home/log.XXXXXX")
"$tools/usr/sbin/smtpd" -d -f "$home/smtpd.conf" >"$log" 2>&1 &
server=$!
until bash -c "exec 3<>/dev/tcp/127.0.0.1/$port" 2>/dev/null; do
    kill -0 "$server" 2>/dev/null || { cat "$log" >&2; exit 1; }
    sleep 0.05
done
echo "$port"
# Opened for writing as well, so that it does not end between two mails.
cat <>"$home/mails" &
cat >/dev/null
