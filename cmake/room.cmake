# crossfade_room(<target> FOLDERS <folder>... [LINKS <target>...])
#
# One static library made of every .cpp under the folders (relative to the caller). A new file is picked up by the next build.
# A room without sources gets an empty one, so that the rooms can be built up in any order.
function(crossfade_room target)
  cmake_parse_arguments(room "" "" "FOLDERS;LINKS" ${ARGN})
  crossfade_sources(sources ${room_FOLDERS})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  add_library(${target} STATIC ${sources})
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>")
  target_link_libraries(${target} PUBLIC ${room_LINKS})
endfunction()

# crossfade_sources(<variable> <folder>...): the .cpp files under the folders, or an empty one when there are none.
function(crossfade_sources variable)
  list(TRANSFORM ARGN REPLACE "^(.+)$" "${CMAKE_CURRENT_SOURCE_DIR}/\\1/*.cpp" OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  if(NOT sources)
    set(sources "${PROJECT_BINARY_DIR}/empty.cpp")
    file(CONFIGURE OUTPUT "${sources}" CONTENT "// No source here yet.\n")
  endif()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()
