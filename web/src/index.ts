export { Action } from './action.js'
export type { Mask } from './action.js'
export { BlendSpace, Crossfade, Snapshot } from './crossfade.js'
export type {
  ClipEvent, ClipName, CrossfadeEvents, CrossfadeOptions, FadeOptions, RootMotion,
} from './crossfade.js'
export { CURVE_NAMES } from './curve.js'
export type { Curve, CurveKey, CurveName } from './curve.js'
export { memoryBytes } from './engine.js'
export { KINDS, SYNCS } from './transition_set.js'
export type { FadeSettings, Kind, Sync, TransitionCell, TransitionSetFile } from './transition_set.js'
