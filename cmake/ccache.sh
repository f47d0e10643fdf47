#!/bin/sh
# Compiles through ccache, except precompiled headers. While an earlier one lies in its place, g++ reads that in their place when ccache
# asks which headers they include, and so ccache returns whatever it once stored after the same earlier one.
for argument in "$@"; do
  if [ "$argument" = c++-header ]; then exec "$@"; fi
done
# Sources with precompiled headers are cached only if the macros and times that those headers add are ignored.
CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime exec ccache "$@"
