import assert from 'node:assert/strict'
import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { as } from './calls.ts'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import type { Stack } from './stack.ts'
import { becomes, choose, one } from './steps.ts'

const CLINIC = '望湖路门诊'

/** A record of this doctor in the clinic whose patient is a grown man. */
const written = `
  select r.id, p.id as "patientId", p.name from medical_record r
  join patient p on p.tenant_id = r.tenant_id and p.id = r.patient_id
  join employee e on e.id = r.doctor_id join account a on a.id = e.account_id join clinic c on c.id = r.clinic_id
  where c.name = $1 and a.login_name = $2 and r.status = 2 and p.status = 0 and p.gender = 0
    and p.birth_day between '1960-01-01' and '2000-01-01'
    and not exists (select 1 from prescription x where x.patient_id = p.id)
  order by r.visit_time desc limit 1`
const recordOf = (stack: Stack, account: string) =>
  one<{ id: string; patientId: string; name: string }>(stack.owner, written, [CLINIC, account])

export const journeys: Journey[] = [
  {
    name: '医生在病历里开处方：过敏阻断，写明理由；院长第二人签名；护士发药；打印处方笺',
    async run({ browser, stack }) {
      const seen = await recordOf(stack, 'xumingzhe')
      await stack.owner.query(`update patient set allergy_flag = 1, allergy_history = '青霉素' where id = $1`, [
        seen.patientId,
      ])
      const doctor = await visit(browser, stack, { account: 'xumingzhe', clinic: CLINIC })
      await doctor.page.goto(`/patientMedicalRecord?id=${seen.id}`)
      await doctor.page.getByRole('region', { name: '处方' }).getByRole('button', { name: '开处方' }).click()
      const sheet = doctor.page.getByRole('dialog', { name: /开处方/ })
      await sheet.getByRole('combobox', { name: '添加药品' }).fill('amxl')
      await doctor.page.getByRole('option').filter({ hasText: '阿莫西林0.25g' }).first().click()
      const line = sheet.getByRole('region', { name: '第 1 种药：阿莫西林' })
      await line.getByText('成人用量：0.5g q8h').waitFor()
      await line.getByLabel('单次用量').fill('0.5')
      await choose(line, '频次', 'q8h')
      await choose(line, '皮试', '免试')
      const diagnosis = sheet.getByRole('combobox', { name: '诊断' })
      if ((await diagnosis.inputValue()) === '') {
        await diagnosis.fill('急性牙髓炎')
        await doctor.page.getByRole('option', { name: '写作「急性牙髓炎」' }).click()
      }
      const checks = sheet.getByRole('list', { name: '用药核对' })
      await checks.getByText('对本药或同类药过敏').first().waitFor()
      await checks
        .getByText(/依据：过敏史：青霉素/)
        .first()
        .waitFor()
      assert.equal(await line.getByLabel('总量', { exact: true }).inputValue(), '18')
      // Without a reason nothing is written.
      await sheet.getByRole('button', { name: '开具并送审' }).click()
      await sheet.getByText('请写明理由，或换药').first().waitFor()
      const count = async () =>
        (
          await one<{ n: number }>(stack.owner, 'select count(*)::int as n from prescription where patient_id = $1', [
            seen.patientId,
          ])
        ).n
      assert.equal(await count(), 0)
      for (const field of await sheet.getByLabel('仍要开具的理由（审核时须第二人签名）').all())
        await field.fill('既往轻度皮疹，已知情同意')
      for (const box of await checks.getByRole('checkbox', { name: '已知晓' }).all()) await box.check()
      await sheet.getByRole('button', { name: '开具并送审' }).click()
      await doctor.page.getByText('处方已开具，等待审核').waitFor()
      await doctor.page.getByRole('region', { name: '处方' }).getByText('阿莫西林 0.25g×18片').waitFor()

      const rx = await one<{ id: string; no: string }>(
        stack.owner,
        'select id, rx_no as no from prescription where patient_id = $1',
        [seen.patientId],
      )
      const status = async () =>
        (await one<{ status: number }>(stack.owner, 'select status from prescription where id = $1', [rx.id])).status

      const director = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await director.page.goto('/prescription')
      await director.page.getByRole('row').filter({ hasText: rx.no }).click()
      await director.page.getByRole('button', { name: '审核', exact: true }).click()
      const audit = director.page.getByRole('dialog', { name: `审核处方 ${rx.no}` })
      const pass = audit.getByRole('button', { name: '第二人签名并通过' })
      assert.equal(await pass.isDisabled(), true)
      await audit.getByRole('checkbox', { name: /作为第二人签名确认/ }).check()
      await pass.click()
      await director.page.getByText('已审核通过').waitFor()
      await becomes(status, 1)
      await director.page.goto('/prescription?tab=overridden')
      await director.page.getByRole('row').filter({ hasText: rx.no }).waitFor()

      const nurse = await visit(browser, stack, { account: 'nurse', clinic: CLINIC })
      await nurse.page.goto('/prescription?tab=dispense')
      await nurse.page.getByRole('row').filter({ hasText: rx.no }).click()
      await nurse.page.getByRole('button', { name: '发药', exact: true }).click()
      await nurse.page
        .getByRole('alertdialog', { name: `给 ${seen.name} 发药？` })
        .getByRole('button', { name: '发药' })
        .click()
      await nurse.page.getByText('已发药').first().waitFor()
      await becomes(status, 3)
      await nurse.page.goto(`/prescription?tab=all&id=${rx.id}`)
      await nurse.page.getByRole('link', { name: '打印' }).click()
      await nurse.page.getByText('Rp.').waitFor()
      await nurse.page.getByText('处方完毕').waitFor()
      await nurse.page.getByText('× 18 片').waitFor()
      const printed = await stack.owner.query(
        `select 1 from audit where entity = 'prescription' and action = 'print' and entity_id = $1`,
        [rx.id],
      )
      assert.ok((printed.rowCount ?? 0) > 0)
      assert.deepEqual([...doctor.problems, ...director.problems, ...nurse.problems], [])
    },
  },
  {
    name: '急诊越级使用抗菌药物：限一日量并写明理由，医生的工作台提示补办，院长的列表里看到，补办后有姓名和时间',
    async run({ browser, stack }) {
      const seen = await recordOf(stack, 'xumingzhe')
      await stack.owner.query(
        `update patient set allergy_flag = 0, allergy_history = '', allergies = '[]' where id = $1`,
        [seen.patientId],
      )
      await stack.owner.query(
        `update employee set antibiotic_tier = 1 where id = (select e.id from employee e join account a on a.id = e.account_id where a.login_name = 'xumingzhe')`,
      )
      const doctor = await visit(browser, stack, { account: 'xumingzhe', clinic: CLINIC })
      const { page } = doctor
      await page.goto(`/patientMedicalRecord?id=${seen.id}`)
      await page.getByRole('region', { name: '处方' }).getByRole('button', { name: '开处方' }).click()
      const sheet = page.getByRole('dialog', { name: /开处方/ })
      await sheet.getByRole('radio', { name: '急诊' }).click()
      await sheet.getByRole('combobox', { name: '添加药品' }).fill('莫西沙星')
      await page.getByRole('option').filter({ hasText: '莫西沙星' }).first().click()
      const line = sheet.getByRole('region', { name: '第 1 种药：莫西沙星' })
      await line.getByLabel('单次用量').fill('0.4')
      await choose(line, '频次', 'qd')
      await line.getByLabel('天数').fill('1')
      const diagnosis = sheet.getByRole('combobox', { name: '诊断' })
      if ((await diagnosis.inputValue()) === '') {
        await diagnosis.fill('面部间隙感染')
        await page.getByRole('option', { name: '写作「面部间隙感染」' }).click()
      }
      const reason = line.getByLabel('越级使用理由（限一日量，24 小时内补办）')
      await reason.waitFor()
      const checks = sheet.getByRole('list', { name: '用药核对' })
      await checks.getByText('理由写在这种药的「越级使用理由」里').waitFor()
      for (const box of await checks.getByRole('checkbox', { name: '已知晓' }).all()) await box.check()
      await sheet.getByRole('button', { name: '开具并送审' }).click()
      await line.getByText('请写明越级使用莫西沙星的理由').waitFor()
      await reason.fill('面部间隙感染高热，无其他可用药')
      await page.screenshot({ path: 'e2e/shots/overstep-writing.png' })
      await sheet.getByRole('button', { name: '开具并送审' }).click()
      await page.getByText('处方已开具，等待审核').waitFor()
      await page.goto('/patientMedicalRecord')
      await page.getByText('越级使用抗菌药物：1 张处方待补办手续').waitFor()
      await page.screenshot({ path: 'e2e/shots/overstep-line.png' })

      const director = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await director.page.goto('/prescription?tab=overstep')
      const row = director.page.getByRole('row').filter({ hasText: seen.name })
      await row.getByText('面部间隙感染高热，无其他可用药').waitFor()
      await row.getByText('待补办', { exact: true }).waitFor()
      await director.page.screenshot({ path: 'e2e/shots/overstep-list.png' })

      await page.getByRole('link', { name: '补办' }).click()
      await page.getByRole('row').filter({ hasText: seen.name }).getByRole('button', { name: '补办' }).click()
      const dialog = page.getByRole('dialog', { name: /补办越级使用手续/ })
      await dialog.getByLabel('补办说明').fill('体温 39.4℃，经院长同意')
      await dialog.getByRole('button', { name: '补办', exact: true }).click()
      await page.getByText('已补办越级使用手续').waitFor()
      await row.getByText('已补办', { exact: true }).waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.screenshot({ path: 'e2e/shots/overstep-phone.png' })
      assert.deepEqual(
        [...doctor.problems, ...director.problems].filter((each) => !each.startsWith('answer: 400')),
        [],
      )
    },
  },
  {
    name: '处方的常用组合：打开处方后一组键 Alt+1 就开齐两种药，再按一次不重复',
    async run({ browser, stack }) {
      const seen = await recordOf(stack, 'xumingzhe')
      await stack.owner.query(`update patient set allergy_flag = 0, allergy_history = '' where id = $1`, [
        seen.patientId,
      ])
      await stack.owner.query('delete from prescription_set')
      const asDoctor = await as(stack, 'xumingzhe', CLINIC)
      const { rows } = await stack.owner.query<{ code: string; id: string }>(
        `select code, id from drug where code in ('amoxicillin', 'ibuprofen')`,
        [],
      )
      const line = (code: string, spec: string, more: object) => ({
        drugId: rows.find((each) => each.code === code)?.id ?? '',
        spec,
        doseUnit: 'mg' as const,
        route: '口服' as const,
        days: 3,
        ...more,
      })
      await asDoctor(contract.prescription.saveSet, {
        name: '阿莫西林+布洛芬',
        items: [
          line('amoxicillin', '0.25g', { singleDose: 500, frequency: 'q8h', unit: '粒', skinTest: 'exempt' }),
          line('ibuprofen', '0.2g', { singleDose: 200, frequency: 'tid', unit: '片' }),
        ],
        requestId: uuidv7(),
      } as never)
      const { page, problems } = await visit(browser, stack, { account: 'xumingzhe', clinic: CLINIC })
      await page.goto(`/patientMedicalRecord?id=${seen.id}`)
      await page.getByRole('region', { name: '处方' }).getByRole('button', { name: '开处方' }).click()
      const sheet = page.getByRole('dialog', { name: /开处方/ })
      await sheet.getByText('阿莫西林+布洛芬').first().waitFor()
      await page.keyboard.press('Alt+1')
      await sheet.getByRole('region', { name: '第 1 种药：阿莫西林' }).waitFor()
      await sheet.getByRole('region', { name: '第 2 种药：布洛芬' }).waitFor()
      await page.keyboard.press('Alt+1')
      assert.equal(await sheet.getByRole('region', { name: /^第 3 种药/ }).count(), 0)
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '药品资料：按首字母找到，一页一页加载；院长以药师资格签名，改动后签名失效；医生只能看',
    async run({ browser, stack }) {
      const doctor = await visit(browser, stack, { account: 'xumingzhe', clinic: CLINIC })
      await doctor.page.goto('/drugAdministration')
      const table = doctor.page.getByRole('table', { name: '药品资料' })
      await table.getByText('阿莫西林', { exact: true }).waitFor()
      const rows = () => table.getByRole('row').count()
      assert.equal(await rows(), 21)
      await doctor.page.getByRole('button', { name: '加载更多' }).click()
      await becomes(rows, 41)
      await doctor.page.getByRole('searchbox', { name: '查找药品' }).fill('lslfn')
      await table.getByText('洛索洛芬钠').click()
      await doctor.page.getByRole('heading', { name: '洛索洛芬钠' }).waitFor()
      await doctor.page.getByText('60mg tid（顿服60–120mg）').waitFor()
      assert.equal(await doctor.page.getByRole('button', { name: '药师签名' }).count(), 0)

      const director = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await director.page.goto(new URL(doctor.page.url()).pathname + new URL(doctor.page.url()).search)
      await director.page.getByText('待药师复核', { exact: true }).waitFor()
      await director.page.getByRole('button', { name: '药师签名' }).click()
      const sign = director.page.getByRole('dialog', { name: /药师签名/ })
      await sign.getByLabel('药师资格证号').fill('ZY330120261')
      await sign.getByRole('button', { name: '签名', exact: true }).click()
      await director.page.getByText('已签名').waitFor()
      await director.page
        .getByText(/^药师 /)
        .first()
        .waitFor()
      await director.page.getByRole('button', { name: '修改' }).click()
      const edit = director.page.getByRole('dialog', { name: /修改药品/ })
      await edit.getByText(/药师签名将失效/).waitFor()
      await edit.getByLabel('贮藏').fill('密封，干燥处保存')
      await edit.getByRole('button', { name: '保存' }).click()
      await director.page.getByText('密封，干燥处保存').waitFor()
      await director.page.getByText('待药师复核', { exact: true }).waitFor()
      // Without a token the platform's drugs are read; what the clinic made of them stays in the clinic.
      const anybody = await visit(browser, stack, {})
      await anybody.page.goto('/drugAdministration1')
      await anybody.page.getByRole('searchbox', { name: '查找药品' }).fill('lslfn')
      await anybody.page.getByText('洛索洛芬钠').click()
      await anybody.page.getByRole('heading', { name: '洛索洛芬钠' }).waitFor()
      assert.equal(new URL(anybody.page.url()).pathname, '/drugdetails1')
      assert.equal(await anybody.page.getByText('密封，干燥处保存').count(), 0)
      await doctor.page.goto('/drugAdministration1')
      await doctor.page.waitForURL(/\/drugAdministration$/)
      assert.deepEqual([...doctor.problems, ...director.problems, ...anybody.problems], [])
    },
  },
]
