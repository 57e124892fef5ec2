/**
 * Signs in as each post, visits every screen it may see at the desk and on the phone, keeps a picture of each (e2e/shots)
 * and fails on a console error, a failed request, a serious or critical axe finding, horizontal scrolling, or a control that is
 * cut off at the side.
 * `npm run tour -- [account …] [/path …]` narrows it, `--all` visits as every account of the demo, `--tablet` in that size
 * instead; `npm run tour -- --speed` measures how fast screens come and answer.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { screens, type ScreenRoute } from '@dentin/contract/areas/screens'
import { launchBrowser } from './browser.ts'
import { consoleSession } from './console.ts'
import { underHead } from './frame.ts'
import { settled, visit, type SIZES } from './page.ts'
import { measureSpeed } from './speed.ts'
import { startDemoCluster, startStack, type Stack } from './stack.ts'

const shots = path.join(import.meta.dirname, 'shots')
mkdirSync(shots, { recursive: true })
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const speed = process.argv.includes('--speed')
const everybody = process.argv.includes('--all')
const sizes: readonly (keyof typeof SIZES)[] = process.argv.includes('--tablet') ? ['tablet'] : ['desktop', 'phone']
const names = process.argv.slice(2).filter((word) => !/^(\/|--)/.test(word))
/** The visitor who is an administrator of the provider's console. */
const CONSOLE = 'platform'
const paths = process.argv.slice(2).filter((word) => word.startsWith('/'))

const cluster = await startDemoCluster((line) => process.stdout.write(`${line}\n`))
const stack = await startStack(cluster)
const browser = await launchBrowser()
const faults: string[] = []
let pictures = 0
let told = 0

try {
  if (speed) await measureSpeed(browser, stack)
  const shown = new Set(['nobody', CONSOLE, ...cluster.demo.accounts.map((account) => account.loginName)])
  const visitors: { name: string; account?: string; clinic?: string }[] = [
    { name: 'nobody' },
    { name: CONSOLE },
    ...(await accounts(stack)).map(({ name, clinic }) => ({ name, account: name, clinic })),
  ].filter(({ name }) => !speed && (names.length > 0 ? names.includes(name) : everybody || shown.has(name)))
  for (const { name, account, clinic } of visitors) {
    const held = name === CONSOLE ? JSON.stringify(await consoleSession(stack)) : null
    for (const size of sizes) {
      const visitor = await visit(browser, stack, {
        ...(account ? { account } : {}),
        ...(clinic ? { clinic } : {}),
        size,
      })
      if (held) await visitor.context.addInitScript((text) => localStorage.setItem('dentin.platform', text), held)
      const addresses = held ? await reviewAddresses(stack) : await realAddresses(stack, account ?? '', clinic ?? '')
      const granted = account ? await grantedPaths(visitor.page) : null
      for (const screen of screens) {
        if (paths.length > 0 && !paths.includes(screen.path)) continue
        if (held ? screen.public || screen.area !== 'platform' : !maySee(screen, granted)) continue
        for (const [n, address] of (addresses[screen.path] ?? [screen.path]).entries()) {
          const at = `${name} ${size} ${address}`
          visitor.problems.length = 0
          await visitor.page.goto(address)
          await settled(visitor.page)
          const picture = `${name}-${size}-${screen.path.replaceAll('/', '_').replaceAll(/[:*]/g, '')}${n || ''}.png`
          await visitor.page.screenshot({ path: path.join(shots, picture) })
          pictures++
          faults.push(...visitor.problems.map((problem) => `${at}: ${problem}`))
          faults.push(...(await lookAt(visitor.page)).map((problem) => `${at}: ${problem}`))
          const under = screen.frame === 'main' ? await underHead(visitor.page) : 0
          if (under > 1) faults.push(`${at}: scrolls ${under} px under its head`)
        }
      }
      await visitor.context.close()
    }
    process.stdout.write(`${name}: ${pictures} pictures so far, ${faults.length} faults\n`)
    for (const fault of faults.slice(told)) process.stdout.write(`${fault}\n`)
    told = faults.length
  }
} finally {
  await browser.close()
  await stack.stop()
  await cluster.stop()
}
process.stdout.write(`tour: ${pictures} pictures, ${faults.length} faults\n`)
process.exit(faults.length > 0 ? 1 : 0)

function maySee(screen: ScreenRoute, granted: ReadonlySet<string> | null): boolean {
  if (!granted) return screen.public
  // The console has accounts of its own; what needs no sign-in is seen as nobody, and again where it stands in the frame.
  if (screen.area === 'platform' || (screen.public && screen.frame !== 'main')) return false
  return !screen.resource || granted.has(screen.resource)
}

/** Every account with the first of its clinics, in the order of the posts. */
async function accounts(on: Stack): Promise<{ name: string; clinic: string }[]> {
  const found = await on.owner.query<{ name: string; clinic: string }>(
    `select a.login_name as name, (array_agg(c.name order by c.sort_no))[1] as clinic
     from account a
     join employee e on e.account_id = a.id
     join employee_post ep on ep.tenant_id = e.tenant_id and ep.employee_id = e.id
     join post p on p.tenant_id = ep.tenant_id and p.id = ep.post_id
     join clinic c on c.tenant_id = ep.tenant_id and c.id = ep.clinic_id
     group by a.login_name order by min(p.sort_no), a.login_name`,
  )
  return found.rows
}

async function grantedPaths(page: Page): Promise<ReadonlySet<string>> {
  await page.goto('/')
  await settled(page)
  const rows = await page.evaluate(() => localStorage.getItem('dentin.session'))
  const held = JSON.parse(rows ?? '{}') as { token?: string }
  const found = await stack.owner.query<{ resource: string }>(
    `select distinct pr.resource from session s join employee_post ep on ep.tenant_id = s.tenant_id and ep.clinic_id = s.clinic_id and ep.employee_id = s.employee_id
     join post_resource pr on pr.tenant_id = ep.tenant_id and pr.post_id = ep.post_id
     where s.token_hash = encode(sha256($1), 'hex')`,
    [Buffer.from(held.token ?? '')],
  )
  return new Set(found.rows.map((row) => row.resource))
}

async function lookAt(page: Page): Promise<string[]> {
  const found: string[] = []
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (wide > 1) found.push(`scrolls ${wide} px sideways`)
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, [role="button"]')]
      .filter((element) => {
        const { left, right, width, height } = element.getBoundingClientRect()
        if (width < 2 || height < 2 || (left > -2 && right < innerWidth + 2)) return false
        for (let box = element.parentElement; box; box = box.parentElement)
          if (/auto|scroll/.test(getComputedStyle(box).overflowX) || getComputedStyle(box).position === 'fixed')
            return false
        return true
      })
      .slice(0, 3)
      .map((element) => (element.innerText || element.ariaLabel || element.tagName).slice(0, 20)),
  )
  if (cut.length > 0) found.push(`cut off at the side: ${cut.join(', ')}`)
  await page.evaluate(axe)
  const violations = await page.evaluate(async () => {
    const runner = (
      globalThis as unknown as {
        axe: {
          run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { target: string[] }[] }[] }>
        }
      }
    ).axe
    const result = await runner.run({ resultTypes: ['violations'] })
    return result.violations
      .filter((each) => each.impact === 'serious' || each.impact === 'critical')
      .map(
        (each) =>
          `axe ${each.impact} ${each.id}: ${each.nodes
            .slice(0, 2)
            .map((node) => node.target.join(' '))
            .join(' | ')}`,
      )
  })
  return [...found, ...violations]
}

/** A review of each kind that waits, a changed one before a first one. */
async function reviewAddresses(on: Stack): Promise<Record<string, string[]>> {
  const waiting = async (table: 'doctor_auth' | 'organisation_auth') =>
    (
      await on.owner.query<{ id: string }>(
        `select id from ${table} where status = 0 order by is_change desc, id limit 2`,
      )
    ).rows
  return {
    '/platform/doctors/:id': (await waiting('doctor_auth')).map(({ id }) => `/platform/doctors/${id}`),
    '/platform/organisations/:id': (await waiting('organisation_auth')).map(
      ({ id }) => `/platform/organisations/${id}`,
    ),
    '/platform/packages': ['/platform/packages', '/platform/packages?tab=gifts'],
  }
}

/** Addresses with ids of the visitor's clinic, for screens that need one; patients in the visitor's own care before others. */
async function realAddresses(on: Stack, account: string, clinic: string): Promise<Record<string, string[]>> {
  const mine = `(select e.id from employee e join account a on a.id = e.account_id where a.login_name = $1)`
  const here = `(select c.id from clinic c join account_clinic ac on ac.clinic_id = c.id
                 join account a on a.id = ac.account_id where a.login_name = $1 and c.name = $2)`
  const cared = `(p.resp_doctor_id in ${mine} or p.consultant_id in ${mine})`
  // A nurse sees the bills of her department's doctors.
  const near = `(select peer.employee_id from employee_clinic peer join employee_clinic own
                 on own.clinic_id = peer.clinic_id and own.dept_id = peer.dept_id
                 where own.employee_id in ${mine} and own.clinic_id = ${here})`
  const one = async (sql: string) => (await on.owner.query<{ id: string }>(sql, [account, clinic])).rows[0]?.id ?? ''
  const patient = await one(
    `select t.patient_id as id from treatment t join patient p on p.id = t.patient_id where t.clinic_id = ${here}
     group by 1 order by bool_or(t.doctor_id in ${mine} or coalesce(${cared}, false)) desc, count(*) desc, 1 limit 1`,
  )
  // Who reads the records of the own department only has none to look at without one.
  const readsAll = `exists (select 1 from employee_post ep join post_resource pr on pr.post_id = ep.post_id
                    where ep.employee_id in ${mine} and pr.resource = '/patientMedicalRecord:view' and pr.data_scope > 2)`
  const readRecord = (which: string) =>
    one(
      `select r.id from medical_record r join patient p on p.id = r.patient_id where r.clinic_id = ${here} and ${which}
         and (${readsAll} or r.doctor_id in ${mine} or r.doctor_id in ${near} or ${cared})
       order by r.doctor_id in ${mine} desc, coalesce(${cared}, false) desc, r.visit_time desc limit 1`,
    )
  const record = await readRecord('r.status = 2')
  // The texts of specialists look like nothing else.
  const own = `(${readsAll} or r.doctor_id in ${mine} or coalesce(${cared}, false))`
  const ofSpecialists = [
    await readRecord(`r.status = 2 and r.content ? 'orthoVisit' and ${own}`),
    await readRecord(`r.status = 2 and r.content ? 'orthoExam' and ${own}`),
    await readRecord(`r.status = 2 and r.record_type = 3 and ${own}`),
    await readRecord(`r.status = 0 and r.record_type = 3 and ${own}`),
  ].filter((id) => id !== '' && id !== record)
  const orthoCase = await one(
    `select k.id from ortho_case k join patient p on p.id = k.patient_id where k.clinic_id = ${here} and k.status = 4
       and (${readsAll} or k.doctor_id in ${mine} or ${cared}) order by k.doctor_id in ${mine} desc, k.began_on limit 1`,
  )
  const perioChart = await one(
    `select k.id, $1::text, $2::text from perio_chart k where k.clinic_id = ${here} order by k.examined_at desc limit 1`,
  )
  const bill = await one(
    `select b.id from bill b join patient p on p.id = b.patient_id where b.clinic_id = ${here} and b.status = 3
     order by b.doctor_id in ${mine} desc, coalesce(${cared}, false) desc, coalesce(b.doctor_id in ${near}, false) desc,
       b.pay_time desc limit 1`,
  )
  const follow = await one(
    `select f.id from follow_up f where f.clinic_id = ${here} and f.status in (0, 2)
       and f.plan_at < date_trunc('day', now() at time zone 'Asia/Shanghai') + interval '3 days'
       and (f.doctor_id in ${mine} or f.owner_id in ${mine} or exists (select 1 from employee_post ep join post_resource pr on pr.post_id = ep.post_id
         where ep.employee_id in ${mine} and pr.resource = '/followManagementList:view' and pr.data_scope > 1))
     order by f.doctor_id in ${mine} desc, f.plan_at limit 1`,
  )
  const referral = await one(
    `select r.id from referral r where r.from_clinic_id = ${here} or r.to_clinic_id = ${here} order by r.created_at desc limit 1`,
  )
  const rx = await one(
    `select x.id from prescription x where x.clinic_id = ${here} and $1 <> '' order by x.prescribed_at desc limit 1`,
  )
  const drug = await one(`select id, $1::text, $2::text from drug where code = 'amoxicillin'`)
  const { rows: screensOpen } = await on.owner.query<{ key: string }>(
    `select key from queue_screen where key is not null`,
  )
  const prepaid = await one(
    `select q.patient_id as id from prepay q where q.open_clinic_id = ${here} order by q.status, q.received_at desc limit 1`,
  )
  const prepay = await one(
    `select q.id from prepay q where q.open_clinic_id = ${here} order by q.status, q.received_at desc limit 1`,
  )
  const prepayReturn = await one(
    `select r.id from prepay_return r where r.clinic_id = ${here} and r.status = 2 order by r.applied_at desc limit 1`,
  )
  const cardRefund = await one(
    `select r.id from card_refund r where r.clinic_id = ${here} and r.status = 2 order by r.applied_at desc limit 1`,
  )
  const between = await one(
    `select to_char(p.business_date, 'YYYY-MM') || '?debtorId=' || o.clinic_id || '&creditorId=' || p.clinic_id as id from ledger_posting p
     join ledger_entry e on e.tenant_id = p.tenant_id and e.id = p.entry_id
     join ledger_entry f on f.tenant_id = e.tenant_id and f.document_id = e.document_id and f.kind = e.kind and f.clinic_id <> e.clinic_id
     join ledger_posting o on o.tenant_id = f.tenant_id and o.entry_id = f.id and o.account = 'interClinic' and o.amount = -p.amount
     where p.account = 'interClinic' and p.amount > 0 and p.tenant_id = (select tenant_id from clinic where id = ${here})
     order by p.business_date desc, p.entry_id limit 1`,
  )
  const cardPaid = await one(
    `select l.id from card_log l where l.moved_clinic_id = ${here} and l.type in (1, 2) and l.ways <> '[]' and l.reverses_id is null
       order by l.bonus_delta desc, l.created_at desc limit 1`,
  )
  const unitOpen = await one(
    `select c.pay_unit_id as id from unit_claim c where c.clinic_id = ${here} and c.amount > c.settled_amount order by c.charged_on, c.id limit 1`,
  )
  const cardHeld = await one(
    `select k.id from member_card k where k.open_clinic_id = ${here} and k.kind = 1 and k.main_card_id is null
     order by (select count(*) from card_log l where l.card_id = k.id) desc, k.id limit 1`,
  )
  const debtor = await one(
    `select b.patient_id as id from bill b where b.clinic_id = ${here} and b.status in (2, 4) and b.arrears_amount > 0
       and b.pay_time < now() - interval '60 days' order by b.pay_time limit 1`,
  )
  const agreed = await one(
    `select q.id from instalment_plan q where q.clinic_id = ${here} order by q.status, q.agreed_at desc limit 1`,
  )
  const refundPaid = await one(
    `select r.id from refund r where r.clinic_id = ${here} and r.status = 2 order by r.refunded_at desc limit 1`,
  )
  const shiftOver = await one(
    `select s.id from cash_shift s where s.clinic_id = ${here} and s.status > 0 and s.counted_cash is not null
     order by s.ended_at desc limit 1`,
  )
  const closed = await one(
    `select to_char(m.month, 'YYYY-MM') as id, $1::text from month_close m where m.clinic_id = ${here} and m.status = 1 order by m.month desc limit 1`,
  )
  return {
    '/queueScreen': ['/queueScreen', ...screensOpen.map(({ key }) => `/queueScreen#${key}`)],
    '/followManagementList': [
      '/followManagementList',
      ...(follow ? [`/followManagementList?tab=today&follow=${follow}`] : []),
    ],
    '/drugdetails1': [`/drugdetails1?id=${drug}`],
    '/drugdetails': [`/drugdetails?id=${drug}`],
    '/prescription': ['/prescription', ...(rx ? [`/prescription?tab=all&id=${rx}`] : [])],
    '/prescription/print': rx ? [`/prescription/print?id=${rx}`] : [],
    '/recordManage': ['/recordManage', '/recordManage?view=stats'],
    '/recordManageItem': [`/recordManageItem?id=${patient}`],
    '/patientRemindManage': [`/patientRemindManage?id=${patient}`],
    '/referralRecord/print': ['/referralRecord/print', ...(referral ? [`/referralRecord/print?id=${referral}`] : [])],
    // A code is on its paper alone: the journey of papers goes there.
    '/verify/:code': [],
    '/userInfo/:type': ['/userInfo/info', '/userInfo/signature', '/userInfo/password'],
    '/patientCenter': [
      `/patientCenter?id=${patient}`,
      ...(prepaid ? [`/patientCenter?id=${prepaid}&tab=prepays`] : []),
    ],
    '/prepayments': ['/prepayments', '/prepayments?tab=returns'],
    '/print/prepay/:id': prepay ? [`/print/prepay/${prepay}`] : [],
    '/membercard': ['/membercard', '/membercard?tab=refunds', '/membercard?tab=mismatch'],
    '/print/cardReceipt/:id': cardPaid ? [`/print/cardReceipt/${cardPaid}`] : [],
    '/print/cardRefund/:id': cardRefund ? [`/print/cardRefund/${cardRefund}`] : [],
    '/print/prepayReturn/:id': prepayReturn ? [`/print/prepayReturn/${prepayReturn}`] : [],
    // Of a report that these posts may see.
    '/print/report/:door': ['admin', 'director', 'finance', 'hq'].includes(account)
      ? ['/print/report/analysisData?by=clinic&compare=year']
      : [],
    '/print/interClinic/:month': between && ['admin', 'hq'].includes(account) ? [`/print/interClinic/${between}`] : [],
    '/unitAccounts': [
      '/unitAccounts',
      ...(unitOpen
        ? ['open', 'statement', 'settlements'].map((tab) => `/unitAccounts?unit=${unitOpen}&tab=${tab}`)
        : []),
    ],
    '/print/unitStatement/:id': unitOpen ? [`/print/unitStatement/${unitOpen}?month=2026-10`] : [],
    '/patientResource': [`/patientResource?id=${patient}`],
    '/treatRecord': [`/treatRecord?id=${patient}`],
    '/appiontMentInfo': [`/appiontMentInfo?id=${patient}`],
    '/duplicate': ['/duplicate', '/duplicate?level=weak', '/duplicate?view=history'],
    '/patientMedicalRecord': [
      '/patientMedicalRecord',
      ...[record, ...ofSpecialists].filter(Boolean).map((id) => `/patientMedicalRecord?id=${id}`),
    ],
    '/orthodontics': ['/orthodontics', ...(orthoCase ? [`/orthodontics?id=${orthoCase}`] : [])],
    '/patientMedicalRecord/print': record ? [`/patientMedicalRecord/print?id=${record}`] : [],
    '/orthodontics/before-after': orthoCase ? [`/orthodontics/before-after?id=${orthoCase}`] : [],
    '/patientMedicalRecord/perio-print': perioChart ? [`/patientMedicalRecord/perio-print?id=${perioChart}`] : [],
    '/patientMedicalRecord/perio-screen': record ? [`/patientMedicalRecord/perio-screen?id=${record}`] : [],
    '/countDetail': ['/countDetail?weight=60&age=70', ...(patient ? [`/countDetail?patientId=${patient}`] : [])],
    '/patientConsent': patient ? [`/patientConsent?patientId=${patient}`] : ['/patientConsent'],
    '/patientConsent/print': [],
    '/countDetail1': ['/countDetail1', '/countDetail1?weight=0&age=121'],
    '/countDetail2': ['/countDetail2?weight=60&given=lidocaine2_epi100k*9,articaine4_epi100k*3.4'],
    '/countDetail3': ['/countDetail3?age=6', '/countDetail3?age=6&weight=20'],
    '/countDetail4': ['/countDetail4?risks=heart'],
    '/orderSet': ['/orderSet', `/orderSet?tab=paid&billId=${bill}`, `/orderSet?patientId=${patient}&retail=1`],
    '/print/receipt/:id': [`/print/receipt/${bill}`],
    '/print/feeList': [`/print/feeList?patientId=${patient}`],
    '/print/cardStatement/:id': cardHeld ? [`/print/cardStatement/${cardHeld}`] : [],
    '/print/dunning/:patientId': debtor ? [`/print/dunning/${debtor}`] : [],
    '/print/instalment/:id': agreed ? [`/print/instalment/${agreed}`] : [],
    '/print/refund/:id': refundPaid ? [`/print/refund/${refundPaid}`] : [],
    '/print/monthClose/:month': closed ? [`/print/monthClose/${closed}`] : [],
    '/print/shift/:id': shiftOver ? [`/print/shift/${shiftOver}`] : [],
  }
}
