// crossfade-import: the process in which crossfade reads FBX, COLLADA and BVH files.
#include "app/import/import_server.h"

int main(int argc, char** argv) { return app::serveImport(argc, argv); }
