#!/usr/bin/env bash
# Runs the Swift tests that are built, and prints again at the end what has failed, where it is found.
set -euo pipefail
cd "$(dirname "$0")/.."
logs=(.build/tests-end-to-end.log .build/tests.log)
# A process group of its own, which ends with this script: also the programs that a test has left behind.
set -m

# The end-to-end tests wait most of the time, for programs that start and stop, so others run beside them, by the program itself, as
# `swift test` runs once at a time; those of reading photos with them, so that both take about as long. Neither runs its own tests in
# parallel: many start programs and databases, which soon occupy two cores. Into files, and followed from there, since a pipe ends
# only with the last of these programs. Line by line, so that the output of a run that is ended says which tests it was at.
program=$(swift build --show-bin-path)/LarderPackageTests.xctest
run() {
    stdbuf --output=L "$program" --testing-library swift-testing --no-parallel "${@:2}" >"$1" 2>&1 </dev/null &
}
here='^(EndToEndTests|ReceiptRecognitionTests)\.'
# Before they are followed.
for log in "${logs[@]}"; do : >"$log"; done
run "${logs[0]}" --filter "$here" "$@"
first=$!
run "${logs[1]}" --skip "$here" "$@"
second=$!
trap 'kill -- -$first -$second 2>/dev/null || true' EXIT
tail --quiet --lines=+1 --follow --sleep-interval=0.5 "${logs[@]}" &
shown=$!
failed=0
wait $first || failed=1
wait $second || failed=1
sleep 1
kill $shown || true
if ((failed == 0)); then exit 0; fi
printf '\nWhat has failed:\n'
grep -a "✘" "${logs[@]}" || tail --lines=20 "${logs[@]}"
exit 1
