#!/bin/sh
# Fuzzes all targets, one after another on one core: run.sh SECONDS [FOLDER]
#
# What is found lies in FOLDER/artifacts, new inputs in FOLDER/work, what each run said in FOLDER/logs. A target that fails is begun
# again, as long as its time lasts.
set -e
cd "$(dirname "$0")"
seconds=${1:-3600}
out=${2:-/tmp/cardwright-fuzzing}
sh ./seeds.sh "$out/seeds"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$out/target}"
cargo +nightly fuzz build --fuzz-dir . --sanitizer none
bin=$(dirname "$(find "$CARGO_TARGET_DIR" -path '*/release/card_file' -type f | head -1)")
# target, dictionary, longest input, percent of the time
while read -r target dictionary longest percent; do
    mkdir -p "$out/work/$target" "$out/artifacts/$target" "$out/logs"
    end=$(($(date +%s) + seconds * percent / 100))
    round=0
    while left=$((end - $(date +%s))) && [ "$left" -gt 5 ] && [ "$round" -lt 20 ]; do
        round=$((round + 1))
        nice -n 15 "$bin/$target" "$out/work/$target" "corpus/$target" "$out/seeds/$target" -dict="dictionaries/$dictionary.dict" \
            -max_total_time="$left" -timeout=10 -rss_limit_mb=3000 -malloc_limit_mb=500 -max_len="$longest" \
            -artifact_prefix="$out/artifacts/$target/" -print_final_stats=1 > "$out/logs/$target-$round.log" 2>&1 || true
    done
    grep -h "stat::number_of_executed_units" "$out/logs/$target"-*.log | sed "s/^/$target /"
done <<TARGETS
cost small 128 4
type_line small 128 3
keyword_line small 128 3
card_file card 2048 15
text text 1024 15
script script 2048 30
card card 2048 30
TARGETS
find "$out/artifacts" -type f
