# crossfade_room(<target> FOLDERS <folder>... [INCLUDE <folder>] [LINKS <target>...])
#
# One static library made of every .cpp under the folders (relative to the caller). A new file is picked up by the next build.
# INCLUDE is where its #include paths start; the top of the tree unless given.
function(crossfade_room target)
  cmake_parse_arguments(room "" "INCLUDE" "FOLDERS;LINKS" ${ARGN})
  if(NOT room_INCLUDE)
    set(room_INCLUDE "${PROJECT_SOURCE_DIR}")
  endif()
  crossfade_sources(sources ${room_FOLDERS})
  add_library(${target} STATIC ${sources})
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${room_INCLUDE}>")
  target_link_libraries(${target} PUBLIC ${room_LINKS})
endfunction()

# crossfade_sources(<variable> <folder>...): the .cpp files under the folders.
function(crossfade_sources variable)
  list(TRANSFORM ARGN REPLACE "^(.+)$" "${CMAKE_CURRENT_SOURCE_DIR}/\\1/*.cpp" OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()
