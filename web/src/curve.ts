// How a fade runs from 0 to 1: by name, or as keys like those of Unity's AnimationCurve.

/** A point of a curve. A slope is value per time; `'step'` holds the value until the next key. */
export interface CurveKey {
  /** 0 to 1; the first key is at time 0 and value 0, the last at time 1 and value 1. */
  time: number
  value: number
  /** Slope before the key, 0 by default. */
  in?: number | 'step'
  /** Slope after it, 0 by default. */
  out?: number | 'step'
  /** Length of a tangent as a fraction of its segment, 0 to 1; a third by default. */
  inWeight?: number
  outWeight?: number
}

export type CurveName = 'smooth' | 'linear' | 'easeIn' | 'easeOut' | 'steep' | 'step'
export type Curve = CurveName | CurveKey[] | { keys: CurveKey[] }

const PRESETS: Record<CurveName, CurveKey[]> = {
  smooth: [{ time: 0, value: 0 }, { time: 1, value: 1 }],
  linear: [{ time: 0, value: 0, out: 1 }, { time: 1, value: 1, in: 1 }],
  easeIn: [{ time: 0, value: 0 }, { time: 1, value: 1, in: 2 }],
  easeOut: [{ time: 0, value: 0, out: 2 }, { time: 1, value: 1 }],
  steep: [{ time: 0, value: 0 }, { time: 0.5, value: 0.5, in: 3, out: 3 }, { time: 1, value: 1 }],
  step: [{ time: 0, value: 0, out: 'step' }, { time: 0.5, value: 1, in: 'step' }, { time: 1, value: 1 }],
}

export const CURVE_NAMES = Object.keys(PRESETS) as CurveName[]

/** The keys of a curve; throws a sentence that names what is wrong. */
export function keysOf(curve: Curve): CurveKey[] {
  if (typeof curve === 'string') {
    const keys = Object.hasOwn(PRESETS, curve) ? PRESETS[curve] : undefined
    if (!keys) throw new Error(`"${curve}" is no curve: ${CURVE_NAMES.join(', ')}, or a list of keys.`)
    return keys
  }
  const keys = Array.isArray(curve) ? curve : curve?.keys
  if (!Array.isArray(keys) || keys.length < 2) throw new Error('A curve needs two keys or more, each with time and value.')
  const first = keys[0]!
  const last = keys[keys.length - 1]!
  if (first.time !== 0 || first.value !== 0 || last.time !== 1 || last.value !== 1)
    throw new Error('The first key of a curve must be at time 0 and value 0, and the last at time 1 and value 1.')
  return keys
}

/** Seven numbers for each key, as the engine takes them. */
export function numbersOf(keys: CurveKey[]): number[] {
  const slope = (value: number | 'step' | undefined): number => (value === 'step' ? Infinity : (value ?? 0))
  return keys.flatMap((key) => [
    key.time,
    key.value,
    slope(key.in),
    slope(key.out),
    (key.inWeight === undefined ? 0 : 1) + (key.outWeight === undefined ? 0 : 2),
    key.inWeight ?? 1 / 3,
    key.outWeight ?? 1 / 3,
  ])
}
