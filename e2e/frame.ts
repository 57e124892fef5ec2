import type { Page } from 'playwright-core'

/** How many pixels of the page can be scrolled under its own head: only the content scrolls, the frame never does. */
export const underHead = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const root = document.scrollingElement ?? document.documentElement
    return root.scrollHeight - root.clientHeight
  })
