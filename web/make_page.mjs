// Makes a page of a glTF model without the desktop's program: node make_page.mjs MODEL [--set SET.json] [--script SCRIPT.json]
// [--template build/web/page_template.html] --out PAGE.html. `crossfade page` makes the same page, of more formats, and checks the script.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const TYPES = { '.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.webp': 'image/webp', '.ktx2': 'image/ktx2' }

/** The page: the template with a model and, if there are any, a transition set and a script. Throws a sentence. */
export function pageOf(template, modelPath, setPath, scriptPath) {
  const placeholder = '<!--MODEL-->'
  if (!template.includes(placeholder)) throw new Error('the template is not a page that scripts/web has built')
  const model = bytesOf(modelPath).toString('base64')
  const name = basename(modelPath).replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  let parts = `<script id="model" type="application/octet-stream" data-name="${name}">${model}</script>`
  for (const [id, path] of [['set', setPath], ['script', scriptPath]]) {
    if (!path) continue
    const json = JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))).replaceAll('<', '\\u003c')
    parts += `\n<script id="${id}" type="application/json">${json}</script>`
  }
  return template.replace(placeholder, () => parts)
}

/** A .glb or .vrm as it is; a .gltf with the files that it names inside. */
function bytesOf(path) {
  const bytes = readFileSync(path)
  if (bytes.toString('latin1', 0, 4) === 'glTF') return bytes
  const json = JSON.parse(bytes.toString('utf8'))
  for (const item of [...(json.buffers ?? []), ...(json.images ?? [])]) {
    if (!item.uri || item.uri.startsWith('data:')) continue
    const file = decodeURIComponent(item.uri)
    const type = TYPES[file.slice(file.lastIndexOf('.')).toLowerCase()] ?? 'application/octet-stream'
    item.uri = `data:${type};base64,${readFileSync(join(dirname(path), file)).toString('base64')}`
  }
  return Buffer.from(JSON.stringify(json))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, script: { type: 'string' }, set: { type: 'string' }, template: { type: 'string' } },
  })
  if (positionals.length !== 1 || !values.out) {
    console.error('usage: node web/make_page.mjs MODEL [--set SET.json] [--script SCRIPT.json] [--template TEMPLATE.html] --out PAGE.html')
    process.exit(2)
  }
  try {
    const template = values.template ?? fileURLToPath(new URL('../build/web/page_template.html', import.meta.url))
    const page = pageOf(readFileSync(template, 'utf8'), positionals[0], values.set, values.script)
    writeFileSync(values.out, page)
    console.error(`${values.out}: ${(page.length / 1e6).toFixed(2)} MB`)
  } catch (error) {
    console.error(`${positionals[0]}: ${error.message}`)
    process.exit(1)
  }
}
