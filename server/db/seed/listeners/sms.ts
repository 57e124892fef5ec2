import { fillSms, formatDate, formatDateTime, smsBody, smsCount, smsText, type SmsType } from '@dentin/kit'
import { startingSms, type StartingSms } from '../../../src/modules/clinic/starting-sets/sms-templates.ts'
import { orderNumber, momentForPatients } from '../../../src/modules/sms/rules.ts'
import type { Clinic, Company } from '../organisation.ts'
import { system, type Person, type Row, type World } from '../world.ts'
import type { Listener } from '../story.ts'

const provider: Person = { id: null, accountId: null, name: '平台运营' }
const PACKAGE = { id: '01980027-0000-7000-8000-000000000001', count: 1000, price: '80.00' }

interface Plan {
  name: string
  type: SmsType
  content: string
  /** Where it is used by itself, and at which minute of the day. */
  scene?: { key: string; sendMin: number | null; enabled: boolean }
  inReview?: boolean
}
/** The scenes at work. */
const SCENE_NAMES: readonly string[] = ['appointment.created', 'appointment.dayBefore']
/** Set up last: what was made before stays as it is. */
const LATER: readonly string[] = [
  'bill.paid',
  'bill.arrears',
  'follow.checkUp',
  'bill.refunded',
  'instalment.due',
  'instalment.overdue',
  'prepay.received',
  'prepay.out',
  'card.out',
]
const planOf = ({ name, type, content, scene, sendMin }: StartingSms): Plan => ({
  name,
  type,
  content,
  scene: { key: scene, sendMin, enabled: SCENE_NAMES.includes(scene) },
})
const plans: readonly Plan[] = [
  ...startingSms.filter(({ scene }) => !LATER.includes(scene)).map(planOf),
  { name: '洁牙周', type: 2, content: '{姓名}您好，{门诊}洁牙周开始了，详询{电话}。', inReview: true },
]
const later: readonly Plan[] = startingSms.filter(({ scene }) => LATER.includes(scene)).map(planOf)
const DAYS = 27

export const sms: Listener = {
  module: 'sms',
  dice: 'story',
  hear: ({ world, companies }) => ({
    presentReached: () => makeSms(world, companies),
    addedSince: () => makeLaterSms(world, companies),
  }),
}

/** SMS of the first clinic of each company: a signature, templates, two scenes at work and a month of what they sent. */
function makeSms(world: World, companies: readonly Company[]): void {
  for (const [n, company] of companies.entries()) {
    const clinic = company.clinics[0]
    if (clinic) new Sms(world, clinic, n === 0 ? 3 : 9).live()
  }
}

/** What the first clinic of each company has set up since: messages about money and check-ups. */
function makeLaterSms(world: World, companies: readonly Company[]): void {
  for (const clinic of companies.flatMap((company) => company.clinics.slice(0, 1))) new Sms(world, clinic, 0).setLater()
}

class Sms {
  readonly #tenantId: string
  readonly #sign: string
  readonly #ledger: {
    at: Date
    change: number
    kind: string
    smsId: string | null
    orderId: string | null
    by: string
  }[] = []
  readonly #templates = new Map<string, { id: string; plan: Plan }>()

  constructor(
    readonly world: World,
    readonly clinic: Clinic,
    /** Of so many appointments one stays untold, or of the quieter house one is told. */
    readonly pace: number,
  ) {
    this.#tenantId = clinic.company.tenantId
    this.#sign = clinic.company.name.slice(0, 12)
  }

  live(): void {
    const by = this.#administrator()
    this.#settings(by)
    this.#bought(by, this.world.at(-40, 660))
    this.#sent()
    this.#balance()
  }

  #administrator(): Person {
    const { world } = this
    const posts = world.rows('post').filter((post) => post.tenant_id === this.#tenantId && post.is_admin === true)
    const held = world
      .rows('employee_post')
      .find((each) => each.clinic_id === this.clinic.id && posts.some((post) => post.id === each.post_id))
    const found = world.rows('employee').find((each) => each.id === held?.employee_id)
    return found ? { id: found.id, accountId: found.account_id ?? null, name: found.name } : system
  }

  #settings(by: Person): void {
    const { world } = this
    const common = { tenant_id: this.#tenantId, clinic_id: this.clinic.id }
    const at = world.at(-45, 600)
    const accountId = world.r.uuid(at)
    world.create(
      'sms_account',
      {
        ...common,
        id: accountId,
        signature: this.#sign,
        signature_status: 2,
        approved_signature: this.#sign,
        warn_threshold: 100,
        created_at: at,
        updated_at: at,
      },
      by,
      at,
    )
    this.#review('signature', accountId, '短信签名', null, this.#sign, by, at, true)
    for (const [n, plan] of plans.entries())
      this.#plan(plan, by, plan.inReview ? world.at(-1, 690) : world.at(-44, 600 + n * 7), world.at(-43, 600 + n * 5))
  }

  setLater(): void {
    const by = this.#administrator()
    for (const [n, plan] of later.entries())
      this.#plan(plan, by, this.world.at(-9, 600 + n * 7), this.world.at(-8, 600 + n * 5))
  }

  /** One template with the scene that uses it. */
  #plan(plan: Plan, by: Person, made: Date, set: Date): void {
    const { world } = this
    const common = { tenant_id: this.#tenantId, clinic_id: this.clinic.id }
    const id = world.r.uuid(made)
    world.create(
      'sms_template',
      {
        ...common,
        id,
        name: plan.name,
        type: plan.type,
        content: plan.content,
        audit_status: plan.inReview ? 1 : 2,
        approved_content: plan.inReview ? '' : plan.content,
        created_at: made,
        updated_at: made,
      },
      by,
      made,
    )
    this.#review('template', id, plan.name, plan.type, plan.content, by, made, !plan.inReview)
    if (!plan.scene) return
    this.#templates.set(plan.scene.key, { id, plan })
    world.create(
      'sms_scene',
      {
        ...common,
        id: world.r.uuid(set),
        scene: plan.scene.key,
        enabled: plan.scene.enabled,
        template_id: id,
        send_min: plan.scene.sendMin,
        audience: 'all',
        created_at: set,
        updated_at: set,
      },
      by,
      set,
    )
  }

  #review(
    kind: 'signature' | 'template',
    subjectId: string,
    name: string,
    type: number | null,
    content: string,
    by: Person,
    at: Date,
    passed: boolean,
  ): void {
    this.world.put('sms_review', {
      id: this.world.r.uuid(at),
      kind,
      tenant_id: this.#tenantId,
      clinic_id: this.clinic.id,
      subject_id: subjectId,
      name,
      template_type: type,
      content,
      status: passed ? 2 : 1,
      submitted_by: by.name,
      submitted_at: at,
      decided_by: passed ? provider.name : null,
      decided_at: passed ? new Date(at.getTime() + 5 * 3_600_000) : null,
    })
  }

  #bought(by: Person, at: Date): void {
    const { world } = this
    const paid = new Date(at.getTime() + 70_000)
    const doc = world.create(
      'sms_order',
      {
        tenant_id: this.#tenantId,
        id: world.r.uuid(at),
        clinic_id: this.clinic.id,
        order_no: orderNumber(formatDateTime(at), world.r.int(0, 999_999)),
        package_id: PACKAGE.id,
        count: PACKAGE.count,
        title: `短信充值 ${PACKAGE.count} 条`,
        total_amount: PACKAGE.price,
        pay_type: 1,
        status: 0,
        closes_at: new Date(at.getTime() + 1_800_000),
        paid_at: null,
        trade_id: null,
        buyer_id: by.id,
        buyer_name: by.name,
        created_at: at,
        updated_at: at,
      },
      by,
      at,
    )
    world.step('sms_order', doc.row, null, 0, by, at)
    world.change(doc, { status: 1, paid_at: paid, trade_id: `demo-${doc.row.order_no}` }, system, paid, {
      action: 'pay',
    })
    world.step('sms_order', doc.row, 0, 1, system, paid)
    this.#ledger.push({
      at: paid,
      change: PACKAGE.count,
      kind: 'recharge',
      smsId: null,
      orderId: doc.row.id,
      by: system.name,
    })
  }

  /** What the two scenes at work told the patients of some appointments. */
  #sent(): void {
    const { world } = this
    const place = world.rows('clinic').find((each) => each.id === this.clinic.id)
    const patients = new Map(world.rows('patient').map((each) => [each.id, each]))
    const doctors = new Map(world.rows('employee').map((each) => [each.id, each.name]))
    const from = world.at(-DAYS, 0)
    const booked = world
      .rows('appointment')
      .filter((each) => each.clinic_id === this.clinic.id && each.patient_id && (each.starts_at as Date) > from)
    for (const [n, row] of booked.entries()) {
      const patient = patients.get(row.patient_id as string)
      if (!patient || (this.pace === 3 ? n % 3 === 2 : n % this.pace !== 0)) continue
      const starts = row.starts_at as Date
      const made = row.created_at as Date
      const values = {
        姓名: patient.name,
        门诊: place?.name ?? '',
        地址: String(place?.address ?? ''),
        电话: String(place?.phone ?? ''),
        医生: doctors.get(row.doctor_id) ?? '',
        时间: momentForPatients(starts),
        项目: String(row.title || '就诊'),
      }
      const eve = new Date(new Date(`${formatDate(starts)}T00:00:00+08:00`).getTime() - 6 * 3_600_000)
      for (const scene of SCENE_NAMES) {
        const at = scene === 'appointment.created' ? made : eve
        if (at < from || at >= world.now || at < made || (scene === 'appointment.created' && n % 6 !== 0)) continue
        if (scene === 'appointment.dayBefore' && (row.status === 6 || row.status === 8)) continue
        this.#message(scene, row, patient, values, at, n)
      }
    }
  }

  #message(
    scene: string,
    row: Row<'appointment'>,
    patient: Row<'patient'>,
    values: Record<string, string>,
    at: Date,
    n: number,
  ): void {
    const used = this.#templates.get(scene)
    if (!used) return
    const { world } = this
    const body = smsBody(used.plan.type, fillSms(used.plan.content, values))
    const count = smsCount(smsText(this.#sign, body))
    const id = world.r.uuid(at)
    const failed = n % 97 === 1
    const left = !patient.mobile
    const sent = new Date(at.getTime() + 2_000)
    const arrived = new Date(at.getTime() + 6_000 + (n % 9) * 1000)
    world.put('sms_outbox', {
      tenant_id: this.#tenantId,
      id,
      clinic_id: this.clinic.id,
      patient_id: patient.id,
      name: patient.name,
      mobile: patient.mobile ?? '',
      scene,
      type: used.plan.type,
      content: body,
      sign: this.#sign,
      count,
      template_id: used.id,
      biz_key: `${scene}:${row.id}:${(row.starts_at as Date).toISOString()}`,
      status: left ? 4 : failed ? 3 : 2,
      fail_reason: left ? '没有手机号' : failed ? '未送达：手机关机或不在服务区' : null,
      provider_id: left ? null : `demo-${id}`,
      charged: !left && !failed,
      due_at: at,
      sent_at: left || failed ? null : sent,
      delivered_at: left || failed ? null : arrived,
      operator_name: scene === 'appointment.created' ? String(row.created_name || '系统') : '系统',
      created_at: at,
    })
    if (left) return
    const step = { smsId: id, orderId: null, by: system.name }
    this.#ledger.push({ at: sent, change: -count, kind: 'charge', ...step })
    if (failed) this.#ledger.push({ at: arrived, change: count, kind: 'refund', ...step })
  }

  #balance(): void {
    const { world } = this
    let balance = 0
    const steps = this.#ledger.sort((a, b) => a.at.getTime() - b.at.getTime())
    for (const [n, step] of steps.entries()) {
      balance += step.change
      world.put('sms_ledger', {
        tenant_id: this.#tenantId,
        id: world.r.uuid(step.at),
        clinic_id: this.clinic.id,
        seq: n + 1,
        kind: step.kind,
        change: step.change,
        balance_after: balance,
        sms_id: step.smsId,
        order_id: step.orderId,
        actor_name: step.by,
        created_at: step.at,
      })
    }
    world.put('sms_balance', {
      tenant_id: this.#tenantId,
      clinic_id: this.clinic.id,
      balance,
      seq: steps.length,
      warned: false,
    })
  }
}
