#!/usr/bin/env bash
# Makes docs/any_clip.jpg: tools/gallery/make_any_clip.sh CROSSFADE KNIGHT.glb (KayKit, Character Pack: Adventurers, CC0)
set -euo pipefail
crossfade=$1 knight=$2
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
row() {  # NAME CLIP TIME: both characters
  echo '{"commands": [{"at": 0, "do": "play", "clip": "'"$2"'"}]}' > "$folder/script.json"
  local options=(--script "$folder/script.json" --start "$3" --seconds 0.02 --size 320x320)
  "$crossfade" render "$knight" "${options[@]}" --out "$folder/$1-a.png" > /dev/null
  "$crossfade" render --clips "$knight" "${options[@]}" --out "$folder/$1-b.png" > /dev/null
}
row 1 Walking_A 0.25
row 2 Running_A 0.3
row 3 Cheer 0.4
row 4 2H_Melee_Attack_Chop 0.75
montage "$folder"/[1-4]-a.png "$folder"/[1-4]-b.png -tile 4x2 -geometry +2+2 -quality 88 docs/any_clip.jpg
