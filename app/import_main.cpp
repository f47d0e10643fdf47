// crossfade-import: the process in which crossfade reads every file that is not glTF 2.0.
#include "app/import/import_server.h"

int main(int argc, char** argv) { return app::serveImport(argc, argv); }
