import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { choose, one } from './steps.ts'

const CLINIC = '望湖路门诊'
/** 280.00, and 252.00 for members. */
const ITEM = '全口超声洁治'
const COUPON = '新客立减 20'

export const journeys: Journey[] = [
  {
    name: '优惠：键盘发券，一张账单用会员价、会员折扣、优惠券、立减与积分，阶梯到分；整单退后券与积分都回来',
    async run({ browser, stack }) {
      const { patient, card, points } = await one<{ patient: string; card: string; points: number }>(
        stack.owner,
        `select k.patient_id as patient, k.id as card, k.points from member_card k
         join clinic c on c.tenant_id = k.tenant_id and c.id = k.open_clinic_id
         join patient p on p.tenant_id = k.tenant_id and p.id = k.patient_id
         where c.name = $1 and k.type_name = '金卡' and k.status = 1 and k.points >= 200 and p.status = 0
           and (select count(*) from member_card x where x.tenant_id = k.tenant_id and x.patient_id = k.patient_id) = 1
           and not exists (select 1 from bill b where b.tenant_id = k.tenant_id and b.patient_id = k.patient_id and b.status in (0, 1, 8))
           and not exists (select 1 from bill b where b.tenant_id = k.tenant_id and b.patient_id = k.patient_id and b.arrears_amount > 0)
         order by k.opened_at, k.id limit 1`,
        [CLINIC],
      )
      const chief = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      const { page } = chief
      await page.goto(`/membercard?id=${patient}`)
      const give = page.getByRole('button', { name: '发券' })
      await give.focus()
      await give.press('Enter')
      const dialog = page.getByRole('dialog')
      await choose(dialog, '优惠券', COUPON)
      const send = dialog.getByRole('button', { name: '发券', exact: true })
      await send.focus()
      await send.press('Enter')
      await page.getByText('已发券').waitFor()

      await page.goto(`/orderSet?patientId=${patient}&fresh=1`)
      const adding = page.getByRole('combobox', { name: '加项目' })
      await adding.fill(ITEM)
      await page
        .getByRole('option', { name: new RegExp(ITEM) })
        .first()
        .waitFor()
      await adding.press('Enter')
      const ladder = page.getByLabel('应收怎么来的')
      // The best card by itself: the price list's member price, and the card's percentage on it.
      await ladder.getByText('28.00').waitFor()
      await ladder.getByText('25.20').waitFor()
      const take = page.getByRole('button', { name: /^\d+ 张可用$/ })
      await take.focus()
      await take.press('Enter')
      await page
        .getByRole('menuitem', { name: new RegExp(COUPON) })
        .first()
        .press('Enter')
      await ladder.getByText('20.00').waitFor()
      await page.getByRole('textbox', { name: '立减' }).fill('6.80')
      await ladder.getByText('6.80').waitFor()
      await ladder.getByText('200.00').waitFor()
      // Taken off the ladder and put on again: each step is a line of its own.
      const drop = ladder.getByRole('button', { name: '去掉立减' })
      await drop.focus()
      await drop.press('Enter')
      await ladder.getByText('206.80').waitFor()
      await page.getByRole('textbox', { name: '立减' }).fill('6.80')

      const pay = page.getByRole('region', { name: '收款' })
      const byPoints = pay.getByRole('button', { name: /^积分/ })
      await byPoints.focus()
      await byPoints.press('Enter')
      const sum = pay.getByLabel(/^积分.*金额$/)
      await sum.fill('9999')
      await pay.getByText(new RegExp(`^有 ${points} 积分，最多可抵`)).waitFor()
      await sum.fill('2')
      const wechat = pay.getByRole('button', { name: '微信' })
      await wechat.focus()
      await wechat.press('Enter')
      const charge = pay.getByRole('button', { name: '收款 200.00' })
      await charge.focus()
      await charge.press('Enter')
      await page.getByText('收款流水').waitFor()
      const bill = await one<Record<string, string>>(
        stack.owner,
        `select b.id, b.receivable_amount::text as due, i.member_price_off::text as price, i.member_discount_off::text as percent,
           i.coupon_off::text as coupon, i.reduction_off::text as reduction, i.discount_amount::text as discount
         from bill b join bill_item i on i.tenant_id = b.tenant_id and i.bill_id = b.id where b.patient_id = $1 order by b.open_time desc limit 1`,
        [patient],
      )
      const { id, ...steps } = bill
      assert.deepEqual(steps, {
        due: '200.00',
        price: '28.00',
        percent: '25.20',
        coupon: '20.00',
        reduction: '6.80',
        discount: '80.00',
      })
      const held = () =>
        one<{ points: number; coupons: number[] }>(
          stack.owner,
          `select k.points, array(select c.status from coupon c where c.tenant_id = k.tenant_id and c.patient_id = k.patient_id
              and c.name = $2 and c.source = 1 order by c.issued_at desc limit 1) as coupons
           from member_card k where k.id = $1`,
          [card, COUPON],
        )
      // 200 gone, and 198 earned for what was paid by WeChat.
      assert.deepEqual(await held(), { points: points - 2, coupons: [2] })

      await page.goto(`/orderSet?tab=paid&billId=${id}`)
      await page.getByRole('region', { name: '收款' }).getByRole('button', { name: '退费' }).click()
      await page.getByText('整单退').first().click()
      await page.getByText('项目未做').click()
      await page.getByRole('button', { name: '退款 200.00' }).click()
      await page.getByText('已退给患者').waitFor()
      assert.deepEqual(await held(), { points, coupons: [1] })
      assert.deepEqual(chief.problems, [])
    },
  },
]
