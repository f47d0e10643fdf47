#!/usr/bin/env bash
# What a frame costs where caches are cold: count_lines.sh PROGRAM [options of pose_pipeline or crowd_frame]
#
# Prints the cache lines of data that a frame touches, the pages of 4 KB on which they lie, and its instructions. cachegrind
# counts the misses of a cache of 4 MB from which 12 MB were swept before each frame, so nothing of an earlier frame is left and
# every line misses once; with lines of 4 KB it counts pages. A run of 4 frames is subtracted from one of 36, and the lines of
# the sweep from the result. Instructions are of longer runs without sweeps, because loading varies by half a million. valgrind
# has no AVX-512, so AVX2 is measured.
set -euo pipefail
program=$1
shift
sweep=12
line=64
count() {
  valgrind --tool=cachegrind --cache-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=4194304,16,$line --cachegrind-out-file=/dev/null \
    "$program" --frames "$@" 2>&1 >/dev/null | tr -d , | awk -v wanted="$what" '$0 ~ wanted { print $4 }'
}
touched() {
  few=$(count 4 "$@" --sweep $sweep)
  many=$(count 36 "$@" --sweep $sweep)
  echo $(((many - few) / 32 - sweep * 1024 * 1024 / line))
}
what='LLd misses:'
lines=$(touched "$@")
line=4096
pages=$(touched "$@")
what='I +refs:'
characters=$(printf '%s\n' "$@" | grep -A1 -- --characters | tail -1)
more=$((4000 / characters + 20))
few=$(count 4 "$@")
many=$(count $((4 + more)) "$@")
echo "{\"lines\":$lines,\"pages\":$pages,\"instructions_per_character\":$(((many - few) / more / characters)),\"options\":\"$*\"}"
