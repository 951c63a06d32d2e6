#!/usr/bin/env bash
# Runs the tests of the lower modules under the thread sanitizer.
#
#   sanitize.sh [OPTION...]               passes options to swift test, such as --filter WireTests
#   LARDER_TESTS=WireTests sanitize.sh    builds and runs these test targets alone
set -euo pipefail
cd "$(dirname "$0")/../.."
export LARDER_TESTS=${LARDER_TESTS:-FoundationsTests,WireTests,TLSTests,RPCTests,MessageCodingTests,PostgresTests,ServiceKitTests}
here=$PWD/Tests/Sanitizer
folder=$PWD/.build-sanitize
mkdir -p "$folder"
clang -O1 -Wall -Wextra -Werror -fPIC -c -o "$folder/runtime_hooks.o" "$here/runtime_hooks.c"
swiftc -O -parse-as-library -emit-library -module-name SanitizerHooks -o "$folder/hooks.so" \
    "$here/continuation_hooks.swift" "$folder/runtime_hooks.o"
flags=(--sanitize thread --scratch-path "$folder")
swift build "${flags[@]}" --product LarderPackageTests
# Some tests allocate more memory than there is, which must fail as it does without the sanitizer.
export TSAN_OPTIONS="suppressions=$here/suppressions.txt allocator_may_return_null=1 history_size=4"

# Runs the tests, and keeps what they print. ProcessMemoryTests is about the C library's allocator, which the sanitizer replaces.
run() {
    LD_PRELOAD=$folder/hooks.so swift test "${flags[@]}" --skip-build --no-parallel --skip ProcessMemoryTests "$@" 2>&1 \
        | tee "$folder/output"
}

run "$@" && exit
# The sanitizer does not see every order that the Swift runtime makes, and so reports a race now and then where there is none.
# A race of our own shows again.
if grep -q "WARNING: ThreadSanitizer" "$folder/output" && ! grep -qE "^✘|error: " "$folder/output"; then
    echo "All tests have passed, with a report of the sanitizer (above). Once more, to see whether it comes again:"
    cp "$folder/output" "$folder/first-output"
    run "$@" && exit
fi
exit 1
