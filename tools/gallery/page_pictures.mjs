// What a page shows in the middle of a fade, in headless Chromium: node page_pictures.mjs PAGE.html FOLDER writes desktop.png and phone.png.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Browser } from '../../web/test/support/browser.mjs'

const [file, folder] = process.argv.slice(2)
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844, touch: true, scale: 2 } }

const browser = await Browser.open()
for (const [name, size] of Object.entries(SIZES)) {
  const page = await browser.page(`file://${resolve(file)}`, size)
  await page.until(`document.documentElement.dataset.ready === 'true'`)
  const isDesktop = name === 'desktop'
  // Walk, then Run before the fade is over, stopped halfway: each press and the frames after it in one go, so that no time passes.
  await page.evaluate(`(async () => {
    const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    const steps = (count) => { for (let i = 0; i < count; ++i) press('.') }
    const clip = (key) => { press(key); press(' ') }
    document.body.focus()
    if (${isDesktop}) {
      const compare = document.getElementById('compare')
      compare.value = 'classic'
      compare.dispatchEvent(new Event('change'))
    }
    press(' ')
    steps(30)
    clip('2')
    steps(36)
    clip('3')
    steps(13)
    clip('2')
    steps(10)
  })()`)
  if (isDesktop) await page.until(`document.querySelectorAll('#labels b').length === 2`, 60)
  await page.wait(1)
  writeFileSync(join(folder, `${name}.png`), await page.picture())
}
await browser.close()
