import assert from 'node:assert/strict'
import path from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { s4Depth, s4Depths, s4Bleeding, s4Margins, s4Plaque, s4Recession, s4Start } from '@dentin/clinical/perio/s4'
import type { PerioKey } from '@dentin/clinical/perio/keys'
import { stopsOf } from '@dentin/clinical/perio/sites'
import { uuidv7 } from '@dentin/kit'
import type { Browser, Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { settled, told, visit, type Visitor } from './page.ts'
import type { Stack } from './stack.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
const DOCTOR = 'xumingzhe'
const shot = (name: string) => path.join(import.meta.dirname, 'shots', `perio-${name}.png`)

interface Who {
  tenant: string
  clinic: string
  doctor: string
  patient: string
}
/** Somebody of 45 without a periodontal record, whose doctor is at hand. */
let taken = 0
async function somebody(stack: Stack): Promise<Who> {
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

const table = (page: Page) => page.getByRole('application', { name: '牙周表格' })
/** Begins the examination of a visit, with the missing teeth of S4. @returns the record's id */
async function begin(page: Page, stack: Stack, who: Who, day: string): Promise<string> {
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
const open = (browser: Browser, stack: Stack, more: Partial<Parameters<typeof visit>[2]> = {}): Promise<Visitor> =>
  visit(browser, stack, { account: DOCTOR, clinic: CLINIC, ...more })

const marks = { bop: 'KeyB', pus: 'KeyP', plaque: 'KeyL', calculus: 'KeyK' } as const
/** Keys of the letters' part of the keyboard for what the examination enters. */
const byLetters = (key: PerioKey): string[] => {
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
const byKeypad = (key: PerioKey): string[] => {
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
async function type(page: Page, keys: readonly string[]): Promise<void> {
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
async function isS4(page: Page, { margins = true } = {}): Promise<void> {
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
const saved = (page: Page) => page.getByText('检查已保存', { exact: true }).waitFor()

async function stored(stack: Stack, who: Who): Promise<number> {
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
const depthAt = async (stack: Stack, who: Who, tooth: string, site: number) =>
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
const recogniser = (local: 'available' | 'unavailable') => `
  if (navigator.mediaDevices) navigator.mediaDevices.enumerateDevices = async () => [{ kind: 'audioinput' }]
  window.SpeechRecognition = class {
    static available = async () => '${local}'
    processLocally = false
    start() { window.standIn = this }
    stop() {}
  }`

/** Until the server has so many depths: what the page says may be of the keys before the last. */
async function reaches(stack: Stack, who: Who, count: number): Promise<void> {
  for (let tries = 0; tries < 60 && (await stored(stack, who)) !== count; tries += 1) await rest(50)
  assert.equal(await stored(stack, who), count)
}

export const journeys: Journey[] = [
  {
    name: '牙周 S4：键盘录入 168 点，深度与出血 ≤ 210 键、全部 ≤ 360 键，数值准确；诊断、存快照、再次检查对比、打印',
    async run({ browser, stack }) {
      const who = await somebody(stack)
      const { page, problems } = await open(browser, stack)
      await begin(page, stack, who, '2026-05-12')
      const depths = s4Depth(true).flatMap(byLetters)
      const margins = s4Margins().flatMap(byLetters)
      const first = depths.filter((key) => key !== 'KeyL').length
      assert.ok(first <= 210 && depths.length + margins.length <= 360, `${first} ${depths.length + margins.length}`)
      await type(page, depths)
      await type(page, margins)
      await isS4(page)
      await page.screenshot({ path: shot('s4') })

      const diagnosis = page.getByRole('region', { name: '诊断' })
      await diagnosis.getByRole('button', { name: '是，问病情' }).click()
      const asked = page.getByRole('dialog', { name: '牙周诊断' })
      await asked.getByLabel('最重处骨吸收').fill('40')
      await asked.getByText('Ⅲ 期　B 级　广泛型').waitFor()
      await page.screenshot({ path: shot('diagnosis') })
      await asked.getByRole('button', { name: '保存诊断' }).click()
      await asked.waitFor({ state: 'detached' })
      await diagnosis.getByText('最重牙间附着丧失 8 mm（41）', { exact: false }).waitFor()
      await page.getByRole('button', { name: '按探诊填' }).click()
      await page.getByRole('button', { name: 'S1 右上后：刮治' }).waitFor()
      await saved(page)
      await page.getByRole('button', { name: '保存快照' }).click()
      await told(page, /已存为快照/)
      await page.getByRole('link', { name: '打印牙周检查' }).waitFor()
      await settled(page)
      await page.screenshot({ path: shot('snapshot') })

      await page.getByRole('link', { name: '打印牙周检查' }).click()
      await page.getByText('检查日期 2026-05-12').waitFor()
      await settled(page)
      for (const words of ['25.0%（42/168）', '3.08 mm', 'Ⅲ 期　B 级　广泛型', '许明哲'])
        await page.getByText(words, { exact: false }).first().waitFor()
      await page.screenshot({ path: shot('print'), fullPage: true })
      await page.pdf({ path: shot('print').replace('.png', '.pdf'), preferCSSPageSize: true, printBackground: true })

      // Six months on: nothing of the old figures stands in the new chart; deeper and shallower is told site by site.
      await begin(page, stack, who, '2026-11-20')
      assert.equal(await stored(stack, who), 0)
      const some = s4Depth(false).slice(0, 30)
      await type(page, some.flatMap(byLetters))
      await saved(page)
      await page.getByText('与 5月12日 对比').click()
      await page.getByText('5月12日 → 今天').waitFor()
      await settled(page)
      await page.screenshot({ path: shot('compare') })
      await page.getByText('差值图').click()
      await page.getByText(`比 ${some.filter(({ kind }) => kind === 'digit').length} 位点`).waitFor()
      await settled(page)
      await page.screenshot({ path: shot('difference') })
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '牙周 S4：只用小键盘，一只手',
    async run({ browser, stack }) {
      const who = await somebody(stack)
      const { page } = await open(browser, stack)
      await begin(page, stack, who, '2026-11-20')
      await type(page, [...s4Depth(true), ...s4Margins()].flatMap(byKeypad))
      await isS4(page)
      await saved(page)
      await reaches(stack, who, 168)
    },
  },
  {
    name: '牙周 S4：听写，声音不出设备；浏览器不能在本机识别又没允许送出时没有按钮',
    async run({ browser, stack }) {
      const who = await somebody(stack)
      const bare = await open(browser, stack)
      await bare.page.addInitScript({ content: recogniser('unavailable') })
      await begin(bare.page, stack, who, '2026-11-20')
      assert.equal(await bare.page.getByRole('button', { name: '开始听写' }).count(), 0)
      await bare.context.close()

      const { page } = await open(browser, stack)
      await page.addInitScript({ content: recogniser('available') })
      const record = await one<{ id: string }>(
        stack.owner,
        `select record_id as id from perio_draft where patient_id = $1`,
        [who.patient],
      )
      await page.goto(`/patientMedicalRecord?id=${record.id}`)
      await page.getByRole('button', { name: '开始听写' }).click()
      const digits = ['零', '一', '二', '三', '四', '五', '六']
      const recession = new Map(s4Recession.map(([tooth, side, mm]) => [`${tooth}${side}`, mm]))
      const missing = new Set(Object.keys(s4Start))
      let index = 0
      const said = stopsOf('snake').flatMap(({ tooth, side }) => {
        if (missing.has(tooth)) return []
        const gone = recession.get(`${tooth}${side}`)
        const words = [0, 1, 2].map(() => {
          const word = `${digits[s4Depths[index] ?? 0]}${s4Bleeding[index] ? '出血' : ''}${s4Plaque(index) ? '菌斑' : ''}${gone ? `退缩${digits[gone]}` : ''}`
          index += 1
          return word
        })
        return [words.join(' ')]
      })
      await page.evaluate((utterances) => {
        const { standIn } = window as unknown as {
          standIn: { processLocally: boolean; onresult: (event: unknown) => void }
        }
        if (!standIn.processLocally) throw new Error('the sound would leave the device')
        for (const transcript of utterances)
          standIn.onresult({ resultIndex: 0, results: [{ isFinal: true, 0: { transcript } }] })
      }, said)
      await isS4(page, { margins: false })
      await table(page).focus()
      await type(page, ['KeyG', 'Digit0', 'Digit0', 'Enter'])
      await isS4(page)
      await page.evaluate(() => {
        const { standIn } = window as unknown as { standIn: { onresult: (event: unknown) => void } }
        standIn.onresult({ resultIndex: 0, results: [{ isFinal: true, 0: { transcript: '跳到五一' } }] })
      })
      await page.getByText('「跳到」后面说两位牙号').waitFor()
    },
  },
  {
    name: '牙周：第 90 点断网，继续录、刷新，全部还在；恢复后同步一次',
    async run({ browser, stack }) {
      const who = await somebody(stack)
      const { page, context } = await open(browser, stack, { worker: true })
      await begin(page, stack, who, '2026-11-20')
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      const digits = s4Depths.map((mm) => `Digit${mm}`)
      await type(page, digits.slice(0, 60))
      await saved(page)
      await reaches(stack, who, 60)
      await context.setOffline(true)
      await type(page, digits.slice(60, 90))
      await page.getByText('检查未同步，已保存在本机').first().waitFor()
      await page.reload()
      await table(page).waitFor()
      await page.getByRole('region', { name: '位点深度' }).getByText('90 位点，28 牙').waitFor()
      await page.screenshot({ path: shot('offline') })
      assert.equal(await stored(stack, who), 60)
      await context.setOffline(false)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await told(page, /已同步 30 格/)
      await saved(page)
      await reaches(stack, who, 90)
    },
  },
  {
    name: '牙周：两个窗口，别人的格子加入，同一格要问；拒绝的写在格子旁；副屏跟着走',
    async run({ browser, stack }) {
      const who = await somebody(stack)
      const { page, context } = await open(browser, stack)
      const record = await begin(page, stack, who, '2026-11-20')
      const other = (await open(browser, stack)).page
      await other.goto(`/patientMedicalRecord?id=${record}`)
      await table(other).waitFor()
      await settled(other)
      await table(other).focus()
      await type(page, ['Digit3', 'Digit4', 'Digit5'])
      const depths = (of: Page) => of.getByRole('region', { name: '位点深度' })
      await depths(other).getByText('3 位点，28 牙').waitFor({ timeout: 3000 })
      await type(other, ['KeyT', 'Digit3', 'Digit6', 'Digit6', 'Digit5', 'Digit5'])
      await depths(page).getByText('6 位点，28 牙').waitFor({ timeout: 3000 })

      const [screen] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('button', { name: '副屏' }).click(),
      ])
      await screen.getByRole('heading', { level: 1 }).waitFor()
      await settled(screen)
      await table(page).focus()
      await type(page, ['Digit7'])
      await screen.getByText('2 处').first().waitFor({ timeout: 1000 })
      await screen.setViewportSize({ width: 1280, height: 800 })
      await screen.screenshot({ path: shot('screen') })

      // The same cell, while one of them is cut off: both are asked about, none is lost.
      await context.setOffline(true)
      await type(page, ['KeyT', 'Digit4', 'Digit6', 'Digit9'])
      await page.getByText('检查未同步，已保存在本机').first().waitFor()
      await type(other, ['KeyT', 'Digit4', 'Digit6', 'Digit2'])
      await saved(other)
      await context.setOffline(false)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      const asks = page.getByRole('alert').filter({ hasText: '改成了' })
      await asks.getByText('您记的是').waitFor()
      await page.screenshot({ path: shot('asks') })
      await asks.getByRole('button', { name: '用我的' }).click()
      await saved(page)
      const values = await Promise.all([0, 1, 2, 3, 4, 5].map((site) => depthAt(stack, who, '46', site)))
      assert.deepEqual(
        values.filter((mm) => mm !== null),
        [9],
      )
      // What can't be is told beside its cell, and nothing is recorded.
      await type(page, ['KeyT', 'Digit1', 'Digit6', 'Equal', 'Digit6'])
      await page.getByRole('alert').getByText('探诊深度应在 0 到 15 mm 之间').waitFor()
    },
  },
]
