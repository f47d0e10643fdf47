# Highway without its library, which chooses an instruction set at run time: the one of the compiler's settings alone.
if(NOT TARGET hwy::hwy)
  file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/include")
  file(CREATE_LINK /usr/include/hwy "${CMAKE_BINARY_DIR}/include/hwy" SYMBOLIC)
  add_library(hwy::hwy INTERFACE IMPORTED GLOBAL)
  target_include_directories(hwy::hwy INTERFACE "${CMAKE_BINARY_DIR}/include")
  target_compile_definitions(hwy::hwy INTERFACE HWY_COMPILE_ONLY_STATIC)
endif()
