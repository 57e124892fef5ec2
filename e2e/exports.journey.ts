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

      // Papers of a patient: fewer come at once, more are made in the background, each counted once.
      await page.setViewportSize({ width: 1440, height: 900 })
      const { rows } = await stack.owner.query<{ patientId: string; n: number }>(
        `select r.patient_id as "patientId", count(*)::int as n from medical_record r
           join clinic c on c.tenant_id = r.tenant_id and c.id = r.clinic_id
         where c.name = $1 and r.status = 2 group by r.patient_id having count(*) between 3 and 4
         order by r.patient_id limit 1`,
        [CLINIC],
      )
      const [{ patientId, n } = { patientId: '', n: 0 }] = rows
      Object.assign(config, { PRINT_DIRECT_PAPERS: 2 })
      await page.goto(`/patientMedicalRecord/print?patientId=${patientId}`)
      await page.getByText(`共 ${n} 份，多于 2 份，将在后台生成`).waitFor()
      await page.getByRole('button', { name: '下载 PDF' }).click()
      const progress = page.getByRole('status').filter({ hasText: '后台生成' })
      await progress.getByText('排队').waitFor()
      await picture(page, 'papers')
      await jobs.drain('exportTask.run')
      await progress.getByText('完成').waitFor()
      const papers = await download(() => progress.getByRole('button', { name: '下载' }).click())
      assert.match(papers.suggestedFilename(), new RegExp(`^病历资料 ${n} 份 .*\\.pdf$`))
      assert.equal((await readFile(await papers.path())).subarray(0, 5).toString(), '%PDF-')
      const issued = await stack.owner.query(
        `select 1 from issued_document d join medical_record r on r.id = d.source_id
         where r.patient_id = $1 and d.kind = 'record'`,
        [patientId],
      )
      assert.equal(issued.rows.length, n)
      await page.setViewportSize(PHONE)
      await picture(page, 'papers-phone')
      await page.goto('/myExports')
      await task(0).getByText(`${n} 份`).first().waitFor()

      await stack.owner.query(`update export_task set expires_at = created_at where status = 2`)
      await jobs.runNow('exportTask.tidy')
      await page.reload()
      await task(2).getByText('已过期').waitFor()
      assert.deepEqual(problems, [])
    },
  },
]
