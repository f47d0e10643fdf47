#include "app/import/file/stb_decoders.h"

#define STB_IMAGE_IMPLEMENTATION
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#undef STB_IMAGE_IMPLEMENTATION
