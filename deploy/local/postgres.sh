#!/usr/bin/env bash
# Runs a private PostgreSQL in a folder, which accepts connections on a Unix socket only.
#
#   postgres.sh start DIR          creates the cluster if there is none, starts the server, waits until it responds
#   postgres.sh stop DIR           stops the server, if it is running
#   postgres.sh status DIR [--env] reports whether it is running; with --env prints PGHOST=… lines for a client, and
#                                  POSTMASTER=, the server's process
#
# The operating-system user who starts the server may sign in as the superuser "postgres" without a password (peer); any
# other role needs its password (scram-sha-256). LARDER_POSTGRES_BIN is the folder of the server's programs if they are
# not under /usr/lib/postgresql.
set -euo pipefail
umask 022

readonly PORT=5432
readonly SUPERUSER=postgres
# The kernel's limit for a socket's path is 107 bytes; the server adds "/.s.PGSQL.5432" and, while it starts, ".lock".
readonly SOCKET_DIRECTORY_LIMIT=88
readonly LEAST_FREE_KILOBYTES=$((120 * 1024))

fail() {
    echo "postgres: $*" >&2
    exit 1
}

usage() {
    echo "usage: postgres.sh start|stop DIR | status DIR [--env]" >&2
    exit 64
}

# The user that runs the server: never root, which PostgreSQL rejects.
server_user() {
    if [[ $(id -u) -ne 0 ]]; then
        id -un
    elif id -u postgres >/dev/null 2>&1; then
        echo postgres
    else
        echo nobody
    fi
}

# Runs a command as the server's user, in a directory that this user can access.
as_server() {
    if [[ $(id -u) -ne 0 ]]; then
        (cd / && "$@")
    elif command -v setpriv >/dev/null; then
        (cd / && setpriv --reuid "$SERVER_USER" --regid "$(id -g "$SERVER_USER")" --init-groups "$@")
    else
        (cd / && runuser -u "$SERVER_USER" -- "$@")
    fi
}

# The folder with the programs of a major version, or of the newest one.
find_programs() {
    local wanted=${1:-} candidate best=
    if [[ -n ${LARDER_POSTGRES_BIN:-} ]]; then
        echo "$LARDER_POSTGRES_BIN"
        return
    fi
    while IFS= read -r candidate; do
        [[ -x $candidate/pg_ctl && -x $candidate/initdb ]] && best=$candidate
    done < <(printf '%s\n' /usr/lib/postgresql/${wanted:-*}/bin | sort -V)
    echo "$best"
}

recorded() { [[ -f $1 ]] && cat "$1" || true; }

# Where the cluster is: DIR, or the directory that was recorded because the server's user cannot access DIR.
load_paths() {
    HOME_DIRECTORY=$(recorded "$DIRECTORY/data-path")
    HOME_DIRECTORY=${HOME_DIRECTORY:-$DIRECTORY}
    DATA=$HOME_DIRECTORY/data
    LOG=$HOME_DIRECTORY/log/server.log
    SOCKET=$(recorded "$DIRECTORY/socket-path")
    SOCKET=${SOCKET:-$HOME_DIRECTORY/socket}
}

short_name() { printf '%s' "$DIRECTORY" | cksum | cut -d' ' -f1; }

# Creates a directory that the server's user owns. Rejects one that another user created in a shared place.
make_server_directory() {
    local path=$1 mode=$2
    [[ ! -L $path ]] || fail "$path is a symbolic link; remove it"
    mkdir -p "$path" 2>/dev/null || fail "can't make the directory $path; check its permissions and the free space"
    [[ $(id -u) -ne 0 ]] || chown "$SERVER_USER" "$path" 2>/dev/null || fail "can't give $path to the user $SERVER_USER"
    [[ -O $path || $(id -u) -eq 0 ]] || fail "$path belongs to another user; remove it"
    chmod "$mode" "$path"
}

# Chooses the directory of the data, on the first start only.
choose_home() {
    mkdir -p "$DIRECTORY" 2>/dev/null || fail "can't make the directory $DIRECTORY"
    if [[ ! -f $DIRECTORY/data-path ]] && ! as_server test -x "$DIRECTORY"; then
        local base=/var/lib/larder
        mkdir -p "$base" 2>/dev/null && as_server test -x "$base" || base=/tmp
        local home
        home=$base/larder-postgres-$(short_name)
        mkdir -p "$home" || fail "can't make the directory $home"
        echo "$home" >"$DIRECTORY/data-path"
        echo "postgres: the user $SERVER_USER can't enter $DIRECTORY, so the data are in $home"
    fi
    load_paths
    make_server_directory "$DATA" 700
    make_server_directory "$HOME_DIRECTORY/log" 755
}

choose_socket() {
    local wanted=$HOME_DIRECTORY/socket
    if ((${#wanted} > SOCKET_DIRECTORY_LIMIT)); then
        local base=${XDG_RUNTIME_DIR:-/tmp}
        as_server test -x "$base" || base=/tmp
        wanted=$base/larder-$(short_name)
    fi
    SOCKET=$wanted
    # If root starts the server, clients run as other users, who still need a role's password.
    if [[ $(id -u) -eq 0 ]]; then make_server_directory "$SOCKET" 755; else make_server_directory "$SOCKET" 700; fi
    echo "$SOCKET" >"$DIRECTORY/socket-path"
}

# The process id of this cluster's postmaster; empty if it is not running. The id in the pid file may have been reused.
postmaster() {
    local pid
    [[ -f $DATA/postmaster.pid ]] || return 0
    pid=$(head -n 1 "$DATA/postmaster.pid" 2>/dev/null || true)
    [[ $pid =~ ^[0-9]+$ ]] || return 0
    if [[ -d /proc/$pid ]] && [[ $(readlink "/proc/$pid/cwd" 2>/dev/null || true) == "$(readlink -f "$DATA")" ]]; then
        echo "$pid"
    fi
}

# Removes the files that a crashed postmaster left. PostgreSQL does so itself unless the process id has been reused. They
# may be removed only when no process uses the cluster any more, since children survive a crash for a moment.
recover_from_crash() {
    [[ -f $DATA/postmaster.pid ]] || return 0
    local attempt
    for ((attempt = 0; attempt < 100; attempt++)); do
        if ! cluster_in_use; then
            rm -f "$DATA/postmaster.pid" "$SOCKET/.s.PGSQL.$PORT" "$SOCKET/.s.PGSQL.$PORT.lock"
            echo "postgres: removed the pid file of a server that had crashed"
            return
        fi
        sleep 0.1
    done
    fail "processes of a crashed server still use $DATA; end them first"
}

cluster_in_use() {
    local data process
    data=$(readlink -f "$DATA")
    for process in /proc/[0-9]*; do
        [[ $(readlink "$process/cwd" 2>/dev/null || true) != "$data" ]] || return 0
    done
    return 1
}

check_free_space() {
    local free
    free=$(df -Pk "$DATA" | awk 'NR == 2 { print $4 }')
    ((free >= LEAST_FREE_KILOBYTES)) || fail "the disk of $DATA is full: $((free / 1024)) MB free, 120 MB needed"
}

make_cluster() {
    local output
    check_free_space
    if ! output=$(as_server "$PROGRAMS/initdb" --pgdata "$DATA" --username "$SUPERUSER" --encoding UTF8 \
        --locale C.UTF-8 --auth-local peer --auth-host scram-sha-256 2>&1); then
        [[ $output != *"No space left"* ]] || fail "the disk of $DATA is full"
        fail "initdb failed: $(grep -m 1 -i error <<<"$output" || tail -n 1 <<<"$output")"
    fi
    as_server sh -c 'echo "include '"'larder.conf'"'" >> "$1/postgresql.conf"' sh "$DATA"
}

# Written at each start, since the path of the socket and the calling user may have changed.
configure() {
    as_server sh -c 'cat > "$1/larder.conf"' sh "$DATA" <<EOF
listen_addresses = ''
port = $PORT
unix_socket_directories = '${SOCKET//\'/\'\'}'
password_encryption = 'scram-sha-256'
max_connections = 200
shared_buffers = '64MB'
fsync = on
lc_messages = 'C.UTF-8'
log_destination = 'stderr'
logging_collector = off
EOF
    as_server sh -c 'cat > "$1/pg_hba.conf"' sh "$DATA" <<EOF
local all         $SUPERUSER peer map=larder
local replication all        reject
local all         all        scram-sha-256
EOF
    printf 'larder "%s" %s\n' "$(id -un)" "$SUPERUSER" "$SERVER_USER" "$SUPERUSER" \
        | sort -u | as_server sh -c 'cat > "$1/pg_ident.conf"' sh "$DATA"
}

explain_failed_start() {
    local problem
    problem=$(tail -n 20 "$LOG" 2>/dev/null || true)
    case $problem in
    *"No space left"*) fail "the disk of $DATA is full" ;;
    *"already in use"* | *"Is another postmaster already running"*) fail "another server uses the socket in $SOCKET" ;;
    *) fail "the server didn't start: $(grep -E 'FATAL|PANIC' <<<"$problem" | tail -n 1 || true) (log: $LOG)" ;;
    esac
}

start() {
    SERVER_USER=$(server_user)
    PROGRAMS=$(find_programs)
    [[ -n $PROGRAMS && -x $PROGRAMS/pg_ctl ]] || fail "PostgreSQL isn't installed; run: apt-get install postgresql"
    choose_home
    if [[ -n $(postmaster) ]]; then
        wait_until_ready
        echo "postgres: already running, socket in $SOCKET"
        return
    fi
    choose_socket
    if [[ -f $DATA/PG_VERSION ]]; then
        local major
        major=$(cat "$DATA/PG_VERSION")
        PROGRAMS=$(find_programs "$major")
        [[ -n $PROGRAMS ]] && [[ $("$PROGRAMS/pg_ctl" --version) =~ \ $major(\.|$|[^0-9]) ]] \
            || fail "$DATA was made by PostgreSQL $major, which isn't installed; install postgresql-$major or move it away"
        check_free_space
    elif [[ -n $(ls -A "$DATA") ]]; then
        fail "$DATA isn't empty and holds no PostgreSQL cluster; move it away"
    else
        make_cluster
    fi
    recover_from_crash
    configure
    start_server || explain_failed_start
    wait_until_ready
    echo "postgres: running, socket in $SOCKET"
}

# The server outlives this script, so it must not inherit the caller's descriptors, such as pipes of make or of a test. 255 may
# be one of them: bash reads its script by another one then, and this is a process of its own, which reads no further.
start_server() (
    for descriptor in /proc/self/fd/*; do
        descriptor=${descriptor##*/}
        ((descriptor <= 2)) || eval "exec $descriptor>&-"
    done
    as_server "$PROGRAMS/pg_ctl" start --pgdata "$DATA" --log "$LOG" --wait --timeout 60 --silent \
        >/dev/null 2>&1 </dev/null
)

wait_until_ready() {
    local attempt
    for ((attempt = 0; attempt < 300; attempt++)); do
        if "$PROGRAMS/pg_isready" --quiet --host "$SOCKET" --port "$PORT"; then return; fi
        sleep 0.1
    done
    fail "the server doesn't answer after 30 s (log: $LOG)"
}

stop() {
    load_paths
    SERVER_USER=$(server_user)
    if [[ -z $(postmaster) ]]; then
        echo "postgres: not running"
        return
    fi
    PROGRAMS=$(find_programs "$(cat "$DATA/PG_VERSION")")
    [[ -n $PROGRAMS ]] || fail "the programs of PostgreSQL $(cat "$DATA/PG_VERSION") aren't installed"
    as_server "$PROGRAMS/pg_ctl" stop --pgdata "$DATA" --mode fast --wait --timeout 60 --silent >/dev/null 2>&1 \
        || fail "the server didn't stop within 60 s (log: $LOG)"
    echo "postgres: stopped"
}

status() {
    load_paths
    local pid
    pid=$(postmaster)
    if [[ -z $pid ]]; then
        echo "postgres: not running" >&2
        exit 3
    fi
    if [[ ${1:-} == --env ]]; then
        printf 'PGHOST=%s\nPGPORT=%s\nPGUSER=%s\nPGDATABASE=postgres\nPOSTMASTER=%s\n' "$SOCKET" "$PORT" "$SUPERUSER" "$pid"
    else
        echo "postgres: running as process $pid, socket in $SOCKET"
    fi
}

[[ $# -ge 2 && $# -le 3 && -n $2 ]] || usage
command=$1
DIRECTORY=$(realpath -m "$2")
readonly DIRECTORY
case $command in
start) [[ $# -eq 2 ]] || usage; start ;;
stop) [[ $# -eq 2 ]] || usage; stop ;;
status) [[ $# -eq 2 || $3 == --env ]] || usage; status "${3:-}" ;;
*) usage ;;
esac
