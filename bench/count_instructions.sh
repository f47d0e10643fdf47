#!/usr/bin/env bash
# Instructions per character and frame: count_instructions.sh PROGRAM [pose_pipeline's options]
#
# Subtracts a run of 4 frames from one of 12, so that loading does not count. AVX2, because valgrind has no AVX-512.
set -euo pipefail
program=$1
shift
characters=64
count() {
  valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$program" --characters $characters --frames "$@" --target avx2 --no-check 2>&1 >/dev/null |
    sed -n 's/.*I *refs: *//p' | tr -d ,
}
few=$(count 4 "$@")
many=$(count 12 "$@")
echo "{\"instructions_per_character\":$(((many - few) / 8 / characters)),\"options\":\"$*\"}"
