#!/usr/bin/env bash
# Dumps a Larder's database in two parts: what is stored, one file a day, and the keys of persons, into one file that is
# overwritten. Of somebody who has been erased nothing that is encrypted can be read any more in any of these files, from the next
# run on.
#
#   back-up.sh FOLDER
#
# The database is that of PGHOST, PGUSER, PGDATABASE and so on; the role must read all schemas. Run it at least daily.
set -euo pipefail
umask 077

if [[ $# -ne 1 ]]; then
    echo "usage: back-up.sh FOLDER" >&2
    exit 64
fi
folder=$1
mkdir -p "$folder"

data=larder-$(date --utc +%F).dump
keys=person-keys.dump
trap 'rm -f "$folder/$data.new" "$folder/$keys.new"' EXIT

# Writes a file of the folder under a name that it does not keep.
dump() {
    local name=$1
    shift
    pg_dump --format=custom --file "$folder/$name.new" "$@"
    sync "$folder/$name.new"
}

# The keys come second: whoever registers in between has a key, and no rows that lack one.
dump "$data" --exclude-table-data '*.person_keys'
dump "$keys" --data-only --table '*.person_keys'

# Once there are both, and the keys first: new keys open former data, but new data are not whole with former keys.
mv "$folder/$keys.new" "$folder/$keys"
mv "$folder/$data.new" "$folder/$data"
sync "$folder"
