// stb_image as static functions of one source: PNG, JPEG and what else it is told to decode, and zlib.
#ifndef APP_IMPORT_FILE_STB_DECODERS_H
#define APP_IMPORT_FILE_STB_DECODERS_H

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_NO_PIC
#define STBI_NO_PSD
#define STBI_NO_PNM
#define STBI_NO_GIF
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif  // APP_IMPORT_FILE_STB_DECODERS_H
