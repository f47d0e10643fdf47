// Builds the npm package and the page: node build.mjs ENGINE PLAIN OUT. ENGINE and PLAIN are where CMake has built the engine, with SIMD and
// without, and in the latter what crossfade/tools needs of it. OUT/package is the package, OUT/page_template.html the page without a model
// (`crossfade page` puts one in), and OUT/index.html the same as a site.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { smallOf, splitEngine } from './split.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const [engine, withoutSimd, out] = process.argv.slice(2)
if (!out) throw new Error('usage: node build.mjs ENGINE PLAIN OUT')
const { core, feet } = splitEngine(engine)
const whole = smallOf(join(engine, 'crossfade.wasm'))
const plain = smallOf(join(withoutSimd, 'crossfade.wasm'))
const tools = smallOf(join(withoutSimd, 'tools.wasm'))
const folder = join(resolve(out), 'package')

/** An engine as compressed text in the bundle, so nothing has to be fetched or configured. */
const packed = new Map()
const embedded = (path) => {
  if (path && !packed.has(path))
    packed.set(path, execFileSync('zopfli', ['--zlib', '-c', path], { maxBuffer: 1 << 26 }).toString('base64'))
  return `export default ${JSON.stringify(path ? packed.get(path) : '')}`
}

/** What sources import as crossfade.wasm, crossfade-feet.wasm and crossfade-plain.wasm: paths of modules, or files beside the bundle. */
const engines = (file, feetFile = '', plainFile = '') => ({
  name: 'engines',
  setup(build) {
    const from = (path) =>
      path.endsWith('.js') ? { path, external: true } : { path: path ? resolve(path) : 'none', namespace: 'engine' }
    build.onResolve({ filter: /^crossfade\.wasm$/ }, () => from(file))
    build.onResolve({ filter: /^crossfade-feet\.wasm$/ }, () => from(feetFile))
    build.onResolve({ filter: /^crossfade-plain\.wasm$/ }, () => from(plainFile))
    build.onLoad({ filter: /.*/, namespace: 'engine' }, ({ path }) => ({ contents: embedded(path === 'none' ? '' : path), loader: 'js' }))
  },
})

const settings = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  plugins: [engines(core, './feet.js', './plain.js')],
  legalComments: 'inline',
  logLevel: 'warning',
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, 'dist'), { recursive: true })
await build({
  ...settings,
  entryPoints: [join(here, 'src/index.ts')],
  outfile: join(folder, 'dist/index.js'),
  external: ['three'],
})
for (const [file, module] of [['feet.js', feet], ['plain.js', plain]]) writeFileSync(join(folder, 'dist', file), embedded(resolve(module)))
await build({
  ...settings,
  entryPoints: [join(here, 'src/tools.ts')],
  outfile: join(folder, 'dist/tools.js'),
  external: ['three'],
  plugins: [engines(tools)],  // without SIMD, it works everywhere
})
await build({
  ...settings,
  entryPoints: [join(here, 'src/react.ts')],
  outfile: join(folder, 'dist/react.js'),
  external: ['three', 'react', '@react-three/fiber', './index.js'],
})
execFileSync(join(here, 'node_modules/.bin/tsc'), ['--emitDeclarationOnly', '--outDir', join(folder, 'dist')], { cwd: here, stdio: 'inherit' })
for (const file of ['package.json', 'README.md']) cpSync(join(here, file), join(folder, file), { force: true, errorOnExist: false })
cpSync(join(here, '../LICENSE'), join(folder, 'LICENSE'))

// So that the built package finds three.js here, as it does where it is installed.
const modules = join(resolve(out), 'node_modules')
if (!existsSync(modules)) symlinkSync(relative(resolve(out), join(here, 'node_modules')), modules)

// The example for react-three-fiber, as one script.
const example = join(resolve(out), 'examples/react')
mkdirSync(example, { recursive: true })
await build({
  ...settings,
  entryPoints: [join(here, 'examples/react/main.jsx')],
  outfile: join(example, 'main.js'),
  format: 'iife',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  loader: { '.glb': 'dataurl' },
  alias: { crossfade: join(folder, 'dist/index.js'), 'crossfade/react': join(folder, 'dist/react.js') },
  nodePaths: [join(here, 'node_modules')],
})
cpSync(join(here, 'examples/react/index.html'), join(example, 'index.html'))

// The page: one file with everything in it.
const text = (file) => readFileSync(join(here, file), 'utf8')
const script = await build({
  ...settings,
  entryPoints: [join(here, 'page/page.ts')],
  format: 'iife',
  plugins: [engines(whole)],  // a page of one file has one engine
  legalComments: 'none',  // the licenses are in the page as a whole
  write: false,
})
const style = await build({ entryPoints: [join(here, 'page/page.css')], minify: true, write: false })
const notices = `<!--
Made by Crossfade.

${text('../LICENSE').trim()}

Contains three.js (three.js authors), meshoptimizer's decoder (Arseny Kapoulkine):

${text('node_modules/three/LICENSE').trim()}
-->`
const page = text('page/page.html')
  .replace('<!--NOTICES-->', () => notices)
  .replace('/*CSS*/', () => style.outputFiles[0].text.trim())
  .replace('/*JS*/', () => script.outputFiles[0].text.trim())
for (const file of ['page_template.html', 'index.html']) writeFileSync(join(resolve(out), file), page)
