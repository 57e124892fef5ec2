import { formatTeeth, parseTeeth } from '@dentin/clinical'
import { appointmentStates } from '@dentin/contract/core/status'
import { planStates, QUOTE_DAYS } from '@dentin/contract/treatment-plan'
import { addDays, ageOn, fenToYuan, formatDate, ZERO } from '@dentin/kit'
import { priceOption } from '../../../src/modules/treatment-plan/rules.ts'
import { agreedPlans, openPlans, type DemoPlan, type DemoPlanOption } from '../catalogue/treatment-plans.ts'
import { tariffOf, type Clinic, type Company, type Doctor } from '../organisation.ts'
import type { Visit } from '../events.ts'
import type { Run } from '../story/course.ts'
import { askAgain } from './follow-up/lost-plan.ts'
import type { Listener } from '../story.ts'
import { system, type Doc, type Person, type Row, type World } from '../world.ts'

/** How many plans the demo has of each kind: 45 in all. Courses that are over by now were begun with 7 of them, those under way with 13. */
const AGREED: readonly { from: number; to: number; count: number }[] = [
  { from: -150, to: -70, count: 7 },
  { from: -40, to: -1, count: 13 },
]
const OPEN = [
  ...Array.from({ length: 9 }, () => 'refused' as const),
  ...Array.from({ length: 6 }, () => 'expired' as const),
  ...Array.from({ length: 6 }, () => 'quoted' as const),
  ...Array.from({ length: 4 }, () => 'draft' as const),
]
/** How many of the courses that may are begun with a plan. */
const OFTEN = 0.3

const refusals = [
  ['价格', '想等年底发了奖金再做'],
  ['需与家人商量', ''],
  ['对比其他机构', '在附近另一家问过价'],
  ['时间不便', '近期要出差两个月'],
  ['害怕治疗', '怕疼，想先观察'],
  ['价格', ''],
] as const

export const treatmentPlan: Listener = {
  module: 'treatment-plan',
  dice: 'own',
  hear: ({ world, companies }) => {
    const [company] = companies
    const plans = company && new Plans(world, company)
    return {
      examined({ visit, text }) {
        visit.planLines = plans?.linesOf(visit.run, [
          ...new Set(text.treatments.flatMap(({ items }) => items.map(([code]) => code))),
        ])
      },
      treated({ visit, end }) {
        plans?.agree(visit, end)
      },
      presentReached() {
        plans?.book()
        plans?.makeOpen()
      },
    }
  },
}

interface Ahead {
  optionId: string
  /** Lines that nobody has done yet, by the code of the item. */
  left: Map<string, string[]>
}

/** Treatment plans: those of courses that go on as agreed, and those that nobody has taken up. */
class Plans {
  readonly #ahead = new Map<Run, Ahead>()
  readonly #clinics: ReadonlySet<Clinic>
  readonly #runs = new Map<string, Visit>()
  /** How many there are of each time. */
  readonly #agreed: number[] = []

  constructor(
    readonly world: World,
    readonly company: Company,
  ) {
    this.#clinics = new Set(company.clinics)
  }

  /** Which lines a visit does, by the code of the item; they are done then. */
  linesOf(run: Run, codes: readonly string[]): ReadonlyMap<string, string> | undefined {
    const left = this.#ahead.get(run)?.left
    const found = codes.flatMap((code) => {
      const id = left?.get(code)?.shift()
      return id ? [[code, id] as const] : []
    })
    return found.length > 0 ? new Map(found) : undefined
  }

  /** A course begins: the doctor makes a plan, and the patient agrees before leaving. */
  agree(visit: Visit, end: number): void {
    const { world } = this
    const { run, clinic, doctor, patient } = visit
    if (!this.#clinics.has(clinic)) return
    this.#runs.set(patient.id, visit)
    const make = agreedPlans[run.course.key]
    const time = AGREED.findIndex(({ from, to }) => visit.day >= from && visit.day <= to)
    const made = this.#agreed[time] ?? 0
    if (!make || run.step > 0 || patient.reserved || made >= (AGREED[time]?.count ?? 0)) return
    // The first clinic in full, of the others a third.
    if (!world.r.chance(clinic === this.company.clinics[0] ? OFTEN : OFTEN / 3)) return
    const demo = make(run.tooth, run.second)
    const at = world.at(visit.day, Math.max(0, end - 6))
    const plan = this.#plan(demo, { visit, doctor, at, discount: null })
    const [first] = this.#options(plan.row, demo, doctor)
    if (!first) return
    const answered = new Date(at.getTime() + 240_000)
    this.#quote(plan, doctor, new Date(at.getTime() + 60_000))
    world.change(
      plan,
      {
        status: planStates.code.accepted,
        chosen_option_id: first.optionId,
        answered_at: answered,
        answered_how: world.r.chance(0.3) ? 2 : 1,
      },
      clinic.consultant,
      answered,
    )
    this.#ahead.set(run, first)
    this.#agreed[time] = made + 1
  }

  /** The next appointment of a course is for the next line of its plan. */
  book(): void {
    const { world } = this
    for (const [{ patient }, { left }] of this.#ahead) {
      const [next] = [...left.values()].flat()
      const [coming] = world
        .rows('appointment')
        .filter((row) => row.patient_id === patient.id && appointmentStates.is(row.status, 'holding'))
        .filter((row) => (row.starts_at as Date) > world.now)
        .sort((a, b) => (a.starts_at as Date).getTime() - (b.starts_at as Date).getTime())
      if (next && coming) world.note(coming, { plan_line_ids: [next] })
    }
  }

  /** Patients of other courses were offered something and have not taken it up. */
  makeOpen(): void {
    const { world } = this
    const wanted = [...OPEN]
    const missing = new Map<string, string[]>()
    for (const { patient_id: id, condition, tooth } of world.rows('tooth_condition'))
      if (condition === 'missing') missing.set(id, [...(missing.get(id) ?? []), tooth])
    const asked = new Set<string>([...this.#ahead.keys()].map(({ patient }) => patient.id))
    for (const visit of world.r.shuffle([...this.#runs.values()])) {
      const kind = wanted[0]
      if (!kind) break
      const { patient, run, day, clinic } = visit
      const age = ageOn(patient.birth, world.today).years
      const fits = openPlans
        .filter(({ courses, ages: [from, to] }) => courses.includes(run.course.key) && age >= from && age <= to)
        .flatMap(({ plan }) => plan(missing.get(patient.id) ?? []) ?? [])
      if (asked.has(patient.id) || patient.reserved || fits.length === 0 || !inTime(kind, day)) continue
      const live = world.rows('patient').find(({ id }) => id === patient.id)
      if (live?.status !== 0 || (clinic !== this.company.clinics[0] && !world.r.chance(0.33))) continue
      asked.add(patient.id)
      wanted.shift()
      this.#open(kind, visit, world.r.pick(fits))
    }
    world.number(
      'treatment_plan',
      () => 'FA',
      (row) => row.created_at as Date,
      (row, _count, text) => world.note(row, { plan_no: text() }),
    )
  }

  #open(kind: (typeof OPEN)[number], visit: Visit, demo: DemoPlan): void {
    const { world } = this
    const { doctor, day, clinic } = visit
    const at = world.at(day, 17 * 60 + world.r.int(0, 50))
    const plan = this.#plan(demo, { visit, doctor, at, discount: world.r.chance(0.4) ? 95 : null })
    this.#options(plan.row, demo, doctor)
    if (kind === 'draft') return
    const quoted = new Date(at.getTime() + world.r.int(4, 25) * 60_000)
    this.#quote(plan, doctor, quoted)
    if (kind === 'refused') {
      const [reason, remark] = world.r.pick(refusals)
      const answered = world.at(Math.min(day + world.r.int(1, 9), -1), 15 * 60 + world.r.int(0, 90))
      world.change(
        plan,
        {
          status: planStates.code.refused,
          answered_at: answered,
          answered_how: 1,
          refuse_reason: reason,
          refuse_remark: remark,
        },
        clinic.consultant,
        answered,
      )
      askAgain(world, plan.row, clinic.consultant)
    }
    if (kind === 'expired') {
      const over = world.at(day + QUOTE_DAYS + 1, 30)
      world.change(plan, { status: planStates.code.expired }, system, over)
    }
  }

  #plan(
    { title }: DemoPlan,
    { visit, doctor, at, discount }: { visit: Visit; doctor: Doctor; at: Date; discount: number | null },
  ): Doc<'treatment_plan'> {
    const { clinic, patient, ids } = visit
    return this.world.create(
      'treatment_plan',
      {
        tenant_id: this.company.tenantId,
        id: this.world.r.uuid(at),
        clinic_id: clinic.id,
        plan_no: '',
        patient_id: patient.id,
        doctor_id: doctor.id,
        consultant_id: clinic.consultant.id,
        record_id: ids.record || null,
        title,
        status: planStates.code.draft,
        discount_percent: discount ?? 100,
        discount_reason: discount ? '老客户' : '',
        quoted_at: null,
        valid_until: null,
        chosen_option_id: null,
        answered_at: null,
        answered_how: null,
        refuse_reason: '',
        refuse_remark: '',
        created_name: doctor.name,
        created_at: at,
        updated_at: at,
      },
      doctor,
      at,
      patient.id,
    )
  }

  #quote(plan: Doc<'treatment_plan'>, by: Person, at: Date): void {
    const validUntil = addDays(formatDate(at), QUOTE_DAYS)
    this.world.change(plan, { status: planStates.code.quoted, quoted_at: at, valid_until: validUntil }, by, at)
  }

  /** Writes the options with their lines. @returns what of each is still to be done */
  #options(plan: Row<'treatment_plan'>, demo: DemoPlan, doctor: Doctor): Ahead[] {
    return demo.options.map((option, n) => this.#option(plan, option, n + 1, doctor))
  }

  #option(plan: Row<'treatment_plan'>, option: DemoPlanOption, lineNo: number, doctor: Doctor): Ahead {
    const { world, company } = this
    const at = plan.created_at as Date
    const of = { tenant_id: plan.tenant_id, clinic_id: plan.clinic_id, plan_id: plan.id }
    const optionId = world.r.uuid(at)
    world.put('treatment_plan_option', {
      ...of,
      id: optionId,
      line_no: lineNo,
      name: option.name,
      doctor_id: doctor.id,
      months: option.months,
      pros: [...option.pros],
      cons: [...option.cons],
      phases: JSON.stringify(option.phases.map(({ name, visits }) => ({ name, month: '', visits }))),
    })
    const left = new Map<string, string[]>()
    const lines = option.phases.flatMap((phase, n) => phase.lines.map((line) => ({ ...line, phaseNo: n + 1 })))
    const priced = lines.map((line) => ({ line, tariff: tariffOf(company.tariffs, line.code) }))
    const amounts = priceOption(
      priced.map(({ line, tariff }) => ({
        price: tariff.price,
        qty: line.qty ?? 1,
        canDiscount: tariff.canDiscount,
      })),
      plan.discount_percent ?? 100,
    )
    priced.forEach(({ line, tariff }, n) => {
      const id = world.r.uuid(at)
      left.set(line.code, [...(left.get(line.code) ?? []), id])
      const sum = amounts.lines[n] ?? { original: ZERO, discount: ZERO, amount: ZERO }
      world.put('treatment_plan_line', {
        ...of,
        id,
        option_id: optionId,
        line_no: n + 1,
        phase_no: line.phaseNo,
        tariff_id: tariff.id,
        name: tariff.name,
        unit: tariff.unit,
        teeth: line.teeth ? formatTeeth(parseTeeth(line.teeth)) : '',
        condition: line.outcome ?? null,
        qty: line.qty ?? 1,
        price: fenToYuan(tariff.price),
        can_discount: tariff.canDiscount,
        original_amount: fenToYuan(sum.original),
        discount_amount: fenToYuan(sum.discount),
        amount: fenToYuan(sum.amount),
      })
    })
    return { optionId, left }
  }
}

/** Whether something of this kind can have come of a visit so many days ago. */
function inTime(kind: (typeof OPEN)[number], day: number): boolean {
  if (kind === 'expired') return day < -QUOTE_DAYS - 2 && day > -120
  if (kind === 'refused') return day < -3 && day > -90
  return day < 0 && day > (kind === 'quoted' ? 2 - QUOTE_DAYS : -10)
}
