#!/usr/bin/env bash
# Runs libFuzzer on each fuzz target in turn. New inputs are kept in Corpus/, inputs that violate a property in Crashes/.
#
#   Tests/Fuzz/fuzz.sh [SECONDS [TARGET…]]    SECONDS for each target (60); by default all targets
#
# The exit status is 1 when a target violated a property.
set -euo pipefail

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
duration=${1:-60}
build=${FUZZ_BUILD:-$folder/.build}

# The flags apply to the whole build, so that dependencies are instrumented, too, and the fuzzer sees their coverage.
swift build --package-path "$folder" --scratch-path "$build" --configuration release --product larder-fuzz \
	-Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address -Xswiftc -parse-as-library \
	-Xswiftc -use-ld=lld
fuzzer=$build/release/larder-fuzz

targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=(frames connection link metadata messages json decompression)

failed=0
for target in "${targets[@]}"; do
	corpus=$folder/Corpus/$target
	crashes=$folder/Crashes/$target
	found=$(mktemp -d)
	mkdir -p "$corpus" "$crashes"
	echo "== $target for $duration s"
	dictionary=()
	[ ! -f "$folder/Dictionaries/$target.txt" ] || dictionary=("-dict=$folder/Dictionaries/$target.txt")
	LARDER_FUZZ_TARGET=$target "$fuzzer" "$found" "$corpus" -max_total_time="$duration" -max_len=2048 -timeout=10 \
		-rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="$crashes/" "${dictionary[@]}" 2>"$found.log" || failed=1
	grep -E "Fatal error|SUMMARY|stat::number_of_executed_units|stat::average_exec_per_sec|stat::peak_rss" "$found.log" || true
	# Keeps only inputs that add coverage.
	kept=$(mktemp -d)
	LARDER_FUZZ_TARGET=$target "$fuzzer" -set_cover_merge=1 -use_counters=0 "$kept" "$corpus" "$found" 2>>"$found.log" || true
	find "$corpus" -type f -delete
	find "$kept" -type f -size -5k -exec cp {} "$corpus/" \;
	rm -rf "$found" "$kept"
	echo "   $(find "$corpus" -type f | wc -l) inputs kept; log in $found.log"
done
exit $failed
