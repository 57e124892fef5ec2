import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { contract, type WireInput } from '@dentin/contract'
import type { Page } from 'playwright-core'
import { as } from './calls.ts'
import type { Journey } from './journeys.ts'
import { Keys } from './keys.ts'
import { told, visit } from './page.ts'
import type { Stack } from './stack.ts'
import { one } from './steps.ts'

const { billing, memberCard, refund, visit: visits } = contract
const CLINIC = '望湖路门诊'
/** The one who sits at the desk all day. */
const CASHIER = 'director'

interface Person {
  id: string
  name: string
}
/** Patients of the clinic whose names nobody else has, and who have neither bills that are open nor anything stored. */
async function people(stack: Stack, many: number): Promise<Person[]> {
  const { rows } = await stack.owner.query<Person>(
    `select p.id, p.name from patient p join clinic c on c.tenant_id = p.tenant_id and c.id = p.home_clinic_id
     where c.name = $1 and p.status = 0 and p.allergy_flag = 0
       and not exists (select 1 from patient o where o.tenant_id = p.tenant_id and o.id <> p.id and o.name = p.name)
       and not exists (select 1 from bill b where b.tenant_id = p.tenant_id and b.patient_id = p.id and (b.status in (0, 1, 8) or b.arrears_amount > 0))
       and not exists (select 1 from member_card k where k.tenant_id = p.tenant_id and k.patient_id = p.id)
       and not exists (select 1 from prepay q where q.tenant_id = p.tenant_id and q.patient_id = p.id)
       and not exists (select 1 from coupon v where v.tenant_id = p.tenant_id and v.patient_id = p.id)
       and not exists (select 1 from registration r where r.tenant_id = p.tenant_id and r.patient_id = p.id and r.reg_date = '2026-11-20')
     order by p.medical_number limit $2`,
    [CLINIC, many],
  )
  assert.equal(rows.length, many)
  return rows
}

async function idsOf(stack: Stack, table: 'tariff' | 'pay_method', codes: string[]): Promise<Record<string, string>> {
  const { rows } = await stack.owner.query<{ code: string; id: string }>(
    `select t.code, t.id from ${table} t join clinic c on c.tenant_id = t.tenant_id where c.name = $1 and t.code = any($2)`,
    [CLINIC, codes],
  )
  return Object.fromEntries(rows.map(({ code, id }) => [code, id]))
}

type Open = WireInput<typeof billing.open>
/** A bill that a doctor has sent to the desk. */
async function opened(
  stack: Stack,
  account: string,
  patientId: string,
  items: Open['items'],
): Promise<{ id: string; version: number }> {
  const ask = await as(stack, account, CLINIC)
  return ask(billing.open, { patientId, items, requestId: randomUUID() })
}

/** A type of card as S2, S12 and S13 sell it: bonus by steps, used in proportion, on anything. */
async function cardType(stack: Stack, steps: { amount: string; bonus: string }[]): Promise<string> {
  const ask = await as(stack, 'admin', CLINIC)
  const { id } = await ask(memberCard.saveType, {
    name: `储值卡 ${steps[0]?.amount ?? ''}`,
    kind: 1,
    salePrice: '0.00',
    validType: 1,
    useOrder: 3,
    steps,
    requestId: randomUUID(),
  } as WireInput<typeof memberCard.saveType>)
  return id
}

const pay = (page: Page) => page.getByRole('region', { name: '收款' })
const dialog = (page: Page) => page.getByRole('dialog')

export const journeys: Journey[] = [
  {
    name: 'S2 当日收款只用键盘：开单改价、整单九折、用卡、挂账、充值、退费先清欠、还旧欠、挂号费，交班少 5.00',
    async run({ browser, stack }) {
      const { owner } = stack
      await owner.query(`update clinic set settings = settings || '{"regFee":"20.00"}' where name = $1`, [CLINIC])
      const [p1, p2, p3] = (await people(stack, 3)) as [Person, Person, Person]
      const tariff = await idsOf(stack, 'tariff', ['YZ01', 'CT02', 'GG04', 'JC02', 'ZX02'])
      const method = await idsOf(stack, 'pay_method', ['cash'])
      const cash = (amount: string) => ({ payMethodId: method.cash as string, amount })
      const line = (code: string, price: string, teeth = '', qty = 1) => ({
        tariffId: tariff[code] as string,
        price,
        qty,
        teeth,
      })
      // Yesterday's, by somebody else: a bill of 1,000 of which 600 were paid, an old debt of 800, the cards.
      const before = await as(stack, 'admin', CLINIC)
      const owe = async (patientId: string, items: Open['items'], amount: string) => {
        const { id, version } = await opened(stack, 'admin', patientId, items)
        await before(billing.charge, {
          id,
          version,
          payments: [cash(amount)],
          leaveArrears: true,
          arrearsReason: '下次付',
          requestId: randomUUID(),
        })
        return id
      }
      const b6 = await owe(p2.id, [line('JC02', '500.00'), line('CT02', '500.00', '36')], '600.00')
      const old = await owe(p3.id, [line('JC02', '1000.00')], '200.00')
      const typeId = await cardType(stack, [
        { amount: '5000.00', bonus: '500.00' },
        { amount: '8000.00', bonus: '2000.00' },
      ])
      const sell = (patientId: string, amount: string) =>
        before(memberCard.openCard, {
          patientId,
          typeId,
          amount: amount as never,
          ways: [cash(amount)],
          requestId: randomUUID(),
        })
      await sell(p1.id, '8000.00')
      await sell(p3.id, '100.00')
      // What the doctors have sent to the desk, and the visits whose fee is to be taken.
      await opened(stack, CASHIER, p1.id, [line('GG04', '1500.00', '36')])
      const b4 = await opened(stack, CASHIER, p2.id, [line('ZX02', '12000.00', '46')])
      const doctor = await one<{ id: string }>(
        owner,
        `select e.id from employee e join account a on a.id = e.account_id where a.login_name = 'xumingzhe' limit 1`,
        [],
      )
      const reception = await as(stack, 'reception', CLINIC)
      for (const { id } of [p1, p2, p3])
        await reception(visits.register, { patientId: id, doctorId: doctor.id, requestId: randomUUID() })

      const { page, problems } = await visit(browser, stack, { account: CASHIER, clinic: CLINIC })
      const keys = await Keys.at(page)

      // B1: opened at the desk, its price changed, WeChat.
      await keys.go('/orderSet')
      await keys.do(page.getByRole('button', { name: '开单', exact: true }).first())
      await keys.on(dialog(page).getByRole('combobox'))
      await keys.type(p1.name)
      await page.getByRole('option', { name: new RegExp(p1.name) }).waitFor()
      await keys.press('Enter')
      await dialog(page).getByRole('button', { name: '开单', exact: true }).and(page.locator(':enabled')).waitFor()
      await keys.press('Control+Enter')
      const add = page.getByRole('combobox', { name: '加项目' })
      await keys.on(add)
      await keys.type('YZ01')
      await keys.press('Enter')
      const cleaning = page.getByRole('button', { name: '全口超声洁治', exact: true })
      await keys.to(cleaning.first())
      await keys.press('Enter')
      await keys.on(dialog(page).getByRole('textbox', { name: '单价' }))
      await keys.retype('200')
      await keys.press('Enter')
      await dialog(page).waitFor({ state: 'detached' })
      await keys.on(cleaning.first())
      await keys.do(pay(page).getByRole('checkbox', { name: '打印小票' }), 'Space')
      await keys.press('F6')
      await keys.on(pay(page).getByLabel('微信金额'))
      await keys.press('Enter')
      await told(page, /^已收 200\.00/)
      // The next key goes on where the money was taken.
      await keys.to(pay(page).getByRole('button', { name: '下一单' }), 12)
      const b1 = await one<{ id: string }>(
        owner,
        `select id from bill where patient_id = $1 and receivable_amount = 200 and status = 3`,
        [p1.id],
      )

      // B2: two teeth at 480.00, nine tenths, Alipay.
      await keys.go(`/orderSet?patientId=${p1.id}&fresh=1`)
      await keys.to(add)
      await keys.type('CT02')
      await keys.press('Enter')
      const filling = page.getByRole('button', { name: '双面复合树脂充填', exact: true }).first()
      await keys.do(filling)
      await keys.on(dialog(page).getByRole('textbox', { name: '单价' }))
      await keys.retype('480')
      await keys.do(dialog(page).getByRole('button', { name: /^36 / }))
      await keys.do(dialog(page).getByRole('button', { name: /^46 / }))
      await keys.press('Control+Enter')
      await dialog(page).waitFor({ state: 'detached' })
      await keys.choose(page.getByRole('combobox', { name: '整单折扣' }), '9 折', '90')
      await keys.do(pay(page).getByRole('button', { name: '支付宝', exact: true }))
      await keys.on(pay(page).getByLabel('支付宝金额'))
      await pay(page).getByRole('button', { name: '收款 864.00' }).waitFor()
      await keys.press('Enter')
      await told(page, /^已收 864\.00/)

      // B3: all of it from the card, in the proportion of principal and bonus.
      const queue = page.getByRole('complementary', { name: '账单队列' })
      await keys.to(queue.getByRole('button').first())
      await keys.among(queue.getByRole('button').filter({ hasText: p1.name }).filter({ hasText: '1,500.00' }))
      await keys.press('Enter')
      await page.getByRole('button', { name: '根管预备（磨牙）', exact: true }).waitFor()
      await keys.press('F4')
      await keys.on(pay(page).getByLabel(/金额$/))
      await pay(page).getByText('1,200.00', { exact: true }).waitFor()
      await pay(page).getByText('300.00', { exact: true }).waitFor()
      await pay(page).getByText('收后余 8,500.00 = 本金 6,800.00 + 赠金 1,700.00').waitFor()
      await keys.press('Enter')
      await told(page, /^已收 1,500\.00/)
      // B8, the first: the fee of the visit, beside the bill.
      const fee = async () => {
        await keys.do(page.getByRole('button', { name: '收挂号费' }))
        await keys.do(dialog(page).getByRole('button', { name: '现金' }))
        await told(page, /^已收挂号费 20\.00（现金）/)
        await dialog(page).waitFor({ state: 'detached' })
      }
      await fee()

      // B4: 500.00 off, 5,000.00 by bank card, the rest is owed.
      await keys.go(`/orderSet?billId=${b4.id}`)
      await keys.fill(page.getByRole('textbox', { name: '立减' }), '500')
      await keys.do(pay(page).getByRole('button', { name: '银行卡' }))
      await keys.on(pay(page).getByLabel('银行卡金额'))
      await keys.retype('5000')
      await keys.fill(pay(page).getByLabel('银行卡交易号'), 'POS-1')
      await keys.do(pay(page).getByRole('button', { name: '挂账（留欠费）' }))
      await dialog(page).getByText('应收 11,500.00，本次收 5,000.00').waitFor()
      await keys.on(dialog(page).getByRole('textbox', { name: '挂账原因' }))
      await keys.retype('下月付')
      await keys.press('Enter')
      await told(page, /^已收 5,000\.00，挂账 6,500\.00/)
      await fee()

      // B5: 5,000.00 on a card, 500.00 with it.
      await keys.go(`/membercard?id=${p3.id}`)
      await keys.do(page.getByRole('button', { name: '充值', exact: true }))
      await keys.on(dialog(page).getByLabel('充值金额'))
      await keys.type('5000')
      await keys.do(dialog(page).getByRole('button', { name: '现金' }))
      await keys.do(dialog(page).getByRole('button', { name: '充值 5,000.00，到账 5,500.00' }))
      await told(page, /^已充值 5,000\.00/)
      await dialog(page).waitFor({ state: 'detached' })
      await keys.on(page.getByRole('button', { name: '充值', exact: true }))

      // B6: an item of 500.00 goes back: 400.00 of arrears first, 100.00 in cash; a second person agrees.
      await keys.go(`/orderSet?tab=arrears&billId=${b6}`)
      await keys.do(pay(page).getByRole('button', { name: '退费' }))
      await keys.do(page.getByRole('checkbox', { name: /^退 双面复合树脂充填/ }), 'Space')
      await page.getByText('试算，未入账').waitFor()
      const side = page.getByRole('region', { name: '退给患者' })
      await side.getByText('100.00', { exact: true }).first().waitFor()
      await side.getByText('400.00').first().waitFor()
      await keys.do(page.getByRole('radio', { name: '项目未做' }), 'Space')
      await keys.press('Control+Enter')
      await told(page, /^已提交，等待审批/)
      const asked = await one<{ id: string; version: number }>(
        owner,
        'select id, version from refund where bill_id = $1',
        [b6],
      )
      await before(refund.decide, { ...asked, agree: true, reason: '' })
      await keys.go(`/orderSet?tab=refund&refund=${asked.id}`)
      await keys.do(side.getByRole('button', { name: '退款 100.00' }))
      await told(page, /^已退款/)
      await side.getByText('已退给患者').waitFor()

      // B7: an old debt, by WeChat.
      await keys.go(`/orderSet?tab=arrears&billId=${old}`)
      await keys.press('F6')
      await keys.on(pay(page).getByLabel('微信金额'))
      await keys.press('Enter')
      await told(page, /^已收 800\.00/)
      await fee()

      // The till: what should be there, what was counted, why it is less.
      await page.getByText('11,824.00').first().waitFor()
      await keys.do(page.getByRole('link', { name: '交班' }))
      const till = page.getByRole('region', { name: '本班' })
      for (const [name, sum] of [
        ['现金', '4,960.00'],
        ['微信', '1,000.00'],
        ['支付宝', '864.00'],
        ['银行卡', '5,000.00'],
        ['合计', '11,824.00'],
      ] as const)
        await till.getByRole('row').filter({ hasText: name }).filter({ hasText: sum }).waitFor()
      for (const [face, count] of [
        ['100 元', '49'],
        ['50 元', '1'],
        ['5 元', '1'],
      ] as const)
        await keys.fill(till.getByLabel(`${face}张数`, { exact: true }), count)
      await till.getByText('−5.00').waitFor()
      const handOver = till.getByRole('button', { name: '交班', exact: true })
      await keys.do(handOver)
      await till.getByText('请填写差额原因').waitFor()
      await keys.fill(till.getByLabel('差额原因'), '找零少收')
      await keys.do(handOver)
      await told(page, /^已交班/)
      await keys.keeps()
      // What was handed over is refunded, and not revoked any more.
      await keys.go(`/orderSet?tab=paid&billId=${b1.id}`)
      await keys.to(pay(page).getByRole('button', { name: '退费' }))
      assert.equal(await page.getByRole('button', { name: '撤销收费' }).count(), 0)
      const booked = await one<Record<string, string>>(
        owner,
        `with own as (select b.* from bill b join patient p on p.tenant_id = b.tenant_id and p.id = b.patient_id where p.id = any($1) and b.id <> all($2)
             and (b.open_time at time zone 'Asia/Shanghai')::date = '2026-11-20')
         select sum(original_amount)::text as original, sum(discount_amount)::text as discount, sum(receivable_amount)::text as due,
           sum(paid_amount)::text as paid, sum(arrears_amount)::text as owed,
           (select expected_cash::text || ' ' || difference_amount::text from cash_shift s where s.cashier_name = '严书远' and s.status = 1
            order by s.ended_at desc limit 1) as till from own`,
        [
          [p1.id, p2.id, p3.id],
          [b6, old],
        ],
      )
      assert.deepEqual(booked, {
        original: '14720.00',
        discount: '596.00',
        due: '14124.00',
        paid: '7624.00',
        owed: '6500.00',
        till: '4960.00 -5.00',
      })
      await keys.alone()
      process.stdout.write(`day of S2 ${JSON.stringify({ keys: keys.used })}\n`)
      assert.deepEqual(problems, [])
    },
  },
  {
    name: 'S13 退费只用键盘：九折后 540 与 360，卡 300（本金 240、赠金 60）加微信 600；退 360 按原支付比例，另一人审批，再退最多 540',
    async run({ browser, stack }) {
      const { owner } = stack
      await owner.query(`update clinic set settings = settings || '{"refundMode":2}' where name = $1`, [CLINIC])
      const [person] = (await people(stack, 1)) as [Person]
      const tariff = await idsOf(stack, 'tariff', ['JC02', 'CT02'])
      const method = await idsOf(stack, 'pay_method', ['cash'])
      const admin = await as(stack, 'admin', CLINIC)
      const typeId = await cardType(stack, [{ amount: '240.00', bonus: '60.00' }])
      const ways = [{ payMethodId: method.cash as string, amount: '240.00' }]
      await admin(memberCard.openCard, {
        patientId: person.id,
        typeId,
        amount: '240.00' as never,
        ways,
        requestId: randomUUID(),
      })
      const bill = await opened(stack, 'director', person.id, [
        { tariffId: tariff.JC02 as string, price: '600.00', qty: 1, teeth: '' },
        { tariffId: tariff.CT02 as string, price: '400.00', qty: 1, teeth: '36' },
      ])
      const card = () =>
        one<{ principal: string; bonus: string }>(
          owner,
          'select principal_amount::text as principal, bonus_amount::text as bonus from member_card where patient_id = $1',
          [person.id],
        )

      const { page, problems } = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const keys = await Keys.at(page)
      await keys.go(`/orderSet?billId=${bill.id}`)
      await keys.choose(page.getByRole('combobox', { name: '整单折扣' }), '9 折', '90')
      await keys.press('F4')
      await keys.on(pay(page).getByLabel(/^储值卡.*金额$/))
      await pay(page).getByText('240.00', { exact: true }).waitFor()
      await keys.press('F6')
      const byWechat = pay(page).getByLabel('微信金额')
      await keys.on(byWechat)
      assert.equal(await byWechat.inputValue(), '600.00')
      await keys.do(pay(page).getByRole('checkbox', { name: '打印小票' }), 'Space')
      await keys.do(pay(page).getByRole('button', { name: '收款 900.00' }))
      await told(page, /^已收 900\.00/)
      assert.deepEqual(await card(), { principal: '0.00', bonus: '0.00' })

      // The whole of B: what the card, its bonus and WeChat get stands there before anything happens.
      const side = page.getByRole('region', { name: '退给患者' })
      /** What a way gets back, as the preview says it. */
      const goesBack = (way: string, sum: string) =>
        page
          .getByRole('row')
          .filter({ hasText: way })
          .getByRole('cell')
          .nth(2)
          .getByText(sum, { exact: true })
          .waitFor()
      const lines = page.getByRole('table', { name: '项目' })
      await keys.do(pay(page).getByRole('button', { name: '退费' }))
      await keys.do(lines.getByRole('checkbox', { name: '退 双面复合树脂充填' }), 'Space')
      await goesBack('储值本金 本金', '96.00')
      await goesBack('储值本金 赠金', '24.00')
      await goesBack('微信', '240.00')
      await side.getByText('360.00', { exact: true }).first().waitFor()
      assert.deepEqual(await card(), { principal: '0.00', bonus: '0.00' })
      await keys.do(page.getByRole('radio', { name: '项目未做' }), 'Space')
      await keys.press('Control+Enter')
      await told(page, /^已提交，等待审批/)

      // The second person, by keys too: agrees, and pays it out.
      const chief = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      const theirs = await Keys.at(chief.page)
      const outcome = chief.page.getByRole('region', { name: '退给患者' })
      await theirs.go('/orderSet?tab=refund')
      await theirs.to(
        chief.page
          .getByRole('complementary', { name: '退费单' })
          .getByRole('button', { name: /待审批|待退款|已退/ })
          .first(),
      )
      await theirs.press('End')
      const asking = chief.page.getByRole('button', { name: `${person.name} 待审批 360.00` })
      assert.equal(await asking.evaluate((each) => each === document.activeElement), false)
      await theirs.among(asking)
      await theirs.press('Enter')
      await theirs.do(outcome.getByRole('button', { name: '同意退费' }))
      await theirs.on(dialog(chief.page).getByRole('textbox', { name: '审批意见' }))
      await theirs.type('项目确实没做')
      await theirs.press('Control+Enter')
      await told(chief.page, /^已同意/)
      await theirs.do(outcome.getByRole('button', { name: '退款 360.00' }))
      await told(chief.page, /^已退款/)
      await side.getByText('已退给患者').waitFor()
      assert.deepEqual(await card(), { principal: '96.00', bonus: '24.00' })

      // Of A no more than 540.00, and bonus goes back to bonus.
      await keys.go(`/orderSet?tab=paid&billId=${bill.id}`)
      await keys.do(pay(page).getByRole('button', { name: '退费' }))
      await keys.do(lines.getByRole('checkbox', { name: '退 口腔全面检查' }), 'Space')
      const sum = lines.getByRole('textbox', { name: '口腔全面检查 这次退' })
      await keys.fill(sum, '541')
      await page.getByText('最多可退 540.00 元').waitFor()
      await keys.press('Control+Enter')
      await keys.keeps()
      await keys.retype('540')
      await goesBack('储值本金 本金', '144.00')
      await goesBack('储值本金 赠金', '36.00')
      await goesBack('微信', '360.00')
      await keys.do(page.getByRole('radio', { name: '项目未做' }), 'Space')
      await keys.press('Control+Enter')
      await told(page, /^已提交，等待审批/)
      const asked = await one<{ id: string; version: number }>(
        owner,
        `select id, version from refund where bill_id = $1 and status = 0`,
        [bill.id],
      )
      const { version } = await admin(refund.decide, { ...asked, agree: true, reason: '' })
      await admin(refund.pay, { id: asked.id, version, requestId: randomUUID() })
      assert.deepEqual(await card(), { principal: '240.00', bonus: '60.00' })
      const back = await one<Record<string, string>>(
        owner,
        `select b.status::text, b.refunded_amount::text as back,
           (select string_agg(m.code || ' ' || s.sum, ', ' order by m.code) from (select pay_method_id, sum(amount)::text as sum from bill_payment
              where bill_id = b.id and kind = 4 group by 1) s join pay_method m on m.id = s.pay_method_id) as ways from bill b where b.id = $1`,
        [bill.id],
      )
      assert.deepEqual(back, { status: '5', back: '900.00', ways: 'card_principal -300.00, wechat -600.00' })
      await keys.alone()
      await theirs.alone()
      process.stdout.write(`refund of S13 ${JSON.stringify({ keys: keys.used + theirs.used })}\n`)
      assert.deepEqual([...problems, ...chief.problems], [])
    },
  },
  {
    name: '一张卡的一生只用键盘：开卡、充值送赠金、用它付款、挂失后不能付、补卡后又能付、退一部分由另一人审批、余下全退',
    async run({ browser, stack }) {
      const { owner } = stack
      const [person] = (await people(stack, 1)) as [Person]
      const tariff = await idsOf(stack, 'tariff', ['CT02', 'JC04'])
      const bill = (code: string, price: string) =>
        opened(stack, 'director', person.id, [{ tariffId: tariff[code] as string, price, qty: 1, teeth: '' }])
      const card = () =>
        one<{ no: string; status: number; held: string }>(
          owner,
          `select card_no as no, status, principal_amount::text || ' ' || bonus_amount::text as held from member_card where patient_id = $1`,
          [person.id],
        )
      const { page, problems } = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const keys = await Keys.at(page)
      await keys.go(`/membercard?id=${person.id}`)
      await keys.do(page.getByRole('button', { name: '开卡' }))
      await keys.choose(dialog(page).getByRole('combobox', { name: '卡种' }), '银卡', '银')
      await keys.do(dialog(page).getByRole('button', { name: '开卡', exact: true }))
      await told(page, /^已开卡/)
      const recharge = page.getByRole('button', { name: '充值', exact: true })
      await keys.do(recharge)
      await keys.on(dialog(page).getByLabel('充值金额'))
      await keys.type('1000')
      await keys.do(dialog(page).getByRole('button', { name: '微信', exact: true }))
      await keys.do(dialog(page).getByRole('button', { name: '充值 1,000.00，到账 1,050.00' }))
      await told(page, /^已充值 1,000\.00/)
      await keys.on(recharge)
      const first = await card()
      assert.deepEqual([first.status, first.held], [1, '1000.00 50.00'])

      // It pays: 95 of a hundred of 400.00, the principal first.
      const paid = await bill('CT02', '400.00')
      await keys.go(`/orderSet?billId=${paid.id}`)
      await keys.press('F4')
      await keys.on(pay(page).getByLabel(/^银卡.*金额$/))
      await keys.do(pay(page).getByRole('checkbox', { name: '打印小票' }), 'Space')
      await keys.do(pay(page).getByRole('button', { name: '收款 380.00' }))
      await told(page, /^已收 380\.00/)
      assert.equal((await card()).held, '620.00 50.00')

      // Lost: at the desk it says so, and F4 takes nothing.
      const more = page.getByRole('button', { name: '更多', exact: true })
      const menu = async (entry: string) => {
        await keys.do(more)
        await keys.among(page.getByRole('menuitem', { name: entry }))
        await keys.press('Enter')
      }
      await keys.go(`/membercard?id=${person.id}`)
      await menu('挂失')
      await keys.on(dialog(page).getByLabel('原因'))
      await keys.type('钱包丢了')
      await keys.press('Enter')
      await told(page, /^已挂失/)
      await keys.on(more)
      const refused = await bill('JC04', '100.00')
      await keys.go(`/orderSet?billId=${refused.id}`)
      const chip = pay(page).getByRole('button', { name: /^银卡/ })
      await chip.waitFor()
      assert.match((await chip.getAttribute('title')) ?? '', /挂失/)
      await keys.press('F4')
      assert.equal(await pay(page).getByTestId('card-payment').count(), 0)

      // A new card takes its place, with what it holds, and pays again.
      await keys.go(`/membercard?id=${person.id}`)
      await menu('补卡')
      await keys.on(dialog(page).getByLabel('新卡号'))
      await keys.type('66880001')
      await keys.press('Enter')
      await told(page, /^卡号已更换/)
      await keys.on(more)
      assert.deepEqual(await card(), { no: '66880001', status: 1, held: '620.00 50.00' })
      await keys.go(`/orderSet?billId=${refused.id}`)
      await keys.press('F4')
      await keys.on(pay(page).getByLabel(/^银卡 0001金额$/))
      await keys.press('Enter')
      // When the doctor sent the bill the card gave nothing; now it does, and the desk looks again.
      await page.getByText('应收由 100.00 变为 95.00 元').waitFor()
      await keys.fill(pay(page).getByLabel(/^银卡 0001金额$/), '95')
      await keys.press('Enter')
      await told(page, /^已收 95\.00/)
      assert.equal((await card()).held, '525.00 50.00')
      await keys.alone()

      // A part goes back with its share of the bonus: from the clinic's sum on another person agrees.
      const chief = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      const theirs = await Keys.at(chief.page)
      await theirs.go(`/membercard?id=${person.id}`)
      const give = chief.page.getByRole('button', { name: '退卡', exact: true })
      const box = dialog(chief.page)
      await theirs.do(give)
      await theirs.on(box.getByLabel('退本金'))
      await theirs.type('315')
      await box.getByText('收回 30.00 元').waitFor()
      await theirs.do(box.getByRole('button', { name: '现金', exact: true }))
      await theirs.fill(box.getByLabel('原因'), '患者要求')
      await theirs.do(box.getByRole('button', { name: '申请退 315.00' }))
      await told(chief.page, /^已申请退卡 315\.00/)
      await theirs.keeps()
      const second = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      const other = await Keys.at(second.page)
      const agreed = async (sum: string) => {
        await other.go('/membercard?tab=refunds')
        const waiting = second.page.getByRole('row').filter({ hasText: sum }).filter({ hasText: '待审批' }).first()
        await other.do(waiting.getByRole('button', { name: '审批' }))
        await other.do(dialog(second.page).getByRole('button', { name: '同意' }).first())
        await other.press('Control+Enter')
        await told(second.page, /^已同意，等待退款/)
        await other.keeps()
        await theirs.do(chief.page.getByRole('button', { name: '退款', exact: true }))
        await theirs.do(chief.page.getByRole('button', { name: '已退款' }))
      }
      await agreed('315.00')
      await told(chief.page, /^已退 315\.00/)
      assert.equal((await card()).held, '210.00 20.00')

      // The rest is less than the sum, but with what went back before it is more: the same way once more, then the card is at its end.
      await theirs.do(give)
      await theirs.to(box.getByRole('radio', { name: '退一部分' }))
      await theirs.press('ArrowRight')
      await theirs.do(box.getByRole('button', { name: '现金', exact: true }))
      await theirs.fill(box.getByLabel('原因'), '不再来了')
      await theirs.do(box.getByRole('button', { name: '申请退 210.00，退卡' }))
      await told(chief.page, /^已申请退卡 210\.00/)
      await theirs.keeps()
      await agreed('210.00')
      await told(chief.page, /^已退 210\.00/)
      await theirs.keeps()
      await other.alone()
      const last = await card()
      assert.equal(last.held, '0.00 0.00')
      await theirs.alone()
      process.stdout.write(
        `life of a card ${JSON.stringify({ keys: keys.used + theirs.used + other.used, status: last.status })}\n`,
      )
      assert.deepEqual([...problems, ...chief.problems, ...second.problems], [])
    },
  },
]
