import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { Hand } from './hand.ts'
import type { Journey } from './journeys.ts'
import { settled, told, visit } from './page.ts'
import { becomes, one } from './steps.ts'
import type { Stack } from './stack.ts'

const CLINIC = '望湖路门诊'
const DOCTOR = 'guqingyan'
const LIVE = { timeout: 10_000 }

/** Makes a template the first of the doctor's own, as a click on its star does. */
async function favour(stack: Stack, name: string): Promise<void> {
  await stack.owner.query(
    `insert into record_template_use (tenant_id, employee_id, template_id, favourite, used, used_at)
     select t.tenant_id, e.id, t.id, true, 900, now() from record_template t join employee e on e.tenant_id = t.tenant_id
       join account a on a.id = e.account_id where t.name = $1 and a.login_name = $2
     on conflict (tenant_id, employee_id, template_id) do update set favourite = true, used = 900`,
    [name, DOCTOR],
  )
}

/** Whoever is in the chair is done; begins with the next one by keys and opens the record. */
async function begin(page: Page, hand: Hand): Promise<string> {
  await page.goto('/doctorIndex')
  const queue = page.getByRole('region', { name: '我的候诊' })
  const next = queue.getByRole('article', { name: '下一位' })
  const name = await next.getByRole('button').first().innerText()
  await queue.getByRole('button', { name: '诊毕' }).click()
  await queue.getByRole('button', { name: '诊毕' }).waitFor({ state: 'detached' })
  await hand.press('s')
  const known = page.getByRole('button', { name: '已知晓，开始就诊' })
  const write = queue.getByRole('article').filter({ hasText: name }).getByRole('link', { name: '写病历' })
  await known.or(write).waitFor()
  if (await known.isVisible()) {
    await known.and(page.locator(':focus')).waitFor()
    await hand.press('Enter')
  }
  await write.waitFor()
  await hand.press('w')
  await page.getByRole('group', { name: '口述行' }).waitFor()
  await page
    .getByTitle(/^插入「/)
    .first()
    .waitFor()
  return name
}

export const journeys: Journey[] = [
  {
    name: '复诊只用键盘：下一位、写病历、选牙、常用模板、收费单、签名诊毕，不超过 12 个键',
    async run({ browser, stack }) {
      await favour(stack, '根管治疗 复诊')
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      const hand = new Hand(page)
      const name = await begin(page, hand)
      await hand.press('F4', '3', '6')
      await page
        .getByText('已选 36')
        .waitFor({ timeout: 5000 })
        .catch(async () => {})
      await hand.press('Alt+1')
      await told(page, /^已插入「根管治疗 复诊」/)
      // How it went since is the doctor's to say: the first choice.
      await becomes(
        () => page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value ?? ''),
        '上次治疗后{选择:无不适|轻微咬物不适|肿痛加重}。',
      )
      await hand.press('1')
      await hand.press('F7')
      await told(page, /^已生成收费单 .+，前台可见/)
      await hand.press('F9')
      await told(page, /诊毕，到前台收费/)
      const made = await one<{ visit: number; record: number; complaint: string; since: string }>(
        stack.owner,
        `select g.status as visit, m.status as record, m.content->>'chiefComplaint' as complaint, m.content->>'interval' as since
         from registration g join patient p on p.tenant_id = g.tenant_id and p.id = g.patient_id
           join medical_record m on m.tenant_id = g.tenant_id and m.registration_id = g.id
           join bill b on b.tenant_id = m.tenant_id and b.record_id = m.id
         where p.name = $1 and g.reg_date = '2026-11-20'`,
        [name],
      )
      assert.deepEqual(made, { visit: 4, record: 2, complaint: '36根管治疗中复诊。', since: '上次治疗后无不适。' })
      process.stdout.write(`return visit ${JSON.stringify(hand.used)}\n`)
      assert.ok(hand.used.keys <= 12 && hand.used.clicks === 0, JSON.stringify(hand.used))
      assert.deepEqual(problems, [])
    },
  },
  {
    name: 'S3 医生的一天：只用键盘写初诊病历，不超过 45 个键；缺过敏史时说在哪；收费单、复诊、随访与病历互相找得到，前台窗口同时看到',
    async run({ browser, stack }) {
      const { owner } = stack
      await favour(stack, '急性牙髓炎 开髓')
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      const desk = (await visit(browser, stack, { account: 'reception', clinic: CLINIC })).page
      await page.goto('/doctorIndex')
      const next = page.getByRole('region', { name: '我的候诊' }).getByRole('article', { name: '下一位' })
      const patient = await one<{ id: string; name: string }>(
        owner,
        `update patient set allergy_flag = 2, allergy_history = '' where name = $1 returning id, name`,
        [await next.getByRole('button').first().innerText()],
      )
      await owner.query(`update registration set treat_type = 1 where patient_id = $1 and reg_date = '2026-11-20'`, [
        patient.id,
      ])
      const hand = new Hand(page)
      await begin(page, hand)
      const began = hand.keys
      const writing = (await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })).page
      await writing.goto(`/patientMedicalRecord?q=${encodeURIComponent(patient.name)}`)
      const unwritten = writing
        .getByRole('table', { name: '待写病历' })
        .getByRole('row')
        .filter({ hasText: patient.name })
      const others = () => writing.getByRole('tab', { name: /^待写/ }).innerText()
      await unwritten.first().waitFor()
      assert.equal(await unwritten.count(), 1)
      // The number on the tab comes by itself, after the rows or before them.
      await becomes(async () => /\d/.test(await others()), true)
      const toWrite = Number(/\d+/.exec(await others())?.[0])

      // The tooth, its finding, the template of such a visit; what it leaves open is asked for one by one.
      await hand.press('F4', '3', '6')
      await hand.press('Alt+1')
      await told(page, /^已插入「急性牙髓炎 开髓」/)
      await becomes(
        () => page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value ?? ''),
        '36剧烈疼痛 {数字} 天。',
      )
      await hand.press('3')
      await hand.press('Enter')
      const focused = (field: string) =>
        becomes(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''), field)
      // The injection came with the template; its lot is what the doctor reads off the cartridge.
      await focused('处置第 1 行局麻 1批号')
      await page.keyboard.insertText('A26081')
      // Nobody asked for what was before, nor for allergies: signing says so and goes to each.
      await hand.press('Control+Enter')
      await page.getByText('还不能签名：既往史未填、过敏史未填').waitFor()
      await focused('既往史')
      await page.keyboard.insertText('否认')
      await hand.press('Control+Enter')
      await page.getByText('还不能签名：过敏史未填').waitFor()
      await focused('过敏史')
      await page.keyboard.insertText('青霉素（皮疹）')
      // The doctor's next key comes at once: the record signed is just taking the place of the one that was written.
      await page.evaluate(() => {
        const bill = new KeyboardEvent('keydown', { key: 'F7', bubbles: true, cancelable: true })
        new MutationObserver((changes, observer) => {
          const said = changes.flatMap(({ addedNodes }) => [...addedNodes]).map((node) => node.textContent ?? '')
          if (!said.some((words) => words.startsWith('已签名并锁定'))) return
          observer.disconnect()
          document.body.dispatchEvent(bill)
        }).observe(document, { childList: true, subtree: true })
      })
      await hand.press('Control+Enter')
      await told(page, /^已签名并锁定/)
      const keys = hand.keys - began
      process.stdout.write(`record of S3 ${JSON.stringify({ keys })}\n`)
      assert.ok(keys <= 45 && hand.clicks === 0, JSON.stringify(hand.used))

      // The bill is at the desk at once; taken back, the desk can't take money for it.
      await told(page, /^已生成收费单 .+，前台可见/)
      const record = await one<{ id: string; status: number; diagnoses: number; signed: string }>(
        owner,
        `select id, status, jsonb_array_length(content->'diagnoses')::int as diagnoses, content->>'allergyHistory' as signed
         from medical_record where patient_id = $1 order by created_at desc limit 1`,
        [patient.id],
      )
      assert.deepEqual([record.status, record.diagnoses, record.signed], [2, 1, '青霉素（皮疹）'])
      const given = await one<{ drug: string; lot: string; code: string; items: number }>(
        owner,
        `select content #>> '{treatments,0,anaesthetics,0,drug}' as drug, content #>> '{treatments,0,anaesthetics,0,lot}' as lot,
           content #>> '{diagnoses,0,icdCode}' as code, jsonb_array_length(content #> '{treatments,0,tariffs}')::int as items
         from medical_record where id = $1`,
        [record.id],
      )
      assert.deepEqual({ ...given }, { drug: 'articaine4_epi100k', lot: 'A26081', code: 'K04.0', items: 3 })
      // What was to be written is written: one to none.
      await unwritten.first().waitFor({ state: 'detached', timeout: 10_000 })
      await becomes(async () => Number(/\d+/.exec(await others())?.[0] ?? 0), toWrite - 1)
      await desk.goto('/orderSet')
      await desk.getByText(patient.name).first().waitFor(LIVE)
      // The record leads to the bill, and the bill back to the record.
      const links = (await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })).page
      await links.goto(`/patientMedicalRecord?id=${record.id}`)
      await links.getByRole('region', { name: '收费单' }).getByRole('link', { name: /SF/ }).click()
      await links.waitForURL(/\/orderSet\?.*billId=/)
      await links.getByRole('link', { name: '病历', exact: true }).click()
      await links.waitForURL(`**/patientMedicalRecord?id=${record.id}`)
      // As the template proposes: a week later, and the length of its item; that day is full, the next that is not is taken.
      await page.getByRole('button', { name: '约下次' }).click()
      await page.getByText('当天没有 60 分空位').waitFor()
      await page.getByRole('button', { name: /^11月30日/ }).click()
      await page.getByRole('button', { name: /^约 11月30日/ }).click()
      await page.getByRole('button', { name: /^已约 11月30日/ }).waitFor()
      // What still closes over the page keeps the key.
      await settled(page)
      await hand.press('F9')
      await told(page, /诊毕，到前台收费/)

      // One of each, each linked with the record, and one line in the patient's file that says tooth, diagnosis and work.
      const made = await one<Record<'bills' | 'appointments' | 'followUps' | 'unwritten', number>>(
        owner,
        `select (select count(*) from bill where record_id = $1)::int as bills,
           (select count(*) from appointment where patient_id = $2 and starts_at > '2026-11-21')::int as appointments,
           (select count(*) from follow_up where record_id = $1 and first_plan_on = '2026-11-23')::int as "followUps",
           (select count(*) from medical_record where patient_id = $2 and status = 0)::int as unwritten`,
        [record.id, patient.id],
      )
      assert.deepEqual(made, { bills: 1, appointments: 1, followUps: 1, unwritten: 0 })
      // The appointment of the next visit: as long as its item, led to from the record, and back.
      const coming = await one<{ id: string; minutes: number }>(
        owner,
        `select id, extract(epoch from ends_at - starts_at)::int / 60 as minutes from appointment
         where patient_id = $1 and starts_at > '2026-11-21'`,
        [patient.id],
      )
      assert.equal(coming.minutes, 60)
      await links.reload()
      await links.getByRole('button', { name: /^已约 11月30日/ }).click()
      await links.getByRole('dialog', { name: '约下次' }).getByRole('link', { name: '改' }).click()
      await links.waitForURL(`**/myAppointmentBoard?*appointment=${coming.id}*`)
      await links.getByRole('link', { name: /^11月20日.*就诊的病历/ }).click()
      await links.waitForURL(`**/patientMedicalRecord?id=${record.id}`)
      // The follow-up, with how far it is, and back.
      const asked = links.getByRole('region', { name: '随访' }).getByRole('link', { name: /待随访/ })
      await asked.first().waitFor()
      assert.equal(await asked.count(), 1)
      await asked.click()
      await links.waitForURL(/\/followManagementList\?.*follow=/)
      await links.getByRole('link', { name: '看病历' }).click()
      await links.waitForURL(`**/patientMedicalRecord?id=${record.id}`)
      await page.goto(`/patientCenter?id=${patient.id}`)
      const line = page.getByRole('list', { name: '就诊时间轴' }).getByRole('listitem').first()
      await line.getByText('牙髓炎').first().waitFor()
      await line.getByRole('link', { name: /病历/ }).first().waitFor()
      await line
        .getByRole('link', { name: /SF26/ })
        .or(line.getByRole('link', { name: /账单|收费/ }))
        .first()
        .waitFor()

      // The plan that the record speaks of, and back.
      await links.getByRole('button', { name: '转治疗计划单' }).click()
      await links.waitForURL(/\/treatmentPlan\?id=/)
      await links.getByRole('link', { name: '病历', exact: true }).first().click()
      await links.waitForURL(`**/patientMedicalRecord?id=${record.id}`)
      await links.getByRole('region', { name: '治疗计划单' }).getByRole('link').first().waitFor()

      // Taken back by the doctor, the desk can't take money for it.
      await links.getByRole('region', { name: '收费单' }).getByRole('link', { name: /SF/ }).click()
      await links.getByRole('button', { name: /^退回/ }).click()
      const why = links.getByRole('dialog')
      await why.getByRole('textbox').fill('少记一项')
      await why.getByRole('button', { name: /退回/ }).click()
      const bill = await one<{ id: string }>(owner, 'select id from bill where record_id = $1', [record.id])
      await becomes(
        async () => (await one<{ status: number }>(owner, 'select status from bill where id = $1', [bill.id])).status,
        8,
      )
      await desk.goto(`/orderSet?billId=${bill.id}`)
      await desk.getByText('已退回医生').first().waitFor()
      assert.equal(await desk.getByRole('region', { name: '收款' }).getByRole('button', { name: /^收款/ }).count(), 0)

      // An amendment says why, and both texts stand side by side.
      await page.goto(`/patientMedicalRecord?id=${record.id}`)
      await page.getByRole('button', { name: '修订' }).click()
      const amend = page.getByRole('dialog', { name: /^修订病历/ })
      await amend.getByRole('button', { name: '开始修订' }).click()
      await amend
        .getByText(/请填写|不能为空/)
        .first()
        .waitFor()
      await amend.getByRole('combobox').or(amend.getByRole('textbox')).first().fill('补充现病史')
      await amend.getByRole('button', { name: '开始修订' }).click()
      const illness = page.getByRole('textbox', { name: '现病史', exact: true })
      const before = await illness.inputValue()
      await illness.fill(`${before}夜间加重。`)
      await page.keyboard.press('Control+Enter')
      await told(page, /^已签名并锁定/)
      await page.getByRole('button', { name: '2 个版本' }).click()
      const compared = page.getByRole('dialog')
      await compared.getByText('补充现病史').first().waitFor()
      await compared.getByText('夜间加重').first().waitFor()
      const versions = await owner.query<{ version: number; illness: string }>(
        `select version_no as version, content->>'presentIllness' as illness from medical_record_version where record_id = $1 order by version_no`,
        [record.id],
      )
      assert.deepEqual(
        versions.rows.map((each) => each.illness),
        [before, `${before}夜间加重。`],
      )
      assert.deepEqual(problems, [])
    },
  },
]
