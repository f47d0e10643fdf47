# For test scripts: source this, then call with_virtual_display WIDTH HEIGHT COMMAND...
#
# Runs the command with DISPLAY set to its own Xvfb on a free display number, and stops that server afterward.
with_virtual_display() {
  local size=$1x$2x24; shift 2
  local said server number status=0
  said=$(mktemp)
  Xvfb -displayfd 3 -screen 0 "$size" -nolisten tcp 3>"$said" 2>/dev/null &
  server=$!
  for _ in $(seq 200); do [ -s "$said" ] && break; sleep 0.1; done
  number=$(cat "$said"); rm -f "$said"
  if [ -z "$number" ]; then echo "Xvfb did not start" >&2; kill "$server" 2>/dev/null; return 1; fi
  DISPLAY=":$number" XDG_SESSION_TYPE=x11 "$@" || status=$?
  kill "$server"; wait "$server" 2>/dev/null || true
  return $status
}
