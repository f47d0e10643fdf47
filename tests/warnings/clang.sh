#!/usr/bin/env bash
# Compiles every source of the engine and the viewer once more with clang, for its warnings only: clang.sh CLANG BUILD_FOLDER
# The commands are those of the build itself; -fsyntax-only makes nothing.
set -uo pipefail
clang=$1 build=$2

sed -n 's/^ *"command": "\(.*\)",$/\1/p' "$build/compile_commands.json" |
  grep -E -- ' -o (engine|app)/' |
  sed -E -e "s|^(.*ccache )?[^ ]+ |$clang -fsyntax-only |; s| -o [^ ]+||; s| -fsanitize=[^ ]+||g; s| -Wno-restrict||" -e 's|\\\\\\"|\\"|g' |
  xargs -P 2 -d '\n' -I{} sh -c 'cd "$0" && {}' "$build"
