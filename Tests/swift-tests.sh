#!/usr/bin/env bash
# Runs the Swift tests that are built, and prints again at the end what has failed, where it is found.
set -euo pipefail
cd "$(dirname "$0")/.."
log=.build/tests.log
# A process group of its own, which ends with this script: also the programs that a test has left behind.
set -m
# Into a file, and followed from there, since a pipe ends only with the last of these programs (`swift test` has one of its own, and
# waits for whatever a test has left that leaves the group, such as a daemon). Not in parallel: many tests start
# programs and databases, which soon occupy two cores. Line by line, so that the output of a run that is ended says which test it
# was at.
stdbuf --output=L swift test --skip-build --no-parallel "$@" >$log 2>&1 </dev/null &
tests=$!
trap 'kill -- -$tests 2>/dev/null || true' EXIT
tail --lines=+1 --follow --sleep-interval=0.5 --pid=$tests $log
if wait $tests; then exit 0; fi
printf '\nWhat has failed:\n'
grep -a "✘" $log || tail --lines=20 $log
exit 1
