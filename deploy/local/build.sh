#!/usr/bin/env bash
# Builds programs.
#
#   build.sh debug|release PROGRAM...
set -euo pipefail

configuration=$1
shift
cd "$(dirname "$0")/../.."
echo "Building (${configuration}) …"
# One product a call: the build system takes a single --product; what is built once isn't built again.
for program in "$@"; do
    swift build --configuration "$configuration" --product "$program" --quiet
done
