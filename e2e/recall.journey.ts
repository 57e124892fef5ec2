import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { choose } from './steps.ts'

const CLINIC = '望湖路门诊'
const BOOKED = '已有预约，不用再提醒'

export const journeys: Journey[] = [
  {
    name: '复查提醒只发给还没有预约的人：发送前说清谁不发、几人，发出去的就是这些',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      const read = page.waitForResponse('**/patientList/select')
      await page.goto('/allTimePatients')
      const { data } = (await (await read).json()) as { data: { list: { id: string }[] } }
      const shown = data.list.map(({ id }) => id)
      /** Of these, who has an appointment to come and could be written to. */
      const booked = async (ids: readonly string[]) =>
        (
          await stack.owner.query<{ id: string }>(
            `select p.id from patient p where p.id = any($1) and p.mobile is not null and not p.sms_opt_out and exists (
               select 1 from appointment a join clinic c on c.tenant_id = a.tenant_id and c.id = a.clinic_id
               where a.tenant_id = p.tenant_id and a.patient_id = p.id and c.name = $2 and a.status in (1, 2) and a.starts_at > $3)`,
            [ids, CLINIC, stack.application.services.clock.now()],
          )
        ).rows.map(({ id }) => id)
      const expected = await booked(shown)
      assert.ok(expected.length > 0 && expected.length < shown.length, `${expected.length} of ${shown.length}`)
      await settled(page)
      await page.getByRole('checkbox', { name: '选择本页' }).click()
      await page.getByRole('button', { name: '发短信' }).click()
      const dialog = page.getByRole('dialog', { name: '发短信' })
      await dialog.getByText(`已选 ${shown.length} 位患者，请选择模板`).waitFor()
      await choose(dialog, '模板', '复查提醒')
      const words = await dialog.getByText(/^发给 \d+ 人/).innerText()
      const going = Number(/发给 (\d+) 人/.exec(words)?.[1])
      const without = Number(/(\d+) 人不发/.exec(words)?.[1])
      assert.equal(going + without, shown.length, words)
      assert.match(words, new RegExp(`${BOOKED} ${expected.length}(?!\\d)`))
      await dialog.getByRole('button', { name: /^发送（\d+ 条）$/ }).click()
      await page.getByText(/^已发送 \d+ 条/).waitFor()
      const { rows } = await stack.owner.query<{ patient: string; reason: string }>(
        `select patient_id as patient, fail_reason as reason from sms_outbox
         where batch_no = (select batch_no from sms_outbox where scene = 'manual' and patient_id = any($1) order by created_at desc limit 1)`,
        [shown],
      )
      const sent = rows.filter(({ reason }) => !reason).map(({ patient }) => patient)
      assert.equal(sent.length, going)
      assert.deepEqual(await booked(sent), [])
      assert.deepEqual(
        rows
          .filter(({ reason }) => reason === BOOKED)
          .map(({ patient }) => patient)
          .sort(),
        expected.toSorted(),
      )
      assert.deepEqual(problems, [])
    },
  },
]
