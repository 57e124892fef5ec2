import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type pg from 'pg'

/** Opens a list of choices by its label and takes the one with this name. */
export async function choose(within: Page | Locator, label: string, option: string): Promise<void> {
  const field = within.getByRole('combobox', { name: label, exact: true })
  await field.focus()
  await field.press('ArrowDown')
  const page = 'page' in within ? within.page() : within
  const list = page.locator(`#${cssId(await field.getAttribute('aria-controls'))}`)
  await page
    .locator('.ant-select-dropdown')
    .filter({ has: list })
    .locator('.ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click()
}

const cssId = (id: string | null): string => (id ?? '').replaceAll(/[^\w-]/g, (sign) => `\\${sign}`)

/** Takes something from 新建. */
export async function openNew(page: Page, entry: string): Promise<Locator> {
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  return page.getByRole('dialog')
}

/** A lane of 今日. */
export const lane = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${title} \\d+$`) })
/** The card of a patient in a lane. */
export const cardOf = (page: Page, title: string, name: string): Locator =>
  lane(page, title)
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
/** How many stand in a lane, as its head says. */
export async function laneCount(page: Page, title: string): Promise<number> {
  return Number((await lane(page, title).getAttribute('aria-label'))?.split(' ')[1])
}

/** The one row that a question to the database has. */
export async function one<T extends pg.QueryResultRow>(owner: pg.Client, sql: string, values: unknown[]): Promise<T> {
  const { rows } = await owner.query<T>(sql, values)
  assert.equal(rows.length, 1, `${rows.length} rows: ${sql}`)
  return rows[0] as T
}
