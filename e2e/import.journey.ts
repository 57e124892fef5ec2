import assert from 'node:assert/strict'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { sheetOfPatients } from '../server/test/forms.ts'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
const HEAD = ['姓名', '性别', '手机号', '来源', '出生日期', '过敏史']

async function picture(page: Page, name: string): Promise<void> {
  await settled(page)
  await page.screenshot({ path: path.join(import.meta.dirname, 'shots', `import-${name}.png`) })
}

const sheet = async (rows: (string | null)[][], head: string[] = HEAD) => ({
  name: '老系统患者.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await sheetOfPatients(head, rows),
})

export const journeys: Journey[] = [
  {
    name: '导入患者：有两行有误的表格、原因、改好再传、疑似重复逐行决定、写入、在列表里看到 [patient-import]',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      const { name: source } = await one<{ name: string }>(
        stack.owner,
        `select s.name from patient_source s join clinic c on c.tenant_id = s.tenant_id
         where c.name = $1 and s.enabled and not exists (select 1 from patient_source k where k.tenant_id = s.tenant_id and k.parent_id = s.id)
           and (select count(*) from patient_source o where o.tenant_id = s.tenant_id and o.name = s.name) = 1
         order by s.sort_no, s.name limit 1`,
        [CLINIC],
      )
      await page.goto('/allTimePatients')
      await page.getByRole('button', { name: '导入', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: '导入患者' })
      await dialog.getByText('把填好的表格拖到这里，或选择文件').waitFor()
      await picture(page, 'start')
      const [template] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: '下载模板' }).click(),
      ])
      assert.equal(template.suggestedFilename(), '患者导入模板.xlsx')

      // The stack has no workers: what was put into the queue is done here.
      const { jobs } = stack.application.services
      // Heads of another program: what is not known is chosen by hand, beside what stands in the column.
      await dialog
        .getByLabel('导入文件')
        .setInputFiles(
          await sheet([['钱多多', '女', '13411110001', source, '小钱']], ['客户', '性别', '联系电话', '来源', '昵称']),
        )
      await dialog.getByText('还缺“姓名”：请在右边指定它是哪一列').waitFor()
      const go = dialog.getByRole('button', { name: '检查这 1 行' })
      assert.equal(await go.isDisabled(), true)
      await picture(page, 'columns')
      await dialog.getByLabel('“客户”读作').click()
      await page.getByRole('option', { name: '姓名', exact: true }).click()
      await page.setViewportSize({ width: 390, height: 844 })
      await picture(page, 'columns-phone')
      await page.setViewportSize({ width: 1440, height: 900 })
      await go.click()
      await dialog.getByText('正在检查 老系统患者.xlsx').waitFor()
      assert.equal(await jobs.drain('patient.import-check'), 1)
      await dialog.getByRole('button', { name: '导入 1 位患者' }).waitFor()
      await dialog.getByText('不认识、没有读取的列：昵称').waitFor()
      await dialog.getByRole('button', { name: '放弃', exact: true }).click()
      await page.getByRole('alertdialog', { name: '放弃这次导入？' }).getByRole('button', { name: '放弃' }).click()

      // Two rows are wrong: nothing is written, and each says why.
      await dialog.getByLabel('导入文件').setInputFiles(
        await sheet([
          ['钱多多', '女', '13411110001', source, '1992-03-14', '否认'],
          ['孙小满', '女', '1341111', source, '2019-07-01', null],
          ['周慕白', '男', '13411110003', '火星', null, '青霉素'],
        ]),
      )
      await dialog.getByText('正在检查 老系统患者.xlsx').waitFor()
      await picture(page, 'checking')
      assert.equal(await jobs.drain('patient.import-check'), 1)
      await dialog.getByText('手机号应为11位手机号').waitFor()
      await dialog.getByText('没有“火星”这个来源，或已停用').waitFor()
      await dialog.getByRole('button', { name: '导入 1 位患者，留下有误的 2 行' }).waitFor()
      await picture(page, 'wrong')
      const count = () =>
        one<{ n: number }>(
          stack.owner,
          `select count(*)::int as n from patient where name in ('钱多多', '孙小满', '周慕白')`,
          [],
        )
      assert.equal((await count()).n, 0)

      // Two may have a file already: each is decided by itself, and the choice stays when the dialog is closed.
      const known = await stack.owner.query<{ name: string; mobile: string }>(
        `select p.name, p.mobile from patient p join clinic c on c.tenant_id = p.tenant_id and c.id = p.home_clinic_id
         where c.name = $1 and p.status = 0 and p.mobile is not null
           and (select count(*) from patient o where o.tenant_id = p.tenant_id and o.mobile = p.mobile) = 1
         order by p.created_at limit 2`,
        [CLINIC],
      )
      const [same, mother] = known.rows as [{ name: string; mobile: string }, { name: string; mobile: string }]
      await dialog.getByRole('button', { name: '重新上传' }).click()
      await dialog.getByLabel('导入文件').setInputFiles(
        await sheet([
          ['钱多多', '女', '13411110001', source, '1992-03-14', '否认'],
          [same.name, '女', same.mobile, source, null, null],
          ['孙小满', '女', mother.mobile, source, '2019-07-01', null],
          ['周慕白', '男', '13411110003', source, null, '青霉素'],
        ]),
      )
      await dialog.getByText('正在检查 老系统患者.xlsx').waitFor()
      assert.equal(await jobs.drain('patient.import-check'), 1)
      await dialog.getByText('疑似重复 2 行，还有 2 行没有决定').waitFor()
      assert.equal(await dialog.getByRole('button', { name: '导入', exact: true }).isDisabled(), true)
      await picture(page, 'doubtful')
      await dialog.getByRole('button', { name: '第 3 行与已有档案对照' }).first().click()
      const compare = page.getByRole('dialog', { name: '第 3 行与已有档案' })
      await compare.getByText('表格第 3 行').waitFor()
      await picture(page, 'compare')
      await compare.getByRole('button', { name: '是同一个人，跳过' }).click()
      await dialog.getByText('疑似重复 2 行，还有 1 行没有决定').waitFor()
      await dialog.getByRole('radiogroup', { name: '第 4 行 孙小满' }).getByText('仍建档').click()
      await dialog.getByText('疑似重复 2 行已决定：跳过 1 行，仍建档 1 行').waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '导入', exact: true }).click()
      await dialog.getByRole('button', { name: '继续' }).first().waitFor()
      await settled(page)
      await dialog.getByRole('button', { name: '继续' }).first().click()
      await dialog.getByText('疑似重复 2 行已决定：跳过 1 行，仍建档 1 行').waitFor()
      await picture(page, 'checked')
      await page.setViewportSize({ width: 390, height: 844 })
      await picture(page, 'checked-phone')
      await page.setViewportSize({ width: 1440, height: 900 })
      await dialog.getByRole('button', { name: '导入 3 位患者' }).click()
      await dialog.getByText(/^正在写入/).waitFor()
      await picture(page, 'writing')
      assert.equal(await jobs.drain('patient.import'), 1)
      await dialog.getByText('已导入 3 位患者').waitFor({ timeout: 30_000 })
      await picture(page, 'done')
      await dialog.getByRole('button', { name: '看这些患者' }).click()
      await dialog.waitFor({ state: 'detached' })
      const table = page.getByRole('table', { name: '患者列表' })
      for (const name of ['钱多多', '孙小满', '周慕白']) await table.getByText(name).waitFor()
      await page.getByText('3 人', { exact: true }).first().waitFor()
      await picture(page, 'list')
      assert.equal((await count()).n, 3)
      assert.deepEqual(problems, [])
    },
  },
]
