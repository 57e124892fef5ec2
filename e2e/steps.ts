import assert from 'node:assert/strict'
import { setTimeout as rest } from 'node:timers/promises'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import type pg from 'pg'

/** Opens a list of choices by its label and takes the one with this name. */
export async function choose(within: Page | Locator, label: string, option: string): Promise<void> {
  const field = within.getByRole('combobox', { name: label, exact: true })
  await field.focus()
  await field.press('ArrowDown')
  const page = 'page' in within ? within.page() : within
  const list = page.locator(`#${cssId(await field.getAttribute('aria-controls'))}`)
  await page
    .locator('.ant-select-dropdown')
    .filter({ has: list })
    .locator('.ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click()
}

const cssId = (id: string | null): string => (id ?? '').replaceAll(/[^\w-]/g, (sign) => `\\${sign}`)

/** Takes something from 新建. */
export async function openNew(page: Page, entry: string): Promise<Locator> {
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  // On the board a booking is a pane beside it.
  return page.getByRole('dialog').or(page.getByRole('complementary', { name: entry, exact: true }))
}

/** Types a time that is not among the free places on offer. */
export async function typeTime(form: Locator, time: string): Promise<void> {
  const byHand = form.getByRole('button', { name: '手填时间' })
  if (await byHand.isVisible()) await byHand.click()
  await form.getByLabel('开始').fill(time)
  await form.getByLabel('开始').press('Enter')
}

/** Books for somebody without a file: the last row of the search opens name, sex and number. */
export async function newPerson(form: Locator, name: string, mobile = ''): Promise<void> {
  await form.getByRole('group', { name: '患者' }).getByRole('combobox').fill(name)
  await form
    .page()
    .getByRole('option', { name: `新建患者「${name}」` })
    .click()
  if (mobile) await form.getByPlaceholder('11 位手机号').fill(mobile)
}

/** A lane of 今日. */
export const lane = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${title} \\d+$`) })
/** The card of a patient in a lane. */
export const cardOf = (page: Page, title: string, name: string): Locator =>
  lane(page, title)
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
/** How many stand in a lane, as its head says. */
export async function laneCount(page: Page, title: string): Promise<number> {
  return Number((await lane(page, title).getAttribute('aria-label'))?.split(' ')[1])
}

/** The one row that a question to the database has. */
export async function one<T extends pg.QueryResultRow>(owner: pg.Client, sql: string, values: unknown[]): Promise<T> {
  const { rows } = await owner.query<T>(sql, values)
  assert.equal(rows.length, 1, `${rows.length} rows: ${sql}`)
  return rows[0] as T
}

/** Asks again until the answer is this one. */
export async function becomes<T>(ask: () => T | Promise<T>, wanted: T): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await rest(20)) if ((await ask()) === wanted) return
  assert.equal(await ask(), wanted)
}

/** The code that a phone was sent last, read where a person would read it: in the local outbox. */
export async function codeFor(context: BrowserContext, phone: string): Promise<string> {
  const outbox = await context.newPage()
  await outbox.goto('/smsOutbox')
  const newest = outbox.locator('li', { hasText: phone }).first()
  const text = await newest.innerText()
  await outbox.close()
  return /验证码 (\d{6})/.exec(text)?.[1] ?? ''
}

/** Asks for a code by phone and fills it in. */
export async function askCode(page: Page, context: BrowserContext, phone: string): Promise<void> {
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('未接入短信通道，验证码在本地发件箱').waitFor()
  await page.getByLabel('短信验证码').fill(await codeFor(context, phone))
}

/** A picture of one point. */
export const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Puts a file into a picture's place. */
export async function putPicture(page: Page, label: string, file: Buffer, name = 'IMG_0001.jpg'): Promise<void> {
  await page.getByLabel(`选择${label}的图片`).setInputFiles({ name, mimeType: 'image/jpeg', buffer: file })
}

/** Asks a clinic to be taken in, under this name. */
export async function apply(page: Page, clinic: string, name: string): Promise<void> {
  await page.getByLabel('门诊名称').fill(clinic)
  await page.getByRole('button', { name: '查找', exact: true }).click()
  await page.getByRole('button', { name: '申请关联' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await dialog.getByText('姓名的第一个字不能为空').waitFor()
  await dialog.getByRole('textbox', { name: '姓名', exact: true }).fill(name)
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await page.getByText('关联审核已提交').waitFor()
}

/** Puts a nurse into the department of a doctor: she drafts for the doctors of her own. */
export async function nurseOf(owner: pg.Client, nurse: string, doctor: string): Promise<void> {
  await owner.query(
    `update employee_clinic n set dept_id = d.dept_id
     from employee_clinic d join employee de on de.tenant_id = d.tenant_id and de.id = d.employee_id
       join account da on da.id = de.account_id and da.login_name = $2
     where n.tenant_id = d.tenant_id and n.clinic_id = d.clinic_id and n.employee_id = (
       select e.id from employee e join account a on a.id = e.account_id where a.login_name = $1)`,
    [nurse, doctor],
  )
}

/** A patient of a doctor of whom there are no pictures yet. */
export const patientWithoutPictures = (owner: Parameters<typeof one>[0], doctor: string): Promise<{ id: string }> =>
  one(
    owner,
    `select p.id from patient p join employee e on e.tenant_id = p.tenant_id and e.id = p.resp_doctor_id
       join account a on a.id = e.account_id
     where a.login_name = $1 and p.status = 0
       and not exists (select 1 from image_stage s where s.tenant_id = p.tenant_id and s.patient_id = p.id)
     order by p.id limit 1`,
    [doctor],
  )

/** Two strokes on a pad. */
export async function writeOn(page: Page, pad: Locator): Promise<void> {
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  assert.ok(box)
  for (const y of [0.3, 0.6]) {
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * (y + 0.1), { steps: 5 })
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * y, { steps: 5 })
    await page.mouse.up()
  }
}
