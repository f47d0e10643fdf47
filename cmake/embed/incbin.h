// Embeds a file in the program: EMBED(name, path) defines name_begin and name_end.
#ifndef CMAKE_EMBED_INCBIN_H
#define CMAKE_EMBED_INCBIN_H

#ifdef __APPLE__
#define EMBED_SECTION ".const_data\n"
#define EMBED_SYMBOL(name) "_" #name
#define EMBED_PREVIOUS ".text\n"
#else
#define EMBED_SECTION ".pushsection .rodata\n"
#define EMBED_SYMBOL(name) #name
#define EMBED_PREVIOUS ".popsection\n"
#endif

// A zero byte follows the file, so that a text file is also a C string.
#define EMBED(name, path)                                                                           \
  __asm__(EMBED_SECTION ".balign 16\n"                                                            \
          ".globl " EMBED_SYMBOL(name##_begin) "\n" EMBED_SYMBOL(name##_begin) ":\n"              \
          ".incbin \"" path "\"\n"                                                                \
          ".globl " EMBED_SYMBOL(name##_end) "\n" EMBED_SYMBOL(name##_end) ":\n"                  \
          ".byte 0\n" EMBED_PREVIOUS); \
  extern "C" const char name##_begin[];                                                             \
  extern "C" const char name##_end[];

#endif  // CMAKE_EMBED_INCBIN_H
