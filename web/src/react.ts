// Fades in react-three-fiber: import { useCrossfade } from 'crossfade/react'
import { useFrame } from '@react-three/fiber'
import { useEffect, useRef, useState } from 'react'
import type { AnimationClip, Object3D } from 'three'
import { Crossfade } from './index.js'
import type { ClipName, CrossfadeOptions, FadeOptions, TransitionSetFile } from './index.js'

export interface UseCrossfadeOptions extends CrossfadeOptions {
  /** What plays at first. When it changes, the character fades to it from whatever is on screen. */
  clip?: ClipName
  /** How it fades there; what is left out comes from `set`, and then from the defaults. */
  fade?: FadeOptions
  /** A transition set, as `crossfade tune` and the window write it. */
  set?: TransitionSetFile | string | null
  /** No time passes. */
  paused?: boolean
}

/**
 * A character of an object and its clips, such as those of `useGLTF`, which updates before each frame. `null` until the
 * engine is loaded. Pass the same `animations` for as long as they are the same: others make another character. Throws
 * in rendering, so that an error boundary sees it, if the object or a clip cannot be played.
 */
export function useCrossfade(
  object: Object3D | null | undefined, animations: readonly AnimationClip[], options: UseCrossfadeOptions = {},
): Crossfade | null {
  const { clip, fade, set = null, paused = false } = options
  const [fades, setFades] = useState<Crossfade | null>(null)
  const [error, setError] = useState<unknown>(null)
  const latest = useRef(options)
  latest.current = options
  const shown = useRef<ClipName | undefined>(undefined)

  useEffect(() => {
    if (!object) return
    let made: Crossfade | null = null
    let gone = false
    const make = (): void => {
      if (gone) return
      made = new Crossfade(object, animations, latest.current)
      shown.current = latest.current.clip
      if (shown.current !== undefined) made.play(shown.current)
      setFades(made)
    }
    Crossfade.load(latest.current).then(make).catch(setError)
    return () => {
      gone = true
      made?.dispose()
      setFades(null)
    }
  }, [object, animations])

  useEffect(() => void (fades?.address && fades.use(set)), [fades, set])
  useEffect(() => {
    if (!fades?.address || clip === undefined || clip === shown.current) return
    shown.current = clip
    fades.to(clip, fade)
  }, [fades, clip])
  useFrame((_, delta) => {
    if (fades?.address && !paused) fades.update(delta)
  })

  if (error) throw error
  return fades
}
