import type { Locator, Page } from 'playwright-core'
import { PHOTO, putPicture } from './steps.ts'

/** What a hand does: presses of the pointer, characters and keys. A picture that is chosen is two presses. */
export class Hand {
  clicks = 0
  keys = 0
  /** The shorter side of the smallest thing pressed, in pixels, and what it is. */
  smallest = Infinity
  smallestName = ''
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }
  async click(what: Locator): Promise<void> {
    this.clicks += 1
    await what.scrollIntoViewIfNeeded()
    const box = await what.boundingBox()
    const side = Math.round(Math.min(box?.width ?? 0, box?.height ?? 0))
    if (side < this.smallest) [this.smallest, this.smallestName] = [side, await what.innerText().catch(() => '')]
    await what.click()
  }
  async type(text: string): Promise<void> {
    this.keys += [...text].length
    await this.page.keyboard.insertText(text)
  }
  async press(...keys: string[]): Promise<void> {
    this.keys += keys.length
    for (const key of keys) await this.page.keyboard.press(key)
  }
  async picture(label: string): Promise<void> {
    this.clicks += 2
    await putPicture(this.page, label, PHOTO)
    await this.page.getByRole('button', { name: `更换${label}` }).waitFor()
  }
  get used(): { clicks: number; keys: number } {
    return { clicks: this.clicks, keys: this.keys }
  }
}
