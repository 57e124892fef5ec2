import assert from 'node:assert/strict'
import path from 'node:path'
import type { Page } from 'playwright-core'

/** Papers by their button, with the width of a printed page in millimetres. */
const PAPERS = { A4: 210, A5: 148, 'A5 横向': 210, '80 mm 小票': 80 } as const
export type Paper = keyof typeof PAPERS
export const ROLL: Paper = '80 mm 小票'
const shot = (name: string) => path.join(import.meta.dirname, 'shots', `money-${name}`)

export const cents = (text: string): number => Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100)
export const total = (list: readonly number[]): number => list.reduce((all, each) => all + each, 0)

/** What is read off a paper: the figures of a column of its table, and its sums by their labels. */
export interface Read {
  column(title: string): Promise<number[]>
  sum(label: string): Promise<number>
}

const reads = (page: Page): Read => ({
  async column(title) {
    const texts = await page.locator('article table:not([role=presentation])').evaluateAll(
      (tables, wanted) =>
        tables.flatMap((table) => {
          const heads = Array.from(table.querySelectorAll('thead th'))
          const at = heads.findIndex((head) => head.textContent.trim() === wanted)
          const rows = Array.from(table.querySelectorAll('tbody tr'))
          return at < 0
            ? []
            : rows
                .filter((row) => !/foot|groupTitle/.test(row.className))
                .map((row) => row.children[at]?.textContent ?? '')
        }),
      title,
    )
    // Signs are written as one writes them.
    return texts.map((text) => (text.includes('−') ? -1 : 1) * cents(text || '0'))
  },
  async sum(label) {
    const row = page
      .locator('article dl > div')
      .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    return cents(await row.locator('dd').first().innerText())
  },
})

/** Opens a paper in each size, prints it, and looks at the size of the page that comes out. */
export async function onEachPaper(
  page: Page,
  address: string,
  name: string,
  check: (read: Read, paper: Paper) => Promise<void>,
): Promise<void> {
  await page.goto(address)
  const choice = page.getByRole('radiogroup', { name: '纸张' })
  await choice.waitFor()
  for (const paper of Object.keys(PAPERS) as Paper[]) {
    await choice.getByRole('radio', { name: paper, exact: true }).check({ force: true })
    await page.locator('article').first().waitFor()
    await check(reads(page), paper)
    const file = shot(`${name}-${paper.replaceAll(' ', '')}`)
    await page.screenshot({ path: `${file}.png`, fullPage: true })
    const pdf = await page.pdf({ path: `${file}.pdf`, preferCSSPageSize: true, printBackground: true })
    const text = pdf.toString('latin1')
    const [, width = '0', height = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []
    const millimetres = Math.round((Number(width) / 72) * 25.4)
    assert.equal(millimetres, PAPERS[paper], `${name} on ${paper} is ${width} × ${height} points`)
    // Nothing of a sheet stands on a page that is not its own: as many pages as were laid, or one more for its end.
    const pages = text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
    const laid = await page.locator('article').count()
    if (paper === ROLL) assert.equal(pages, 1, `${name} on a roll has ${pages} pages`)
    else if (laid > 1) assert.ok(pages - laid <= 1, `${name} on ${paper}: ${laid} laid, ${pages} printed`)
  }
}
