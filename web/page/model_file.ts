// Models: the one in the page, and those that someone drops on it. Nothing leaves the browser.
import { LoadingManager } from 'three'
import type { AnimationClip, Object3D } from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js'

export interface LoadedModel {
  name: string
  scene: Object3D
  animations: AnimationClip[]
}

/** A model from its bytes; `others`: files that it names, such as buffers and images. Throws a sentence. */
export async function readModel(name: string, bytes: ArrayBuffer, others: File[] = []): Promise<LoadedModel> {
  const urls = new Map(others.map((file) => [file.name.toLowerCase(), URL.createObjectURL(file)]))
  const missing: string[] = []
  const manager = new LoadingManager()
  manager.setURLModifier((url) => {
    if (/^(data|blob):/.test(url)) return url
    const file = decodeURIComponent(url.split(/[\\/]/).pop() ?? url)
    const found = urls.get(file.toLowerCase())
    if (!found) missing.push(file)
    return found ?? 'data:,'
  })
  try {
    const gltf = await new GLTFLoader(manager).setMeshoptDecoder(MeshoptDecoder).parseAsync(bytes, '')
    return { name, scene: gltf.scene ?? gltf.scenes[0], animations: gltf.animations }
  } catch (error) {
    const needs = missing.length > 0 ? ` It needs ${missing.join(', ')}: drop those files together with it.` : ''
    throw new Error(`${name} cannot be read: ${sentenceOf(error)}.${needs}`)
  } finally {
    for (const url of urls.values()) URL.revokeObjectURL(url)
  }
}

/** Of several files the model, with the others beside it. */
export async function readFiles(files: File[]): Promise<LoadedModel> {
  const model = files.find((file) => /\.(glb|gltf|vrm)$/i.test(file.name))
  if (!model) throw new Error(`${files[0]?.name ?? 'That'} is no .glb, .gltf or .vrm file.`)
  return readModel(model.name, await model.arrayBuffer(), files.filter((file) => file !== model))
}

/** The model that make_page.mjs put into the page, or null. */
export async function modelOfPage(): Promise<LoadedModel | null> {
  const element = document.getElementById('model')
  if (!element) return null
  const response = await fetch(`data:application/octet-stream;base64,${element.textContent!.trim()}`)
  const bytes = await response.arrayBuffer()
  element.textContent = ''
  return readModel(element.dataset['name'] ?? 'model', bytes)
}

/** What an error says, without the names of classes and functions. */
export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/^(THREE\.)?\w+(Loader|Error): /, '').replace(/[.\s]+$/, '')
}
