#!/usr/bin/env bash
# A compiler launcher that compiles with clang instead, for its warnings only: clang.sh CLANG COMPILER ARGUMENTS
# -fsyntax-only makes no object; an empty one tells ninja that the source was checked, and -MD names the headers to watch. Only
# precompiled headers are made.
set -euo pipefail
clang=$1
shift 2

arguments=()
object=
makes_header=
while [ $# -gt 0 ]; do
  case "$1" in
    -o) object=$2; shift ;;
    -Wno-error=* | -Wno-restrict | -Wno-stringop-* | -Wno-array-bounds | -Wno-dangling-reference | -Wno-maybe-uninitialized | -Wno-subobject-linkage) ;; # for g++
    c++-header) makes_header=1; arguments+=("$1") ;;
    -c | -UNDEBUG | -fsanitize=* | -fno-sanitize-recover=* | -fpch-preprocess | --param=ggc-*) ;;
    *) arguments+=("$1") ;;
  esac
  shift
done
if [ "$makes_header" ]; then
  rm -f "$object"  # or clang would include the old one, and refuse it
  exec "$clang" -DNDEBUG "${arguments[@]}" -o "$object"
fi
"$clang" -fsyntax-only -Werror -DNDEBUG "${arguments[@]}"
: >"$object"
