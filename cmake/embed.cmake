# crossfade_embed(<target> HEADER <header> SOURCE <template> [FUNCTION <name>] [FILES <file>...])
#
# A static library that holds the files' bytes unchanged, so that the program needs no data folder. The assembler's .incbin
# includes them without a compiler pass. The template gets @assembly@ (one block per file) and @entries@ (the rows of a
# table: name, first byte, end), @header@ (the file name of HEADER) and @embed_FUNCTION@.
function(crossfade_embed target)
  cmake_parse_arguments(embed "" "HEADER;SOURCE;FUNCTION" "FILES" ${ARGN})
  set(assembly "")
  set(entries "")
  set(index 0)
  foreach(file IN LISTS embed_FILES)
    get_filename_component(name "${file}" NAME)
    string(APPEND assembly "EMBED(${target}_${index}, \"${file}\")\n")
    string(APPEND entries "    {\"${name}\", ${target}_${index}_begin, ${target}_${index}_end},\n")
    math(EXPR index "${index} + 1")
  endforeach()
  get_filename_component(header "${embed_HEADER}" NAME)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp")
  configure_file("${embed_SOURCE}" "${source}" @ONLY)
  set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${embed_FILES}")
  add_library(${target} STATIC "${source}")
  get_filename_component(folder "${embed_HEADER}" DIRECTORY)
  target_include_directories(${target} PUBLIC "${folder}")
endfunction()
