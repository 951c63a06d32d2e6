#!/usr/bin/env bash
# Builds programs of the package.
#
#   build.sh debug|release PROGRAM...
set -euo pipefail

configuration=$1
shift
cd "$(dirname "$0")/../.."
. deploy/local/progress.sh

echo "Building (${configuration}) …"
build=(swift build --configuration "$configuration" --no-color-diagnostics)
[[ $configuration != debug ]] || build=(deploy/local/debug-build.sh)
# One call per product, since swift build accepts a single --product; shared modules are built once.
number=0
for program in "$@"; do
    number=$((number + 1))
    # The compiler's flags must not depend on whether this is a terminal: with other flags everything is built again.
    if ! "${build[@]}" --product "$program" 2>&1 \
        | show_progress "Building $program ($number of $#)"; then
        # What swift build prints about each step says nothing about the failure.
        grep -Ev '^(\[[0-9]+/[0-9]+\]|Building for )' "$progress_log" >&2 || true
        echo "build.sh: $program could not be built" >&2
        exit 1
    fi
done
((SECONDS < 60)) || echo "Built in $(elapsed_time)."
