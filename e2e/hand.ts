import type { Locator, Page } from 'playwright-core'
import { PHOTO, putPicture } from './steps.ts'

/** What a hand does: presses of the pointer, characters and keys. A picture that is chosen is two presses. */
export class Hand {
  clicks = 0
  keys = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }
  async click(what: Locator): Promise<void> {
    this.clicks += 1
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
