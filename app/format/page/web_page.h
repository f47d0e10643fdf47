// The page that scripts/web builds, with a model, a transition set and a script in it: one file to send.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/session/session.h"
#include "crossfade/base/result.h"

namespace app {

/// What is put into the page.
struct WebPageParts {
  std::string name;                     // of the model; any text
  std::span<const std::uint8_t> model;  // a .glb file
  std::string set = {}, script = {};    // JSON; empty: none
};

/// The template with the parts in place of its mark; web/make_page.mjs does the same. The error: the template is no
/// page that scripts/web has built.
crossfade::Result<std::string> webPage(std::string_view pageTemplate, const WebPageParts& parts);

/// A script as the page plays it: the same commands, with clips by index and joints by name. The page knows those that
/// web/page/script.js plays; the error names the first one that is another. `json` is a script that parseScript
/// accepts.
crossfade::Result<std::string> webScript(std::string_view json, const Session& session);

/// Whether the page's loader reads this .glb file: meshes compressed with Draco and KTX2 textures it does not.
bool isReadByPage(std::span<const std::uint8_t> glb);

}  // namespace app
