import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Download, Page } from 'playwright-core'
import { rowsOf } from '../server/test/forms.ts'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'

const CLINIC = '望湖路门诊'
const PHONE = { width: 390, height: 844 }

async function picture(page: Page, name: string): Promise<void> {
  await settled(page)
  await page.screenshot({ path: path.join(import.meta.dirname, 'shots', `exports-${name}.png`) })
}

const cellsOf = async (download: Download): Promise<unknown[][]> => rowsOf(await readFile(await download.path()))

export const journeys: Journey[] = [
  {
    name: '后台导出：较大的列表自动转后台、排队取消、完成后消息通知、下载与当场导出相同、七天后过期 [long-exports]',
    async run({ browser, stack }) {
      const { config, jobs } = stack.application.services
      const { page, problems } = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      const download = async (press: () => Promise<void>) => {
        const [file] = await Promise.all([page.waitForEvent('download'), press()])
        return file
      }
      const task = (n: number) => page.getByRole('list', { name: '我的导出' }).getByRole('listitem').nth(n)

      await page.goto('/myExports')
      await page.getByText('还没有后台导出').waitFor()
      await picture(page, 'empty')

      await page.goto('/allTimePatients')
      const take = page.getByRole('button', { name: '导出', exact: true })
      const direct = await cellsOf(await download(() => take.click()))
      assert.ok(direct.length > 10)

      // More than somebody is kept waiting for: it goes into the background by itself.
      Object.assign(config, { EXPORT_DIRECT_ROWS: 5 })
      await take.click()
      await page.getByText('内容较多，已转后台导出，完成后会通知您').waitFor()
      await page.getByRole('button', { name: '看进度' }).click()
      await task(0).getByText('排队').waitFor()
      await picture(page, 'queued')

      // The stack has no workers: what was put into the queue is done here.
      await jobs.drain('exportTask.run')
      await task(0).getByText('完成').waitFor()
      await task(0).getByText('还保留 7 天').waitFor()
      await picture(page, 'done')
      const kept = await download(() => task(0).getByRole('button', { name: '下载' }).click())
      assert.match(kept.suggestedFilename(), /^患者列表-.*\.xlsx$/)
      assert.deepEqual(await cellsOf(kept), direct)

      // Chosen by hand, and given up.
      await page.goto('/allTimePatients')
      await page.getByRole('button', { name: '其他导出方式' }).click()
      await picture(page, 'menu')
      await page.getByRole('menuitem', { name: '后台导出' }).click()
      await page.getByText('已转后台导出，完成后会通知您').waitFor()
      await page.goto('/messages')
      await page.getByRole('button', { name: /患者列表已导出/ }).click()
      await page.waitForURL('**/myExports')
      await task(0).getByRole('button', { name: '取消' }).click()
      await task(0).getByText('已取消').waitFor()
      await task(0).getByRole('button', { name: '重新导出' }).click()
      await task(0).getByText('排队').waitFor()
      await page.setViewportSize(PHONE)
      await picture(page, 'phone')

      await stack.owner.query(`update export_task set expires_at = created_at where status = 2`)
      await jobs.runNow('exportTask.tidy')
      await page.reload()
      await task(1).getByText('已过期').waitFor()
      assert.deepEqual(problems, [])
    },
  },
]
