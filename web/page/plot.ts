// The weights of the last seconds, with the fades behind them. Dragging goes back in time.
import { KEPT_SECONDS } from './recorder.js'
import type { Recorder } from './recorder.js'

const COLORS = ['#56b4e9', '#f0e04a', '#2fbf95', '#e78fc7', '#6e8cff', '#e2683a', '#d5dae1', '#b08c4f']
const ON_LIGHT = ['#1f86bf', '#8d8100', '#008a63', '#b7538f', '#3c5fe0', '#b8430f', '#6c7480', '#85642a']

/** A clip's color, as in the window; after the first eight, hues far from each other. */
export function colorOf(clip: number, theme: string): string {
  const list = theme === 'light' ? ON_LIGHT : COLORS
  return list[clip] ?? `hsl(${(clip * 137.5) % 360} 60% ${theme === 'light' ? 38 : 70}%)`
}

const AHEAD = 0.8 // seconds right of now

export class Plot {
  private readonly context: CanvasRenderingContext2D

  constructor(readonly canvas: HTMLCanvasElement) {
    this.context = canvas.getContext('2d')!
  }

  /** The time at a distance from the left edge in pixels. */
  timeAt(x: number, recorder: Recorder): number {
    const { left, span } = this.viewOf(recorder)
    return left + (x / this.canvas.clientWidth) * span
  }

  draw(recorder: Recorder, theme: string): void {
    const { canvas, context } = this
    const ratio = Math.min(devicePixelRatio, 2)
    const width = canvas.clientWidth
    const height = canvas.clientHeight
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio)
      canvas.height = Math.round(height * ratio)
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, height)
    const { left, span } = this.viewOf(recorder)
    const x = (time: number): number => ((time - left) / span) * width
    const y = (weight: number): number => height - 7 - weight * (height - 14)
    const style = getComputedStyle(document.documentElement)
    const ink = (name: string): string => style.getPropertyValue(name)

    context.globalAlpha = 0.13
    for (const fade of recorder.fades) {
      context.fillStyle = colorOf(fade.clip, theme)
      context.fillRect(x(fade.begin), 0, Math.max(x(fade.end) - x(fade.begin), 1), height)
    }
    context.globalAlpha = 1
    context.font = '11px Roboto, system-ui, sans-serif'
    context.textBaseline = 'bottom'
    context.strokeStyle = ink('--line')
    context.fillStyle = ink('--faint')
    context.lineWidth = 1
    for (let second = Math.ceil(left); second < left + span; ++second) {
      if (second < 0) continue
      context.beginPath()
      context.moveTo(Math.round(x(second)) + 0.5, 0)
      context.lineTo(Math.round(x(second)) + 0.5, height)
      context.stroke()
      if (second % 2 === 0) context.fillText(`${second} s`, x(second) + 4, height - 2)
    }
    this.drawWeights(recorder, theme, x, y)
    context.strokeStyle = ink('--text')
    context.lineWidth = 1.5
    context.beginPath()
    context.moveTo(x(recorder.time), 0)
    context.lineTo(x(recorder.time), height)
    context.stroke()
  }

  private drawWeights(recorder: Recorder, theme: string, x: (time: number) => number, y: (weight: number) => number): void {
    const { context } = this
    const { times, rows } = recorder
    context.lineWidth = 2
    context.lineJoin = 'round'
    const clipCount = rows[0]?.length ?? 0
    for (let clip = 0; clip < clipCount; ++clip) {
      context.strokeStyle = colorOf(clip, theme)
      context.beginPath()
      let drawing = false
      for (let i = 0; i < rows.length; ++i) {
        const shows = rows[i]![clip]! > 0 || (rows[i + 1]?.[clip] ?? 0) > 0 || (rows[i - 1]?.[clip] ?? 0) > 0
        if (shows && drawing) context.lineTo(x(times[i]!), y(rows[i]![clip]!))
        else if (shows) context.moveTo(x(times[i]!), y(rows[i]![clip]!))
        drawing = shows
      }
      context.stroke()
    }
  }

  private viewOf(recorder: Recorder): { left: number; span: number } {
    const span = Math.min(KEPT_SECONDS, Math.max(3, this.canvas.clientWidth / 90)) + AHEAD
    return { left: Math.max(recorder.newest + AHEAD - span, -0.1), span }
  }
}
