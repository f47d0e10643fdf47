// three.js's example "skinning blending" with the mixer replaced: press Walk, and Run before the fade is over.
// scripts/web, then from the repository: web/node_modules/.bin/esbuild --servedir=. and open /web/examples/three/
import * as THREE from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { Crossfade } from 'crossfade'

const scene = new THREE.Scene()
scene.background = new THREE.Color(0xa0a0a0)
scene.fog = new THREE.Fog(0xa0a0a0, 10, 50)
scene.add(new THREE.HemisphereLight(0xffffff, 0x8d8d8d, 3))
const sun = new THREE.DirectionalLight(0xffffff, 3)
sun.position.set(-3, 10, 10)
sun.castShadow = true
scene.add(sun)
const floor = new THREE.Mesh(new THREE.PlaneGeometry(100, 100), new THREE.MeshPhongMaterial({ color: 0xcbcbcb, depthWrite: false }))
floor.rotation.x = -Math.PI / 2
floor.receiveShadow = true
scene.add(floor)
const camera = new THREE.PerspectiveCamera(45, innerWidth / innerHeight, 0.1, 100)
camera.position.set(1.5, 1.8, 3.2)
camera.lookAt(0, 0.9, 0)
const renderer = new THREE.WebGLRenderer({ antialias: true })
renderer.shadowMap.enabled = true
document.body.append(renderer.domElement)
const resize = () => {
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
  renderer.setSize(innerWidth, innerHeight)
  camera.aspect = innerWidth / innerHeight
  camera.updateProjectionMatrix()
}
addEventListener('resize', resize)
resize()

const gltf = await new GLTFLoader().loadAsync('../../../assets/character.glb')
gltf.scene.traverse((object) => (object.castShadow = object.isMesh))
scene.add(gltf.scene)

// The ten lines.
const fades = await Crossfade.create(gltf.scene, gltf.animations)
fades.play('Idle')
const buttons = [...document.querySelectorAll('button')]
for (const button of buttons)
  button.onclick = () => {
    if (isThree()) return threeFade(button.textContent)
    fades.to(button.textContent, { seconds: 0.4 })
  }
const update = (delta) => (isThree() ? mixer.update(delta) : fades.update(delta))

// What three.js's example does, to compare.
const mixer = new THREE.AnimationMixer(gltf.scene)
const actionOf = (name) => mixer.clipAction(THREE.AnimationClip.findByName(gltf.animations, name))
let current = actionOf('Idle').play()
const isThree = () => document.getElementById('three').checked
function threeFade(name) {
  const next = actionOf(name)
  if (next === current) return
  next.enabled = true
  next.setEffectiveTimeScale(1).setEffectiveWeight(1).play()
  next.time = 0
  current.crossFadeTo(next, 0.4, false)
  current = next
}

const clock = new THREE.Timer()
renderer.setAnimationLoop(() => {
  clock.update()
  update(Math.min(clock.getDelta(), 0.1))
  renderer.render(scene, camera)
})
document.documentElement.dataset.ready = 'true'
