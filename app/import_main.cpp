// crossfade-import: the process in which crossfade lets assimp read files.
#include "app/import/import_server.h"

int main(int argc, char** argv) { return app::serveImport(argc, argv); }
