#!/bin/sh
# Compiles through ccache, except precompiled headers. If an old one is in place, g++ reads it instead of the header when
# ccache asks for the includes, so ccache would miss what changed and return an outdated result.
for argument in "$@"; do
  if [ "$argument" = c++-header ]; then exec "$@"; fi
done
# Sources with precompiled headers are cached only if the macros and times that those headers add are ignored.
CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime exec ccache "$@"
