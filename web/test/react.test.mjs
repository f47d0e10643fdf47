// The hook for react-three-fiber and its example, in headless Chromium. Skipped without Chromium.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Browser } from './support/browser.mjs'

const skip = spawnSync(process.env.CROSSFADE_BROWSER ?? 'chromium', ['--version']).status === 0 ? false : 'there is no chromium'
const built = (file) => fileURLToPath(new URL(`../../build/web/${file}`, import.meta.url))
const pictures = process.env.CROSSFADE_PICTURES
const SIZE = { width: 480, height: 360 }

let browser
const folder = mkdtempSync(join(tmpdir(), 'crossfade-react-'))
before(async () => {
  if (!skip) browser = await Browser.open()
})
after(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

/** A page that runs a module with React, and what it says. */
async function pageOf(source) {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: 'jsx', resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true, write: false, format: 'iife', jsx: 'automatic', define: { 'process.env.NODE_ENV': '"development"' },
    alias: { 'crossfade/react': built('package/dist/react.js'), crossfade: built('package/dist/index.js') },
    nodePaths: [fileURLToPath(new URL('../node_modules', import.meta.url))],
  })
  writeFileSync(join(folder, 'index.html'), `<meta charset="utf-8"><body style="margin:0"><div id="root" style="height:100vh"></div><script>${outputFiles[0].text.replaceAll('</script', '<\\/script')}</script>`)
  const page = await browser.page(`file://${join(folder, 'index.html')}`, SIZE)
  await page.until('globalThis.show')
  return page
}

/** A bone that slides along x, in as many characters as asked for: show({ count, clip, clips }). */
const SCENE = `
  import { Canvas } from '@react-three/fiber'
  import { Component, StrictMode, useMemo } from 'react'
  import { createRoot } from 'react-dom/client'
  import { AnimationClip, Bone, Object3D, VectorKeyframeTrack } from 'three'
  import { memoryBytes } from 'crossfade'
  import { useCrossfade } from 'crossfade/react'
  const slide = (name, far) => new AnimationClip(name, -1, [new VectorKeyframeTrack('hips.position', [0, 1], [far, 0, 0, far, 0, 0])])
  const ALL = [slide('near', 1), slide('far', 5)]
  globalThis.memoryBytes = memoryBytes
  globalThis.characters = []
  function Character({ at, clip, clips }) {
    const object = useMemo(() => {
      const bone = new Bone()
      bone.name = 'hips'
      return new Object3D().add(bone)
    }, [])
    const fades = useCrossfade(object, clips, { clip, fade: { seconds: 0.2, kind: 'linear' } })
    characters[at] = { fades, x: () => object.children[0].position.x }
    return <primitive object={object} />
  }
  class Boundary extends Component {
    state = {}
    static getDerivedStateFromError(error) { return { error: globalThis.caught = error.message } }
    render() { return this.state.error ? null : this.props.children }
  }
  const root = createRoot(document.getElementById('root'))
  globalThis.show = ({ count = 1, clip = 'near', clips = ALL }) => root.render(
    <StrictMode><Canvas><Boundary>{Array.from({ length: count }, (_, i) => <Character key={i} at={i} clip={clip} clips={clips} />)}</Boundary></Canvas></StrictMode>)
`

test('The hook plays a clip, and fades when it changes', { skip }, async () => {
  const page = await pageOf(SCENE)
  await page.evaluate('show({})')
  await page.until('characters[0]?.fades && characters[0].x() === 1')
  await page.evaluate(`show({ clip: 'far' })`)
  await page.until('characters[0].x() > 1 && characters[0].x() < 5 || characters[0].x() === 5')
  await page.until('characters[0].x() === 5')
  assert.deepEqual(page.said.filter((line) => !/THREE.Clock|React DevTools/.test(line)), [])
})

test('Characters that are unmounted are freed', { skip }, async () => {
  const page = await pageOf(SCENE)
  const grow = (times) => page.evaluate(`(async () => {
    for (let i = 0; i < ${times}; ++i) {
      show({ count: 20 })
      while (!(characters.length === 20 && characters.every(({ fades }) => fades?.address))) await new Promise((done) => setTimeout(done, 5))
      const made = characters.map(({ fades }) => fades)
      show({ count: 0 })
      while (made.some((fades) => fades.address)) await new Promise((done) => setTimeout(done, 5))
      characters.length = 0
    }
    return memoryBytes()
  })()`)
  const before = await grow(5)
  assert.equal(await grow(30), before)
})

test('An error boundary sees what cannot be played', { skip }, async () => {
  const page = await pageOf(SCENE)
  await page.evaluate(`show({ clip: 'nowhere' })`)
  await page.until('globalThis.caught')
  assert.equal(await page.evaluate('caught'), 'There is no clip "nowhere". The clips are near, far.')
})

test('The example runs from disk', { skip }, async () => {
  const page = await browser.page(`file://${built('examples/react/index.html')}`, { width: 390, height: 844, touch: true })
  await page.until(`document.querySelector('canvas') !== null`)
  await page.wait(1.5)
  await page.tap('button:nth-child(3)')
  await page.until(`document.querySelector('button:nth-child(3)').getAttribute('aria-pressed') === 'true'`)
  await page.wait(1)
  if (pictures) {
    mkdirSync(pictures, { recursive: true })
    writeFileSync(join(pictures, 'react.png'), await page.picture())
  }
  assert.deepEqual(page.said.filter((line) => !/THREE.Clock/.test(line)), [])
})
