import assert from 'node:assert/strict'
import { contract, type WireOutput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { as } from './calls.ts'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
const comma = (yuan: string) => Number(yuan).toLocaleString('en-US', { minimumFractionDigits: 2 })

export const journeys: Journey[] = [
  {
    name: '预交金：键盘收两种方式，收费时与微信一起用，退费退回预交金，余下的前台申请、院长退款，打印收据与退款单',
    async run({ browser, stack }) {
      const bill = await one<{ id: string; patient: string; sum: string }>(
        stack.owner,
        `select b.id, b.patient_id as patient, b.receivable_amount::text as sum from bill b
         join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
         where c.name = $1 and b.status = 1 and b.receivable_amount > 100
           and not exists (select 1 from prepay q where q.tenant_id = b.tenant_id and q.patient_id = b.patient_id)
           and not exists (select 1 from member_card k where k.tenant_id = b.tenant_id and k.patient_id = b.patient_id)
         order by b.receivable_amount, b.id limit 1`,
        [CLINIC],
      )
      const held = () =>
        one<{ id: string; balance: string; status: number; moves: number }>(
          stack.owner,
          `select q.id, q.balance_amount::text as balance, q.status,
             (select count(*)::int from prepay_log l where l.tenant_id = q.tenant_id and l.prepay_id = q.id) as moves
           from prepay q where q.patient_id = $1`,
          [bill.patient],
        )
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const { page } = desk
      await page.goto(`/patientCenter?id=${bill.patient}&tab=prepays`)
      // By keyboard: the button, what it is for, the sum, two ways, and it is taken.
      const receive = page.getByRole('button', { name: '收预交金' })
      await receive.focus()
      await receive.press('Enter')
      const dialog = page.getByRole('dialog')
      const purpose = dialog.getByRole('radio', { name: '种植' })
      await purpose.focus()
      await purpose.press('Space')
      await dialog.getByLabel('预交金额').fill('500')
      for (const way of ['现金', '微信']) {
        const button = dialog.getByRole('button', { name: way, exact: true })
        await button.focus()
        await button.press('Enter')
      }
      await dialog.getByText('请填写').waitFor({ state: 'hidden' })
      await dialog.getByLabel('微信金额').fill('300')
      const take = dialog.getByRole('button', { name: '收款 500.00' })
      await take.focus()
      await take.press('Enter')
      await page.getByText(/^已收预交金 500\.00/).waitFor()
      const { id, ...taken } = await held()
      assert.deepEqual(taken, { balance: '500.00', status: 1, moves: 1 })

      // 60.00 of it, the rest by WeChat.
      await page.goto(`/orderSet?billId=${bill.id}`)
      const pay = page.getByRole('region', { name: '收款' })
      await pay.getByRole('button', { name: /^预交金 种植/ }).click()
      await pay.getByLabel('预交金 种植金额').fill('600')
      await pay.getByText('余额不足，最多可付 500.00 元').waitFor()
      await pay.getByLabel('预交金 种植金额').fill('60')
      await pay.getByRole('button', { name: '微信' }).click()
      await pay.getByRole('button', { name: `收款 ${comma(bill.sum)}` }).click()
      await page.getByText('收款流水').waitFor()
      assert.deepEqual(await held(), { id, balance: '440.00', status: 1, moves: 2 })

      // Everything of the bill goes back: WeChat what came by WeChat, and 60.00 to the prepayment.
      const chief = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      const second = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      await page.goto(`/orderSet?tab=paid&billId=${bill.id}`)
      await page.getByRole('region', { name: '收款' }).getByRole('button', { name: '退费' }).click()
      await page.getByRole('button', { name: '整单退' }).click()
      await page.getByText('试算，未入账').waitFor()
      await page.getByText('项目未做').click()
      await page.getByRole('button', { name: `提交退费 ${comma(bill.sum)}` }).click()
      await page.getByText(/^已提交，等待/).waitFor()
      await chief.page.goto(`/orderSet?tab=refund&refund=${await openRefund(stack.owner, bill.id)}`)
      const agree = chief.page.getByRole('button', { name: '同意退费' })
      const payBack = chief.page.getByRole('button', { name: `退款 ${comma(bill.sum)}`, exact: true })
      await agree.or(payBack).first().waitFor()
      if (await agree.isVisible()) {
        await agree.click()
        await chief.page.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click()
      }
      await payBack.click()
      await chief.page.getByText('已退给患者').waitFor()
      assert.deepEqual(await held(), { id, balance: '500.00', status: 1, moves: 3 })

      // The desk asks for the rest, somebody else agrees and pays it out.
      await page.goto(`/patientCenter?id=${bill.patient}&tab=prepays`)
      await page.getByText('流水合计等于余额').waitFor()
      await page.getByRole('button', { name: '退款', exact: true }).click()
      const back = page.getByRole('dialog')
      await back.getByLabel('退款金额').fill('500.01')
      await back.getByRole('button', { name: '申请退 500.01' }).waitFor()
      assert.equal(await back.getByRole('button', { name: '申请退 500.01' }).isDisabled(), true)
      await back.getByLabel('退款金额').fill('500')
      await back.getByText('收过 300.00').waitFor()
      await back.getByRole('radio', { name: '项目未做' }).click()
      await back.getByRole('button', { name: '申请退 500.00' }).click()
      await page.getByText('已提交，等待审批').waitFor()
      await second.page.goto('/prepayments?tab=returns')
      const row = second.page.getByRole('row').filter({ hasText: '500.00' }).filter({ hasText: '待审批' }).first()
      await row.getByRole('button', { name: '审批' }).click()
      // Nothing is chosen beforehand: who presses Enter has not agreed.
      const decision = second.page.getByRole('dialog')
      assert.equal(await decision.getByRole('button', { name: '确定' }).isDisabled(), true)
      await decision.getByRole('button', { name: '同意' }).click()
      await decision.getByRole('button', { name: '同意' }).last().click()
      await second.page.getByText('已同意，等待退款').waitFor()
      await chief.page.goto('/prepayments?tab=returns')
      await chief.page.getByRole('button', { name: '退款', exact: true }).first().click()
      await chief.page.getByRole('button', { name: '已退款' }).click()
      await chief.page.getByText(/^已退 500\.00/).waitFor()
      assert.deepEqual(await held(), { id, balance: '0.00', status: 3, moves: 4 })

      // Both papers are printed.
      await page.goto(`/print/prepay/${id}`)
      await page.getByText('金额大写：伍佰元整').waitFor()
      const paper = await one<{ id: string }>(stack.owner, 'select id from prepay_return where prepay_id = $1', [id])
      await page.goto(`/print/prepayReturn/${paper.id}`)
      await page.getByText('实退大写：伍佰元整').waitFor()
      assert.deepEqual([...desk.problems, ...chief.problems, ...second.problems], [])
    },
  },
  {
    name: '门诊往来：预交金在另一家门诊使用，总部看到谁欠谁，打开明细，月份过完才能结',
    async run({ browser, stack }) {
      const place = await one<{ id: string; name: string; patient: string; tariff: string; price: string }>(
        stack.owner,
        `select c.id, c.name, p.id as patient, t.id as tariff, t.price::text as price from clinic c
         join clinic h on h.tenant_id = c.tenant_id and h.name = $1
         join patient p on p.tenant_id = c.tenant_id and p.home_clinic_id = c.id and p.status = 0
         join tariff t on t.tenant_id = c.tenant_id and t.enabled and t.price > 50 and not t.tooth_required
         where c.id <> h.id and (select count(*) from patient q where q.tenant_id = p.tenant_id and q.name = p.name) = 1
         order by c.sort_no, p.id, t.price, t.id limit 1`,
        [CLINIC],
      )
      const open = await as(stack, 'admin', place.name)
      const bill = await open(contract.billing.open, {
        patientId: place.patient,
        items: [{ tariffId: place.tariff, price: place.price, qty: 1, teeth: '' }],
        requestId: uuidv7(),
      })
      const { receivableAmount } = await open(contract.billing.detail, { id: bill.id })
      const other = { ...place, bill: bill.id, sum: receivableAmount ?? '0.00' }
      const head = await visit(browser, stack, { account: 'hq', clinic: CLINIC })
      /** What this clinic owes the other, on the screen: by now, and of this month with its movements. */
      const owed = async () => {
        const answered = head.page.waitForResponse((each) => each.url().includes('/inter-clinic/balances'))
        await head.page.goto('/interClinic')
        const { data } = (await (await answered).json()) as {
          data: WireOutput<typeof contract.clinicSettlement.balances>
        }
        const between = (list: readonly { debtorName: string; creditorName: string; amount: string }[]) =>
          list.reduce((all, { debtorName, creditorName, amount }) => {
            if (debtorName === CLINIC && creditorName === other.name) return all + Number(amount)
            return debtorName === other.name && creditorName === CLINIC ? all - Number(amount) : all
          }, 0)
        const month = data.months.filter((each) => each.month === '2026-11')
        const count = month.find(
          (each) => [each.debtorName, each.creditorName].sort().join() === [CLINIC, other.name].sort().join(),
        )
        return { now: between(data.pairs), month: between(month), count: count?.count ?? 0 }
      }
      const before = await owed()
      const home = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      await home.page.goto('/prepayments')
      await home.page.getByRole('button', { name: '收预交金' }).click()
      const dialog = home.page.getByRole('dialog')
      const name = await one<{ name: string }>(stack.owner, 'select name from patient where id = $1', [other.patient])
      await dialog.getByRole('combobox').first().fill(name.name)
      await home.page.getByRole('option').filter({ hasText: name.name }).first().click()
      await dialog.getByRole('radio', { name: '种植' }).click()
      await dialog.getByLabel('预交金额').fill('5000')
      await dialog.getByRole('button', { name: '微信', exact: true }).click()
      await dialog.getByRole('button', { name: '收款 5,000.00' }).click()
      await home.page.getByText(/^已收预交金/).waitFor()

      const there = await visit(browser, stack, { account: 'admin', clinic: other.name })
      await there.page.goto(`/orderSet?billId=${other.bill}`)
      const pay = there.page.getByRole('region', { name: '收款' })
      await pay
        .getByRole('button', { name: /^预交金 种植/ })
        .first()
        .click()
      await pay.getByRole('button', { name: `收款 ${comma(other.sum)}` }).click()
      await there.page.getByText('收款流水').waitFor()

      const after = await owed()
      const more = Number(other.sum)
      const cents = (yuan: number) => Math.round(yuan * 100)
      assert.deepEqual(
        [cents(after.now), cents(after.month), after.count],
        [cents(before.now + more), cents(before.month + more), before.count + 1],
      )
      await head.page
        .getByRole('region', { name: '现在的往来' })
        .getByText(comma(String(Math.abs(after.now))))
        .first()
        .waitFor()
      const row = head.page
        .getByRole('row')
        .filter({ hasText: '2026年11月' })
        .filter({ hasText: other.name })
        .filter({ hasText: CLINIC })
      await row.getByRole('button', { name: '明细' }).click()
      const drawer = head.page.getByRole('dialog')
      await drawer.getByText(`${after.count} 笔合计`).waitFor()
      await drawer
        .getByRole('row')
        .filter({ hasText: name.name })
        .filter({ hasText: comma(other.sum) })
        .waitFor()
      // The month is not over.
      assert.equal(await drawer.getByRole('button', { name: /^确认已付/ }).isDisabled(), true)
      assert.deepEqual([...home.problems, ...there.problems, ...head.problems], [])
    },
  },
]

async function openRefund(owner: Parameters<typeof one>[0], billId: string): Promise<string> {
  return (
    await one<{ id: string }>(owner, 'select id from refund where bill_id = $1 order by applied_at desc', [billId])
  ).id
}
