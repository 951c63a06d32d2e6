#!/usr/bin/env bash
# Restores what back-up.sh has dumped into an empty database, while no program runs.
#
#   restore.sh DUMP KEYS
#
# DUMP is the file of a day, KEYS the latest person-keys.dump. The database is that of PGHOST, PGUSER, PGDATABASE and so on; its
# roles exist. Afterwards, erase-again.sql has those erased again who are in the dump and whose keys were destroyed since.
set -euo pipefail

if [[ $# -ne 2 ]]; then
    echo "usage: restore.sh DUMP KEYS" >&2
    exit 64
fi

restore() { pg_restore --exit-on-error --dbname "${PGDATABASE:-larder}" "$@"; }

if [[ $(psql --no-psqlrc --tuples-only --no-align --dbname "${PGDATABASE:-larder}" --command \
    "SELECT count(*) FROM pg_tables WHERE tablename = 'person_keys'") -ne 0 ]]; then
    echo "restore: the database is not empty; nothing was changed." >&2
    exit 1
fi

# The keys come before the triggers, which would count them once more.
restore --section pre-data --section data "$1"
restore --data-only "$2"
restore --section post-data "$1"
