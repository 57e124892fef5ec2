import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { settled, told, visit } from './page.ts'
import { choose, one, writeOn } from './steps.ts'

const CLINIC = '望湖路门诊'
const DOCTOR = 'guqingyan'

const padOf = (page: Page, who: string) => page.getByRole('img', { name: `${who}手写签名处` })

/** A grown patient of a doctor, with a phone. */
const patientOf = (stack: Parameters<Journey['run']>[0]['stack'], offset: number, doctor = DOCTOR) =>
  one<{ id: string; name: string; mobile: string }>(
    stack.owner,
    `select p.id, p.name, p.mobile from patient p join employee e on e.tenant_id = p.tenant_id and e.id = p.resp_doctor_id
       join account a on a.id = e.account_id
     where a.login_name = $1 and p.mobile ~ '^1\\d{10}$' and p.birth_day between '1960-01-01' and '2000-01-01' and p.status = 0
     order by p.id offset $2 limit 1`,
    [doctor, offset],
  )

async function prepare(page: Page, patientId: string, template: string): Promise<void> {
  await page.goto(`/patientConsent?patientId=${patientId}`)
  await settled(page)
  await choose(page, '模板', template)
  await page.getByRole('button', { name: '准备同意书' }).click()
  await page.waitForURL('**/patientConsent?id=*')
  await page.getByRole('heading', { name: template }).waitFor()
}

async function tickAll(page: Page): Promise<void> {
  const section = page.locator('section').filter({ hasText: '请逐条确认' })
  const boxes = section.getByRole('checkbox')
  for (let n = 0; n < (await boxes.count()); n++) await boxes.nth(n).click()
}

export const journeys: Journey[] = [
  {
    name: '同意书：从模板准备、逐条确认、患者与医生手写，成立后只能作废，两方姓名都在',
    async run({ browser, stack }) {
      const patient = await patientOf(stack, 0)
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC, size: 'tablet' })
      await prepare(page, patient.id, '拔牙知情同意书')
      await page.getByRole('button', { name: /^还差/ }).waitFor()
      await tickAll(page)
      // Patient and doctor sign side by side on a wide screen, one under the other on a narrow one.
      const places = async (width: number) => {
        await page.setViewportSize({ width, height: 900 })
        const [own, doctors] = [await padOf(page, '患者').boundingBox(), await padOf(page, '医生').boundingBox()]
        await page.screenshot({ path: `e2e/shots/consent-pads-${width}.png`, fullPage: true })
        return { beside: own?.y === doctors?.y, under: (doctors?.y ?? 0) > (own?.y ?? 0) + (own?.height ?? 0) }
      }
      const size = page.viewportSize()
      assert.deepEqual(await places(1440), { beside: true, under: false })
      assert.deepEqual(await places(390), { beside: false, under: true })
      if (size) await page.setViewportSize(size)
      await writeOn(page, padOf(page, '患者'))
      await writeOn(page, padOf(page, '医生'))
      await page.screenshot({ path: 'e2e/shots/consent-tablet.png' })
      await page.getByRole('button', { name: '确认并提交' }).click()
      await page.getByText('已签', { exact: true }).first().waitFor()
      const kept = await one<{ status: number; signer: string; signatures: number; strokes: number }>(
        stack.owner,
        `select k.status, k.signer_name as signer, count(s.id)::int as signatures, sum(jsonb_array_length(s.strokes -> 'strokes'))::int as strokes
         from consent k join consent_signature s on s.consent_id = k.id where k.patient_id = $1 group by k.id, k.status, k.signer_name`,
        [patient.id],
      )
      assert.deepEqual(kept, { status: 1, signer: patient.name, signatures: 2, strokes: 4 })
      await page.getByRole('link', { name: '打印' }).click()
      await page.getByText('患者手写电子签名').waitFor()
      assert.equal(await page.getByText('可靠电子签名').count(), 0)
      await page.screenshot({ path: 'e2e/shots/consent-print.png' })
      await page.goBack()
      await page.getByRole('button', { name: '作废', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: '作废' }).click()
      await dialog.getByText('请填写原因').waitFor()
      await dialog.getByLabel('原因').fill('牙位写错，改为 38')
      await dialog.getByRole('button', { name: '作废' }).click()
      await page.getByText(/作废：牙位写错，改为 38/).waitFor()
      await page.getByRole('img', { name: `${patient.name}的手写签名` }).waitFor()
      await page.getByRole('img', { name: '顾清妍的手写签名' }).waitFor()
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '同意书：平板交给患者，只看得到同意书；想再问就交还；签完只剩一句请交还，医护接着签',
    async run({ browser, stack }) {
      const patient = await patientOf(stack, 0, 'xumingzhe')
      const { page, problems } = await visit(browser, stack, { account: 'xumingzhe', clinic: CLINIC, size: 'tablet' })
      await prepare(page, patient.id, '拔牙知情同意书')
      const hand = page.getByRole('dialog', { name: '拔牙知情同意书，交给患者' })
      await page.getByRole('button', { name: '交给患者签' }).click()
      await hand.getByText(CLINIC).waitFor()
      // Neither hand nor keyboard reaches what lies below.
      assert.equal(await page.locator('#root[inert]').count(), 1)
      await page.screenshot({ path: 'e2e/shots/consent-handed.png' })
      await hand.getByRole('button', { name: '再问问医生' }).click()
      await page.getByText('患者想再问问，解释清楚后再交给患者签').waitFor()
      await page.getByRole('button', { name: '交给患者签' }).click()
      await tickAll(page)
      await writeOn(page, padOf(page, '患者'))
      await page.screenshot({ path: 'e2e/shots/consent-handed-signed.png' })
      await hand.getByRole('button', { name: '先提交已签的（还差医生签名）' }).click()
      await hand.getByText('已经签好，谢谢。请把平板交还医护人员').waitFor()
      assert.equal(await hand.getByText(patient.name).count(), 0)
      await hand.getByRole('button', { name: '交还医护' }).click()
      await page.getByRole('img', { name: `${patient.name}的手写签名` }).waitFor()
      await writeOn(page, padOf(page, '医生'))
      await page.getByRole('button', { name: '确认并提交' }).click()
      await page.getByText('已签', { exact: true }).first().waitFor()
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '同意书：联系不上患者和近亲属时，医生写明理由申请，负责人在手机上批准，打印上写明，患者事后补签后离开清单',
    async run({ browser, stack }) {
      const patient = await one<{ id: string }>(
        stack.owner,
        `select p.id from patient p join employee e on e.tenant_id = p.tenant_id and e.id = p.resp_doctor_id join account a on a.id = e.account_id
         where a.login_name = $1 and p.birth_day between '1940-01-01' and '2005-01-01' and p.status = 0 order by p.id desc limit 1`,
        [DOCTOR],
      )
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await prepare(page, patient.id, '拔牙知情同意书')
      const address = page.url()
      await page.getByRole('button', { name: '紧急情形，申请负责人批准' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: '送负责人批准' }).click()
      await dialog.getByText('请填写理由').waitFor()
      await dialog.getByText('请医生先签名').waitFor()
      await dialog.getByRole('textbox', { name: /理由/ }).fill('患者昏迷，家属电话无人接听，须立即止血')
      await writeOn(page, padOf(page, '医生').last())
      await page.screenshot({ path: 'e2e/shots/consent-emergency-ask.png' })
      await dialog.getByRole('button', { name: '送负责人批准' }).click()
      await page.getByText('待批准', { exact: true }).first().waitFor()
      const head = await visit(browser, stack, { account: 'director', clinic: CLINIC, size: 'phone' })
      await head.page.goto('/patientConsent')
      await head.page.getByText('患者昏迷，家属电话无人接听，须立即止血').click()
      await head.page.getByRole('button', { name: '批准', exact: true }).waitFor()
      await head.page.screenshot({ path: 'e2e/shots/consent-emergency-phone.png' })
      await head.page.getByRole('button', { name: '批准', exact: true }).click()
      await head.page.getByText('待补签', { exact: true }).first().waitFor()
      // The doctor's screen hears of it.
      await page.getByText('待补签', { exact: true }).first().waitFor()
      await page.getByText(/负责人 .+ 批准。紧急时间/).waitFor()
      await page.screenshot({ path: 'e2e/shots/consent-emergency-approved.png' })
      await page.goto('/patientMedicalRecord')
      await page.getByText('紧急同意书：1 份待患者补签').waitFor()
      await page.screenshot({ path: 'e2e/shots/consent-emergency-line.png' })
      await page.goto(address)
      await page.getByRole('link', { name: '打印' }).click()
      await page.getByText('患者（或近亲属）尚未签名，待事后补签。').waitFor()
      await page.screenshot({ path: 'e2e/shots/consent-emergency-print.png' })
      await page.goto(address)
      await settled(page)
      await tickAll(page)
      await writeOn(page, padOf(page, '患者'))
      await page.getByRole('button', { name: '确认并提交' }).click()
      await page.getByText('已签', { exact: true }).first().waitFor()
      await page.goto('/patientConsent')
      await page.getByText('没有待批准、待补签的紧急同意书').waitFor()
      assert.deepEqual([...problems, ...head.problems], [])
    },
  },
  {
    name: '同意书：未成年人由监护人签，写明关系和证件尾号，缺一项就说出来；打印上是监护人的名字',
    async run({ browser, stack }) {
      const child = await one<{ id: string }>(
        stack.owner,
        `update patient set birth_day = '2016-04-12' where id = (
           select p.id from patient p join employee e on e.tenant_id = p.tenant_id and e.id = p.resp_doctor_id
             join account a on a.id = e.account_id
           where a.login_name = $1 and p.status = 0 and p.birth_day between '1960-01-01' and '2000-01-01' order by p.id desc limit 1)
         returning id`,
        [DOCTOR],
      )
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC, size: 'tablet' })
      await prepare(page, child.id, '拔牙知情同意书')
      await tickAll(page)
      assert.equal(await padOf(page, '患者').count(), 0)
      await writeOn(page, padOf(page, '监护人'))
      await writeOn(page, padOf(page, '医生'))
      // Who signs for the child is asked for: name, relation, the end of a number.
      await page.getByRole('button', { name: '确认并提交' }).click()
      await page.getByLabel('监护人姓名').and(page.locator('[aria-invalid=true]')).waitFor()
      await page.getByLabel('监护人姓名').fill('林若兰')
      await choose(page, '与患者关系', '母亲')
      await page.getByLabel('证件尾号').fill('302X')
      await page.getByRole('button', { name: '确认并提交' }).click()
      await page.getByText('已签', { exact: true }).first().waitFor()
      const kept = await one<{ status: number; signer: string; relation: string; tail: string }>(
        stack.owner,
        `select status, signer_name as signer, signer_relation as relation, signer_id_tail as tail from consent where patient_id = $1`,
        [child.id],
      )
      assert.deepEqual({ ...kept }, { status: 1, signer: '林若兰', relation: '母亲', tail: '302X' })
      await page.getByRole('link', { name: '打印' }).click()
      await page.getByText('林若兰').first().waitFor()
      await page.screenshot({ path: 'e2e/shots/consent-guardian.png', fullPage: true })
      // The first try, without a name, was refused.
      assert.deepEqual(
        problems.filter((each) => !each.startsWith('answer: 400')),
        [],
      )
    },
  },
  {
    name: '同意书模板：改到一半去别处要先问，存成新版本后只有新准备的用它',
    async run({ browser, stack }) {
      const account = 'xumingzhe'
      const [before, after] = [await patientOf(stack, 0, account), await patientOf(stack, 1, account)]
      const doctor = (await visit(browser, stack, { account, clinic: CLINIC, size: 'tablet' })).page
      await prepare(doctor, before.id, '拔牙知情同意书')
      const prepared = doctor.url()
      const { page, problems } = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await page.goto('/baseInformedConsent')
      const list = page.getByRole('list', { name: '模板' })
      await list.getByRole('button', { name: /^拔牙知情同意书/ }).click()
      await page.getByRole('button', { name: /^(复制并修改|修改为新版本)$/ }).click()
      const declaration = page.getByLabel('声明')
      await declaration.fill('')
      await page.getByRole('button', { name: '保存为新版本' }).click()
      await page.getByLabel('声明').and(page.locator('[aria-invalid=true]')).waitFor()
      await declaration.fill('我已读懂以上内容，自愿接受这次拔牙，术后按医嘱复诊。')
      // Another text of the list would take its place: that is asked first.
      await list.getByRole('button').last().click()
      await page.getByRole('button', { name: '继续写' }).click()
      assert.equal(await declaration.inputValue(), '我已读懂以上内容，自愿接受这次拔牙，术后按医嘱复诊。')
      await page.getByRole('button', { name: '保存为新版本' }).click()
      await told(page, /^已保存为第 \d+ 版/)
      await page.getByText('自愿接受这次拔牙，术后按医嘱复诊').waitFor()
      await page.screenshot({ path: 'e2e/shots/consent-template.png' })
      await doctor.goto(prepared)
      await doctor.getByRole('heading', { name: '拔牙知情同意书' }).waitFor()
      assert.equal(await doctor.getByText('自愿接受这次拔牙，术后按医嘱复诊').count(), 0)
      await prepare(doctor, after.id, '拔牙知情同意书')
      await doctor.getByText('自愿接受这次拔牙，术后按医嘱复诊').waitFor()
      assert.deepEqual(
        problems.filter((each) => !each.startsWith('answer: 400')),
        [],
      )
    },
  },
  {
    name: '同意书：签名时断网，存在本机，网络回来后只签一次',
    async run({ browser, stack }) {
      const patient = await patientOf(stack, 1)
      const { page, context } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await prepare(page, patient.id, '照片公开授权书')
      await tickAll(page)
      await writeOn(page, padOf(page, '患者'))
      await writeOn(page, padOf(page, '医生'))
      await context.setOffline(true)
      await page.getByRole('button', { name: '确认并提交' }).click()
      await page.getByText('没有网络，签名已存在本机，恢复后自动送出一次').waitFor()
      const count = () =>
        one<{ n: number }>(
          stack.owner,
          `select count(*)::int as n from consent_signature s join consent k on k.id = s.consent_id where k.patient_id = $1`,
          [patient.id],
        )
      assert.deepEqual(await count(), { n: 0 })
      await context.setOffline(false)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await page.getByText('已签', { exact: true }).first().waitFor()
      assert.deepEqual(await count(), { n: 2 })
      await page.goto(`/patientConsent?patientId=${patient.id}`)
      await page.getByText('已授权公开照片').waitFor()
    },
  },
  {
    name: '同意书：患者扫码在自己手机上签，尾号不对看不到任何内容；医生随后签完',
    async run({ browser, stack }) {
      const patient = await patientOf(stack, 2)
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await prepare(page, patient.id, '根管治疗知情同意书')
      const answered = page.waitForResponse((response) => response.url().endsWith('/emr-api/consent/link'))
      await page.getByRole('button', { name: '手机签' }).click()
      const { data } = (await (await answered).json()) as { data: { token: string } }
      await page.getByRole('img', { name: '打开同意书，在手机上签名' }).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()

      const phone = await visit(browser, stack, { size: 'phone' })
      await phone.page.goto(`/consentSign#${data.token}`)
      await phone.page.getByLabel('手机号后 4 位').fill(patient.mobile.slice(-4) === '0000' ? '1111' : '0000')
      await phone.page.getByRole('button', { name: '查看' }).click()
      await phone.page.getByText('手机尾号不对，还可以试 4 次').waitFor()
      assert.equal(await phone.page.getByText(patient.name).count(), 0)
      await phone.page.getByLabel('手机号后 4 位').fill(patient.mobile.slice(-4))
      await phone.page.getByRole('button', { name: '查看' }).click()
      await phone.page.getByRole('heading', { name: '根管治疗知情同意书' }).waitFor()
      await tickAll(phone.page)
      await writeOn(phone.page, padOf(phone.page, '患者'))
      await phone.page.screenshot({ path: 'e2e/shots/consent-phone.png' })
      await phone.page.getByRole('button', { name: '确认并提交' }).click()
      await phone.page.getByText('已签名', { exact: true }).waitFor()
      // Nothing of the patient stays on the phone.
      assert.equal(
        await phone.page
          .evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
          .then((kept) => kept.includes('根管')),
        false,
      )
      await phone.context.close()

      // The desk sees it without a reload; the doctor's signature completes it.
      await page.getByRole('img', { name: `${patient.name}的手写签名` }).waitFor()
      await writeOn(page, padOf(page, '医生'))
      await page.getByRole('button', { name: '确认并提交' }).click()
      await page.getByText('已签', { exact: true }).first().waitFor()
      assert.deepEqual(problems, [])
    },
  },
]
