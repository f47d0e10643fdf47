// The page that shows a model and its fades: clips as buttons, the fade in words, the weights of the last seconds.
import { clone } from 'three/addons/utils/SkeletonUtils.js'
import type { Object3D } from 'three'
import { measured, popOf, RATE } from '../examples/pops.js'
import { BlendSpace, Crossfade, CURVE_NAMES, SYNCS } from '../src/index.js'
import type { Action, CurveName, Kind, Sync, TransitionSetFile } from '../src/index.js'
import { modelOfPage, readFiles, sentenceOf } from './model_file.js'
import type { LoadedModel } from './model_file.js'
import { colorOf, Plot } from './plot.js'
import { Recorder } from './recorder.js'
import { clipOf, commandsOf, completed, playCommand, prepare } from './script.js'
import type { Command } from './script.js'
import { disposeOf, Stage } from './stage.js'
import type { Theme } from './stage.js'

const KIND_NAMES: Record<Kind, string> = {
  curve: 'Curve', dead: 'Dead', inertial: 'Inertial', frozen: 'Frozen', linear: 'Linear', classic: 'Classic',
}
const SHOWN_KINDS = Object.keys(KIND_NAMES) as Kind[]
const EXPLANATIONS: Record<Kind, string> = {
  curve: 'Blends what both clips do, along the curve.',
  dead: 'The old motion coasts on and slows down.',
  inertial: 'The old motion dies away as if it had mass.',
  frozen: 'Holds the pose of this moment and fades it out.',
  linear: 'A constant rate: it starts and ends abruptly.',
  classic: 'As in three.js; it jumps when it interrupts a fade.',
}
const CURVE_LABELS: Record<CurveName, string> = {
  smooth: 'Smooth', linear: 'Linear', easeIn: 'Ease in', easeOut: 'Ease out', steep: 'Steep', step: 'Step',
}
const SYNC_LABELS: Record<Sync, string> = { none: 'Not synced', phase: 'Phase', markers: 'Foot steps' }
const SPEEDS = [0.1, 0.25, 0.5, 1]
const LONGEST = 3 // seconds
const FRAME = 1 / 60

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T

/** Everything that belongs to one model. */
interface Playing {
  model: LoadedModel
  characters: Crossfade[]
  recorder: Recorder
  buttons: HTMLButtonElement[]
  percents: HTMLElement[]
}

/** How many characters all names share at their start, up to the end of a word ("Armature|"); 0 if one would become empty. */
function sharedPrefix(names: string[]): number {
  if (names.length < 2) return 0
  let length = 0
  while (length < names[0]!.length && names.every((name) => name[length] === names[0]![length])) ++length
  const word = /.*[|:/\\_\- ]/.exec(names[0]!.slice(0, length))?.[0].length ?? 0
  return names.some((name) => name.length <= word) ? 0 : word
}

class Page {
  private readonly stage = new Stage(find<HTMLCanvasElement>('view'), () => this.redraw())
  private readonly plot = new Plot(find<HTMLCanvasElement>('plot'))
  private playing: Playing | null = null
  private model: LoadedModel | null = null
  private set: TransitionSetFile | null = null
  private script: Command[] = []
  private next = 0 // of the script's commands
  private tookOver = Infinity // since when clips follow the buttons and no script
  private theme: Theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  private fade = { seconds: 0.4, kind: 'curve' as Kind, curve: 'smooth' as CurveName, sync: 'none' as Sync }
  private compared: Kind | null = null
  private paused = false
  private speed = 1
  private last = 0
  private asked = false

  async start(): Promise<void> {
    this.makeControls()
    this.setTheme(this.theme)
    const set = document.getElementById('set')
    if (set) this.set = completed(JSON.parse(set.textContent!) as TransitionSetFile)
    try {
      await Crossfade.load()
      const model = await modelOfPage()
      if (model) this.open(model)
      const script = document.getElementById('script')
      if (script) this.playScript(commandsOf(JSON.parse(script.textContent!)))
      this.playLink()
    } catch (error) {
      this.say(`${sentenceOf(error)}.`, true)
    }
    document.documentElement.dataset['ready'] = 'true'
  }

  // ---- The model

  private open(model: LoadedModel): void {
    this.close()
    this.model = model
    find('name').textContent = model.name
    document.title = `${model.name} in Crossfade`
    this.say(model.animations.length > 0 ? '' : `${model.name} has no clips: it shows its rest pose.`)
    this.makeCharacters()
    this.begin()
  }

  /** The first clip plays. */
  private begin(clip = 0): void {
    if (this.model!.animations.length > 0) this.do({ at: 0, do: 'play', clip: `#${clip}` })
  }

  private close(): void {
    this.stop()
    this.script = []
    find('replay').hidden = true
    if (this.model) disposeOf(this.model.scene)
    this.compared = null
    find<HTMLSelectElement>('compare').value = ''
  }

  private stop(): void {
    if (!this.playing) return
    this.playing.recorder.dispose()
    this.playing.characters.forEach((character) => character.dispose())
    this.playing = null
  }

  /** One character, or two that fade in different ways. */
  private makeCharacters(): void {
    const model = this.model!
    this.stop()
    const objects: Object3D[] = this.compared ? [clone(model.scene), clone(model.scene)] : [clone(model.scene)]
    const characters = objects.map((object) => new Crossfade(object, model.animations))
    for (const character of characters) {
      for (let i = 0; i < model.animations.length; ++i) character.clipAction(i)
      if (this.set) character.use(this.set)
      prepare(character, this.script)
    }
    this.stage.show(objects)
    this.playing = {
      model, characters, recorder: new Recorder(characters, model.animations.length), ...this.makeClipButtons(model),
    }
    this.redraw()
  }

  private makeClipButtons(model: LoadedModel): { buttons: HTMLButtonElement[]; percents: HTMLElement[] } {
    const percents: HTMLElement[] = []
    const prefix = sharedPrefix(model.animations.map((clip) => clip.name))
    const buttons = model.animations.map((clip, i) => {
      const button = document.createElement('button')
      button.className = 'clip'
      button.style.setProperty('--color', colorOf(i, this.theme))
      const name = document.createElement('b')
      const full = clip.name || `Clip ${i + 1}`
      name.textContent = clip.name ? full.slice(prefix) : full
      const percent = document.createElement('small')
      button.append(document.createElement('i'), name, percent)
      button.title = `${full}, ${clip.duration.toFixed(2)} s`
      button.addEventListener('click', () => this.fadeTo(i))
      percents.push(percent)
      return button
    })
    find('clips').replaceChildren(...buttons)
    return { buttons, percents }
  }

  // ---- What plays

  private fadeTo(clip: number): void {
    if (!this.playing) return
    const { characters, recorder } = this.playing
    const target = characters[0]!.fade?.to
    const from = target instanceof BlendSpace ? -1 : (target?.clipIndex ?? this.dominant())
    this.tookOver = recorder.time
    this.next = this.script.length
    if (from < 0 && !characters[0]!.clips.some((_, i) => characters[0]!.weightOf(i) > 0)) return this.begin(clip)
    const useSet = this.set !== null && find<HTMLInputElement>('useSet').checked
    this.do({ at: 0, do: 'fadeTo', clip: `#${clip}`, ...(useSet ? {} : { ...this.fade, set: false }) })
    this.paused = false
    this.updateButtons()
    if (this.compared && from >= 0) setTimeout(() => this.measure(from, clip))
  }

  /** Does what a command says, in every character, and notes it. */
  private do(command: Command): void {
    const { recorder, characters } = this.playing!
    const fade = command.do === 'play' || (command.do === 'fadeTo' && command.clip !== undefined)
      ? { seconds: command.do === 'play' ? 0 : (command.seconds ?? 0.4), clip: clipOf(characters[0]!, command.clip) }
      : null
    recorder.change(command, fade, (character, i) =>
      playCommand(character, i === 1 && this.compared ? { ...command, kind: this.compared } : command, this.set))
    this.redraw()
  }

  /** Plays a script from nothing. */
  private playScript(commands: Command[] = this.script): void {
    if (!this.model) return
    this.script = commands
    this.next = 0
    this.tookOver = Infinity
    this.makeCharacters()
    this.paused = false
    find('replay').hidden = commands.length === 0
    this.updateButtons()
    this.advance(0)
  }

  /** Lets time pass, with the commands that the script has for it. */
  private advance(seconds: number): void {
    const { recorder } = this.playing!
    const end = recorder.time + seconds
    if (recorder.time < this.tookOver) this.tookOver = Infinity
    try {
      for (let command = this.script[this.next]; command && command.at <= end; command = this.script[++this.next]) {
        if (command.at > recorder.time) recorder.advance(command.at - recorder.time)
        this.do(command)
      }
    } catch (error) {
      this.say(`Command ${this.next} of the script: ${sentenceOf(error)}.`, true)
      this.next = this.script.length
    }
    if (end > recorder.time) recorder.advance(end - recorder.time)
  }

  private dominant(): number {
    const clip = this.playing!.characters[0]!.dominantClip
    return clip ? this.playing!.model.animations.indexOf(clip) : -1
  }

  /** The same fade from the same moment with both kinds, interrupted halfway, on characters that nobody sees. */
  private measure(from: number, to: number): void {
    if (!this.playing || !this.compared || from === to) return
    const { model } = this.playing
    const seconds = Math.max(this.fade.seconds, 0.1)
    const object = clone(model.scene)
    const character = new Crossfade(object, model.animations)
    const bones: Object3D[] = []
    object.traverse((each) => bones.push(each))
    const own = [from, to].map((clip) =>
      measured(bones, character, clip, Math.max(Math.min(Math.ceil(model.animations[clip]!.duration * RATE) - 1, 1500), 10)))
    const begin = Math.ceil(0.3 * RATE)
    const half = begin + Math.ceil((seconds / 2) * RATE)
    const figures = [this.fade.kind, this.compared].map((kind) => {
      const options = { ...this.fade, seconds, kind }
      const meter = measured(bones, character, from, half + Math.ceil(seconds * RATE) + 20, (frame) => {
        if (frame === begin) character.to(to, options)
        if (frame === half) character.to(from, options)
      })
      return popOf(meter, own).ratio
    })
    character.dispose()
    this.showLabels(figures)
  }

  private showLabels(figures: number[] = []): void {
    const kinds = this.compared ? [this.fade.kind, this.compared] : []
    find('labels').replaceChildren(...kinds.map((kind, i) => {
      const label = document.createElement('span')
      label.append(`${KIND_NAMES[kind]} `)
      const figure = figures[i]
      if (figure !== undefined) {
        const value = document.createElement('b')
        value.textContent = `${figure < 10 ? figure.toFixed(1) : Math.round(figure)} ×`
        label.append(value)
        label.title = 'This fade interrupted halfway: the largest change of a bone\u2019s velocity, against what the clips do themselves'
      }
      return label
    }))
    this.placeLabels()
  }

  private placeLabels(): void {
    ;[...find('labels').children].forEach((label, i) => {
      ;(label as HTMLElement).style.left = `${Math.round(this.stage.columnOf(i))}px`
    })
  }

  // ---- Frames

  /** Asks for a frame; a still picture draws none. */
  private redraw(): void {
    if (this.asked) return
    this.asked = true
    requestAnimationFrame((now) => this.frame(now))
  }

  private frame(now: number): void {
    this.asked = false
    const passed = Math.min((now - this.last) / 1000, 0.1)
    this.last = now
    const { playing } = this
    if (playing && !this.paused && playing.model.animations.length > 0) {
      this.advance(passed * this.speed)
      this.redraw()
    }
    this.stage.draw()
    if (!playing) return
    this.plot.draw(playing.recorder, this.theme)
    this.placeLabels()
    this.updateClips(playing)
  }

  private updateClips({ recorder, characters, buttons, percents }: Playing): void {
    const target = (characters[0]!.fade?.to as Action | null)?.clipIndex ?? this.dominant()
    buttons.forEach((button, i) => {
      const weight = characters[0]!.weightOf(i)
      button.style.setProperty('--weight', weight.toFixed(3))
      button.setAttribute('aria-pressed', String(i === target))
      const text = weight > 0.0005 ? `${Math.round(100 * weight)} %` : ''
      if (percents[i]!.textContent !== text) percents[i]!.textContent = text
    })
    find('clock').textContent = recorder.isLive ? `${recorder.time.toFixed(2)} s` : `${(recorder.time - recorder.newest).toFixed(2)} s`
    this.plot.canvas.setAttribute('aria-valuenow', recorder.time.toFixed(2))
    this.plot.canvas.setAttribute('aria-valuemax', recorder.newest.toFixed(2))
    this.plot.canvas.setAttribute('aria-valuemin', recorder.oldest.toFixed(2))
  }

  private goTo(time: number): void {
    if (!this.playing) return
    this.paused = true
    const { recorder } = this.playing
    recorder.goTo(time)
    const next = this.script.findIndex(({ at }) => at > recorder.time + 1e-9)
    this.next = next < 0 || recorder.time >= this.tookOver ? this.script.length : next
    this.updateButtons()
    this.redraw()
  }

  private stepBy(frames: number): void {
    if (!this.playing) return
    const { recorder } = this.playing
    if (frames < 0 || !recorder.isLive) return this.goTo(recorder.time + frames * FRAME)
    this.paused = true
    this.advance(frames * FRAME)
    this.updateButtons()
    this.redraw()
  }

  private togglePlay(): void {
    this.paused = !this.paused
    this.updateButtons()
    this.redraw()
  }

  // ---- Controls

  private makeControls(): void {
    this.choices('kinds', SHOWN_KINDS, (kind) => KIND_NAMES[kind], this.fade.kind, (kind) => {
      this.fade.kind = kind
      this.playing?.characters[0]?.adjustFade({ kind, curve: this.fade.curve })
      this.describe()
    })
    this.choices('speeds', SPEEDS, (speed) => (speed === 1 ? '1×' : speed === 0.1 ? '0.1' : speed === 0.25 ? '¼' : '½'), 1,
      (speed) => (this.speed = speed))
    const seconds = find<HTMLInputElement>('seconds')
    seconds.value = String(Math.sqrt(this.fade.seconds / LONGEST))
    seconds.addEventListener('input', () => {
      this.fade.seconds = Math.round(100 * LONGEST * Number(seconds.value) ** 2) / 100
      this.playing?.characters.forEach((character) => character.adjustFade({ seconds: this.fade.seconds }))
      this.describe()
    })
    this.select('curve', CURVE_NAMES.map((name) => [name, CURVE_LABELS[name]]), (name) => (this.fade.curve = name as CurveName))
    this.select('sync', SYNCS.map((name) => [name, SYNC_LABELS[name]]), (name) => (this.fade.sync = name as Sync))
    this.select('compare', [['', 'Nothing'], ...SHOWN_KINDS.map((kind): [string, string] => [kind, KIND_NAMES[kind]])], (kind) => {
      this.compared = kind ? (kind as Kind) : null
      this.again()
    })
    find('setRow').hidden = !document.getElementById('set')
    find('useSet').addEventListener('change', () => this.describe())
    find('play').addEventListener('click', () => this.togglePlay())
    find('back').addEventListener('click', () => this.stepBy(-1))
    find('forward').addEventListener('click', () => this.stepBy(1))
    find('replay').addEventListener('click', () => this.playScript())
    find('theme').addEventListener('click', () => this.setTheme(this.theme === 'dark' ? 'light' : 'dark'))
    find('share').addEventListener('click', () => void this.copyLink())
    this.listenToPlot()
    this.listenToFiles()
    document.addEventListener('keydown', (event) => this.key(event))
    this.describe()
    this.updateButtons()
  }

  /** Other characters for the same model, which go on with what plays. */
  private again(): void {
    if (!this.model) return
    const clip = this.playing ? this.dominant() : -1
    this.tookOver = 0
    this.next = this.script.length
    this.makeCharacters()
    if (clip >= 0) this.begin(clip)
    this.showLabels()
    this.describe()
  }

  private choices<T extends string | number>(
    id: string, values: readonly T[], label: (value: T) => string, chosen: T, choose: (value: T) => void,
  ): void {
    const row = find(id)
    const buttons = values.map((value) => {
      const button = document.createElement('button')
      button.textContent = label(value)
      button.setAttribute('role', 'radio')
      button.setAttribute('aria-checked', String(value === chosen))
      button.addEventListener('click', () => {
        for (const each of buttons) each.setAttribute('aria-checked', String(each === button))
        choose(value)
        this.redraw()
      })
      return button
    })
    row.append(...buttons)
  }

  private select(id: string, options: [string, string][], choose: (value: string) => void): void {
    const element = find<HTMLSelectElement>(id)
    element.append(...options.map(([value, text]) => new Option(text, value)))
    element.addEventListener('change', () => {
      choose(element.value)
      this.describe()
    })
  }

  /** The fade in words. */
  private describe(): void {
    const { seconds, kind, curve, sync } = this.fade
    find('secondsText').textContent = `${seconds.toFixed(2)} s`
    find('explanation').textContent = EXPLANATIONS[kind]
    const usesCurve = kind === 'curve' || kind === 'frozen' || kind === 'dead'
    find<HTMLSelectElement>('curve').disabled = !usesCurve
    const bold = (text: string): HTMLElement => {
      const element = document.createElement('b')
      element.textContent = text
      return element
    }
    const more = document.createElement('span')
    more.className = 'more'
    more.textContent = ' Press another in mid-fade.'
    const sentence = find('sentence')
    if (this.set && find<HTMLInputElement>('useSet').checked)
      return sentence.replaceChildren('Press a clip: it fades in as ', bold('the transition set'), ' says.')
    sentence.replaceChildren(
      'Press a clip: it fades in over ', bold(`${seconds.toFixed(2)} s`), ', ', bold(KIND_NAMES[kind].toLowerCase()),
      ...(usesCurve ? [', ', bold(CURVE_LABELS[curve].toLowerCase())] : []),
      ...(sync === 'none' ? [] : [', ', bold(sync === 'phase' ? 'in phase' : 'step by step')]),
      '.', more)
  }

  private updateButtons(): void {
    find('playIcon').setAttribute('d', this.paused ? 'M7 4l13 8-13 8z' : 'M7 4h3v16H7zM14 4h3v16h-3z')
  }

  private setTheme(theme: Theme): void {
    this.theme = theme
    document.documentElement.dataset['theme'] = theme
    this.stage.setTheme(theme)
    this.playing?.buttons.forEach((button, i) => button.style.setProperty('--color', colorOf(i, theme)))
    this.redraw()
  }

  private listenToPlot(): void {
    const { canvas } = this.plot
    let dragging = false
    const move = (event: PointerEvent): void => {
      if (this.playing) this.goTo(this.plot.timeAt(event.clientX - canvas.getBoundingClientRect().left, this.playing.recorder))
    }
    canvas.addEventListener('pointerdown', (event) => {
      dragging = true
      canvas.setPointerCapture(event.pointerId)
      move(event)
    })
    canvas.addEventListener('pointermove', (event) => {
      if (dragging) move(event)
    })
    for (const type of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(type, () => (dragging = false))
    new ResizeObserver(() => this.redraw()).observe(canvas)
  }

  private listenToFiles(): void {
    const input = find<HTMLInputElement>('file')
    input.addEventListener('change', () => {
      void this.openFiles([...(input.files ?? [])])
      input.value = ''
    })
    let depth = 0
    const drop = (on: boolean): void => void document.body.classList.toggle('drop', on)
    document.addEventListener('dragenter', () => drop(++depth > 0))
    document.addEventListener('dragleave', () => drop(--depth > 0))
    document.addEventListener('dragover', (event) => event.preventDefault())
    document.addEventListener('drop', (event) => {
      event.preventDefault()
      depth = 0
      drop(false)
      void this.openFiles([...(event.dataTransfer?.files ?? [])])
    })
  }

  /** A model, or a script or transition set for the one that is shown. What is on screen stays if it cannot be read. */
  private async openFiles(files: File[]): Promise<void> {
    if (files.length === 0) return
    try {
      const text = files.length === 1 && /\.(json|crossfade)$/i.test(files[0]!.name) ? await files[0]!.text() : null
      const json = text === null ? null : (JSON.parse(text) as TransitionSetFile & { commands?: unknown })
      if (json?.commands) return this.playScript(commandsOf(json))
      if (json) return this.useSet(completed(json))
      this.open(await readFiles(files))
    } catch (error) {
      this.say(`${sentenceOf(error)}.`, true)
    }
  }

  private useSet(set: TransitionSetFile): void {
    const notes = this.playing?.characters.map((character) => character.use(set))[0] ?? []
    this.set = set
    find('setRow').hidden = false
    this.describe()
    this.say(notes.length > 0 ? notes.join(' ') : '')
  }

  private say(text: string, isError = false): void {
    const message = find('message')
    message.textContent = text
    message.hidden = text === ''
    message.classList.toggle('error', isError)
    if (text && !isError) setTimeout(() => (message.hidden = true), 5000)
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as HTMLElement
    const typing = target.matches('input:not([type=checkbox]), select')
    const step = target === this.plot.canvas ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined
    if (event.key === ' ' && !typing && !target.matches('button:focus-visible')) this.togglePlay()
    else if (!typing && event.key === ',') this.stepBy(-1)
    else if (!typing && event.key === '.') this.stepBy(1)
    else if (step !== undefined) this.stepBy(step)
    else if (!typing && event.key === 'r' && this.script.length > 0) this.playScript()
    else if (!typing && /^[1-9]$/.test(event.key) && this.model?.animations[Number(event.key) - 1]) this.fadeTo(Number(event.key) - 1)
    else return
    event.preventDefault()
  }

  // ---- Links to a moment

  private async copyLink(): Promise<void> {
    if (!this.playing) return
    const { commands, time } = this.playing.recorder
    const link = new URL(location.href)
    link.hash = `at=${time.toFixed(3)}&script=${encodeURIComponent(JSON.stringify({ commands: commands.slice(0, 200) }))}`
    history.replaceState(null, '', link)
    try {
      await navigator.clipboard.writeText(link.href)
      this.say('The link to this moment is on the clipboard.')
    } catch {
      this.say('The link to this moment is in the address bar.')
    }
  }

  /** Repeats the commands of a link, and stops at its moment. */
  private playLink(): void {
    const link = new URLSearchParams(location.hash.slice(1))
    const script = link.get('script')
    if (!script || !this.playing) return
    const end = Math.min(Number(link.get('at')) || 0, 600)
    this.playScript(commandsOf(JSON.parse(script)).filter(({ at }) => at <= end))
    const { recorder } = this.playing
    while (end - recorder.time > 1e-9) this.advance(Math.min(FRAME, end - recorder.time))
    this.paused = true
    this.updateButtons()
    this.redraw()
  }
}

void new Page().start()
