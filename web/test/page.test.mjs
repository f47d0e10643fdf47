// The page in headless Chromium, on a phone and on a desktop. Skipped without Chromium.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { pageOf } from '../make_page.mjs'
import { Browser } from './support/browser.mjs'
import { poses } from './support/browser_poses.mjs'
import { CHARACTER } from './support/models.mjs'
import { Crossfade } from './support/package.mjs'

const skip = spawnSync(process.env.CROSSFADE_BROWSER ?? 'chromium', ['--version']).status === 0 ? false : 'there is no chromium'
const template = readFileSync(new URL('../../build/web/page_template.html', import.meta.url), 'utf8')
const PHONE = { width: 390, height: 844, touch: true }
const DESKTOP = { width: 1280, height: 800 }
const program = process.env.CROSSFADE_PROGRAM // the desktop's, whose `page` command fills the template, too
const pictures = process.env.CROSSFADE_PICTURES // a folder for what the page looks like

let browser
const folder = mkdtempSync(join(tmpdir(), 'crossfade-page-'))
before(async () => {
  if (!skip) browser = await Browser.open()
})
after(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

function written(name, text) {
  writeFileSync(join(folder, name), text)
  return `file://${join(folder, name)}`
}

async function opened(url, size) {
  const page = await browser.page(url, size)
  await page.until(`document.documentElement.dataset.ready === 'true'`)
  return page
}

async function keep(page, name) {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  writeFileSync(join(pictures, `${name}.png`), await page.picture())
}

const weightOf = (clip) => `Number(document.querySelectorAll('.clip')[${clip}].style.getPropertyValue('--weight'))`

for (const [name, size] of [['phone', PHONE], ['desktop', DESKTOP]])
  test(`The page fades from clip to clip on a ${name}`, { skip }, async () => {
    const page = await opened(written(`${name}.html`, pageOf(template, CHARACTER)), size)
    const press = (selector) => (size.touch ? page.tap(selector) : page.click(selector))
    await page.until(`${weightOf(0)} === 1`)
    await press('.clip:nth-child(2)')
    await page.until(`${weightOf(1)} === 1 && ${weightOf(0)} === 0`)
    await keep(page, name)
    await press('#play')
    const time = await page.evaluate(`document.getElementById('clock').textContent`)
    await press('#back')
    await page.until(`document.getElementById('clock').textContent.startsWith('-')`)
    assert.notEqual(await page.evaluate(`document.getElementById('clock').textContent`), time)
    const { width, height } = await page.evaluate('({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight })')
    assert.ok(width <= size.width && height <= size.height, `${width} x ${height}`)
    const small = await page.evaluate(`[...document.querySelectorAll('button, select, label.tool')].filter((e) => e.offsetHeight > 0 && e.offsetHeight < 34).map((e) => e.outerHTML)`)
    assert.deepEqual(small, [])
    assert.deepEqual(page.said, [])
  })

test('Clip buttons leave out what all names begin with', { skip }, async () => {
  const times = Buffer.from(new Float32Array([0, 1, 0, 0, 0, 0, 1, 0]).buffer).toString('base64')
  const path = join(folder, 'rig.gltf')
  const animation = (name) => ({ name, samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }] })
  writeFileSync(path, JSON.stringify({
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name: 'Hips' }],
    buffers: [{ byteLength: 32, uri: `data:application/octet-stream;base64,${times}` }],
    bufferViews: [{ buffer: 0, byteLength: 8 }, { buffer: 0, byteOffset: 8, byteLength: 24 }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
      { bufferView: 1, componentType: 5126, count: 2, type: 'VEC3' },
    ],
    animations: [animation('Rig|Man_Idle'), animation('Rig|Man_Run')],
  }))
  const page = await opened(written('rig.html', pageOf(template, path)), PHONE)
  const shown = await page.evaluate(`[...document.querySelectorAll('.clip b')].map((e) => e.textContent)`)
  assert.deepEqual(shown, ['Idle', 'Run'])
  assert.ok((await page.evaluate(`document.querySelector('.clip').title`)).startsWith('Rig|Man_Idle, '))
})

test('Dragging the plot goes back, and playing continues from there', { skip }, async () => {
  const page = await opened(written('scrub.html', pageOf(template, CHARACTER)), DESKTOP)
  // Frame by frame: on a slow machine the first clip would leave the plot, which shows the last seconds.
  for (let i = 0; i < 20; ++i) await page.key('.', 'Period')
  await page.key('2', 'Digit2')
  for (let i = 0; i < 40; ++i) await page.key('.', 'Period')  // longer than the fade
  await page.until(`${weightOf(1)} === 1`)
  const box = await page.evaluate(`(() => { const r = document.getElementById('plot').getBoundingClientRect(); return { x: r.x, y: r.y + 20 } })()`)
  await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', x: box.x + 20, y: box.y, button: 'left', clickCount: 1 })
  await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', x: box.x + 20, y: box.y, button: 'left', clickCount: 1 })
  await page.until(`${weightOf(0)} === 1`)
  await page.key(' ', 'Space')
  await page.wait(0.2)
  await page.until(`!document.getElementById('clock').textContent.startsWith('-')`)
  assert.deepEqual(page.said, [])
})

/** Both ways to make a page of a model, a set and a script, under a name. */
const MAKERS = {
  'make_page.mjs': (name, ...files) => written(name, pageOf(template, ...files)),
  'crossfade page': (name, model, set, script) => {
    const options = [...(set ? ['--set', set] : []), ...(script ? ['--script', script] : [])]
    const templateFile = fileURLToPath(new URL('../../build/web/page_template.html', import.meta.url))
    execFileSync(program, ['page', model, ...options, '--template', templateFile, '--out', join(folder, name)], { stdio: 'ignore' })
    return `file://${join(folder, name)}`
  },
}
const makers = Object.entries(MAKERS).map(([maker, make]) =>
  [maker, make, skip || (maker === 'crossfade page' && !program ? 'CROSSFADE_PROGRAM is not set' : false)])

for (const [maker, make, skip] of makers) test(`Names are text, whatever they contain: ${maker}`, { skip }, async () => {
  const evil = `<img src=x onerror="document.title='pwned'"></script><script>document.title='pwned'</script>"'&`
  const json = {
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name: evil }],
    buffers: [{ byteLength: 32, uri: `data:;base64,${Buffer.from(new Float32Array([0, 1, 0, 0, 0, 1, 2, 3]).buffer).toString('base64')}` }],
    bufferViews: [{ buffer: 0, byteLength: 8 }, { buffer: 0, byteOffset: 8, byteLength: 24 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] }, { bufferView: 1, componentType: 5126, count: 2, type: 'VEC3' }],
    animations: [{ name: evil, samplers: [{ input: 0, output: 1 }], channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }] }],
  }
  const model = join(folder, `a"><b onclick=1>.gltf`)
  writeFileSync(model, JSON.stringify(json))
  const set = join(folder, 'set.json')
  writeFileSync(set, JSON.stringify({ crossfade: 1, transitions: [{ to: { name: evil }, seconds: 1 }] }))
  const script = join(folder, 'evil.json')
  writeFileSync(script, JSON.stringify({ commands: [{ at: 0, do: 'play', clip: evil }] }))
  const page = await opened(make('evil.html', model, set, script), DESKTOP)
  await page.until(`${weightOf(0)} === 1`)
  assert.equal(await page.evaluate(`document.querySelector('.clip b').textContent`), evil)
  assert.equal(await page.evaluate(`document.getElementById('name').textContent`), `a"><b onclick=1>.gltf`)
  assert.equal(await page.evaluate(`document.querySelectorAll('img, b[onclick]').length`), 0)
  assert.notEqual(await page.evaluate('document.title'), 'pwned')
  assert.deepEqual(page.said, [])
})

for (const [maker, make, skip] of makers) test(`A script plays when the page opens, until a clip is pressed: ${maker}`, { skip }, async () => {
  const script = join(folder, 'script.json')
  writeFileSync(script, JSON.stringify({ commands: [
    { at: 0, do: 'play', clip: 'Walk' },
    { at: 0.3, do: 'fadeTo', clip: 'Run', seconds: 0.2 },
    { at: 600, do: 'fadeTo', clip: 'Idle', seconds: 0.2 },
  ] }))
  const page = await opened(make('script.html', CHARACTER, undefined, script), PHONE)
  await page.until(`${weightOf(2)} === 1 && ${weightOf(1)} === 0`)
  await keep(page, 'script')
  await page.tap('.clip:nth-child(2)')
  await page.until(`${weightOf(1)} === 1`)
  await page.tap('#play')
  await page.tap('#replay')
  await page.until(`${weightOf(2)} === 1 && ${weightOf(1)} === 0`)
  assert.ok(await page.evaluate(`Number.parseFloat(document.getElementById('clock').textContent) >= 0.5`))
  assert.deepEqual(page.said, [])
})

for (const [maker, make, skip] of makers) test(`A script plays blend spaces, and fades in and out: ${maker}`, { skip }, async () => {
  const script = join(folder, 'space.json')
  writeFileSync(script, JSON.stringify({ commands: [
    { at: 0, do: 'blendSpace', name: 'Gaits', samples: [{ clip: 'Walk', x: 1 }, { clip: 'Run', x: 3 }], x: 1.5 },
    { at: 0, do: 'fadeTo', space: 'Gaits', seconds: 0 },
    { at: 0.2, do: 'blendPoint', space: 'Gaits', x: 2 },
    { at: 0.4, do: 'fadeIn', clip: 'Idle', seconds: 0.1 },
    { at: 0.7, do: 'fadeOut', clip: 'Idle', seconds: 0.1 },
  ] }))
  const page = await opened(make('space.html', CHARACTER, undefined, script), DESKTOP)
  const plays = `${weightOf(1)} === 0.5 && ${weightOf(2)} === 0.5`
  await page.until(plays)
  await page.until(`${weightOf(0)} > 0.9`)
  await page.until(`${weightOf(0)} === 0 && ${plays}`)
  await page.click('.clip:nth-child(1)')  // from the blend space, not from nothing
  await page.until(`${weightOf(0)} > 0 && ${weightOf(1)} > 0`)
  await page.until(`${weightOf(0)} === 1 && ${weightOf(1)} === 0`)
  await page.click('#replay')
  await page.until(plays)
  assert.deepEqual(page.said, [])
})

test('Going back before a press lets the script go on', { skip }, async () => {
  const script = join(folder, 'back.json')
  writeFileSync(script, JSON.stringify({ commands: [{ at: 0, do: 'play', clip: '#0' }, { at: 8, do: 'fadeTo', clip: '#2', seconds: 0.2 }] }))
  const page = await opened(written('back.html', pageOf(template, CHARACTER, undefined, script)), DESKTOP)
  // Paused and frame by frame: no time passes on its own, and some has passed before the press.
  const press = (keys) => page.evaluate(`(async () => {
    for (const key of ${JSON.stringify(keys)}) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  })()`)
  await press([' ', ...Array(10).fill('.'), '2', ...Array(40).fill('.')])
  assert.equal(await page.evaluate(weightOf(1)), 1)
  await press(Array(42).fill(','))
  assert.equal(await page.evaluate(weightOf(0)), 1)
  await press([' '])  // playing goes on from there
  await page.until(`!document.getElementById('clock').textContent.startsWith('-')`)
  await press([' ', ...Array(520).fill('.')])  // past the script's fade
  assert.equal(await page.evaluate(weightOf(2)), 1)
  assert.equal(await page.evaluate(weightOf(1)), 0)
  assert.deepEqual(page.said, [])
})

test('A script that a page does not play says so', { skip }, async () => {
  const page = await opened(written('refused.html', pageOf(template, CHARACTER)), PHONE)
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.items.add(new File([JSON.stringify({ commands: [{ at: 0, do: 'crowd' }] })], 'script.json'))
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))
  })()`)
  await page.until(`!document.getElementById('message').hidden`)
  assert.match(await page.evaluate(`document.getElementById('message').textContent`), /^Command 0 is "crowd", which a page does not play\. It plays play, stop, /)
})

test('A model that cannot be read says so, and the last one stays', { skip }, async () => {
  const page = await opened(written('bad.html', pageOf(template, CHARACTER)), PHONE)
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.items.add(new File(['no model'], 'hero.glb'))
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))
  })()`)
  await page.until(`!document.getElementById('message').hidden`)
  assert.match(await page.evaluate(`document.getElementById('message').textContent`), /^hero\.glb cannot be read: /)
  assert.equal(await page.evaluate(`document.querySelectorAll('.clip').length`), 12)
  await keep(page, 'error')
})

test('Without SIMD the page says so', { skip }, async () => {
  const page = await opened(written('old.html', pageOf(template, CHARACTER)), { ...PHONE, first: 'WebAssembly.validate = () => false' })
  assert.equal(await page.evaluate(`document.getElementById('message').textContent`), 'This browser is too old for this page: its WebAssembly has no SIMD.')
})

test('A link shows its moment', { skip }, async () => {
  const url = written('link.html', pageOf(template, CHARACTER))
  const script = { commands: [{ at: 0, do: 'play', clip: '#0' }, { at: 1, do: 'fadeTo', clip: '#1', seconds: 0.5, kind: 'linear' }] }
  const page = await opened(`${url}#at=1.25&script=${encodeURIComponent(JSON.stringify(script))}`, DESKTOP)
  await page.until(`${weightOf(1)} === 0.5`)
  assert.equal(await page.evaluate(`document.getElementById('clock').textContent`), '1.25 s')
})

test('Memory after 600 fades is what it was', { skip }, async () => {
  const page = await opened(written('memory.html', pageOf(template, CHARACTER)), { width: 320, height: 480 })
  const fade = (count) => page.evaluate(`(async () => {
    const clips = document.querySelectorAll('.clip')
    for (let i = 0; i < ${count}; ++i) {
      clips[i * 5 % 12].click()
      if (i % 20 === 0) await new Promise((done) => setTimeout(done, 100))
    }
    gc()
    return performance.memory.usedJSHeapSize
  })()`)
  await fade(300)
  await page.wait(1)
  const before = await fade(20)
  await fade(600)
  await page.wait(1)
  const grown = (await fade(20)) - before
  assert.ok(grown < 2e6, `${grown} bytes more`)
})

test('Chromium computes what Node computes, to the bit', { skip }, async () => {
  const here = fileURLToPath(new URL('.', import.meta.url))
  const bundle = await build({
    stdin: {
      contents: `import { poses } from './support/browser_poses.mjs'
        import { Crossfade } from ${JSON.stringify(fileURLToPath(new URL('../../build/web/package/dist/index.js', import.meta.url)))}
        globalThis.posesOf = (scripts) => poses(Crossfade, scripts)`,
      resolveDir: here,
    },
    bundle: true, format: 'iife', write: false,
    plugins: [{
      name: 'words', // scripts.mjs takes lists of words from the package
      setup: (made) => made.onResolve({ filter: /package\.mjs$/ }, () => ({ path: fileURLToPath(new URL('../../build/web/package/dist/index.js', import.meta.url)) })),
    }],
  })
  const page = await browser.page('about:blank', DESKTOP)
  await page.evaluate(bundle.outputFiles[0].text)
  const shown = await page.evaluate('posesOf(10)')
  assert.deepEqual(shown, await poses(Crossfade, 10))
})
