# Completion for crossfade. Options, subcommands and choices come from the program's own --help.
_crossfade() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]} word help= subcommand=
  local top
  top=$("$program" --help 2>/dev/null) || return
  local subcommands
  subcommands=$(sed -n '/^Subcommands:/,$ s/^  \([a-z][a-z]*\)  *.*/\1/p' <<<"$top")
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if grep -qxF -- "$word" <<<"$subcommands"; then
      subcommand=$word
      break
    fi
  done
  help=$top
  if [ -n "$subcommand" ]; then help=$("$program" "$subcommand" --help 2>/dev/null); fi

  COMPREPLY=()
  case "$previous" in
    --*)  # an option with choices lists them in braces, one with another value takes a file name, a flag nothing
      local line choices
      line=$(grep -E -m 1 -- "^  (-.,)?$previous([ {]|\$)" <<<"$help")
      choices=$(sed -n 's/.*{\([a-z][^}]*,[^}]*\|false\)}.*/\1/p' <<<"$line")
      if [ "$choices" = false ]; then
        :
      elif [ -n "$choices" ]; then
        mapfile -t COMPREPLY < <(compgen -W "${choices//,/ }" -- "$current")
        return
      elif grep -qE -- "$previous (TEXT|INT|FLOAT|ENUM)" <<<"$line"; then
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
      fi
      ;;
  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(grep -oE -- '^  (-.,)?--[a-z-]+' <<<"$help" | sed 's/.*--/--/')" -- "$current")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -f -- "$current")
  if [ -z "$subcommand" ]; then
    local more
    mapfile -t more < <(compgen -W "$subcommands" -- "$current")
    COMPREPLY+=("${more[@]}")
  fi
}
complete -o filenames -F _crossfade crossfade
