import assert from 'node:assert/strict'
import path from 'node:path'
import { uuidv7 } from '@dentin/kit'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { choose, one } from './steps.ts'

async function picture(page: Page, name: string): Promise<void> {
  await settled(page)
  await page.screenshot({ path: path.join(import.meta.dirname, 'shots', `centre-${name}.png`) })
}

const CLINIC = '望湖路门诊'

export const journeys: Journey[] = [
  {
    name: '患者中心：建分组、批量加入、按分组看、归档与取消、删除进回收站再恢复 [patient-centre-offers patient-archive patient-file-keep-id follow-up-service-area]',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await page.goto('/allTimePatients')
      await page.getByRole('button', { name: '分组', exact: true }).click()
      const groups = page.getByRole('dialog', { name: '患者分组' })
      await groups.getByText('正畸在治').waitFor()
      await picture(page, 'groups')
      await groups.getByRole('button', { name: '新建分组' }).click()
      const making = page.getByRole('dialog', { name: '新建分组' })
      await making.getByLabel('分组名称').fill('年底回访')
      await making.getByRole('radio', { name: '紫' }).click()
      await making.getByText('本门诊', { exact: true }).click()
      await making.getByRole('button', { name: '保存' }).click()
      await groups
        .getByRole('button', { name: /年底回访/ })
        .first()
        .waitFor()
      // The list may hear of the group before the dialog over it has closed, and that would take the key.
      await making.waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await groups.waitFor({ state: 'detached' })

      const table = page.getByRole('table', { name: '患者列表' })
      const boxes = table.getByRole('row').getByRole('checkbox')
      for (const n of [1, 2, 3]) await boxes.nth(n).check()
      await picture(page, 'chosen')
      await page.getByRole('button', { name: '加入分组' }).click()
      const adding = page.getByRole('dialog', { name: '把 3 人加入分组' })
      await choose(adding, '分组', '年底回访')
      await page.keyboard.press('Escape')
      await adding.getByRole('button', { name: '加入', exact: true }).click()
      await adding.waitFor({ state: 'detached' })
      const { count } = await one<{ count: number }>(
        stack.owner,
        `select count(*)::int as count from patient_group_member m join patient_group g on g.id = m.group_id where g.name = $1`,
        ['年底回访'],
      )
      assert.equal(count, 3)
      await page.getByRole('button', { name: '分组', exact: true }).click()
      await groups
        .getByRole('button', { name: /年底回访/ })
        .first()
        .click()
      await page.getByText('分组 年底回访').waitFor()
      await page.getByText('3 人', { exact: true }).first().waitFor()
      await picture(page, 'in-group')

      // What is booked ahead blocks; whoever has nothing before him can be archived.
      const booked = await one<{ id: string; name: string }>(
        stack.owner,
        `select p.id, p.name from patient p join appointment a on a.patient_id = p.id join clinic c on c.id = a.clinic_id
         where c.name = $1 and a.status = 1 and a.starts_at > $2 and p.status = 0 order by p.id limit 1`,
        [CLINIC, stack.application.services.clock.now()],
      )
      await page.goto(`/patientCenter?id=${booked.id}`)
      await page.getByRole('button', { name: '更多操作' }).click()
      await page.getByRole('menuitem', { name: '归档' }).click()
      const refused = page.getByRole('dialog', { name: `归档 ${booked.name}` })
      await refused.getByText(/有未来预约/).waitFor()
      assert.equal(await refused.getByRole('button', { name: '归档', exact: true }).isDisabled(), true)
      await picture(page, 'blocked')
      await refused.getByRole('button', { name: '取消' }).click()

      const quiet = await one<{ id: string; name: string; number: string }>(
        stack.owner,
        `select p.id, p.name, p.medical_number as number from patient p join clinic c on c.id = p.home_clinic_id
         where c.name = $1 and p.status = 0 and not exists (select 1 from appointment a where a.patient_id = p.id and a.status in (0, 1, 2))
           and not exists (select 1 from registration r where r.patient_id = p.id and r.status < 6)
           and not exists (select 1 from waitlist w where w.patient_id = p.id)
           and not exists (select 1 from referral f where f.patient_id = p.id)
           and exists (select 1 from registration r where r.patient_id = p.id) order by p.id limit 1`,
        [CLINIC],
      )
      await page.goto(`/patientCenter?id=${quiet.id}`)
      await page.getByRole('button', { name: '更多操作' }).click()
      await page.getByRole('menuitem', { name: '归档' }).click()
      const archiving = page.getByRole('dialog', { name: `归档 ${quiet.name}` })
      await choose(archiving, '归档原因', '失访')
      await archiving.getByLabel('备注').fill('号码已停用')
      await archiving.getByRole('button', { name: '归档', exact: true }).click()
      await page.getByText('档案已归档，预约、挂号前请先取消归档。').waitFor()
      await picture(page, 'archived-file')

      // The file keeps its patient from tab to tab, and at the address of the patient centre.
      await page.getByRole('tab', { name: '资料' }).click()
      await page.getByRole('region', { name: '亲属与联系人' }).waitFor()
      assert.match(page.url(), new RegExp(`id=${quiet.id}`))
      await page.goto(`/outpatientManagementPatientDetail?patientId=${quiet.id}`)
      await page.waitForURL(`/patientCenter?id=${quiet.id}`)

      await page.goto('/archived')
      await page.getByRole('searchbox', { name: '在列表中查找' }).fill(quiet.number)
      const archived = page.getByRole('table', { name: '已归档患者' })
      const line = archived.getByRole('row', { name: new RegExp(quiet.number) })
      await line.getByText('号码已停用').waitFor()
      await picture(page, 'archived')
      await line.getByRole('checkbox').check()
      await page.getByRole('button', { name: '取消归档' }).click()
      await page.getByText('没有符合的归档患者').waitFor()

      // A file opened by mistake goes into the bin, and comes back.
      const [empty, name] = [uuidv7(), '误建的档案']
      await stack.owner.query(
        `with made as (
           insert into patient (tenant_id, id, home_clinic_id, medical_number, name, search, gender, mobile, created_at, updated_at)
           select c.tenant_id, $2, c.id, '20269876', $3, $3 || ' 20269876', 1, '13800009876', $4, $4 from clinic c where c.name = $1
           returning tenant_id, id)
         insert into patient_stat (tenant_id, patient_id) select tenant_id, id from made`,
        [CLINIC, empty, name, stack.application.services.clock.now()],
      )
      await stack.owner.query('select app.recount_patients()')
      await page.goto(`/patientCenter?id=${empty}`)
      await page.getByRole('button', { name: '更多操作' }).click()
      await page.getByRole('menuitem', { name: '删除' }).click()
      const deleting = page.getByRole('dialog', { name: `删除 ${name}？` })
      await deleting.getByLabel('删除原因').fill('重复建档')
      await deleting.getByRole('button', { name: '删除', exact: true }).click()
      await page.waitForURL('/allTimePatients')
      await page.goto('/archived?view=bin')
      const bin = page.getByRole('table', { name: '回收站' })
      await bin.getByText(name, { exact: true }).first().waitFor()
      await picture(page, 'bin')
      await bin.getByRole('row', { name }).getByRole('checkbox').check()
      await page.getByRole('button', { name: '恢复' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '恢复' }).click()
      await bin.getByText(name, { exact: true }).waitFor({ state: 'detached' })
      const { status } = await one<{ status: number }>(stack.owner, 'select status from patient where id = $1', [empty])
      assert.equal(status, 0)
      // The live word of the change may come before the page is left: what is read of the file then is gone.
      const gone = (each: string) => each.startsWith('answer: 404 ') && each.includes(empty)
      assert.deepEqual(
        problems.filter((each) => !gone(each)),
        [],
      )
    },
  },
  {
    name: '高级检索存为常用筛选，作为标签再用；客服列表与今日患者各有其名单 [patient-centre-offers]',
    async run({ browser, stack }) {
      // By diagnoses asks whoever may read records.
      const { page, problems } = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await page.goto('/allTimePatients')
      await page.getByRole('button', { name: '更多', exact: true }).click()
      const more = page.getByRole('dialog', { name: '更多筛选' })
      await more.getByLabel('最小年龄').fill('65')
      await more.getByLabel('诊断含有').fill('根尖')
      await picture(page, 'filters')
      await more.getByRole('button', { name: '查看结果' }).click()
      await page.getByText('诊断含“根尖”').waitFor()
      const total = await page
        .getByText(/^\d+ 人$/)
        .first()
        .innerText()
      await page.getByRole('button', { name: '存为筛选' }).click()
      const keep = page.getByRole('dialog', { name: '存为常用筛选' })
      await keep.getByLabel('名称').fill('老年根管')
      await keep.getByRole('button', { name: '保存' }).click()
      await page.getByRole('tab', { name: '老年根管', selected: true }).waitFor()
      await page.getByRole('tab', { name: /^全部/ }).click()
      await page.getByText('诊断含“根尖”').waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: '老年根管' }).click()
      await page.getByText(total, { exact: true }).first().waitFor()
      await picture(page, 'kept-filter')
      await page.getByRole('tab', { name: /^本月生日/ }).click()
      await page.getByText('7 天内').click()
      const born = page.getByRole('table', { name: '生日名单' })
      await born.getByText('未祝福').first().waitFor()
      await born.getByRole('row').getByRole('checkbox').nth(1).check()
      await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '标记已祝福' }).click()
      await born.getByText(/^已祝福/).waitFor()
      await picture(page, 'birthdays')
      await page.getByRole('button', { name: '其他名单' }).click()
      await page.getByRole('menuitem', { name: '今日患者' }).click()
      await page.waitForURL('/allPatients')
      await picture(page, 'today')
      await page.getByRole('tab', { name: '客服' }).click()
      await page.waitForURL('/patientList')
      await page.getByRole('columnheader', { name: '分组' }).waitFor()
      await picture(page, 'service')
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '资料页登记证件、改手机号、添加亲属：两份档案里都有这层关系 [patient-gender]',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const [child, parent] = (
        await stack.owner.query<{ id: string; name: string }>(
          `select p.id, p.name from patient p join clinic c on c.id = p.home_clinic_id where c.name = $1 and p.status = 0 and p.gender = 1
             and p.id_no is null and p.mobile is not null order by p.birth_day desc limit 2`,
          [CLINIC],
        )
      ).rows
      assert.ok(child && parent)
      await page.goto(`/patientCenter?id=${child.id}&tab=resource`)
      await page.getByRole('button', { name: '登记证件' }).click()
      const paper = page.getByRole('dialog', { name: `登记证件　${child.name}` })
      await paper.getByLabel('证件号').fill('110105194912310021')
      await paper.getByText(/校验/).waitFor()
      await paper.getByLabel('证件号').fill('11010519491231002X')
      await paper.getByText(/证件上：女，1949-12-31 出生/).waitFor()
      await picture(page, 'identity')
      await paper.getByRole('button', { name: '取消' }).click()

      await page.getByRole('button', { name: '修改手机号' }).click()
      const phone = page.getByRole('dialog', { name: `修改手机号　${child.name}` })
      await phone.getByRole('textbox', { name: '手机号' }).fill('13900001234')
      await phone.getByRole('button', { name: '保存' }).click()
      await page.getByText('13900001234').first().waitFor()

      const kin = page.getByRole('region', { name: '亲属与联系人' })
      await kin.getByRole('button', { name: '添加' }).click()
      const adding = page.getByRole('dialog', { name: '添加亲属或联系人' })
      await adding.getByLabel('对方的档案').fill(parent.name)
      await page
        .getByRole('option', { name: new RegExp(parent.name) })
        .first()
        .click()
      await choose(adding, '对方是患者的', '母亲')
      await adding.getByText('监护人', { exact: true }).click()
      await adding.getByRole('button', { name: '添加', exact: true }).click()
      await kin.getByRole('link', { name: parent.name }).waitFor()
      await picture(page, 'kin')
      await kin.getByRole('link', { name: parent.name }).click()
      await page.getByRole('region', { name: '亲属与联系人' }).getByText('女儿').waitFor()
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '批量：选全部筛选结果会说明上限；归档一次 100 人先问；短信看得到选了谁，可以去掉，地址里没有人',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'admin', clinic: '望湖路门诊' })
      await page.goto('/allTimePatients')
      await settled(page)
      await page.getByRole('table').getByRole('checkbox').nth(1).check()
      await page.getByRole('button', { name: '选全部筛选结果（500 人）' }).click()
      await page.getByText('一次最多选 500 人，已选前 500 人').waitFor()
      await page.getByRole('button', { name: '归档', exact: true }).click()
      const asked = page.getByRole('alertdialog')
      await asked.getByText('已选 500 人。先归档前 100 人，其余 400 人保持选中').waitFor()
      await asked.getByRole('button', { name: '取消' }).click()
      await page.getByRole('button', { name: '发短信', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: '发短信' })
      await dialog.getByText('已选 500 位患者，请选择模板').waitFor()
      assert.equal(new URL(page.url()).search, '?to=chosen')
      await dialog.getByRole('region', { name: '已选患者' }).getByRole('button', { name: /^移除/ }).first().click()
      await dialog.getByText('已选 499 位患者，请选择模板').waitFor()
      assert.deepEqual(problems, [])
    },
  },
]
