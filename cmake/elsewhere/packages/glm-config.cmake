# GLM is headers alone: those of this machine, without its other headers.
if(NOT TARGET glm::glm)
  file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/include")
  file(CREATE_LINK /usr/include/glm "${CMAKE_BINARY_DIR}/include/glm" SYMBOLIC)
  add_library(glm::glm INTERFACE IMPORTED GLOBAL)
  target_include_directories(glm::glm INTERFACE "${CMAKE_BINARY_DIR}/include")
endif()
