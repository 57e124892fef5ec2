import assert from 'node:assert/strict'
import { FIRST_CHARTING } from '@dentin/clinical/first-charting'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { becomes, one } from './steps.ts'

export const journeys: Journey[] = [
  {
    name: '口述行：首次检查 20 项所见不用鼠标，不超过 130 个键；看不懂的留在行里，Ctrl+Z 撤销',
    async run({ browser, stack }) {
      const draft = await one<{ id: string; login: string }>(
        stack.owner,
        `select r.id, a.login_name as login from medical_record r
         join employee e on e.tenant_id = r.tenant_id and e.id = r.doctor_id join account a on a.id = e.account_id
         where r.status = 0 and r.record_type = 1 and a.login_name is not null
           and not exists (select 1 from tooth_condition t where t.tenant_id = r.tenant_id and t.patient_id = r.patient_id)
         order by r.visit_time desc, r.id limit 1`,
        [],
      )
      const { page, problems } = await visit(browser, stack, { account: draft.login })
      await page.goto(`/patientMedicalRecord?id=${draft.id}`)
      await page.getByRole('group', { name: '口述行' }).waitFor()
      const before = await marksOf()
      let keys = 0
      const type = async (text: string) => {
        await page.keyboard.type(text)
        keys += [...text].length
      }
      const press = async (key: string) => {
        await page.keyboard.press(key)
        keys += 1
      }
      await press('F4')
      for (const line of FIRST_CHARTING) {
        await type(line)
        await press('Enter')
      }
      assert.ok(keys <= 130, `${keys} keys`)
      process.stdout.write(`first charting ${JSON.stringify({ keys })}\n`)
      const chart = page.getByRole('listbox', { name: '牙位图' })
      await chart.getByRole('option', { name: /^16 .*深龋 近中𬌗面/ }).waitFor()
      await chart.getByRole('option', { name: /^46 .*桥体/ }).waitFor()
      await page.keyboard.press('ControlOrMeta+s')
      await becomes(async () => (await marksOf()) - before, 22)

      // What can't be read stays, the rest is taken; one key takes it back.
      await page.keyboard.press('F4')
      const line = page.getByRole('group', { name: '口述行' }).getByRole('textbox')
      await page.keyboard.type('27 o c2 歪')
      await page.getByText('看不懂「歪」').waitFor()
      await page.keyboard.press('Enter')
      assert.equal(await line.inputValue(), '27 歪')
      await chart.getByRole('option', { name: /^27 .*中龋/ }).waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('ControlOrMeta+z')
      await chart.getByRole('option', { name: /^27 .*中龋/ }).waitFor({ state: 'detached' })
      // A pontic has no caries.
      await page.keyboard.type('右下6深龋')
      await page.getByText('46 在这份病历里标了桥体，不能再标龋').waitFor()
      assert.deepEqual(problems, [])

      async function marksOf(): Promise<number> {
        const { marks } = await one<{ marks: number }>(
          stack.owner,
          `select jsonb_array_length(coalesce(content->'toothMarks', '[]'))::int as marks from medical_record where id = $1`,
          [draft.id],
        )
        return marks
      }
    },
  },
  {
    name: '口腔随时间：从档案打开，逐个变化看，选一颗牙看它的经过，从年表打开病历；手机上也能看',
    async run({ browser, stack }) {
      const who = await one<{ id: string }>(stack.owner, `select id from patient where name = '周雨桐' limit 1`, [])
      for (const size of ['desktop', 'phone'] as const) {
        const { page, problems } = await visit(browser, stack, { account: 'director', size })
        await page.goto(`/patientMedicalRecord?patientId=${who.id}`)
        await page.getByRole('tab', { name: '口腔随时间' }).click()
        await page.getByText('口腔现在的情况').waitFor()
        const chart = page.getByRole('listbox', { name: /的牙位图$/ })
        await chart.getByRole('option', { name: /^46 .*根管治疗/ }).waitFor()
        await page.getByRole('button', { name: '上一变化' }).click()
        await page.getByRole('button', { name: '上一变化' }).click()
        await page.getByText(/^按最后一次修订还原10月9日的口腔/).waitFor()
        await chart.getByRole('option', { name: /^46 .*根尖周炎/ }).waitFor()
        assert.equal(await chart.getByRole('option', { name: /^46 .*桩核/ }).count(), 0)
        await page
          .getByRole('region', { name: '这一天的变化' })
          .getByRole('button', { name: /根尖周炎/ })
          .click()
        await page.getByRole('region', { name: '右下第一磨牙' }).getByText('许明哲').first().waitFor()
        await page.getByText('当时所知').click()
        await page.getByText(/^只用到10月9日为止签名的病历/).waitFor()
        await settled(page)
        await page.getByRole('button', { name: '回到今天' }).click()
        await page
          .getByRole('table', { name: '牙位逐年' })
          .getByRole('button', { name: '纤维桩桩核', exact: true })
          .click()
        await page.getByRole('textbox', { name: '主诉' }).or(page.getByText('主诉')).first().waitFor()
        assert.deepEqual(problems, [])
      }
    },
  },
]
