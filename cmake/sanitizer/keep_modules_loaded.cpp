// Replaces dlclose() in sanitizer builds, so that the leak checker still knows the modules that Mesa would have
// unloaded.

extern "C" int dlclose(void*) noexcept { return 0; }
