// Repairs JSON text in which a character was cut in half.
#ifndef APP_MODEL_JSON_JSON_SURROGATES_H
#define APP_MODEL_JSON_JSON_SURROGATES_H

#include <string>

namespace app {

/// Replaces every escaped surrogate without its other half ("\ud83d" alone) by "\ufffd", the replacement character;
/// returns how many. Programs that shorten names cut characters outside the Basic Multilingual Plane in two.
int replaceLoneSurrogates(std::string& json);

}  // namespace app

#endif  // APP_MODEL_JSON_JSON_SURROGATES_H
