#include "app/import/assimp/confine_importer.h"

#include <cstddef>
#include <memory>

#include <assimp/BaseImporter.h>
#include <assimp/importerdesc.h>
#include <assimp/IOSystem.hpp>

namespace app {
namespace {

class NoFiles : public Assimp::IOSystem {
 public:
  bool Exists(const char*) const override { return false; }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char*, const char*) override { return nullptr; }
  void Close(Assimp::IOStream*) override {}
};

}  // namespace

void confineImporter(Assimp::Importer& importer, std::string_view wanted) {
  importer.SetIOHandler(new NoFiles);  // the importer owns it
  for (std::size_t i = importer.GetImporterCount(); i-- > 0;) {
    if (importer.GetImporterInfo(i)->mName == wanted) continue;
    const std::unique_ptr<Assimp::BaseImporter> unwanted(importer.GetImporter(i));
    importer.UnregisterLoader(unwanted.get());
  }
}

}  // namespace app
