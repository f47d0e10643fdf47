// stb_image, which decodes PNG, JPEG and other images. Its code is in stb_decoders.cpp.
#pragma once

#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_NO_PIC
#define STBI_NO_PSD
#define STBI_NO_PNM
#define STBI_NO_GIF
#include <stb_image.h>
