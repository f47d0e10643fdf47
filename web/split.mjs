// Makes modules small, and splits the engine into what every page needs and what is loaded where it is asked for. build.mjs calls both.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Object files whose functions are for feet and root motion alone: folders of the library, and a file of web/engine. */
const OF_FEET = /\/crossfade\/(body|ground|travel)\/|\/engine\/feet\.cpp/
const FEATURES = ['simd', 'bulk-memory', 'sign-ext', 'mutable-globals', 'nontrapping-float-to-int'].map((name) => `--enable-${name}`)
const OPTIMIZED = ['-O3', '--converge', '--strip-debug', '--strip-producers', '--strip-target-features']

const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 30 })

/** Names of the functions that object files define, of the kinds of emnm: weak ones are of templates and inline. */
function definedBy(objects, kinds) {
  const lines = run('emnm', '--defined-only', '--no-demangle', ...objects).split('\n')
  return new Set(lines.flatMap((line) => kinds.exec(line)?.[1] ?? []))
}

/** Of each function, those that it calls; what is exported; and whose address is taken. */
function read(wasm) {
  const calls = new Map()
  const exported = []
  const taken = []
  let list = []
  for (const line of run('wasm-dis', ...FEATURES, wasm).split('\n')) {
    const head = /^ \((func \$|export "[^"]*" \(func \$|elem )([^\s()]*)/.exec(line)
    if (head?.[1] === 'func $') calls.set(head[2], (list = []))
    else if (head?.[1] === 'elem ') taken.push(...[...line.matchAll(/ \$([^\s()]+)/g)].map(([, name]) => name))
    else if (head) exported.push(head[2])
    else for (const [, name] of line.matchAll(/\(call \$([^\s()]+)/g)) list.push(name)
  }
  return { calls, exported, taken }
}

/** What no page needs that plays clips in place. */
function functionsOfFeet(build, wasm) {
  const objects = readdirSync(build, { recursive: true }).filter((path) => /\/(crossfade_engine|crossfade_web)\.dir\/.*\.o$/.test(path))
    .map((path) => join(build, path))
  const feet = objects.filter((path) => OF_FEET.test(path))
  const others = definedBy(objects.filter((path) => !OF_FEET.test(path)), / [TtWw] (.*)/)
  const isIn = (names) => (name) => names.has(name) && !others.has(name)
  const isEntry = isIn(definedBy(feet, / [Tt] (.*)/))
  const isOfFeet = isIn(definedBy(feet, / [TtWw] (.*)/))
  const { calls, exported, taken } = read(wasm)
  const core = new Set()
  const visit = [...exported.filter((name) => !isEntry(name)), ...taken.filter((name) => !isOfFeet(name))]
  while (visit.length > 0) {
    const name = visit.pop()
    if (core.has(name) || !calls.has(name)) continue
    core.add(name)
    const entry = calls.get(name).find(isEntry)
    if (entry) throw new Error(`${name}, which every page needs, calls ${entry}, which is for feet.`)
    visit.push(...calls.get(name))
  }
  return [...calls.keys()].filter((name) => !core.has(name))
}

const isDone = (file, source) =>
  existsSync(file) && [source, fileURLToPath(import.meta.url)].every((each) => statSync(file).mtimeMs > statSync(each).mtimeMs)

/** The file is there once it is complete. */
function makeSmall(from, to) {
  run('wasm-opt', ...FEATURES, ...OPTIMIZED, from, '-o', `${to}.part`)
  renameSync(`${to}.part`, to)
}

/** The path of a small module of one that CMake has linked. */
export function smallOf(linked) {
  const small = linked.replace(/\.wasm$/, '.small.wasm')
  if (!isDone(small, linked)) makeSmall(linked, small)
  return small
}

/**
 * The paths of the two modules of the engine in the folder `build`, where CMake has linked it with names. The second, `feet`, has feet and root
 * motion, and works in the memory of the first. Functions of it that the first calls are in the table of functions, and are missing there until
 * it is loaded.
 */
export function splitEngine(build) {
  const linked = join(build, 'crossfade.wasm')
  const [core, feet, list] = ['core.wasm', 'feet.wasm', 'feet.txt'].map((name) => join(build, name))
  if (isDone(feet, linked)) return { core, feet }
  writeFileSync(list, functionsOfFeet(build, linked).join('\n'))
  run('wasm-split', ...FEATURES, linked, `--split-funcs=@${list}`, '-o1', `${core}.whole`, '-o2', `${feet}.whole`, '--export-prefix=%', '--import-namespace=core',
    '--placeholder-namespace=feet')
  for (const file of [core, feet]) makeSmall(`${file}.whole`, file)
  return { core, feet }
}
