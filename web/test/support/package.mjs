// The built package: CROSSFADE_PACKAGE says where it is, or else where scripts/web puts it.
const { href } = new URL('../../../build/web/package/dist/index.js', import.meta.url)
const crossfade = await import(process.env.CROSSFADE_PACKAGE ?? href)
export const { BlendSpace, Crossfade, CURVE_NAMES, KINDS, memoryBytes, SYNCS } = crossfade
