import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { choose, one } from './steps.ts'

const CLINIC = '望湖路门诊'

/** A bill that waits, with nothing taken off it. */
const WAITING = `select b.id, b.receivable_amount::text as sum, p.id as patient, p.name from bill b
  join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
  join patient p on p.tenant_id = b.tenant_id and p.id = b.patient_id
  where c.name = $1 and b.status = 1 and b.bill_type = 1 and b.discount_amount = 0
    and (select bool_and(i.can_discount) from bill_item i where i.tenant_id = b.tenant_id and i.bill_id = b.id)
  order by b.open_time limit 1`

const inWords = (yuan: number): string =>
  yuan.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const journeys: Journey[] = [
  {
    name: '优惠审批：前台按键申请，店长在手机上同意，前台不用刷新就按新金额收款；编辑时别人只能看',
    async run({ browser, stack }) {
      const bill = await one<{ id: string; sum: string }>(stack.owner, WAITING, [CLINIC])
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const chief = await visit(browser, stack, { account: 'director', clinic: CLINIC, size: 'phone' })
      const { page } = desk
      await page.goto(`/orderSet?billId=${bill.id}`)
      await chief.page.goto(`/orderSet?billId=${bill.id}`)
      await chief.page.getByRole('button', { name: '退回医生' }).waitFor()
      await choose(page, '整单折扣', '7 折（需审批）')
      // The other one sees at once who is changing it, and can only read.
      await chief.page.getByText(/正在修改这张账单，可以查看/).waitFor()
      assert.equal(await chief.page.getByRole('button', { name: '退回医生' }).isDisabled(), true)
      const ask = page.getByRole('button', { name: '申请审批' })
      await ask.focus()
      await ask.press('Enter')
      await page.getByRole('dialog').getByLabel('申请原因').fill('老患者介绍来的')
      const submit = page.getByRole('dialog').getByRole('button', { name: '提交申请' })
      await submit.focus()
      await submit.press('Enter')
      await page.getByText(/申请优惠 .*等审批/).waitFor()

      const { link } = await one<{ link: string }>(
        stack.owner,
        `select link from message where title like '%申请优惠%' order by created_at desc limit 1`,
        [],
      )
      await chief.page.goto(link)
      await chief.page.getByText('老患者介绍来的').waitFor()
      await chief.page.getByText('优惠（30.0%）').waitFor()
      await chief.page.getByRole('button', { name: '拒绝' }).click()
      await chief.page.getByText('请写明拒绝的原因').waitFor()
      await chief.page.getByRole('button', { name: '同意', exact: true }).click()
      // The desk hears of it, and goes on.
      await page.getByText(/优惠由.*同意/).waitFor()
      const due = inWords(Number(bill.sum) * 0.7)
      await page.locator('#main').focus()
      await page.keyboard.press('F8')
      const pay = page.getByRole('button', { name: `收款 ${due}` })
      await pay.waitFor()
      await pay.focus()
      await pay.press('Enter')
      await page.getByText('收款流水').waitFor()
      const kept = await one<{ status: number; approver: string; sum: string }>(
        stack.owner,
        `select b.status, e.name as approver, b.paid_amount::text as sum from bill b
         join employee e on e.tenant_id = b.tenant_id and e.id = b.discount_approver_id where b.id = $1`,
        [bill.id],
      )
      assert.equal(kept.status, 3)
      assert.equal(inWords(Number(kept.sum)), due)
      assert.deepEqual([...desk.problems, ...chief.problems], [])
    },
  },
  {
    name: '合并收费：一次收清患者的两张账单，各有各的小票',
    async run({ browser, stack }) {
      const first = await one<{ id: string; sum: string; patient: string }>(stack.owner, WAITING, [CLINIC])
      // A second bill of the same patient, as another doctor of the day would have opened it.
      const second = await one<{ id: string; no: string }>(
        stack.owner,
        `with b as (
           insert into bill (tenant_id, id, clinic_id, bill_no, bill_type, patient_id, doctor_id, status, original_amount, receivable_amount,
             opener_id, opener_name, open_time, submit_time, created_at, updated_at)
           select tenant_id, gen_random_uuid(), clinic_id, 'SF261120-8888', 1, patient_id, doctor_id, 1, 120, 120,
             opener_id, opener_name, open_time + interval '1 minute', submit_time, created_at, updated_at from bill where id = $1
           returning tenant_id, id, clinic_id, bill_no
         ), i as (
           insert into bill_item (tenant_id, id, clinic_id, bill_id, line_no, name, unit, qty, price, original_amount, amount)
           select tenant_id, gen_random_uuid(), clinic_id, id, 1, '牙片', '张', 1, 120, 120, 120 from b returning id
         ) select b.id, b.bill_no as no from b, i`,
        [first.id],
      )
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const { page } = desk
      await page.goto(`/orderSet?billId=${first.id}`)
      const both = page.getByRole('checkbox', { name: '一起收' })
      await both.focus()
      await both.press('Space')
      const due = inWords(Number(first.sum) + 120)
      await page.getByRole('region', { name: '收款' }).getByText(`${second.no} 120.00`).waitFor()
      await page.locator('#main').focus()
      await page.keyboard.press('F8')
      const pay = page.getByRole('button', { name: `收款 ${due}` })
      await pay.waitFor()
      await pay.focus()
      await pay.press('Enter')
      const list = page.getByRole('list', { name: '一起收的账单' })
      await list.getByText(second.no).waitFor()
      await list.getByRole('button', { name: '打印小票' }).waitFor()
      const { paid } = await one<{ paid: string }>(
        stack.owner,
        `select sum(paid_amount)::text as paid from bill where id = any($1) and status = 3`,
        [[first.id, second.id]],
      )
      assert.equal(inWords(Number(paid)), due)
      assert.deepEqual(desk.problems, [])
    },
  },
]
