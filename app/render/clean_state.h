// The OpenGL state that a picture begins and ends with, whatever else draws in the context.
#ifndef APP_RENDER_CLEAN_STATE_H
#define APP_RENDER_CLEAN_STATE_H

namespace app {

/// Everything that the scene's passes count on.
void beginCleanState();
/// What others count on: no program, vertex array or samplers, no depth test, culling or blending.
void leaveCleanState();

}  // namespace app

#endif  // APP_RENDER_CLEAN_STATE_H
