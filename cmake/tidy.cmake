# The target `tidy`: runs clang-tidy on the engine and the viewer with the checks in .clang-tidy, and fails if it finds anything. It
# reads the compile commands of a clang build without precompiled headers, which the preset `tidy` configures.
find_program(RUN_CLANG_TIDY NAMES run-clang-tidy-14 run-clang-tidy)
find_program(CLANG_TIDY NAMES clang-tidy-14 clang-tidy)
mark_as_advanced(RUN_CLANG_TIDY CLANG_TIDY)
if(NOT RUN_CLANG_TIDY OR NOT CLANG_TIDY OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  return()
endif()

set(tidy "${RUN_CLANG_TIDY}" -clang-tidy-binary "${CLANG_TIDY}" -p "${PROJECT_BINARY_DIR}" -quiet -j 2)
add_custom_target(tidy COMMAND ${tidy} "^${PROJECT_SOURCE_DIR}/(engine|app)/" USES_TERMINAL VERBATIM)
add_custom_target(tidy_engine COMMAND ${tidy} "^${PROJECT_SOURCE_DIR}/engine/" USES_TERMINAL VERBATIM)
if(TARGET glad)
  add_dependencies(tidy glad) # its header is generated
endif()
