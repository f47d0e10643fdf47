// The picture: light, floor, camera and the characters in it.
import {
  AmbientLight, Box3, Color, DirectionalLight, GridHelper, Group, HemisphereLight, Mesh, Object3D, PCFShadowMap, PerspectiveCamera,
  PlaneGeometry, Scene, ShadowMaterial, SkinnedMesh, Texture, Vector3, WebGLRenderer,
} from 'three'
import type { Material } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'

const THEMES = {
  dark: { ground: '#2b2f36', line: '#454b55' },
  light: { ground: '#dfe3e8', line: '#b9c0ca' },
}
export type Theme = keyof typeof THEMES

/** Draws a frame only when asked. */
export class Stage {
  readonly scene = new Scene()
  readonly camera = new PerspectiveCamera(30, 1, 0.01, 1000)
  readonly controls: OrbitControls
  private readonly renderer: WebGLRenderer
  private readonly sun = new DirectionalLight('#fff4e6', 2.6)
  private readonly floor = new Mesh(new PlaneGeometry(1, 1), new ShadowMaterial({ opacity: 0.35 }))
  private grid: GridHelper | null = null
  private readonly models = new Group()
  private theme: Theme = 'dark'
  private size = 1

  /** `changed`: called when the picture must be drawn again. */
  constructor(private readonly canvas: HTMLCanvasElement, changed: () => void) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' })
    this.renderer.shadowMap.enabled = true
    this.renderer.shadowMap.type = PCFShadowMap
    this.sun.castShadow = true
    this.sun.shadow.mapSize.set(1024, 1024)
    this.sun.shadow.radius = 4
    this.floor.rotation.x = -Math.PI / 2
    this.floor.receiveShadow = true
    this.scene.add(new HemisphereLight('#dfe9ff', '#5a5048', 1.5), new AmbientLight('#ffffff', 0.6), this.sun, this.sun.target,
      this.floor, this.models)
    this.controls = new OrbitControls(this.camera, canvas)
    this.controls.addEventListener('change', changed)
    new ResizeObserver(() => {
      this.resize()
      changed()
    }).observe(canvas)
  }

  /** Shows these objects in place of the last ones, side by side, and looks at them. */
  show(objects: Object3D[]): void {
    for (const old of [...this.models.children]) this.models.remove(old)
    const box = new Box3()
    objects.forEach((object) => box.union(boundsOf(object)))
    const extent = box.getSize(new Vector3())
    const side = Math.max(extent.x, extent.z * 0.6, extent.y * 0.45)
    objects.forEach((object, i) => {
      const place = new Group()
      place.position.x = (i - (objects.length - 1) / 2) * side * 1.1
      place.add(object)
      this.models.add(place)
      object.traverse((each) => {
        if (!(each instanceof Mesh)) return
        each.castShadow = true
        if (each instanceof SkinnedMesh) each.frustumCulled = false
      })
    })
    this.look(box, side * 1.1 * (objects.length - 1))
  }

  setTheme(theme: Theme): void {
    this.theme = theme
    this.scene.background = new Color(THEMES[theme].ground)
    this.makeGrid()
  }

  /** Where a character's middle is, in pixels from the left. */
  columnOf(index: number): number {
    const place = this.models.children[index]
    if (!place) return 0
    const at = place.getWorldPosition(new Vector3()).setY(this.controls.target.y).project(this.camera)
    return ((at.x + 1) / 2) * this.canvas.clientWidth
  }

  draw(): void {
    this.renderer.render(this.scene, this.camera)
  }

  private look(box: Box3, extraWidth: number): void {
    const extent = box.getSize(new Vector3())
    const middle = box.getCenter(new Vector3())
    this.size = Math.max(extent.x, extent.y, extent.z, 1e-3)
    this.floor.scale.setScalar(40 * this.size)
    this.floor.position.y = box.min.y
    this.sun.position.copy(middle).add(new Vector3(-1.2, 2.6, 1.8).multiplyScalar(this.size))
    this.sun.target.position.copy(middle)
    const shadow = this.sun.shadow.camera
    shadow.left = shadow.bottom = -(this.size + extraWidth)
    shadow.right = shadow.top = this.size + extraWidth
    shadow.near = 0.1 * this.size
    shadow.far = 8 * this.size
    shadow.updateProjectionMatrix()
    this.sun.shadow.normalBias = 0.004 * this.size
    this.sun.shadow.bias = -0.0004
    this.resize()
    const radius = Math.hypot(extent.x + extraWidth, extent.z) / 2
    const half = Math.tan((this.camera.fov * Math.PI) / 360)
    const distance = Math.max((extent.y / 2) * 1.25 / half, (radius * 1.15) / (half * this.camera.aspect)) + radius * 0.5
    this.camera.near = distance / 100
    this.camera.far = distance * 30
    this.camera.updateProjectionMatrix()
    this.controls.target.copy(middle)
    this.camera.position.copy(middle).add(new Vector3(0.42, 0.2, 1).normalize().multiplyScalar(distance))
    this.controls.minDistance = distance / 12
    this.controls.maxDistance = distance * 6
    this.controls.update()
    this.makeGrid()
  }

  private makeGrid(): void {
    if (this.grid) {
      this.scene.remove(this.grid)
      this.grid.geometry.dispose()
      ;(this.grid.material as Material).dispose()
    }
    const line = new Color(THEMES[this.theme].line)
    const step = 10 ** Math.round(Math.log10(this.size / 3))
    this.grid = new GridHelper(step * 60, 60, line, line)
    this.grid.position.y = this.floor.position.y
    const material = this.grid.material as Material
    material.transparent = true
    material.opacity = 0.5
    this.scene.add(this.grid)
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas
    if (width === 0 || height === 0) return
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
    this.renderer.setSize(width, height, false)
    this.camera.aspect = width / height
    this.camera.updateProjectionMatrix()
  }
}

/** As it is shown: skinned meshes where their bones put them. */
function boundsOf(object: Object3D): Box3 {
  object.updateMatrixWorld(true)
  const box = new Box3()
  object.traverse((each) => {
    if (!(each instanceof Mesh) || !each.visible) return
    if (each instanceof SkinnedMesh) {
      each.skeleton.update()
      each.computeBoundingBox()
      box.union(each.boundingBox!.clone().applyMatrix4(each.matrixWorld))
    } else {
      box.expandByObject(each)
    }
  })
  if (box.isEmpty()) object.traverse((each) => box.expandByPoint(each.getWorldPosition(new Vector3())))
  if (box.getSize(new Vector3()).length() < 1e-6) box.expandByScalar(0.5)
  return box
}

/** Frees what the GPU holds of an object. */
export function disposeOf(object: Object3D): void {
  object.traverse((each) => {
    if (!(each instanceof Mesh)) return
    each.geometry.dispose()
    for (const material of [each.material].flat() as Material[]) {
      for (const value of Object.values(material)) if (value instanceof Texture) value.dispose()
      material.dispose()
    }
    if (each instanceof SkinnedMesh) each.skeleton.dispose()
  })
}
