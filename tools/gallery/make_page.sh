#!/bin/sh
# Makes docs/page.jpg, the page of the bundled character on a desktop and on a phone: tools/gallery/make_page.sh CROSSFADE
# Needs scripts/web to have run, and ImageMagick.
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" page assets/character.glb --template build/web/page_template.html --out "$folder/page.html" >/dev/null
node tools/gallery/page_pictures.mjs "$folder/page.html" "$folder"
convert "$folder/desktop.png" '(' "$folder/phone.png" -resize x800 ')' -background '#101216' -splice 8x0+0+0 +append -chop 8x0 -quality 88 docs/page.jpg
