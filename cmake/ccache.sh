#!/bin/sh
# Compiles through ccache, except precompiled headers. If an old one is in place, g++ reads it instead of the header when
# ccache asks for the includes, so ccache would miss what changed and return an outdated result.
#
# g++ writes another precompiled header each time, so ccache gets checksums of the headers in it to compare instead.
set -eu
previous=
output=
kind=
for argument in "$@"; do
  case "$previous" in
    -o) output=$argument ;;
    -x) kind=$argument ;;
  esac
  previous=$argument
done

if [ "$kind" = c++-header ]; then
  "$@"
  sed 's/^[^:]*://; s/\\$//' "$output.d" | xargs sha256sum >"$output.sum"
  exit
fi
# Sources with precompiled headers are cached only if the macros and times that those headers add are ignored.
CCACHE_PCH_EXTSUM=1 CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime exec ccache "$@"
