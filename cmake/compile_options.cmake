# crossfade_compile_options(<target>): how our own sources are compiled. Private to the target: projects that add the library with
# add_subdirectory() keep their own language version, warnings and floating-point flags.
function(crossfade_compile_options target)
  if(MSVC)  # also clang-cl
    target_compile_options(${target} PRIVATE
      /W4 /permissive- /utf-8
      /wd4251 /wd4275  # members and bases without dllexport: library and caller share one standard library
      "$<$<BOOL:${CROSSFADE_WARNINGS_ARE_ERRORS}>:/WX>")
  elseif(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(${target} PRIVATE
      -ffp-contract=off  # no fused multiply-add: the exact path gives the same values on every processor
      -Wall -Wextra -Wpedantic -Wshadow -Wimplicit-fallthrough -Wundef
      "$<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor;-Woverloaded-virtual>"
      -Wno-missing-field-initializers  # structs are filled by name; the other fields have defaults
      "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>"  # g++ 12 sees overlaps in plain string concatenation (GCC bug 105651)
      "$<$<BOOL:${CROSSFADE_WARNINGS_ARE_ERRORS}>:-Werror>")
  endif()
endfunction()
