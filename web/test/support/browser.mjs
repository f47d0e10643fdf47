// Chromium without a window, spoken to through a pipe: pages, touches, keys, pictures, and what the console says.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class Browser {
  static async open(program = process.env.CROSSFADE_BROWSER ?? 'chromium') {
    const browser = new Browser(program)
    await browser.send('Target.setDiscoverTargets', { discover: false })
    return browser
  }

  constructor(program) {
    this.folder = mkdtempSync(join(tmpdir(), 'crossfade-browser-'))
    this.waiting = new Map()
    this.listeners = new Set()
    this.lastId = 0
    this.process = spawn(program, [
      '--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--hide-scrollbars', '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader', '--enable-precise-memory-info', '--js-flags=--expose-gc', '--remote-debugging-pipe',
      `--user-data-dir=${this.folder}`, 'about:blank',
    ], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
    this.process.on('error', (error) => this.fail(error))
    this.process.on('exit', () => this.fail(new Error('the browser has ended')))
    let text = ''
    this.process.stdio[4].setEncoding('utf8').on('data', (part) => {
      const messages = (text + part).split('\0')
      text = messages.pop()
      for (const message of messages) this.take(JSON.parse(message))
    })
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.lastId
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0')
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, method }))
  }

  take(message) {
    const waiting = this.waiting.get(message.id)
    if (!waiting) return this.listeners.forEach((listener) => listener(message))
    this.waiting.delete(message.id)
    if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`))
    else waiting.resolve(message.result)
  }

  fail(error) {
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
  }

  /** A page of this size; `touch`: a phone; `first`: a script that runs before those of the page. */
  async page(url, { width, height, touch = false, scale = 1, dark = true, first = '' }) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true })
    const page = new BrowserPage(this, sessionId)
    await page.send('Page.enable')
    await page.send('Runtime.enable')
    await page.send('Log.enable')
    await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: touch })
    if (touch) await page.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] })
    if (first) await page.send('Page.addScriptToEvaluateOnNewDocument', { source: first })
    await page.send('Page.navigate', { url })
    return page
  }

  async close() {
    const ended = new Promise((resolve) => this.process.once('exit', resolve))
    this.process.kill()
    await ended
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

class BrowserPage {
  constructor(browser, session) {
    this.browser = browser
    this.session = session
    /** Everything that the console and the browser's log have said. */
    this.said = []
    browser.listeners.add(({ sessionId, method, params }) => {
      if (sessionId !== session) return
      if (method === 'Runtime.consoleAPICalled')
        this.said.push(`${params.type}: ${params.args.map((each) => each.value ?? each.description).join(' ')}`)
      if (method === 'Runtime.exceptionThrown')
        this.said.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text)
      if (method === 'Log.entryAdded') this.said.push(`${params.entry.level}: ${params.entry.text}`)
    })
  }

  send(method, params) {
    return this.browser.send(method, params, this.session)
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** Waits until an expression is true. */
  async until(expression, seconds = 240) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end; await new Promise((done) => setTimeout(done, 50)))
      if (await this.evaluate(expression).catch(() => false)) return
    throw new Error(`after ${seconds} s this is not true: ${expression}`)
  }

  wait(seconds) {
    return new Promise((done) => setTimeout(done, 1000 * seconds))
  }

  /** The middle of an element. */
  async middleOf(selector) {
    return this.evaluate(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const r = e.getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 } })()`)
  }

  async tap(selector) {
    const point = await this.middleOf(selector)
    await this.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    await this.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  async click(selector) {
    const point = await this.middleOf(selector)
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.send('Input.dispatchMouseEvent', { type, ...point, button: 'left', clickCount: 1 })
  }

  async key(key, code = key) {
    for (const type of ['keyDown', 'keyUp']) await this.send('Input.dispatchKeyEvent', { type, key, code, text: type === 'keyDown' && key.length === 1 ? key : undefined })
  }

  async picture() {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' })
    return Buffer.from(data, 'base64')
  }
}
