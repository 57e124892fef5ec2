import { documentNumber, fen, fenToYuan, formatDate, yuanToFen, type Fen } from '@dentin/kit'
import type { Clinic, Company, Staff } from '../organisation.ts'
import type { Listener, Scene } from '../story.ts'
import type { Patient } from '../story/patients.ts'

/** So many prepayments were taken of a company's patients. */
const MOST = 24
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const SUMS = ['2000.00', '3000.00', '5000.00', '8000.00'] as const
const WAYS = [
  ['wechat', '微信', 45],
  ['bank_card', '银行卡', 30],
  ['alipay', '支付宝', 15],
  ['cash', '现金', 10],
] as const
type WayRow = { payMethodId: string; name: string; amount: string; tradeNo: string }

/** What became of a prepayment, in turn. */
const FATES = ['kept', 'partly', 'back', 'waiting', 'handed', 'kept', 'stays', 'kept'] as const

/** A visit at which somebody paid in advance for what was planned. */
interface Chance {
  patient: Patient
  clinic: Clinic
  at: Date
  cashier: Staff
  purpose: '种植' | '正畸'
}

/** Deposits for implants and braces: kept, given back in part or whole, asked back, handed to a relative. */
export const prepay: Listener = {
  module: 'prepay',
  dice: 'own',
  hear: (scene) => {
    const chances = new Map<Company, Chance[]>()
    return {
      charged({ visit, at, cashier }) {
        const purpose = /种植/.test(visit.title) ? '种植' : /正畸|矫治|托槽/.test(visit.title) ? '正畸' : null
        const days = (scene.world.now.getTime() - at.getTime()) / DAY_MS
        // Nobody of late: the tills of these days are counted in the story.
        if (!purpose || days < 8) return
        const list = chances.get(visit.clinic.company) ?? []
        chances.set(visit.clinic.company, list)
        list.push({ patient: visit.patient, clinic: visit.clinic, at, cashier, purpose })
      },
      presentReached: () => {
        for (const [company, found] of chances) new Deposits(scene, company).take(found)
      },
    }
  },
}

interface Numbered {
  prefix: 'YK' | 'YT'
  clinicId: string
  at: Date
  /** The paper: a row and its entry have one number. */
  paper: string
  write: (no: string) => void
}

/** What one company took. */
class Deposits {
  readonly #numbers: Numbered[] = []

  constructor(
    readonly scene: Scene,
    readonly company: Company,
  ) {}

  take(chances: readonly Chance[]): void {
    const { r } = this.scene.world
    const had = new Set<string>()
    const chosen: Chance[] = []
    for (const chance of r.shuffle(chances)) {
      if (chosen.length >= MOST) break
      if (had.has(chance.patient.id) || chance.patient.doc.row.status !== 0) continue
      had.add(chance.patient.id)
      chosen.push(chance)
    }
    for (const [n, chance] of chosen.entries()) {
      const fate = FATES[n % FATES.length] as (typeof FATES)[number]
      const other = fate === 'handed' ? chosen[(n + 1) % chosen.length] : undefined
      this.#one(chance, fate, other && other !== chance ? other.patient : null)
    }
    this.#number()
  }

  #one(chance: Chance, fate: (typeof FATES)[number], relative: Patient | null): void {
    const { world } = this.scene
    const { r } = world
    const amount = yuanToFen(r.pick(SUMS))
    const at = new Date(chance.at.getTime() + 2 * MINUTE_MS)
    const [code, name] = r.weighted(WAYS.map(([key, word, weight]) => [[key, word] as const, weight] as const))
    const method = this.company.methods.get(code) as string
    const way = (sum: Fen): WayRow[] => [
      {
        payMethodId: method,
        name,
        amount: fenToYuan(sum),
        tradeNo: code === 'bank_card' ? String(r.int(100_000_000, 999_999_999)) : '',
      },
    ]
    const id = this.#row(chance, chance.patient, at, amount, {
      ways: way(amount),
      refundable: fate !== 'stays',
      remark: fate === 'stays' ? '定制导板费用，约定不退' : '',
      fromId: null,
    })
    this.#entry(13, chance, id, at, [
      ['cash', amount, { pay_method_id: method, prepay_id: id }],
      ['deposit', fen(-amount), { prepay_id: id }],
    ])
    const later = new Date(at.getTime() + r.int(1, 5) * DAY_MS)
    if (fate === 'partly') this.#back(chance, id, later, yuanToFen('500.00'), way(yuanToFen('500.00')), '改做活动义齿')
    if (fate === 'back') this.#back(chance, id, later, amount, way(amount), '到外地工作，暂不治疗')
    if (fate === 'waiting') this.#ask(chance, id, amount, way(amount), '与家人商量后暂不种植')
    if (fate === 'handed' && relative) {
      const to = this.#row(chance, relative, later, amount, { ways: [], refundable: true, remark: '', fromId: id })
      this.#entry(15, chance, to, later, [
        ['deposit', amount, { prepay_id: id }],
        ['deposit', fen(-amount), { prepay_id: to }],
      ])
    }
  }

  #row(
    { clinic, cashier, purpose }: Chance,
    patient: Patient,
    at: Date,
    amount: Fen,
    more: { ways: WayRow[]; refundable: boolean; remark: string; fromId: string | null },
  ): string {
    const { world } = this.scene
    const id = world.r.uuid(at)
    const doc = world.create(
      'prepay',
      {
        tenant_id: this.company.tenantId,
        id,
        prepay_no: '',
        patient_id: patient.id,
        open_clinic_id: clinic.id,
        purpose,
        refundable: more.refundable,
        amount: fenToYuan(amount),
        remark: more.remark,
        from_id: more.fromId,
        ways: JSON.stringify(more.ways),
        receiver_id: cashier.id,
        receiver_name: cashier.name,
        received_at: at,
        created_at: at,
        updated_at: at,
      },
      cashier,
      at,
      patient.id,
    )
    const write = (no: string) => void (doc.row.prepay_no = doc.first.prepay_no = no)
    this.#numbers.push({ prefix: 'YK', clinicId: clinic.id, at, paper: id, write })
    return id
  }

  /** An entry of the ledger, carried into it with the bills of the demo. */
  #entry(
    kind: 13 | 14 | 15,
    { clinic, cashier }: Chance,
    documentId: string,
    at: Date,
    postings: readonly (readonly [account: string, amount: Fen, of: Record<string, string>])[],
  ): void {
    const { world } = this.scene
    const entry = {
      tenant_id: this.company.tenantId,
      id: world.r.uuid(at),
      clinic_id: clinic.id,
      kind,
      document: 'prepay',
      document_id: documentId,
      document_no: '',
      business_date: formatDate(at),
      moment: at,
      actor_id: cashier.id,
      actor_name: cashier.name,
      is_carried: true,
    }
    world.put('ledger_entry', entry)
    this.#numbers.push({
      prefix: kind === 14 ? 'YT' : 'YK',
      clinicId: clinic.id,
      at,
      paper: documentId,
      write: (no) => void (entry.document_no = no),
    })
    for (const [n, [account, amount, of]] of postings.entries())
      world.put('ledger_posting', {
        tenant_id: entry.tenant_id,
        entry_id: entry.id,
        no: n + 1,
        clinic_id: clinic.id,
        kind,
        business_date: entry.business_date,
        account,
        amount: fenToYuan(amount),
        pay_method_id: of.pay_method_id ?? null,
        prepay_id: of.prepay_id ?? null,
        pay_unit_id: null,
      })
  }

  /** Some or all of it went back, with the director's consent. */
  #back(chance: Chance, prepayId: string, at: Date, amount: Fen, ways: WayRow[], reason: string): void {
    const [way] = ways
    const id = this.#paper(chance, prepayId, at, amount, ways, reason, 2)
    this.#entry(14, chance, id, at, [
      ['deposit', amount, { prepay_id: prepayId }],
      ['cash', fen(-amount), { pay_method_id: way?.payMethodId ?? '', prepay_id: prepayId }],
    ])
  }

  /** Somebody asks for it back this morning, and nobody has answered yet. */
  #ask(chance: Chance, prepayId: string, amount: Fen, ways: WayRow[], reason: string): void {
    const at = new Date(this.scene.world.now.getTime() - 40 * MINUTE_MS)
    this.#paper(chance, prepayId, at, amount, ways, reason, 0)
  }

  #paper(
    { clinic, cashier, patient }: Chance,
    prepayId: string,
    at: Date,
    amount: Fen,
    ways: WayRow[],
    reason: string,
    status: 0 | 2,
  ): string {
    const { world } = this.scene
    const id = world.r.uuid(at)
    const paid = status === 2
    const before = new Date(at.getTime() - 30 * MINUTE_MS)
    const doc = world.create(
      'prepay_return',
      {
        tenant_id: this.company.tenantId,
        id,
        clinic_id: clinic.id,
        return_no: '',
        prepay_id: prepayId,
        patient_id: patient.id,
        status,
        amount: fenToYuan(amount),
        ways: JSON.stringify(ways),
        reason,
        applicant_id: cashier.id,
        applicant_name: cashier.name,
        applied_at: paid ? before : at,
        approver_id: paid ? clinic.director.id : null,
        approver_name: paid ? clinic.director.name : null,
        decided_at: paid ? before : null,
        payer_id: paid ? cashier.id : null,
        payer_name: paid ? cashier.name : null,
        paid_at: paid ? at : null,
        created_at: paid ? before : at,
        updated_at: at,
      },
      cashier,
      at,
      patient.id,
    )
    world.step(
      'prepay_return',
      { tenant_id: this.company.tenantId, clinic_id: clinic.id, id },
      null,
      status,
      cashier,
      at,
      reason,
    )
    const write = (no: string) => void (doc.row.return_no = doc.first.return_no = no)
    this.#numbers.push({ prefix: 'YT', clinicId: clinic.id, at, paper: id, write })
    return id
  }

  /** Numbers the papers of each clinic and day in the order of their time; a paper and its entry have one number. */
  #number(): void {
    const { world } = this.scene
    const counts = new Map<
      string,
      { tenant_id: string; clinic_id: string; prefix: string; date: string; last_no: number }
    >()
    const numbers = new Map<string, string>()
    for (const { prefix, clinicId, at, paper, write } of this.#numbers.toSorted(
      (a, b) => a.at.getTime() - b.at.getTime(),
    )) {
      const date = formatDate(at)
      const key = `${prefix} ${clinicId} ${date}`
      const given = numbers.get(paper)
      if (given) {
        write(given)
        continue
      }
      const counter = counts.get(key) ?? {
        tenant_id: this.company.tenantId,
        clinic_id: clinicId,
        prefix,
        date,
        last_no: 0,
      }
      counts.set(key, counter)
      counter.last_no += 1
      const no = documentNumber(prefix, date, counter.last_no)
      numbers.set(paper, no)
      write(no)
    }
    for (const counter of counts.values()) world.put('document_counter', counter)
  }
}
