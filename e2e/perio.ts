import assert from 'node:assert/strict'
import path from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { s4Start } from '@dentin/clinical/perio/s4'
import type { PerioKey } from '@dentin/clinical/perio/keys'
import { uuidv7 } from '@dentin/kit'
import type { Browser, Page } from 'playwright-core'
import { settled, visit, type Visitor } from './page.ts'
import type { Stack } from './stack.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
const DOCTOR = 'xumingzhe'
export const shot = (name: string) => path.join(import.meta.dirname, 'shots', `perio-${name}.png`)

export interface Who {
  tenant: string
  clinic: string
  doctor: string
  patient: string
}
/** Somebody of 45 without a periodontal record, whose doctor is at hand. */
let taken = 0
export async function somebody(stack: Stack): Promise<Who> {
  taken += 1
  const who = await one<Who>(
    stack.owner,
    `select p.tenant_id as tenant, p.home_clinic_id as clinic, e.id as doctor, p.id as patient
     from patient p join employee e on e.tenant_id = p.tenant_id and e.id = p.resp_doctor_id
       join account a on a.id = e.account_id join clinic c on c.id = p.home_clinic_id and c.name = $2
     where a.login_name = $1 and p.status = 0
       and not exists (select 1 from perio_draft d where d.tenant_id = p.tenant_id and d.patient_id = p.id)
       and not exists (select 1 from perio_chart d where d.tenant_id = p.tenant_id and d.patient_id = p.id)
     order by p.id offset $3 limit 1`,
    [DOCTOR, CLINIC, taken],
  )
  await stack.owner.query(`update patient set birth_day = '1981-03-01' where id = $1`, [who.patient])
  return who
}

let queue = 900
/** A visit that is under way on a day. */
async function visitOn(stack: Stack, who: Who, day: string): Promise<string> {
  const [registration, treatment] = [uuidv7(), uuidv7()]
  const { tenant, clinic, doctor, patient } = who
  queue += 1
  await stack.owner.query(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, $8, $5::date, $6, $7, $5::date + time '09:00', 3, 2, '牙周检查', '', now(), now())`,
    [tenant, registration, clinic, `GHYZ${queue}`, day, patient, doctor, queue],
  )
  await stack.owner.query(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, ($7::date + time '09:00') at time zone 'Asia/Shanghai', now(), now())`,
    [tenant, treatment, clinic, registration, patient, doctor, day],
  )
  return treatment
}

export const table = (page: Page) => page.getByRole('application', { name: '牙周表格' })
/** Begins the examination of a visit, with the missing teeth of S4. @returns the record's id */
export async function begin(page: Page, stack: Stack, who: Who, day: string): Promise<string> {
  const treatment = await visitOn(stack, who, day)
  await page.goto(`/patientMedicalRecord?patientId=${who.patient}&treatmentId=${treatment}&recordType=3`)
  await table(page).waitFor()
  await stack.owner.query(
    `update perio_draft_tooth t set cells = case when t.tooth = any($2) then '{"status": "missing"}' else '{}' end::jsonb
     from perio_draft d where d.tenant_id = t.tenant_id and d.id = t.draft_id and d.patient_id = $1`,
    [who.patient, Object.keys(s4Start)],
  )
  await page.reload()
  await table(page).waitFor()
  await settled(page)
  await table(page).focus()
  return new URL(page.url()).searchParams.get('id') as string
}
export const open = (
  browser: Browser,
  stack: Stack,
  more: Partial<Parameters<typeof visit>[2]> = {},
): Promise<Visitor> => visit(browser, stack, { account: DOCTOR, clinic: CLINIC, ...more })

const marks = { bop: 'KeyB', pus: 'KeyP', plaque: 'KeyL', calculus: 'KeyK' } as const
/** Keys of the letters' part of the keyboard for what the examination enters. */
export const byLetters = (key: PerioKey): string[] => {
  switch (key.kind) {
    case 'digit':
      return [`Digit${key.digit}`]
    case 'mark':
      return [marks[key.mark]]
    case 'pass':
      return ['KeyG']
    case 'ask':
      return ['KeyT']
    case 'otherSide':
      return ['Tab']
    case 'enter':
      return ['Enter']
    default:
      throw new Error(key.kind)
  }
}
/** The same on the numeric keypad alone. */
export const byKeypad = (key: PerioKey): string[] => {
  switch (key.kind) {
    case 'digit':
      return [`Numpad${key.digit}`]
    case 'mark':
      return [key.mark === 'bop' ? 'NumpadAdd' : 'NumpadDecimal']
    case 'pass':
      return ['NumpadDivide', 'NumpadAdd']
    case 'ask':
      return ['NumpadDivide', 'NumpadDivide']
    case 'otherSide':
      return ['NumpadDivide', 'NumpadEnter']
    case 'enter':
      return ['NumpadEnter']
    default:
      throw new Error(key.kind)
  }
}
const named: Readonly<Record<string, string>> = {
  Add: '+',
  Subtract: '-',
  Multiply: '*',
  Divide: '/',
  Decimal: '.',
  Equal: '=',
  Minus: '-',
  Space: ' ',
}
/**
 * Types keys as fast as the page takes them: waiting for each would be most of the time of an examination. Returns when the
 * page has heard the last.
 */
export async function type(page: Page, keys: readonly string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const press = (code: string) => {
    const name = code.replace(/^(Digit|Key|Numpad)/, '')
    const key = code.startsWith('Key') ? name.toLowerCase() : (named[name] ?? name)
    const at = { code, key, isKeypad: code.startsWith('Numpad') }
    return [
      devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...at }),
      devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...at }),
    ]
  }
  await Promise.all(keys.flatMap(press))
  await devtools.detach()
}

/** The figures of S4, as the screen tells them. */
export async function isS4(page: Page, { margins = true } = {}): Promise<void> {
  const side = page.getByRole('region', { name: '汇总' })
  await side.getByText('42/168').waitFor()
  // The figures follow the keys when there is time for them.
  if (margins) await side.getByText('平均附着丧失 168 位点').waitFor()
  await side.getByText('84/168').waitFor()
  const words = (await side.innerText()).replace(/\s+/g, ' ')
  const wanted = [
    '探诊出血 42/168 25.0 %',
    '菌斑 84/168 50.0 %',
    '平均探诊 168 位点 2.83 mm',
    ...(margins ? ['平均附着丧失 168 位点 3.08 mm'] : []),
    '4–5 mm 位点 26',
    '≥6 mm 位点 10',
  ]
  for (const each of wanted) assert.ok(words.includes(each), `${each} in ${words}`)
}
/** Until the server has every cell. */
export const saved = (page: Page) => page.getByText('检查已保存', { exact: true }).waitFor()

export async function stored(stack: Stack, who: Who): Promise<number> {
  const { n } = await one<{ n: number }>(
    stack.owner,
    `select count(c.key)::int as n from perio_draft d
       left join perio_draft_tooth t on t.tenant_id = d.tenant_id and t.draft_id = d.id
       left join jsonb_each(t.cells) c on c.key like 'pd.%'
     where d.patient_id = $1`,
    [who.patient],
  )
  return n
}
export const depthAt = async (stack: Stack, who: Who, tooth: string, site: number) =>
  (
    await one<{ mm: number | null }>(
      stack.owner,
      `select max((t.cells ->> $3)::int) as mm from perio_draft d
         join perio_draft_tooth t on t.tenant_id = d.tenant_id and t.draft_id = d.id and t.tooth = $2
       where d.patient_id = $1`,
      [who.patient, tooth, `pd.${site}`],
    )
  ).mm

/** A browser with a microphone whose recogniser says what it is told to. As text: a compiler's helpers are not in the page. */
export const recogniser = (local: 'available' | 'unavailable') => `
  if (navigator.mediaDevices) navigator.mediaDevices.enumerateDevices = async () => [{ kind: 'audioinput' }]
  window.SpeechRecognition = class {
    static available = async () => '${local}'
    processLocally = false
    starts = 0
    start() { this.starts += 1; window.standIn = this }
    stop() { this.onend() }
  }`

/** Until the server has so many depths: what the page says may be of the keys before the last. */
export async function reaches(stack: Stack, who: Who, count: number): Promise<void> {
  for (let tries = 0; tries < 60 && (await stored(stack, who)) !== count; tries += 1) await rest(50)
  assert.equal(await stored(stack, who), count)
}
