import assert from 'node:assert/strict'
import { Hand } from './hand.ts'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { choose, lane, laneCount, one, openNew } from './steps.ts'

const FEE_CLINIC = '滨江门诊'

export const journeys: Journey[] = [
  {
    name: '双击签到只签一位：卡片原地停一下，两次签到各自可以撤销 [message-duration]',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'reception' })
      await page.goto('/dashboard')
      await lane(page, '待到店').waitFor()
      const arrivedNow = async () =>
        (
          await one<{ n: number }>(
            stack.owner,
            `select count(*)::int as n from registration where reg_date = '2026-11-20'`,
            [],
          )
        ).n
      const [before, shown] = [await arrivedNow(), await laneCount(page, '待到店')]
      const buttons = lane(page, '待到店').getByRole('button', { name: '签到' })
      const box = await buttons.first().boundingBox()
      assert.ok(box)
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      // It is seen for 600 ms: looked for at each frame.
      const told = page.waitForFunction(
        () =>
          [...document.querySelectorAll('section')].some(
            (one) => one.ariaLabel?.startsWith('待到店') && one.textContent?.includes('已签到'),
          ),
        null,
        { polling: 'raf' },
      )
      // As a hand does it: two clicks at one place, 180 ms apart. The pause itself is what is tested.
      await page.mouse.click(x, y)
      await page.waitForTimeout(180)
      await page.mouse.click(x, y)
      await told
      await page.clock.runFor(700)
      await page.getByRole('button', { name: '撤销' }).waitFor()
      assert.equal(await arrivedNow(), before + 1)
      await buttons.first().click()
      await page.clock.runFor(700)
      await page.getByRole('button', { name: '撤销' }).nth(1).waitFor()
      assert.equal(await arrivedNow(), before + 2)
      // The first of the two is taken back, the second stays.
      await page.getByRole('button', { name: '撤销' }).first().click()
      await page.getByText('已撤销').waitFor()
      const { n } = await one<{ n: number }>(
        stack.owner,
        `select count(*)::int as n from registration where reg_date = '2026-11-20' and status = 7 and cancel_reason = '撤销签到'`,
        [],
      )
      assert.equal(n, 1)
      await page.getByRole('region', { name: `待到店 ${shown - 1}` }).waitFor()
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '搜索里签到：/、拼音首字母、回车，不超过 6 个键；原行显示新状态，可以撤销',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'reception' })
      await page.goto('/dashboard')
      await lane(page, '待到店').waitFor()
      const person = await one<{ id: string; name: string; letters: string }>(
        stack.owner,
        `select a.id, p.name, split_part(p.search, ' ', 3) as letters
         from appointment a join patient p on p.tenant_id = a.tenant_id and p.id = a.patient_id
           join clinic c on c.tenant_id = a.tenant_id and c.id = a.clinic_id
         where c.name like '%望湖路%' and a.status in (1, 2) and a.starts_at::date = '2026-11-20' and length(p.name) = 3
           and (select count(*) from appointment b join patient q on q.tenant_id = b.tenant_id and q.id = b.patient_id
             where b.clinic_id = a.clinic_id and b.starts_at::date = '2026-11-20'
               and position(split_part(p.search, ' ', 3) in q.search) > 0) = 1
         order by a.starts_at limit 1`,
        [],
      )
      let keys = 0
      const press = async (key: string) => {
        keys += 1
        await page.keyboard.press(key)
      }
      const statusOf = async () =>
        (await one<{ status: number }>(stack.owner, 'select status from appointment where id = $1', [person.id])).status
      await press('/')
      for (const letter of person.letters) await press(letter)
      const row = page.getByRole('listbox', { name: '搜索患者' }).getByRole('option', { name: person.name })
      await row.getByText(/^签到/).waitFor()
      await press('Enter')
      await row.getByText(/已签到，\d+ 号/).waitFor()
      assert.ok(keys <= 6, `${keys} keys`)
      assert.equal(await statusOf(), 3)
      // The row stays and takes it back.
      await row.getByText('撤销', { exact: true }).click()
      await row.getByText(/^签到/).waitFor()
      assert.notEqual(await statusOf(), 3)
      // The right arrow opens the file, whose head offers the same step.
      await page.keyboard.press('ArrowRight')
      await page.waitForURL(/\/patientCenter\?id=/)
      const head = page.getByRole('region', { name: '今天与下次' })
      await head.getByText(/^今天 \d\d:\d\d$/).waitFor()
      await page.getByRole('button', { name: '签到' }).waitFor()
      await page.keyboard.press('F2')
      await head.getByText(/\d+ 号 候诊/).waitFor()
      assert.equal(await statusOf(), 3)
      await page.getByRole('button', { name: '叫号' }).waitFor()
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '现场挂号的新患者：快速建档，不超过 6 次点击 17 个键；两种方式收款不超过 5 次点击 10 个键',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'reception' })
      await page.goto('/dashboard')
      const source = await one<{ id: string }>(
        stack.owner,
        `select s.id from patient_source s join clinic c on c.tenant_id = s.tenant_id
         where c.name = '望湖路门诊' and s.name = '朋友介绍'`,
        [],
      )
      // The day's second new patient: the source of the last one is there.
      await page.evaluate((id) => {
        const held = JSON.parse(localStorage.getItem('dentin.session') ?? '{}') as Record<string, string>
        localStorage.setItem(`dentin.lastSource.${held.currentUserId}.${held.clinicId}`, id)
      }, source.id)
      const hand = new Hand(page)
      await hand.click(page.getByRole('main').getByRole('button', { name: '现场挂号' }))
      const dialog = page.getByRole('dialog', { name: '现场挂号' })
      await dialog.getByRole('combobox', { name: '患者' }).and(page.locator(':focus')).waitFor()
      await hand.type('鄢小满')
      await page.getByRole('option', { name: '新建患者「鄢小满」' }).waitFor()
      await hand.press('Enter')
      const file = page.getByRole('dialog', { name: '新建患者' })
      await file.getByLabel('手机号', { exact: true }).and(page.locator(':focus')).waitFor()
      await hand.type('13957100688')
      await hand.click(file.getByText('女', { exact: true }))
      await file.getByText('朋友介绍').waitFor()
      await hand.click(file.getByRole('button', { name: '建档' }))
      await file.waitFor({ state: 'detached' })
      await hand.click(dialog.getByRole('combobox', { name: '医生', exact: true }))
      await hand.click(page.locator('.ant-select-item-option').first())
      await hand.click(dialog.getByRole('button', { name: '挂号', exact: true }))
      await page.getByText(/^已挂号，\d+ 号$/).waitFor()
      assert.ok(hand.used.clicks <= 6 && hand.used.keys <= 17, JSON.stringify(hand.used))
      const made = await one<{ mobile: string; source: string }>(
        stack.owner,
        `select p.mobile, s.name as source from patient p join patient_source s on s.tenant_id = p.tenant_id and s.id = p.source_id
         where p.name = '鄢小满'`,
        [],
      )
      assert.deepEqual(made, { mobile: '13957100688', source: '朋友介绍' })

      // Two ways of paying: the first sum typed, the rest goes to the second by itself.
      await page.goto('/orderSet')
      const payment = page.getByRole('region', { name: '收款' })
      await payment.getByRole('button', { name: /^收款 / }).waitFor()
      const cashier = new Hand(page)
      await cashier.click(payment.getByRole('button', { name: '微信' }))
      await cashier.click(payment.getByLabel('微信金额'))
      await cashier.press('Control+a')
      await cashier.type('20')
      await cashier.click(payment.getByRole('button', { name: '支付宝' }))
      await cashier.click(payment.getByRole('button', { name: /^收款 / }))
      await page
        .getByText(/^已收 ￥?[\d,.]+/)
        .first()
        .waitFor()
      assert.ok(cashier.used.clicks <= 5 && cashier.used.keys <= 10, JSON.stringify(cashier.used))
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '挂号费：现场挂号后点收款方式即收，收费台也能收，收过不再提示',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'admin', clinic: FEE_CLINIC })
      await page.goto('/dashboard')
      const dialog = await openNew(page, '现场挂号')
      const { name } = await one<{ name: string }>(
        stack.owner,
        `select p.name from patient p where p.status = 0 and p.tenant_id = (select tenant_id from clinic where name = $1)
           and (select count(*) from patient q where q.tenant_id = p.tenant_id and q.name = p.name) = 1
           and not exists (select 1 from registration r where r.tenant_id = p.tenant_id and r.patient_id = p.id and r.reg_date = '2026-11-20')
           and not exists (select 1 from appointment a where a.tenant_id = p.tenant_id and a.patient_id = p.id and a.starts_at > '2026-11-20')
         order by p.name limit 1`,
        [FEE_CLINIC],
      )
      await dialog.getByRole('combobox', { name: '患者' }).fill(name)
      await page
        .getByRole('option', { name: new RegExp(`^${name}`) })
        .first()
        .click()
      await choose(dialog, '医生', '苏禾')
      assert.equal(await dialog.getByLabel('挂号费').inputValue(), '20.00')
      await dialog.getByRole('button', { name: '挂号', exact: true }).click()
      const fee = page.getByRole('dialog', { name: /^收挂号费/ })
      await fee.getByText('20.00').first().waitFor()
      await settled(page)
      await fee.getByRole('button', { name: '微信' }).click()
      await page.getByText('已收挂号费 20.00（微信）').waitFor()
      const paid = await one<{ amount: string; method: string }>(
        stack.owner,
        `select b.paid_amount as amount, m.name as method from bill b
         join bill_payment p on p.tenant_id = b.tenant_id and p.bill_id = b.id
         join pay_method m on m.tenant_id = p.tenant_id and m.id = p.pay_method_id
         join patient q on q.tenant_id = b.tenant_id and q.id = b.patient_id
         where b.bill_type = 3 and q.name = $1`,
        [name],
      )
      assert.deepEqual(paid, { amount: '20.00', method: '微信' })
      assert.deepEqual(problems, [])
    },
  },
]
