import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
const DOCTOR = 'guqingyan'

/** Takes an item of the price list into a phase. */
async function addItem(page: Page, option: number, phase: number, letters: string, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: `方案 ${option} 第 ${phase} 阶段加项目` })
  await box.fill(letters)
  await page.getByRole('option').filter({ hasText: name }).first().click()
}

/** Chooses one tooth for the last line with this name. */
async function atTooth(page: Page, name: string, tooth: string): Promise<void> {
  await page
    .getByRole('button', { name: `${name}的牙位：` })
    .last()
    .click()
  await page.getByRole('button', { name: new RegExp(`^${tooth} `) }).click()
  await page.keyboard.press('Escape')
}

export const journeys: Journey[] = [
  {
    name: '治疗计划：两个方案并排，报价，患者选定一个，一键预约，前台按报价收费，条目随之变为已收费',
    async run({ browser, stack }) {
      const patient = await one<{ id: string; name: string }>(
        stack.owner,
        `select p.id, p.name from patient p join employee e on e.tenant_id = p.tenant_id and e.id = p.resp_doctor_id
           join account a on a.id = e.account_id
         where a.login_name = $1 and p.birth_day between '1950-01-01' and '2006-01-01' and p.status = 0
         order by p.id offset 3 limit 1`,
        [DOCTOR],
      )
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await page.goto(`/patientCenter?id=${patient.id}&tab=plans`)
      await settled(page)
      await page.getByRole('link', { name: '新建治疗计划' }).first().click()
      await page.getByRole('textbox', { name: '标题' }).fill('36 缺损修复')
      await page.getByRole('textbox', { name: '方案 1 的名称' }).fill('全瓷冠')
      await addItem(page, 1, 1, '全瓷冠', '全瓷冠')
      const crown = (await page.locator('[class*=lineEdit] [class*=item]').first().textContent()) ?? ''
      await atTooth(page, crown, '36')
      await page.getByRole('button', { name: '加方案' }).click()
      await page.getByRole('textbox', { name: '方案 2 的名称' }).fill('树脂充填')
      await addItem(page, 2, 1, '树脂', '树脂')
      const filling = (await page.locator('[class*=lineEdit] [class*=item]').last().textContent()) ?? ''
      await atTooth(page, filling, '36')
      await page.getByRole('button', { name: '保存' }).click()
      await page.waitForURL('**/treatmentPlan?id=*')
      await page.getByRole('heading', { name: '36 缺损修复' }).waitFor()
      await page.getByRole('img', { name: '全瓷冠做完以后' }).or(page.getByLabel('全瓷冠做完以后')).first().waitFor()

      await page.getByRole('button', { name: '报价', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: '报价' }).click()
      await page.getByText(/报价有效到 .*还有 30 天/).waitFor()
      await page.getByRole('button', { name: '选全瓷冠' }).click()
      await page.getByRole('button', { name: '接受「全瓷冠」' }).click()
      await page.getByText('患者已选').waitFor()
      assert.equal(await page.getByRole('button', { name: '修改' }).count(), 0)
      const id = new URL(page.url()).searchParams.get('id') as string
      const { status } = await one<{ status: number }>(stack.owner, 'select status from treatment_plan where id = $1', [
        id,
      ])
      assert.equal(status, 2)
      // The file says what is next.
      await page.goto(`/patientCenter?id=${patient.id}&tab=plans`)
      await page.getByText(`已做 0 / 1，下一步 ${crown}`).waitFor()
      // One click books the line, at the length of its item.
      await page.goto(`/treatmentPlan?id=${id}`)
      await page.getByRole('link', { name: /^预约「/ }).click()
      const form = page.getByRole('complementary', { name: '新建预约' })
      const line = form.getByRole('group', { name: '治疗计划' }).getByRole('checkbox', { name: crown })
      await line.waitFor()
      assert.equal(await line.isChecked(), true)
      await form.getByRole('group', { name: /最近/ }).getByRole('button').first().click()
      await form.getByRole('button', { name: /^保存/ }).first().click()
      await page.getByText('预约成功').waitFor()
      const booked = await one<{ minutes: number; wanted: number; title: string; teeth: string }>(
        stack.owner,
        `select extract(epoch from a.ends_at - a.starts_at)::int / 60 as minutes, t.duration_min as wanted, a.title, a.teeth
           from appointment a join treatment_plan_line l on l.tenant_id = a.tenant_id and l.id = any(a.plan_line_ids)
           join treatment_plan p on p.tenant_id = a.tenant_id and p.id = l.plan_id
           join tariff t on t.tenant_id = a.tenant_id and t.id = l.tariff_id
         where p.id = $1`,
        [id],
      )
      assert.equal(booked.minutes, booked.wanted)
      assert.deepEqual([booked.title, booked.teeth], [crown, '36'])
      await page.goto(`/treatmentPlan?id=${id}`)
      await page.getByText('已预约', { exact: true }).waitFor()
      assert.deepEqual(problems, [])

      // Once more as a copy: this time the patient chooses on the tablet, where nothing of the clinic stands.
      await page.getByRole('button', { name: '复制' }).click()
      await page.waitForURL((url) => url.searchParams.get('id') !== id)
      await page.getByRole('button', { name: '报价', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: '报价' }).click()
      await page.getByRole('link', { name: '请患者在平板上选' }).click()
      await page.getByRole('button', { name: '选「树脂充填」' }).click()
      assert.equal(await page.getByRole('navigation').count(), 0)
      await page.getByRole('button', { name: '就选这个' }).click()
      await page.getByText('已记下您的选择：树脂充填').waitFor()
      await page.getByRole('button', { name: '工作人员：返回计划' }).click()
      await page.getByText(/选定「树脂充填」，在平板上/).waitFor()
      assert.deepEqual(problems, [])

      // The desk charges it as it was quoted, before it is done.
      const desk = (await visit(browser, stack, { account: 'reception', clinic: CLINIC })).page
      await desk.goto(`/orderSet?patientId=${patient.id}`)
      await settled(desk)
      await desk.getByRole('group', { name: '按治疗计划' }).getByRole('button', { name: crown }).click()
      await desk.getByRole('table', { name: '账单明细' }).getByRole('button', { name: crown, exact: true }).waitFor()
      const till = desk.getByRole('region', { name: '收款' })
      await till.getByRole('button', { name: '微信' }).click()
      await till.getByRole('button', { name: /^收款 / }).click()
      await desk.getByText('收款流水').waitFor()
      await page.goto(`/treatmentPlan?id=${id}`)
      await page.getByText('已收费', { exact: true }).waitFor()
      await page.getByText('部分执行').first().waitFor()
    },
  },
]
