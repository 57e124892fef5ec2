import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type pg from 'pg'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { choose, lane, newPerson, one, openNew } from './steps.ts'

const HERE = '望湖路门诊'
const THERE = '滨江门诊'
const SAVE = '**/emr-api/clinic-medial/update'

/** The newest draft of a doctor in the first clinic. */
const draftOf = (owner: pg.Client, account: string) =>
  one<{ id: string; patientId: string; name: string }>(
    owner,
    `select m.id, m.patient_id as "patientId", p.name from medical_record m
     join patient p on p.tenant_id = m.tenant_id and p.id = m.patient_id
     join clinic c on c.id = m.clinic_id
     join employee e on e.id = m.doctor_id join account a on a.id = e.account_id
     where a.login_name = $1 and c.name = $2 and m.status = 0 order by m.visit_time desc limit 1`,
    [account, HERE],
  )
const illnessOf = async (owner: pg.Client, id: string) =>
  (
    await one<{ text: string }>(
      owner,
      `select coalesce(content->>'interval', '') as text from medical_record where id = $1`,
      [id],
    )
  ).text

/** Chooses from the menu behind the person. By an event, not the pointer: an open dialog covers the frame. */
async function fromMenu(page: Page, person: string, entry: RegExp): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(person) })
    .first()
    .dispatchEvent('click')
  await page.getByRole('menuitem', { name: entry }).dispatchEvent('click')
}
const switchTo = (page: Page, person: string, clinic: string) => fromMenu(page, person, new RegExp(`^切换到${clinic}`))
const signOut = (page: Page, person: string) => fromMenu(page, person, /退出登录/)
/** Waits until the session of this browser is one of that clinic. */
async function isIn(page: Page, owner: pg.Client, clinic: string): Promise<void> {
  const { id } = await one<{ id: string }>(owner, 'select id from clinic where name = $1', [clinic])
  await page.waitForFunction((wanted) => localStorage.getItem('dentin.session')?.includes(wanted), id)
}
const question = (page: Page, way: '切换门诊' | '退出登录') =>
  page.getByRole('dialog', { name: `${way}前，先处理未保存的内容` })
/** Presses a button of a dialog that has come to rest: on a slow machine it still grows under the pointer. */
async function press(dialog: Locator, name: string): Promise<void> {
  await dialog.evaluate((element) =>
    Promise.allSettled(element.getAnimations({ subtree: true }).map((each) => each.finished)),
  )
  await dialog.getByRole('button', { name, exact: true }).click()
}

export const journeys: Journey[] = [
  {
    name: 'S6 有未保存的病历时切换门诊：先问保存、放弃、取消；失败仍在原门诊；切换后菜单、列表、最近患者都是新门诊的',
    async run({ browser, stack }) {
      const { owner } = stack
      // Here a doctor, there at the front desk: the menus differ.
      await owner.query(
        `update employee_post x set post_id = (select p.id from post p where p.tenant_id = x.tenant_id and p.code = 'reception')
         where x.employee_id = (select e.id from employee e join account a on a.id = e.account_id where a.login_name = 'hanlang')
           and x.clinic_id = (select c.id from clinic c where c.tenant_id = x.tenant_id and c.name = $1)`,
        [THERE],
      )
      const record = await draftOf(owner, 'hanlang')
      const { page, context } = await visit(browser, stack, { account: 'hanlang', clinic: HERE })
      const told = await context.newPage()
      await told.goto('/allTimePatients')
      await page.goto(`/patientCenter?id=${record.patientId}`)
      await settled(page)
      const search = page.getByRole('combobox', { name: '搜索患者' })
      const recent = page.getByRole('listbox', { name: '搜索患者' }).getByRole('option', { name: record.name })
      await search.focus()
      await recent.waitFor()
      const menu = page.getByRole('navigation').getByRole('link', { name: /^医生/ })
      await menu.waitFor()
      await page.goto('/dashboard')
      await lane(page, '候诊').waitFor()
      await page.goto(`/patientMedicalRecord?id=${record.id}`)
      const illness = page.getByRole('textbox', { name: '病情变化', exact: true })
      const write = async (text: string) => {
        await illness.fill(text)
        await illness.blur()
        await page.getByText('未同步，已保存在本机').waitFor()
      }

      // Nothing reaches the server: asked, and 取消 leaves everything as it is.
      await context.route(SAVE, (route) => route.abort())
      await write('左下后牙缺失半年')
      await switchTo(page, '韩朗', THERE)
      await question(page, '切换门诊').getByText(`${record.name} 的病历`).waitFor()
      await press(question(page, '切换门诊'), '取消')
      await question(page, '切换门诊').waitFor({ state: 'detached' })
      assert.equal(await illness.inputValue(), '左下后牙缺失半年')

      // 保存 that does not succeed leaves nothing behind.
      await switchTo(page, '韩朗', THERE)
      await press(question(page, '切换门诊'), '保存')
      await page.getByText('病历没有保存成功').waitFor()
      await isIn(page, owner, HERE)
      assert.equal(await illness.inputValue(), '左下后牙缺失半年')
      assert.notEqual(await illnessOf(owner, record.id), '左下后牙缺失半年')

      // Saved, but the switch fails: still here, with the same text.
      await context.unroute(SAVE)
      await context.route('**/user-api/switch-clinic', (route) =>
        route.fulfill({ status: 200, json: { code: 20005, data: null, message: '您不是该门诊的员工，或已停用' } }),
      )
      await switchTo(page, '韩朗', THERE)
      await press(question(page, '切换门诊'), '保存')
      await page.getByText('您不是该门诊的员工，或已停用，仍在原门诊').waitFor()
      await isIn(page, owner, HERE)
      assert.equal(await illness.inputValue(), '左下后牙缺失半年')
      assert.equal(await illnessOf(owner, record.id), '左下后牙缺失半年')
      await context.unroute('**/user-api/switch-clinic')

      // 放弃: the later text is gone for good, the clinic is the other one.
      await context.route(SAVE, (route) => route.abort())
      await write('不要这一句')
      await switchTo(page, '韩朗', THERE)
      await press(question(page, '切换门诊'), '放弃')
      await isIn(page, owner, THERE)
      await page.waitForURL('**/dashboard')
      assert.equal(await illnessOf(owner, record.id), '左下后牙缺失半年')
      const kept = await page.evaluate(() =>
        Object.values(localStorage).filter((text: string) => text.includes('不要')),
      )
      assert.deepEqual(kept, [])
      await told.getByText('已在其他标签页切换门诊或重新登录，页面已刷新').waitFor()
      await isIn(told, owner, THERE)

      // Menu, recent patients and lists are those of the other clinic, also by the browser's back button.
      await page.getByRole('navigation').getByRole('link', { name: /^患者/ }).waitFor()
      await menu.waitFor({ state: 'detached' })
      await search.focus()
      await settled(page)
      assert.equal(await recent.count(), 0)
      await page.keyboard.press('Escape')
      await page.goBack()
      await page.waitForURL('**/dashboard')
      await lane(page, '候诊').waitFor()
      await settled(page)
      const { rows: onlyHere } = await owner.query<{ name: string }>(
        `select distinct p.name from appointment a
         join patient p on p.tenant_id = a.tenant_id and p.id = a.patient_id
         join clinic c on c.tenant_id = a.tenant_id and c.id = a.clinic_id
         where c.name = $1 and a.starts_at::date = (select max(visit_time)::date from medical_record where id = $2)
           and not exists (select 1 from appointment b join patient q on q.tenant_id = b.tenant_id and q.id = b.patient_id
             join clinic d on d.tenant_id = b.tenant_id and d.id = b.clinic_id where d.name = $3 and q.name = p.name)`,
        [HERE, record.id, THERE],
      )
      assert.ok(onlyHere.length > 10)
      const shown = await page.getByRole('main').innerText()
      assert.deepEqual(
        onlyHere.map(({ name }) => name).filter((name) => shown.includes(name)),
        [],
      )
    },
  },
  {
    name: '填写中的患者资料与预约：切换门诊和退出登录都先问，保存不成则留下',
    async run({ browser, stack }) {
      const { owner } = stack
      const { page } = await visit(browser, stack, { account: 'admin', clinic: HERE })
      await page.goto('/allTimePatients')
      const file = await openNew(page, '添加患者')
      await file.getByRole('textbox', { name: '姓名', exact: true }).fill('沈清和')
      await switchTo(page, '陆安和', THERE)
      await question(page, '切换门诊').getByText('新患者 沈清和').waitFor()
      await press(question(page, '切换门诊'), '保存')
      await page.getByText('患者资料没有保存成功').waitFor()
      await question(page, '切换门诊').waitFor({ state: 'detached' })
      await isIn(page, owner, HERE)
      assert.equal(await file.getByRole('textbox', { name: '姓名', exact: true }).inputValue(), '沈清和')
      await file.getByRole('radio', { name: '女', exact: true }).click()
      await file.getByRole('textbox', { name: '手机号', exact: true }).fill('13957120488')
      await choose(file, '来源', '朋友介绍')
      await switchTo(page, '陆安和', THERE)
      await press(question(page, '切换门诊'), '保存')
      await isIn(page, owner, THERE)
      await page.waitForURL('**/dashboard')
      const made = await one<{ clinic: string }>(
        owner,
        `select c.name as clinic from patient p join clinic c on c.tenant_id = p.tenant_id and c.id = p.home_clinic_id
         where p.name = '沈清和'`,
        [],
      )
      assert.equal(made.clinic, HERE)

      await page.goto('/myAppointmentBoard')
      const booking = await openNew(page, '新建预约')
      await newPerson(booking, '骆听泉')
      await signOut(page, '陆安和')
      await question(page, '退出登录').getByText('新预约 骆听泉').waitFor()
      await press(question(page, '退出登录'), '取消')
      await question(page, '退出登录').waitFor({ state: 'detached' })
      assert.equal(await booking.getByPlaceholder('姓名').inputValue(), '骆听泉')
      await signOut(page, '陆安和')
      await press(question(page, '退出登录'), '放弃')
      await page.waitForURL('**/login')
      await settled(page)
      const kept = await page.evaluate(() =>
        Object.values(localStorage).filter((text: string) => text.includes('骆听泉')),
      )
      assert.deepEqual(kept, [])
    },
  },
  {
    name: '有未保存的病历时退出登录：可以留下，可以保存后退出',
    async run({ browser, stack }) {
      const { owner } = stack
      const record = await draftOf(owner, 'tangrui')
      const { page, context } = await visit(browser, stack, { account: 'tangrui' })
      await page.goto(`/patientMedicalRecord?id=${record.id}`)
      const illness = page.getByRole('textbox', { name: '病情变化', exact: true })
      await context.route(SAVE, (route) => route.abort())
      await illness.fill('下前牙松动三月')
      await illness.blur()
      await page.getByText('未同步，已保存在本机').waitFor()
      await signOut(page, '唐睿')
      await press(question(page, '退出登录'), '保存')
      await page.getByText('病历没有保存成功').waitFor()
      assert.equal(await illness.inputValue(), '下前牙松动三月')
      await context.unroute(SAVE)
      await signOut(page, '唐睿')
      await question(page, '退出登录').getByText(`${record.name} 的病历`).waitFor()
      await press(question(page, '退出登录'), '保存')
      await page.waitForURL('**/login')
      await settled(page)
      assert.equal(await illnessOf(owner, record.id), '下前牙松动三月')
    },
  },
]
