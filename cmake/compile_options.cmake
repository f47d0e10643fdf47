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
      # g++ 12 wrongly reports overlaps, overruns and oversized strings in plain std::string code, more so with precompiled headers (GCC
      # bugs 105651 and 105329), and g++ 13 dangling references to elements of spans. clang and the sanitizers find the real ones.
      "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overread;-Wno-stringop-overflow;-Wno-array-bounds>"
      "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-dangling-reference>")
    # Warnings are errors only with the compilers that we test: new warnings of a newer compiler must not stop a build.
    if(CROSSFADE_WARNINGS_ARE_ERRORS
       AND (CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^1[2-6]\\."
            OR CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^(1[4-9]|2[01])\\."))
      # Warnings that g++'s optimizer produces by guessing do not stop the build.
      target_compile_options(${target} PRIVATE -Werror
        "$<$<CXX_COMPILER_ID:GNU>:-Wno-error=maybe-uninitialized;-Wno-error=uninitialized;-Wno-error=nonnull>"
        "$<$<CXX_COMPILER_ID:GNU>:-Wno-error=free-nonheap-object;-Wno-error=use-after-free;-Wno-error=dangling-pointer>"
        "$<$<CXX_COMPILER_ID:GNU>:-Wno-error=format-truncation>")
    endif()
  endif()
endfunction()
