# The target `glad`: the OpenGL loader, generated while building. It knows core 4.1 and the extensions below and nothing newer, so
# a call that an old driver lacks does not compile.

# The hint comes first because another Python without glad may shadow Debian's.
find_program(GLAD glad HINTS /usr/bin REQUIRED)
mark_as_advanced(GLAD)

set(glad_extensions GL_KHR_debug GL_KHR_robustness GL_ARB_buffer_storage GL_EXT_texture_filter_anisotropic)
list(JOIN glad_extensions "," glad_extensions)
set(glad_folder "${PROJECT_BINARY_DIR}/glad")

# --reproducible: without it glad downloads the newest specification.
add_custom_command(
  OUTPUT "${glad_folder}/src/gl.c" "${glad_folder}/include/glad/gl.h" "${glad_folder}/include/KHR/khrplatform.h"
  COMMAND "${GLAD}" --api gl:core=4.1 --extensions ${glad_extensions} --reproducible --quiet --out-path "${glad_folder}" c
  COMMENT "Generating the OpenGL loader"
  VERBATIM)
add_library(glad STATIC "${glad_folder}/src/gl.c" "${glad_folder}/include/glad/gl.h")
target_include_directories(glad SYSTEM PUBLIC "${glad_folder}/include")
target_compile_options(glad PRIVATE -w) # generated code
