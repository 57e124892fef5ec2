import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { becomes, one } from './steps.ts'

const CLINIC = '望湖路门诊'

const rowOf = (page: Page, name: string): Locator =>
  page.locator('[data-row]').filter({ has: page.getByText(name, { exact: true }) })
const names = async (page: Page): Promise<string[]> =>
  (await page.locator('[data-row] .bold').allInnerTexts()).map((text) => text.trim())
const becomeNames = (page: Page, wanted: readonly string[]) =>
  becomes(async () => (await names(page)).join(), wanted.join())
/** Drags a row by its handle to the place of another. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const handle = await rowOf(page, from)
    .getByRole('button', { name: `拖动${from}` })
    .boundingBox()
  const target = await rowOf(page, to).boundingBox()
  assert(handle && target)
  const x = handle.x + handle.width / 2
  await page.mouse.move(x, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, target.y + target.height / 2, { steps: 8 })
  await page.waitForTimeout(50)
  await page.mouse.up()
}
const moved = (list: readonly string[], name: string, to: number): string[] =>
  list.filter((each) => each !== name).toSpliced(to, 0, name)

export const journeys: Journey[] = [
  {
    name: '设置的列表：拖动或按 Alt+↑↓ 排序，刷新后还在；行内停用，用着的说为什么不能；查找、导出；手机上也能拖',
    async run({ browser, stack }) {
      const { page } = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      // Steps in a row are sent one after another: a reload between two of them would break off the last.
      const stored = async () =>
        (
          await one<{ names: string }>(
            stack.owner,
            `select string_agg(d.name, ',' order by d.enabled desc, d.sort_no) as names
             from dept d join clinic c on c.tenant_id = d.tenant_id and c.id = d.clinic_id where c.name = $1`,
            [CLINIC],
          )
        ).names
      await page.goto('/baseDepartSet')
      await rowOf(page, '牙周科').waitFor()
      let order = await names(page)
      const kept = async (wanted: string[]) => {
        await becomeNames(page, wanted)
        await becomes(stored, wanted.join())
        await page.reload()
        await becomeNames(page, wanted)
        order = wanted
      }

      // With the mouse, down and up.
      await drag(page, '牙周科', order[3] ?? '')
      await kept(moved(order, '牙周科', 3))
      await drag(page, '牙周科', order[0] ?? '')
      await kept(moved(order, '牙周科', 0))
      // Esc leaves it where it is.
      const handle = await page.getByRole('button', { name: '拖动牙周科' }).boundingBox()
      assert(handle)
      await page.mouse.move(handle.x + 8, handle.y + 8)
      await page.mouse.down()
      await page.mouse.move(handle.x + 8, handle.y + 160, { steps: 4 })
      await page.keyboard.press('Escape')
      await page.mouse.up()
      assert.deepEqual(await names(page), order)

      // With the keys: the row keeps the focus, several steps in a row are all kept.
      await rowOf(page, '牙周科').focus()
      await page.keyboard.press('Alt+ArrowDown')
      await page.keyboard.press('Alt+ArrowDown')
      await page.keyboard.press('Alt+ArrowUp')
      await becomeNames(page, moved(order, '牙周科', 1))
      assert.equal(await rowOf(page, '牙周科').evaluate((row) => row === document.activeElement), true)
      await kept(moved(order, '牙周科', 1))

      // In use: the switch says why it stays. Not in use: off, behind the others, and on again.
      await page.getByRole('switch', { name: '启用牙周科' }).click()
      await page.getByText('还有 1 人在这个科室，调走后才能停用').waitFor()
      assert.equal(await page.getByRole('switch', { name: '启用牙周科' }).getAttribute('aria-checked'), 'true')
      await page.getByRole('switch', { name: '启用影像科' }).click()
      await page.getByText('影像科已停用').waitFor()
      await becomes(async () => (await names(page)).at(-1), '影像科')
      await page.getByRole('switch', { name: '启用影像科' }).click()
      await page.getByText('影像科已启用').waitFor()
      await kept(order)

      // Searched: what is found by any of its words; nothing is dragged meanwhile.
      await page.getByRole('button', { name: '新建科室' }).click()
      const dialog = page.getByRole('dialog', { name: '新建科室' })
      await dialog.getByLabel('科室名称').fill('黏膜科')
      await dialog.getByRole('button', { name: '保存' }).click()
      await page.getByText('科室已建立').waitFor()
      await becomes(async () => (await names(page)).at(-1), '黏膜科')
      await page.getByRole('searchbox', { name: '查找科室' }).fill('zjk')
      await becomeNames(page, ['正畸科'])
      await page.reload()
      await becomeNames(page, ['正畸科'])
      await page.getByRole('searchbox', { name: '查找科室' }).fill('没有的科')
      await page.getByText('没有符合的科室').waitFor()

      // Taken along.
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: '导出科室' }).click(),
      ])
      assert.equal(file.suggestedFilename(), '科室.xlsx')

      // On the phone by its handle too; the dialog opens from the card.
      const phone = await visit(browser, stack, { account: 'director', clinic: CLINIC, size: 'phone' })
      await phone.page.goto('/baseDepartSet')
      await rowOf(phone.page, '牙周科').waitFor()
      const there = await names(phone.page)
      await drag(phone.page, there[2] ?? '', there[0] ?? '')
      await becomeNames(phone.page, moved(there, there[2] ?? '', 0))
      await phone.page.getByText(there[1] ?? '', { exact: true }).click()
      await phone.page.getByRole('dialog', { name: `修改科室：${there[1]}` }).waitFor()
      assert.equal(await phone.page.getByRole('switch', { name: '启用' }).getAttribute('aria-checked'), 'true')
    },
  },
]
