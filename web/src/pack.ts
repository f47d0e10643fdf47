// What a pack contains, in three.js's types: `openPack` of crossfade/tools reads one.
import type { AnimationClip } from 'three'
import type { Sync, TransitionSetFile } from './transition_set.js'

/** A moment or a span inside a clip. */
export interface ClipEvent {
  name: string
  /** Seconds in the clip. */
  time: number
  /** Of a span. */
  end?: number
  value?: number
}

/** A clip of a blend space, and where it lies. */
export interface BlendSample<Clip = AnimationClip> {
  clip: Clip
  x: number
  y?: number
  speed?: number
}

/** Lists are by clip, in the order of `clips`. Colors and other values that move no joint are not part of it. */
export interface Pack {
  clips: AnimationClip[]
  events: ClipEvent[][]
  markers: { name: string; time: number }[][]
  set: TransitionSetFile
  blendSpaces: { name: string; sync: Sync; samples: BlendSample[] }[]
}
