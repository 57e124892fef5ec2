import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'

export const journeys: Journey[] = [
  {
    name: '金额的分录：账单、患者、会员卡、预交金、退费、单位的金额点开就是合成它的分录，手机上也看得',
    async run({ browser, stack }) {
      const bill = await one<{ id: string; patient: string; arrears: string }>(
        stack.owner,
        `select b.id, b.patient_id as patient, s.arrears_amount::text as arrears from bill b
         join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
         join patient_stat s on s.tenant_id = b.tenant_id and s.patient_id = b.patient_id
         where c.name = $1 and b.refunded_amount > 0 and b.paid_amount > b.refunded_amount
         order by b.pay_time desc, b.id limit 1`,
        [CLINIC],
      )
      const card = await one<{ patient: string; no: string }>(
        stack.owner,
        `select k.patient_id as patient, k.card_no as no from member_card k join clinic c on c.tenant_id = k.tenant_id and c.id = k.open_clinic_id
         where c.name = $1 and k.status = 1 and k.main_card_id is null and k.bonus_amount > 0
           and exists (select 1 from card_log l where l.tenant_id = k.tenant_id and l.card_id = k.id and l.type = 3)
         order by k.opened_at desc, k.id limit 1`,
        [CLINIC],
      )
      const prepaid = await one<{ patient: string; no: string }>(
        stack.owner,
        `select q.patient_id as patient, q.prepay_no as no from prepay q join clinic c on c.tenant_id = q.tenant_id and c.id = q.open_clinic_id
         where c.name = $1 and q.balance_amount > 0 order by q.received_at desc, q.id limit 1`,
        [CLINIC],
      )
      const refund = await one<{ id: string; patient: string }>(
        stack.owner,
        `select r.id, r.patient_id as patient from refund r join clinic c on c.tenant_id = r.tenant_id and c.id = r.clinic_id
         where c.name = $1 and r.status = 2 and r.refund_amount > 0 order by r.refunded_at desc, r.id limit 1`,
        [CLINIC],
      )
      const unit = await one<{ id: string }>(
        stack.owner,
        `select m.pay_unit_id as id from unit_claim m join clinic c on c.tenant_id = m.tenant_id and c.id = m.clinic_id
         where c.name = $1 group by 1 having sum(m.amount - m.back_amount - m.settled_amount) > 0 order by 1 limit 1`,
        [CLINIC],
      )
      for (const size of ['desktop', 'phone'] as const) {
        const { page, context } = await visit(browser, stack, { account: 'director', clinic: CLINIC, size })
        /** Opens an amount and reads what its postings come to: by the rows, and as the head says. */
        const opened = async (what: string) => {
          const amount = page.getByRole('button', { name: new RegExp(`^${what} .*看分录$`) }).first()
          const shown = Number((await amount.innerText()).replace(/[^\d.]/g, ''))
          await amount.click()
          const drawer = page.getByRole('dialog', { name: `${what}的分录` })
          const rows = drawer.getByRole('listitem')
          await rows.first().waitFor()
          const signed = await rows.locator('> :nth-child(2)').allInnerTexts()
          const sum = signed.reduce((all, text) => all + Number(text.replaceAll(',', '').replace('−', '-')), 0)
          assert.equal(sum.toFixed(2), shown.toFixed(2), what)
          await page.keyboard.press('Escape')
          await drawer.waitFor({ state: 'hidden' })
        }
        if (size === 'desktop') {
          await page.goto(`/orderSet?billId=${bill.id}`)
          for (const what of ['应收', '已付', '已退']) await opened(what)
        }
        await page.goto(`/patientCenter?id=${bill.patient}&tab=bills`)
        await opened('已付')
        await page.goto(`/patientCenter?id=${bill.patient}`)
        await opened('累计消费')
        await page.goto(`/patientCenter?id=${prepaid.patient}&tab=prepays`)
        await opened('预交金余额')
        await page.goto(`/orderSet?tab=refund&refund=${refund.id}`)
        await opened('实退')
        await page.goto(`/unitAccounts?unit=${unit.id}&tab=open`)
        await opened('单位未结')
        await page.goto(`/membercard?id=${card.patient}`)
        await opened('赠金')
        await opened('本金')
        // The sums of lists open what they are the sum of, narrowed as the list is.
        if (size === 'desktop') {
          await page.goto(`/membercard?tab=list&q=${card.no}`)
          await opened('赠金合计')
          await opened('本金合计')
          await page.goto('/prepayments')
          const narrowed = page.waitForResponse(
            (each) => each.url().includes('/prepay/list') && (each.request().postData() ?? '').includes(prepaid.no),
          )
          await page.getByLabel('查找', { exact: true }).fill(prepaid.no)
          await narrowed
          await settled(page)
          await opened('余额合计')
          await page.goto(`/patientCenter?id=${refund.patient}&tab=refunds`)
          await opened('实退合计')
        }
        await context.close()
      }
    },
  },
]
