// The words of scripts that play a fade again, a queue of clips, or a fade by several kinds at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/format/script_fields.h"
#include "app/session/session.h"

namespace app {

/// What the fade of a command chooses.
FadeChoice fadeChoiceOf(ScriptFields& f);
/// The members of "crossFade". Only `fadeSettings` may leave from and to open.
FadeSettings fadeSettingsOf(ScriptFields& fields, bool clipsAreOptional = false);

/// One clip of a queue: "Walk", "Walk 3 loops" or "Walk 2 s"; a name may contain spaces. The error names the clips.
crossfade::Result<SequenceItem> sequenceItemOf(std::string_view text, const Model& model);

/// The clips of a queue, separated by commas: "Walk 3 loops,Run". Names may contain commas, too: each clip takes the
/// shortest text for which the rest can be read as clips. The error names the first piece that is no clip.
crossfade::Result<std::vector<SequenceItem>> sequenceItemsOf(std::string_view text, const Model& model);

/// "replay": the pair, once or in a loop. Without from and to, those of the panel.
Commands replayOf(ScriptFields& fields);
/// "queue": clips in order, each as "Walk 3 loops" or as an object.
Commands queueOf(ScriptFields& fields);
/// "compare": the names of kinds, or variants with kind, seconds and sync.
Commands compareOf(ScriptFields& fields);

/// A script that plays the session's queue in a new session of the same model: with what is set for its clips, the fade
/// curve, and each fade spelled out. Ends in a line break.
std::string queueScript(const Session& session);

}  // namespace app
