# crossfade_room(<target> FOLDERS <folder>... [LINKS <target>...])
#
# A static library of every .cpp under the folders (relative to the caller), with #include paths from the top of the tree. New files are
# found by the next build.
function(crossfade_room target)
  cmake_parse_arguments(room "" "" "FOLDERS;LINKS" ${ARGN})
  crossfade_sources(sources ${room_FOLDERS})
  add_library(${target} STATIC ${sources})
  crossfade_compile_options(${target})
  target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PUBLIC ${room_LINKS})
endfunction()

# crossfade_sources(<variable> <folder>...): the .cpp files under the folders.
function(crossfade_sources variable)
  list(TRANSFORM ARGN REPLACE "^(.+)$" "${CMAKE_CURRENT_SOURCE_DIR}/\\1/*.cpp" OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()
