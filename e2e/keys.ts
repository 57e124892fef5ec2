import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { settled } from './page.ts'

/** Runs in the page: counts presses of a pointer, whoever makes them. */
function countPresses(): void {
  const pressed = { times: 0 }
  Object.assign(window, { pressed })
  for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
    document.addEventListener(kind, () => void pressed.times++, { capture: true })
}

/** Runs in the page: what has the focus, and whether it can be seen that it has. A field shows it with its box, a choice with its line. */
function focusNow(): { name: string; shown: boolean } {
  const has = document.activeElement as HTMLElement
  let shown = false
  for (let n = 0, each: Element | null = has; n < 4 && each; n += 1, each = each.parentElement) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
    shown ||= (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  }
  const name = has.getAttribute('aria-label') ?? has.textContent?.trim().slice(0, 40) ?? ''
  return { name: `${has.tagName.toLowerCase()} ${name}`, shown }
}

/** So many times Tab is pressed at once; in the page those after the one that reaches the control do nothing. */
const BURST = 6
interface Waiting {
  element: Element
  tabs: number
}

/** Runs in the page: from now on Tab is counted, until it has reached the element. */
function waitForFocus(element: Element): void {
  const holder = window as unknown as { waiting?: Waiting }
  if (!holder.waiting)
    document.addEventListener(
      'keydown',
      (event) => {
        const { waiting } = holder
        if (!waiting || event.key !== 'Tab') return
        if (document.activeElement !== waiting.element) waiting.tabs += 1
        else {
          event.preventDefault()
          event.stopImmediatePropagation()
        }
      },
      { capture: true },
    )
  holder.waiting = { element, tabs: 0 }
}

/** Runs in the page: after how many times Tab the element had the focus; null: not yet, or it was drawn anew. */
function tabsUntilFocus(): number | 'gone' | null {
  const holder = window as unknown as { waiting?: Waiting }
  const { waiting } = holder
  if (!waiting?.element.isConnected) return 'gone'
  if (document.activeElement !== waiting.element) return null
  holder.waiting = { element: document.documentElement, tabs: 0 }
  return waiting.tabs
}

/**
 * A person who works by the keyboard alone. What has the focus is always somewhere and can be seen; where the keys don't
 * reach something, or the focus is lost on the way, it throws.
 */
export class Keys {
  readonly page: Page
  /** How many keys so far; a character that is typed is one. */
  used = 0

  private constructor(page: Page) {
    this.page = page
  }

  static async at(page: Page): Promise<Keys> {
    await page.addInitScript(countPresses)
    return new Keys(page)
  }

  /** Goes to an address, and by the first link of the page to its content, unless the page has put the focus somewhere. */
  async go(path: string): Promise<void> {
    await this.page.goto(path)
    await settled(this.page)
    if (!(await this.page.evaluate(() => document.activeElement === document.body))) return
    await this.press('Tab', 'Enter')
    await this.on(this.page.locator('#main'))
  }

  async press(...keys: string[]): Promise<void> {
    this.used += keys.length
    for (const key of keys) await this.page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    this.used += [...text].length
    await this.page.keyboard.type(text)
  }

  /** Waits until a control has the focus. */
  async on(control: Locator): Promise<void> {
    await control.and(this.page.locator(':focus')).waitFor()
  }

  /** Moves by Tab until a control has the focus. */
  async to(control: Locator, most = 150): Promise<void> {
    await control.waitFor()
    await this.keeps()
    await control.evaluate(waitForFocus)
    for (let n = 0; n <= most; n += BURST) {
      const after = await this.page.evaluate(tabsUntilFocus)
      if (after === 'gone') await control.evaluate(waitForFocus)
      else if (after !== null) {
        this.used += after
        const { shown, name } = await this.page.evaluate(focusNow)
        assert.ok(shown, `nobody sees that ${name} has the focus`)
        return
      }
      await Promise.all(Array.from({ length: BURST }, () => this.page.keyboard.press('Tab')))
    }
    throw new Error(`the keyboard does not reach ${control.toString()}`)
  }

  /** Moves to a control and presses it. */
  async do(control: Locator, key = 'Enter'): Promise<void> {
    await this.to(control)
    await this.press(key)
  }

  /** Moves by the arrows, among the entries of a list or a menu, until one has the focus. */
  async among(entry: Locator, most = 60): Promise<void> {
    await entry.waitFor()
    for (let n = 0; n < most; n += 1) {
      if (await entry.evaluate((element) => element === document.activeElement)) return
      await this.press('ArrowDown')
    }
    throw new Error(`the arrows do not reach ${entry.toString()}`)
  }

  /** Moves to a field and types over what is there. */
  async fill(field: Locator, text: string): Promise<void> {
    await this.to(field)
    await this.retype(text)
  }

  /** Types over what is in the field that has the focus. */
  async retype(text: string): Promise<void> {
    await this.press('ControlOrMeta+a')
    await this.type(text)
  }

  /** Moves to a list of choices, narrows it by typing where it can be narrowed, and takes what the arrows come to. */
  async choose(list: Locator, option: string, typed = ''): Promise<void> {
    await this.to(list)
    await this.press('ArrowDown')
    const offered = this.page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    const wanted = offered.locator('.ant-select-item-option', { hasText: option }).first()
    await wanted.waitFor()
    if (typed) await this.type(typed)
    for (let n = 0; n < 60; n += 1) {
      if (/option-active/.test((await wanted.getAttribute('class')) ?? '')) {
        await this.press('Enter')
        await offered.waitFor({ state: 'hidden' })
        return
      }
      await this.press('ArrowDown')
    }
    throw new Error(`the arrows do not reach ${option}`)
  }

  /** The focus stands somewhere: where something opened, went or was done, it has not fallen off the page. */
  async keeps(): Promise<void> {
    await this.page
      .waitForFunction(() => document.activeElement !== document.body && document.activeElement !== null, undefined, {
        timeout: 3_000,
      })
      .catch(() => assert.fail('the focus is lost'))
  }

  /** Nobody has touched a pointer. */
  async alone(): Promise<void> {
    assert.equal(await this.page.evaluate(() => (window as unknown as { pressed: { times: number } }).pressed.times), 0)
  }
}
