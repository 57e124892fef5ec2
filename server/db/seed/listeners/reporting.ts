import { addDays, addMonths, fen, fenToYuan, today, yuanToFen, type Fen, type LocalDate } from '@dentin/kit'
import { registrationStates } from '@dentin/contract/core/status'
import type { Clinic, Company } from '../organisation.ts'
import type { Listener, Scene } from '../story.ts'

const MONTHS = 6
/** Days of a month, more or less. */
const DAYS = 30
/** What a clinic means to take of what it took, in turn. */
const AIMS = [1.03, 0.97, 1.26, 1.02, 0.98, 1.05] as const
/** Targets are round. */
const ROUND = 1_000_00
/** What some sources cost in a month, and in which clinic by its place; null: the company's. */
const SPENT = [
  ['美团', '3000.00', null],
  ['大众点评', '2300.00', null],
  ['小红书', '1500.00', 0],
  ['社区义诊', '860.00', 1],
] as const

/** Days after which a first visit without a deal is written down as lost, and how far back somebody did so. */
const LOST_AFTER = 31
const NOTED_DAYS = 150
const NOTED = 0.75
/** Why first visits come to nothing, with what was written beside it, and how often. */
const REASONS: readonly (readonly [readonly [reason: string, remark: string], number])[] = [
  [['价格', '种植报价超出预算，想等活动'], 5],
  [['价格', ''], 4],
  [['需与家人商量', '回去和家里商量，月底再联系'], 5],
  [['对比其他机构', '还约了另一家'], 3],
  [['时间不便', '出差较多，春节后再做'], 3],
  [['害怕治疗', '怕疼，已介绍舒适化'], 2],
  [['其他', '只来咨询，不打算在本地治疗'], 1],
]

/** What clinics meant to take in month by month, what was spent on sources, and why first visits came to nothing. */
export const reporting: Listener = {
  module: 'reporting',
  dice: 'own',
  hear: (scene) => ({
    addedSince: () => {
      for (const company of scene.companies) {
        setGoals(scene, company)
        noteLostVisits(scene, company)
      }
    },
  }),
}

function setGoals(scene: Scene, company: Company): void {
  const { world } = scene
  const thisMonth = `${today(world.now).slice(0, 7)}-01`
  const months = Array.from({ length: MONTHS }, (_, n) => addMonths(thisMonth, n - MONTHS + 1))
  const taken = new Map<string, Fen>()
  for (const row of world.rows('bill_payment')) {
    const key = `${row.clinic_id} ${String(row.pay_date).slice(0, 7)}-01`
    taken.set(key, fen((taken.get(key) ?? 0) + yuanToFen(String(row.amount))))
  }
  const firstDay = (month: string) => new Date(`${month}T09:30:00+08:00`)
  company.clinics.forEach((clinic: Clinic, n) => {
    for (const month of months) {
      const like = taken.get(`${clinic.id} ${month}`)
      if (!like) continue
      // The month that runs has come so far.
      const part = month === thisMonth ? Number(today(world.now).slice(8)) / DAYS : 1
      const aim = Math.max(1, Math.round(((like / part) * (AIMS[n % AIMS.length] as number)) / ROUND)) * ROUND
      world.create(
        'clinic_target',
        {
          tenant_id: company.tenantId,
          id: world.r.uuid(firstDay(month)),
          clinic_id: clinic.id,
          month,
          takings_amount: fenToYuan(fen(aim)),
          revenue_amount: fenToYuan(fen(Math.round((aim * 0.97) / ROUND) * ROUND)),
          created_at: firstDay(month),
          updated_at: firstDay(month),
        },
        clinic.director,
        firstDay(month),
      )
    }
  })
  const [first] = company.clinics
  if (!first) return
  for (const month of months)
    for (const [name, amount, at] of SPENT) {
      const source = company.sources.find((one) => one.name === name)
      const clinic = at === null ? null : company.clinics[at]
      if (!source || clinic === undefined) continue
      world.create(
        'source_spend',
        {
          tenant_id: company.tenantId,
          id: world.r.uuid(firstDay(month)),
          clinic_id: clinic?.id ?? null,
          source_id: source.id,
          month,
          amount,
          remark: '',
          created_at: firstDay(month),
          updated_at: firstDay(month),
        },
        first.director,
        firstDay(month),
      )
    }
}

/** Categories that make no deal. */
const NO_DEAL: readonly string[] = ['检查', '挂号']

/** Writes down of most first visits that came to nothing why they did. */
function noteLostVisits({ world }: Scene, company: Company): void {
  const now = today(world.now)
  const bills = new Map(world.rows('bill').map((row) => [row.id, row]))
  /** On which days somebody was charged for what makes a deal. */
  const deals = new Map<unknown, LocalDate[]>()
  for (const line of world.rows('bill_item')) {
    const bill = bills.get(line.bill_id)
    if (!(bill?.pay_time instanceof Date) || NO_DEAL.includes(String(line.top_category_name))) continue
    const days = deals.get(bill.patient_id) ?? []
    days.push(today(bill.pay_time))
    deals.set(bill.patient_id, days)
  }
  const ended = registrationStates.sets
  for (const clinic of company.clinics)
    for (const row of world.rows('registration')) {
      const day = String(row.reg_date)
      const counts =
        row.clinic_id === clinic.id &&
        row.treat_type !== 2 &&
        ![...ended.cancelled, ...ended.transferred].includes(row.status as never) &&
        day < addDays(now, -LOST_AFTER) &&
        day > addDays(now, -NOTED_DAYS)
      const until = addDays(day, LOST_AFTER)
      const isDeal = deals.get(row.patient_id)?.some((on) => on >= day && on < until) ?? false
      if (!counts || isDeal || !world.r.chance(NOTED)) continue
      const [reason, remark] = world.r.weighted(REASONS)
      const at = new Date(`${until}T16:20:00+08:00`)
      world.create(
        'first_visit_note',
        {
          tenant_id: company.tenantId,
          id: world.r.uuid(at),
          clinic_id: clinic.id,
          registration_id: row.id as string,
          reason,
          remark,
          next_contact_on: null,
          noted_name: clinic.director.name,
          created_at: at,
          updated_at: at,
        },
        clinic.director,
        at,
      )
    }
}
