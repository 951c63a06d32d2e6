#!/usr/bin/env bash
# Builds programs of the package.
#
#   build.sh debug|release PROGRAM...
set -euo pipefail

configuration=$1
shift
cd "$(dirname "$0")/../.."
echo "Building (${configuration}) …"
# One call per product, since swift build accepts a single --product; shared modules are built once.
for program in "$@"; do
    swift build --configuration "$configuration" --product "$program" --quiet
done
