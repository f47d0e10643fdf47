#!/bin/sh
# Writes a manual page for the program and one for each of its subcommands: man_pages.sh PROGRAM HELP2MAN FOLDER
set -eu
program=$1 help2man=$2 folder=$3
mkdir -p "$folder"

write() {  # NAME DESCRIPTION COMMAND
  "$help2man" --no-info --section 1 --name "$2" --output "$folder/$1.1" --version-string "$version" "$3"
  gzip -9nf "$folder/$1.1"
}

version=$("$program" --version | head -n 1)
write crossfade "open a model, blend its clips, and tune the fade live" "$program"
"$program" --help | sed -n '/^Subcommands:/,$ s/^  \([a-z][a-z]*\)  *\(.*\)/\1 \2/p' | while read -r name what; do
  write "crossfade-$name" "$what" "$program $name"
done
