# Compiles the headers with one setting of GLM: cmake -D COMPILER=... -D FOLDER=engine -D SETTING=... [-D REFUSED=TRUE] -P this
# REFUSED: it must fail, with a sentence of ours that names the setting. Otherwise it must compile.
set(source "#include \"crossfade/math/transform.h\"\n#include \"crossfade/transition/transition_player.h\"\n")
file(CONFIGURE OUTPUT "${WORK}/${SETTING}.cpp" CONTENT "${source}")
execute_process(COMMAND "${COMPILER}" -std=c++20 -fsyntax-only "-D${SETTING}" -I "${FOLDER}" "${WORK}/${SETTING}.cpp"
  RESULT_VARIABLE failed ERROR_VARIABLE errors)
if(REFUSED AND NOT errors MATCHES "error:.*crossfade: ${SETTING} ")
  message(FATAL_ERROR "${SETTING} was not refused by name:\n${errors}")
elseif(REFUSED AND NOT failed)
  message(FATAL_ERROR "${SETTING} compiles")
elseif(NOT REFUSED AND failed)
  message(FATAL_ERROR "${SETTING} was refused:\n${errors}")
endif()
