import { addDays, daysBetween, formatDate, minutesOfDay } from '@dentin/kit'
import { followRuleRows } from '../../../src/modules/clinic/follow-rules.ts'
import {
  afterMiss,
  endOfDay,
  filled,
  matchingItem,
  sourceKey,
  usualTime,
  type DoneItem,
} from '../../../src/modules/follow-up/rules.ts'
import type { Clinic, Company, Staff } from '../organisation.ts'
import { system, type Doc, type Person, type Row, type World } from '../world.ts'
import type { Listener } from '../story.ts'
import { NOTHING_YET } from './follow-up/nothing-yet.ts'

type Rule = ReturnType<typeof followRuleRows>[number]

/** How far back and ahead the demo's follow-ups reach, in days from today. */
const [BACK, AHEAD] = [-30, 14]

const notes: Readonly<Record<string, readonly string[]>> = {
  '1': ['没有不适，按时服药', '恢复得好，吃饭没问题', '', '', '感谢医生'],
  '2': ['咬硬物稍酸，嘱观察', '轻微肿胀，比昨天好', '刷牙时有点渗血'],
  '3': ['夜里跳痛，约回来检查', '肿得厉害，含漱后仍痛'],
  '4': ['在单位附近已拆线'],
  '5': ['说以后不用打电话'],
  '7': ['家人接的电话，转告'],
}

export const followUp: Listener = {
  module: 'follow-up',
  dice: 'story',
  hear: ({ world, companies }) => ({ presentReached: () => makeFollowUps(world, companies) }),
}

/** Follow-ups of a month past and two weeks ahead, made by the rules from what was signed, and reminders about patients. */
function makeFollowUps(world: World, companies: readonly Company[]): void {
  for (const company of companies) {
    const opened = world.at(BACK, 9 * 60)
    const rules = followRuleRows(() => world.r.uuid(opened), opened)
    for (const { template, rule } of rules) {
      world.create('follow_template', { tenant_id: company.tenantId, ...template }, system, opened)
      world.create('follow_rule', { tenant_id: company.tenantId, ...rule }, system, opened)
    }
    new FollowUps(world, company, rules).make()
  }
}

class FollowUps {
  readonly #clinics: Map<string, Clinic>
  readonly #patients: Map<string, Row<'patient'>>
  readonly #keys = new Set<string>()

  constructor(
    readonly world: World,
    readonly company: Company,
    readonly rules: readonly Rule[],
  ) {
    this.#clinics = new Map(company.clinics.map((clinic) => [clinic.id, clinic]))
    this.#patients = new Map(
      world
        .rows('patient')
        .filter((row) => row.tenant_id === company.tenantId)
        .map((row) => [row.id, row]),
    )
  }

  make(): void {
    const { world, company } = this
    const bills = new Map(
      world
        .rows('bill')
        .filter((row) => row.tenant_id === company.tenantId && row.record_id)
        .map((row) => [row.id, row.record_id as string]),
    )
    const items = new Map<string, DoneItem[]>()
    for (const row of world.rows('bill_item')) {
      const recordId = bills.get(row.bill_id)
      if (!recordId) continue
      const list = items.get(recordId) ?? []
      list.push({
        tariffId: row.tariff_id ?? null,
        name: row.name,
        categoryName: row.category_name ?? '',
        teeth: row.teeth ?? '',
      })
      items.set(recordId, list)
    }
    for (const record of world.rows('medical_record')) {
      if (record.tenant_id !== company.tenantId || record.status !== 2) continue
      for (const each of this.rules) this.#byRule(each, record, items.get(record.id) ?? [])
    }
    this.#reminders()
  }

  #byRule({ rule, template }: Rule, record: Row<'medical_record'>, items: readonly DoneItem[]): void {
    const { world } = this
    const found = matchingItem(
      {
        id: rule.id,
        triggers: rule.triggers,
        words: rule.words,
        exceptWords: rule.except_words,
        tariffIds: [],
        icdCodes: [],
        delayDays: rule.delay_days,
        graceDays: rule.grace_days,
      },
      items,
    )
    const patient = this.#patients.get(record.patient_id)
    if (!found || !patient || patient.status !== 0 || rule.absent_days !== null) return
    const visit = formatDate(record.visit_time as Date)
    for (const delay of rule.delay_days) {
      const date = addDays(visit, delay)
      const away = daysBetween(world.today, date)
      const key = sourceKey(rule.id, record.patient_id, visit, delay)
      if (away < BACK || away > AHEAD || this.#keys.has(key)) continue
      this.#keys.add(key)
      const clinic = this.#clinics.get(record.clinic_id) as Clinic
      const doctor = clinic.doctors.find((each) => each.id === record.doctor_id)
      const at = (record.sign_time as Date | null) ?? (record.created_at as Date)
      const doc = world.create(
        'follow_up',
        {
          ...NOTHING_YET,
          tenant_id: record.tenant_id,
          id: world.r.uuid(at),
          clinic_id: record.clinic_id,
          patient_id: record.patient_id,
          treatment_id: record.treatment_id ?? null,
          record_id: record.id,
          doctor_id: record.doctor_id,
          type: rule.type,
          subject: [found.name, found.teeth].filter(Boolean).join(' ').slice(0, 60),
          content: filled(template.content, {
            name: patient.name,
            gender: patient.gender,
            item: found.name,
            teeth: found.teeth,
            doctor: doctor?.name ?? '',
            date: visit,
          }),
          template_id: template.id,
          plan_at: usualTime(date),
          first_plan_on: date,
          deadline_at: endOfDay(addDays(date, rule.grace_days)),
          owner_id: null,
          owner_role: rule.owner_role,
          method: 1,
          status: 0,
          attempts: 0,
          handed_over: false,
          note: '',
          created_from: 2,
          rule_id: rule.id,
          source_key: key,
          created_by: null,
          created_name: '系统',
          created_at: at,
          updated_at: at,
        },
        system,
        at,
        record.patient_id,
      )
      world.step('follow_up', doc.row as never, null, 0, system, at)
      this.#live(doc, away, this.#whoCalls(rule.owner_role, clinic))
    }
  }

  /** Who of a clinic does what a post has to do. */
  #whoCalls(role: string, clinic: Clinic): Staff {
    const { world } = this
    if (role === 'reception') return clinic.reception[0] as Staff
    const post = world.rows('post').find((row) => row.tenant_id === this.company.tenantId && row.code === role)
    const held = world.rows('employee_post').filter((row) => row.post_id === post?.id && row.clinic_id === clinic.id)
    const holder = held[0] && world.rows('employee').find((row) => row.id === held[0]?.employee_id)
    return holder
      ? ({ id: holder.id, accountId: holder.account_id ?? null, name: holder.name } as Staff)
      : (clinic.reception[0] as Staff)
  }

  /** What became of it by now. */
  #live(doc: Doc<'follow_up'>, away: number, who: Person): void {
    const { r } = this.world
    if (away > 0) return
    if (away === 0) {
      const now = minutesOfDay(this.world.now)
      if (now > 9 * 60 + 20 && r.chance(0.2)) this.#done(doc, who, 0, r.int(9 * 60, now - 10))
      return
    }
    const fate = r.weighted([
      ['done', 84],
      ['missed', 8],
      ['open', 6],
      ['cancelled', 2],
    ] as const)
    if (fate === 'done') return this.#done(doc, who, away, r.int(9 * 60, 17 * 60))
    if (fate === 'cancelled') return this.#cancel(doc, who, away)
    if (fate === 'missed') {
      this.#miss(doc, who, away, r.int(9 * 60, 17 * 60))
      if (away <= -2) {
        this.#miss(doc, who, away + 1, r.int(9 * 60, 17 * 60))
        if (away <= -3) this.#done(doc, who, away + 2, r.int(9 * 60, 17 * 60))
      }
      return
    }
    this.#overdue(doc)
  }

  #call(
    doc: Doc<'follow_up'>,
    who: Person,
    at: Date,
    result: string | null,
    points: number | null,
    note: string,
  ): void {
    this.world.put('follow_call', {
      tenant_id: doc.row.tenant_id,
      id: this.world.r.uuid(at),
      clinic_id: doc.row.clinic_id,
      follow_up_id: doc.row.id,
      called_at: at,
      method: 1,
      reached: result !== null,
      result,
      satisfaction: points,
      note,
      employee_id: who.id,
      actor_name: who.name,
    })
  }

  #change(
    doc: Doc<'follow_up'>,
    patch: Partial<Row<'follow_up'>>,
    who: Person,
    at: Date,
    note: { action: string; reason?: string },
  ): void {
    const from = doc.row.status as number
    this.world.change(doc, patch, who, at, note)
    const to = doc.row.status as number
    if (from !== to) this.world.step('follow_up', doc.row as never, from, to, who, at, note.reason)
  }

  #miss(doc: Doc<'follow_up'>, who: Person, day: number, minute: number): void {
    const at = this.world.at(day, minute)
    this.#call(doc, who, at, null, null, '')
    const after = afterMiss(
      {
        attempts: doc.row.attempts as number,
        handedOver: false,
        planAt: doc.row.plan_at as Date,
        deadlineAt: doc.row.deadline_at as Date,
      },
      at,
    )
    this.#change(
      doc,
      {
        attempts: after.attempts,
        plan_at: after.planAt,
        deadline_at: after.deadlineAt,
        timely: doc.row.timely ?? at <= (doc.row.deadline_at as Date),
        status: 2,
      },
      who,
      at,
      { action: 'miss' },
    )
  }

  #done(doc: Doc<'follow_up'>, who: Person, day: number, minute: number): void {
    const { r } = this.world
    const at = this.world.at(day, minute)
    const [code, name] = r.weighted([
      [['1', '恢复良好'], 72],
      [['2', '轻度不适'], 16],
      [['3', '疼痛肿胀需复诊'], 4],
      [['4', '已在外院'], 2],
      [['5', '拒访'], 2],
      [['7', '其他'], 4],
    ] as const)
    const points = r.chance(0.7)
      ? r.weighted([
          [5, 66],
          [4, 24],
          [3, 6],
          [2, 3],
          [1, 1],
        ] as const)
      : null
    const note = r.pick(notes[code] ?? [''])
    this.#call(doc, who, at, name, points, note)
    this.#change(
      doc,
      {
        status: 1,
        result_code: code,
        result: name,
        note,
        satisfaction: points,
        timely: doc.row.timely ?? at <= (doc.row.deadline_at as Date),
        done_at: at,
        done_by: who.id,
        done_name: who.name,
      },
      who,
      at,
      { action: 'report' },
    )
  }

  #cancel(doc: Doc<'follow_up'>, who: Person, day: number): void {
    const at = this.world.at(day, 9 * 60 + 30)
    const reason = '已到店复诊'
    this.#change(doc, { status: 4, cancel_reason: reason }, who, at, { action: 'cancel', reason })
  }

  /** Nobody called: the job has said so if the deadline is past. */
  #overdue(doc: Doc<'follow_up'>): void {
    const deadline = doc.row.deadline_at as Date
    if (deadline >= this.world.now) return
    const at = new Date(deadline.getTime() + 121_000)
    this.#change(doc, { status: 3, timely: false }, system, at, { action: 'overdue', reason: '过期未随访' })
  }

  #reminders(): void {
    const { world } = this
    const wishes: readonly (readonly [title: string, content: string, day: number, minute: number, repeat: number])[] =
      [
        ['约种植二期', '骨结合满三个月，拍片后约二期手术', 0, 16 * 60, 0],
        ['取种植冠', '加工厂周一送到，通知戴牙', 3, 9 * 60, 0],
        ['监测血糖后再手术', '糖化血红蛋白降到 7.5% 以下再约', 6, 10 * 60, 2],
        ['牙周维护', '牙周维护期，每月检查一次菌斑', 9, 9 * 60 + 30, 3],
        ['生日关怀', '会员生日，送洁治券', 12, 9 * 60, 4],
        ['退还押金', '矫治结束后退工具押金', -2, 10 * 60, 0],
      ]
    for (const clinic of this.company.clinics) {
      const patients = [...this.#patients.values()].filter(
        (row) => row.home_clinic_id === clinic.id && row.status === 0,
      )
      wishes.forEach(([title, content, day, minute, repeat], n) => {
        const patient = patients[(n * 37 + 11) % patients.length]
        const by = clinic.consultant
        if (!patient) return
        const made = world.at(-6, 11 * 60 + n)
        const rings = world.at(day, minute)
        const doc = world.create(
          'patient_remind',
          {
            tenant_id: this.company.tenantId,
            id: world.r.uuid(made),
            clinic_id: clinic.id,
            patient_id: patient.id,
            title,
            content,
            remind_at: rings,
            next_at: rings,
            remind_to: [by.id, (clinic.reception[0] as Staff).id],
            repeat,
            status: 0,
            last_sent_at: null,
            ended_at: null,
            ended_name: null,
            created_by: by.id,
            created_name: by.name,
            created_at: made,
            updated_at: made,
          },
          by,
          made,
          patient.id,
        )
        if (rings > world.now) return
        world.change(doc, { status: 1, last_sent_at: rings, next_at: null }, system, rings, { action: 'remind' })
        world.step('patient_remind', doc.row as never, 0, 1, system, rings)
      })
    }
  }
}
