// One file as two importers read it, in one scene: the figures stand beside each other, and clips move both.
#pragma once

#include "app/model/model.h"

namespace app {

/// `left` with all that is drawn and moved of `right` added, which assimp has read, under a joint "assimp" to the side
/// of it, far enough away that they do not touch in their rest poses. Joints and materials of `right` are called
/// "assimp/Hips" and so on. Its clips play with those of the same name, or else of the same index; a clip that only one
/// of them has moves only that one. Of `right`, left out: cameras, lights, expressions, material variants, and animated
/// values of materials and of the scene. The report is that of `left`.
Model sideBySide(Model left, Model right);

}  // namespace app
