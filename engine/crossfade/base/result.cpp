#include "crossfade/base/result.h"

namespace crossfade::detail {

void abortWithoutValue(const Error& error) {
  abortWith("this Result has no value, test it first. Its error: " + error.message);
}

void abortWithoutError() { abortWith("this Result has no error, test it first: it holds a value"); }

}  // namespace crossfade::detail
