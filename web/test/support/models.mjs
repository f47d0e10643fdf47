// Models for the tests, read by three.js's GLTFLoader without a browser: materials and images are left out.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Cache } from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js'

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
/** The bundled character. */
export const CHARACTER = join(repository, 'assets/character.glb')
const shared = process.env.CROSSFADE_MODELS ?? ''

/** The models of CROSSFADE_MODELS, a folder with one folder for each, that are there. */
export function moreModels(...paths) {
  return shared ? paths.map((path) => join(shared, path)).filter(existsSync) : []
}

/** { json, scene, animations, nodes }: nodes by their index in the file. */
export async function loadModel(path) {
  const { json, binary } = readGltf(path)
  for (const member of ['materials', 'textures', 'images', 'samplers']) delete json[member]
  for (const primitive of (json.meshes ?? []).flatMap((mesh) => mesh.primitives)) {
    delete primitive.material
    delete primitive.extensions?.KHR_materials_variants
  }
  Cache.enabled = true
  Cache.clear()
  json.buffers?.forEach((buffer, i) => {
    const bytes = buffer.uri ? bytesOf(buffer.uri, path) : binary
    if (!bytes) return
    buffer.uri = `buffer-${i}.bin`
    for (const key of [`file:${buffer.uri}`, buffer.uri]) Cache.add(key, bytes)  // older ones: without "file:"
  })
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder)
  await MeshoptDecoder.ready
  const gltf = await loader.parseAsync(JSON.stringify(json), '')
  const nodes = await Promise.all((json.nodes ?? []).map((_, i) => gltf.parser.getDependency('node', i)))
  return { json, scene: gltf.scene, animations: gltf.animations, nodes }
}

function readGltf(path) {
  const bytes = readFileSync(path)
  if (bytes.toString('latin1', 0, 4) !== 'glTF') return { json: JSON.parse(bytes.toString('utf8')) }
  const length = bytes.readUInt32LE(12)
  const json = JSON.parse(bytes.toString('utf8', 20, 20 + length))
  const rest = 20 + length
  return { json, binary: rest < bytes.length ? copyOf(bytes.subarray(rest + 8)) : undefined }
}

function bytesOf(uri, path) {
  if (!uri.startsWith('data:')) return copyOf(readFileSync(join(dirname(path), decodeURIComponent(uri))))
  return copyOf(Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'))
}

function copyOf(bytes) {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}
