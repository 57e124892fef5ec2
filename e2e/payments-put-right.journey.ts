import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { contract, type WireInput } from '@dentin/contract'
import type { Page } from 'playwright-core'
import { ownWechat } from '../server/test/own-wechat.ts'
import { as } from './calls.ts'
import type { Journey } from './journeys.ts'
import { told, visit } from './page.ts'
import type { Stack } from './stack.ts'
import { becomes, choose, one } from './steps.ts'

const { billing, scanPay, shift } = contract
const CLINIC = '望湖路门诊'
const pay = (page: Page) => page.getByRole('region', { name: '收款' })

/** A patient of the clinic who owes nothing, and its ways to pay by their codes. */
async function around(stack: Stack) {
  const patient = await one<{ id: string; name: string }>(
    stack.owner,
    `select p.id, p.name from patient p join clinic c on c.tenant_id = p.tenant_id and c.id = p.home_clinic_id
     where c.name = $1 and p.status = 0
       and not exists (select 1 from bill b where b.tenant_id = p.tenant_id and b.patient_id = p.id and (b.status in (0, 1, 8) or b.arrears_amount > 0))
       and not exists (select 1 from member_card k where k.tenant_id = p.tenant_id and k.patient_id = p.id)
     order by p.medical_number limit 1`,
    [CLINIC],
  )
  const { rows } = await stack.owner.query<{ code: string; id: string }>(
    `select m.code, m.id from pay_method m join clinic c on c.tenant_id = m.tenant_id where c.name = $1
     union all select t.code, t.id from tariff t join clinic c on c.tenant_id = t.tenant_id where c.name = $1 and t.code in ('JC02', 'CT02')`,
    [CLINIC],
  )
  return { patient, ids: Object.fromEntries(rows.map(({ code, id }) => [code, id])) }
}

/** What lies on each way to pay for a bill, as the ledger says. */
async function cashOf(stack: Stack, billId: string): Promise<string[]> {
  const { rows } = await stack.owner.query<{ way: string }>(
    `select m.name || ' ' || sum(p.amount)::text as way from ledger_posting p
     join pay_method m on m.tenant_id = p.tenant_id and m.id = p.pay_method_id
     where p.account = 'cash' and p.bill_id = $1 group by m.name having sum(p.amount) <> 0 order by 1`,
    [billId],
  )
  return rows.map(({ way }) => way)
}

export const journeys: Journey[] = [
  {
    name: '改收款方式：当班直接拆成两种；交班后要另一人审批，先拒绝再同意，流水记红蓝两笔，账单的钱不变',
    async run({ browser, stack }) {
      const { patient, ids } = await around(stack)
      const finance = await as(stack, 'finance', CLINIC)
      const director = await as(stack, 'director', CLINIC)
      const items: WireInput<typeof billing.open>['items'] = [
        { tariffId: ids.JC02 as string, price: '120.00', qty: 1, teeth: '' },
      ]
      const opened = await director(billing.open, { patientId: patient.id, items, requestId: randomUUID() })
      const payments = [{ payMethodId: ids.cash as string, amount: '120.00' }]
      await finance(billing.charge, { id: opened.id, version: opened.version, payments, requestId: randomUUID() })

      const desk = await visit(browser, stack, { account: 'finance', clinic: CLINIC })
      const { page } = desk
      const box = page.getByRole('dialog', { name: '改收款方式' })
      await page.goto(`/orderSet?tab=paid&billId=${opened.id}`)
      await pay(page).getByRole('button', { name: '改方式' }).click()
      await choose(box, '改成', '微信')
      await box.getByLabel('金额').fill('100')
      await box.getByRole('button', { name: '改', exact: true }).click()
      await box.getByText('还差 20.00 元').waitFor()
      await box.getByText('请填写原因').waitFor()
      await box.getByRole('button', { name: '拆成几种' }).click()
      const second = box.getByRole('combobox', { name: '改成' }).last()
      await second.focus()
      await second.press('ArrowDown')
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: '支付宝' })
        .click()
      await box.getByLabel('原因').fill('患者用两个手机付的')
      await box.getByRole('button', { name: '改', exact: true }).click()
      await told(page, /^收款方式已改/)
      assert.deepEqual(await cashOf(stack, opened.id), ['微信 100.00', '支付宝 20.00'])

      // Handed over: what is set right now waits for somebody else's word.
      const { shift: mine } = await finance(shift.current, {})
      assert.ok(mine)
      const counted = {
        id: mine.id,
        version: mine.version,
        countedCash: mine.expectedCash ?? '0.00',
        differenceReason: '',
      }
      await finance(shift.handOver, { ...counted, requestId: randomUUID() })
      const ask = async (reason: string) => {
        await page.goto(`/orderSet?tab=paid&billId=${opened.id}`)
        await pay(page)
          .getByRole('listitem')
          .filter({ hasText: '支付宝' })
          .getByRole('button', { name: '改方式' })
          .click()
        await choose(box, '改成', '现金')
        await box.getByLabel('原因').fill(reason)
        await box.getByRole('button', { name: '改', exact: true }).click()
        await told(page, /^已交班，等另一人审批/)
      }
      await ask('其实收的现金')
      const chief = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await chief.page.goto('/orderSet?tab=approval')
      const row = chief.page
        .getByRole('listitem')
        .filter({ hasText: patient.name })
        .filter({ hasText: '支付宝 → 现金 20.00' })
      await row.getByRole('button', { name: '拒绝' }).click()
      const why = chief.page.getByRole('dialog')
      await why.getByRole('textbox').fill('先对一下账单')
      await why.getByRole('button', { name: '拒绝' }).click()
      await row.waitFor({ state: 'detached' })
      // The desk sees why without asking.
      await pay(page).getByText('先对一下账单').waitFor()
      await ask('对过账单，是现金')
      await row.getByRole('button', { name: '同意' }).click()
      await row.waitFor({ state: 'detached' })
      assert.deepEqual(await cashOf(stack, opened.id), ['微信 100.00', '现金 20.00'])
      const bill = await one<{ paid: string; pair: string }>(
        stack.owner,
        `select b.paid_amount::text as paid,
           (select string_agg(p.kind || ' ' || p.amount, ', ' order by p.kind) from bill_payment p where p.bill_id = b.id and p.kind in (5, 6) and abs(p.amount) = 20
              and p.pay_method_id in ($2, $3)) as pair from bill b where b.id = $1`,
        [opened.id, ids.cash, ids.alipay],
      )
      assert.equal(bill.paid, '120.00')
      assert.match(bill.pair, /5 -20\.00/)
      assert.match(bill.pair, /6 20\.00/)
      assert.deepEqual([...desk.problems, ...chief.problems], [])
    },
  },
  {
    name: '支付异常：三笔没入账的钱，补记到账单、原路退回、先挂账再关闭，每一笔都写经过，账都平',
    async run({ browser, stack }) {
      const { patient, ids } = await around(stack)
      const { owner, origin } = stack
      const director = await as(stack, 'director', CLINIC)
      const reception = await as(stack, 'reception', CLINIC)
      const items: WireInput<typeof billing.open>['items'] = [
        { tariffId: ids.JC02 as string, price: '120.00', qty: 1, teeth: '' },
      ]
      // The answer of the gateway is lost three times: the desk gives the code up, and the money comes all the same.
      const bills: string[] = []
      for (let n = 0; n < 3; n += 1) {
        const { id, version } = await director(billing.open, { patientId: patient.id, items, requestId: randomUUID() })
        // Alipay gives back at once, WeChat says later that it has.
        const gateway = n === 1 ? 'alipay' : 'wechat'
        const payments = [{ payMethodId: ids[gateway] as string, amount: '120.00' }]
        const begun = await reception(scanPay.start, { id, version, payments, gateway, scanned: 0 })
        await owner.query(`update gateway_trade set status = 'closed', ended_at = created_at where order_id = $1`, [
          begun.id,
        ])
        await owner.query(`update scan_payment set status = 2 where id = $1`, [begun.id])
        await owner.query(`update bill set status = 1 where id = $1`, [id])
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const paid = await fetch(origin + new URL(begun.codeUrl as string, origin).pathname, {
          method: 'POST',
          headers,
          body: 'action=paid',
        })
        assert.equal(paid.status, 200)
        bills.push(id)
      }
      const standing = async (status: number) =>
        (await owner.query(`select 1 from pay_exception where bill_id = any($1) and status = $2`, [bills, status])).rows
          .length
      await becomes(() => standing(0), 3)
      const { page, problems } = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await page.goto('/orderSet?tab=exception')
      const list = page.getByRole('region', { name: '支付异常' }).first()
      const numbers = await owner.query<{ id: string; no: string }>(
        'select id, bill_no as no from bill where id = any($1)',
        [bills],
      )
      const rowOf = (at: number) =>
        list.getByRole('listitem').filter({ hasText: numbers.rows.find(({ id }) => id === bills[at])?.no ?? '—' })
      const box = page.getByRole('dialog')
      const handle = async (at: number, way: string, note: string) => {
        await rowOf(at).getByRole('button', { name: '处理' }).click()
        await box.getByRole('radio', { name: new RegExp(`^${way}`) }).click()
        // 关闭 is the word at the head of every dialog, too.
        const submit = box.getByRole('button', { name: way, exact: true }).last()
        await submit.click()
        await box.getByText('请写明处理经过').waitFor()
        await box.getByLabel('处理经过').fill(note)
        await submit.click()
        await told(page, new RegExp(`^已${way}`))
        await box.waitFor({ state: 'detached' })
      }
      await handle(0, '补记', '查到患者付款截图，补到账单')
      assert.deepEqual(
        await one(owner, 'select status, paid_amount::text as paid from bill where id = $1', [bills[0]]),
        { status: 3, paid: '120.00' },
      )
      await handle(1, '退回', '患者已付现金，退回支付宝')
      await handle(2, '挂账', '患者电话打不通')
      await rowOf(2).getByText('患者电话打不通').waitFor()
      await handle(2, '关闭', '联系不到患者')
      // The job that asks the gateway.
      await stack.application.services.jobs.drain('payment.refund')
      await list.getByRole('radio', { name: '全部' }).click()
      await rowOf(1).getByText('已退回').waitFor()
      await rowOf(1).getByText('患者已付现金，退回支付宝').waitFor()
      await rowOf(2).getByText('联系不到患者').waitFor()
      const left = await one<Record<string, string>>(
        owner,
        `select coalesce(sum(p.amount) filter (where p.account = 'suspense'), 0)::text as suspense, coalesce(sum(p.amount) filter (where p.account = 'clearing'), 0)::text as clearing,
           coalesce(sum(p.amount) filter (where p.account = 'overShort' and p.business_date = '2026-11-20' and p.amount = -120), 0)::text as over
         from ledger_posting p join clinic c on c.tenant_id = p.tenant_id and c.id = p.clinic_id where c.name = $1`,
        [CLINIC],
      )
      assert.deepEqual(left, { suspense: '0.00', clearing: '0.00', over: '-120.00' })
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '收款商户：填错的字段就地说，密钥只见末四位，测试收 1 分并退回，收费台不再是模拟支付',
    async run({ browser, stack }) {
      const { services } = stack.application
      const wechat = ownWechat(() => services.clock.realNow())
      Object.assign(services.config, {
        WECHAT_PAY_GATEWAY: await wechat.start(),
        PUBLIC_ORIGIN: 'https://clinic.example',
      })
      try {
        const { merchant } = wechat
        const { page, problems } = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
        await page.goto('/baseAccounting')
        const card = page.getByRole('article', { name: '微信支付' })
        await card.getByText('模拟支付').first().waitFor()
        await card.getByRole('button', { name: '填写商户' }).click()
        const box = page.getByRole('dialog', { name: '微信支付收款商户' })
        await box.getByLabel('AppID').fill('wx1')
        for (const [label, text] of [
          ['商户号', merchant.merchantNo],
          ['APIv3 密钥', merchant.apiKey],
          ['商户证书序列号', merchant.serialNo],
          ['商户私钥', merchant.privateKey],
          ['微信支付公钥 ID', merchant.publicKeyId],
          ['微信支付公钥', merchant.publicKey],
        ] as const)
          await box.getByRole('textbox', { name: label, exact: true }).fill(text)
        await box.getByRole('button', { name: '保存' }).click()
        await box.getByText('应为 wx 开头的 18 位应用编号').waitFor()
        // The form is long: the field that is wrong has the focus.
        await box.getByLabel('AppID').and(page.locator(':focus')).waitFor()
        // What was typed is still there.
        assert.equal(await box.getByLabel('商户私钥').inputValue(), merchant.privateKey)
        await box.getByLabel('AppID').fill(merchant.appId)
        await box.getByRole('button', { name: '保存' }).click()
        await told(page, /^已保存，请测试一次/)
        await card.getByText('未测试').waitFor()
        await card.getByText(`•••• ${merchant.apiKey.slice(-4)}`).waitFor()
        assert.ok(!(await page.content()).includes(merchant.apiKey))
        await card.getByRole('button', { name: '测试：收 1 分并退回' }).click()
        const test = page.getByRole('dialog', { name: '测试微信支付：收 1 分并退回' })
        await test.getByRole('img', { name: '1 分钱的付款二维码' }).waitFor()
        const [no] = [...wechat.trades.keys()]
        assert.ok(no)
        assert.equal(wechat.trades.get(no)?.total, 1)
        wechat.trades.set(no, { total: 1, paid: true })
        await test.getByText('测试通过：0.01 元已收到并退回').waitFor()
        assert.deepEqual([...wechat.refunds.values()], [{ no, amount: 1 }])
        await test.getByRole('button', { name: '关闭' }).last().click()
        await card.getByText('已测试').waitFor()

        const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
        await desk.page.goto('/orderSet')
        await pay(desk.page).getByRole('button', { name: '微信', exact: true }).click()
        await pay(desk.page).getByRole('button', { name: '微信扫码' }).waitFor()
        assert.equal(await pay(desk.page).getByText('模拟支付').count(), 0)
        await pay(desk.page).getByRole('button', { name: '微信扫码' }).click()
        await desk.page.getByRole('img', { name: '微信付款二维码' }).waitFor()
        assert.equal(wechat.asked.filter((each) => each.startsWith('wrong')).length, 0)
        assert.deepEqual(
          [...problems, ...desk.problems].filter((each) => !/save-merchant|merchant/.test(each)),
          [],
        )
      } finally {
        wechat.stop()
      }
    },
  },
]
