#!/usr/bin/env bash
# Makes docs/any_clip.jpg and docs/any_clip.gif: tools/gallery/make_any_clip.sh CROSSFADE KNIGHT.glb MANNEQUINY.glb
# (KayKit, Character Pack: Adventurers, CC0; GDQuest, Mannequiny, CC BY 4.0). Needs ImageMagick and FFmpeg.
set -euo pipefail
crossfade=$1 knight=$2 mannequiny=$3
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

film() {  # NAME SCRIPT MODEL [--clips FILE]: one of the four
  local name=$1 script=$2
  shift 2
  "$crossfade" render "$@" --script "$script" --seconds 4.8 --fps 10 --size 220x220 --out "$folder/$name.mp4" > /dev/null
}
cat > "$folder/knight.json" << 'END'
{"commands": [{"at": 0, "do": "play", "clip": "Walking_A"},
              {"at": 1.6, "do": "fadeTo", "clip": "Running_A", "seconds": 0.4},
              {"at": 3.2, "do": "fadeTo", "clip": "Cheer", "seconds": 0.4}]}
END
cat > "$folder/mannequiny.json" << 'END'
{"commands": [{"at": 0, "do": "play", "clip": "run_root.001"},
              {"at": 1.6, "do": "fadeTo", "clip": "fight_idle_root.001", "seconds": 0.4},
              {"at": 3.0, "do": "fadeTo", "clip": "fight_punch_root.001", "seconds": 0.2},
              {"at": 3.5, "do": "fadeTo", "clip": "fight_idle_root.001", "seconds": 0.3}]}
END
film 1 "$folder/knight.json" "$knight"
film 2 "$folder/knight.json" "$mannequiny" --clips "$knight"
film 3 "$folder/mannequiny.json" "$mannequiny"
film 4 "$folder/mannequiny.json" "$knight" --clips "$mannequiny"
inputs=()
for i in 1 2 3 4; do inputs+=(-i "$folder/$i.mp4"); done
ffmpeg -v error -y "${inputs[@]}" -filter_complex \
  "xstack=inputs=4:layout=0_0|w0_0|0_h0|w0_h0,split[a][b];[a]palettegen=max_colors=96[p];[b][p]paletteuse=dither=bayer:bayer_scale=4" \
  docs/any_clip.gif
