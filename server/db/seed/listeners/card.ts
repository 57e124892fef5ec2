import { bonusAlong, documentNumber, fen, fenToYuan, formatDate, giftOf, yuanToFen, ZERO, type Fen } from '@dentin/kit'
import { cardTypes, keptRulesOf, rulesOf } from '../catalogue/card-types.ts'
import type { Company, Staff } from '../organisation.ts'
import type { Listener, Scene } from '../story.ts'
import type { Patient } from '../story/patients.ts'
import type { Doc } from '../world.ts'

/** So many patients of a company have a card. */
const MEMBERS = 600
const DAY_MS = 86_400_000

type SoldType = (typeof cardTypes)[number]
const WAYS = [
  ['wechat', 50],
  ['alipay', 25],
  ['cash', 15],
  ['bank_card', 10],
] as const

/** A visit at which somebody could have been sold a card. */
interface Chance {
  patient: Patient
  clinicId: string
  at: Date
  cashier: Staff
}

/** Types of cards, and those who have one: opened at a visit, recharged since, some lost, frozen or given back. */
export const card: Listener = {
  module: 'card',
  dice: 'own',
  hear: (scene) => {
    const chances = new Map<Company, Chance[]>()
    return {
      charged({ visit, at, cashier }) {
        const { company } = visit.clinic
        const list = chances.get(company) ?? []
        chances.set(company, list)
        list.push({ patient: visit.patient, clinicId: visit.clinic.id, at, cashier })
      },
      presentReached: () => {
        for (const [company, found] of chances) new Sales(scene, company).sellTo(found)
      },
    }
  },
}

interface Log {
  tenant_id: string
  moved_clinic_id: string
  created_at: Date
  log_no: string
  biz_no: string
  id: string
  card_id: string
  ways: string
}

/** What one company sells. */
class Sales {
  readonly #logs: Log[] = []
  /** Papers of what was given back, by their movements, with what writes their numbers. */
  readonly #papers = new Map<Log, (no: string) => void>()

  constructor(
    readonly scene: Scene,
    readonly company: Company,
  ) {}

  sellTo(chances: readonly Chance[]): void {
    const { world } = this.scene
    const { r } = world
    const [clinic] = this.company.clinics
    if (!clinic) return
    const opened = new Date(world.now.getTime() - 200 * DAY_MS)
    const sold = cardTypes.map((type, n) => ({ type, row: this.#makeType(type, n, clinic.director, opened) }))
    const buyers = new Set<string>()
    for (const chance of r.shuffle(chances)) {
      if (buyers.size >= MEMBERS) break
      const { status } = chance.patient.doc.row
      // Nobody today: the tills of this morning are counted in the story.
      if (buyers.has(chance.patient.id) || formatDate(chance.at) >= formatDate(world.now) || status !== 0) continue
      buyers.add(chance.patient.id)
      const { type, row } = r.weighted(sold.map((each) => [each, each.type.weight] as const))
      this.#sell(chance, type, row)
    }
    this.#number()
  }

  #makeType(type: SoldType, sortNo: number, by: Staff, at: Date): Doc<'card_type'> {
    const { world } = this.scene
    return world.create(
      'card_type',
      {
        tenant_id: this.company.tenantId,
        id: world.r.uuid(at),
        name: type.name,
        kind: type.kind,
        sale_price: type.salePrice,
        valid_type: type.validDays ? 3 : 1,
        valid_until: null,
        valid_days: type.validDays ?? null,
        times: type.times ?? null,
        single_price: type.singlePrice ?? null,
        sort_no: sortNo + 1,
        ...rulesOf(type, this.company),
        created_at: at,
        updated_at: at,
      },
      by,
      at,
    )
  }

  #sell({ patient, clinicId, at, cashier }: Chance, type: SoldType, of: Doc<'card_type'>): void {
    const { world } = this.scene
    const { r } = world
    const id = r.uuid(at)
    const steps = (type.steps ?? []).map((step) => ({
      amount: yuanToFen(step.amount),
      bonus: yuanToFen(step.bonus),
      points: step.points,
    }))
    const cardNo = `${formatDate(at).slice(2).replaceAll('-', '')}${String(r.int(0, 999_999)).padStart(6, '0')}`
    const doc = world.create(
      'member_card',
      {
        tenant_id: this.company.tenantId,
        id,
        card_no: cardNo,
        patient_id: patient.id,
        type_id: of.row.id,
        type_name: type.name,
        kind: type.kind,
        rules: JSON.stringify(keptRulesOf(type, this.company)),
        status: 1,
        open_clinic_id: clinicId,
        opened_at: at,
        expire_date: type.validDays ? formatDate(new Date(at.getTime() + type.validDays * DAY_MS)) : null,
        sales_id: cashier.id,
        sales_name: cashier.name,
        sale_amount: type.salePrice,
        times_sold: type.times ?? 0,
        created_at: at,
        updated_at: at,
      },
      cashier,
      at,
      patient.id,
    )
    const held = { principal: ZERO as Fen, bonus: ZERO as Fen, points: 0, times: 0 }
    let seq = 0
    const log = (
      type_: number,
      when: Date,
      change: { principal?: Fen; bonus?: Fen; points?: number; times?: number; worth?: Fen },
      paid: Fen,
      remark = '',
    ) => {
      held.principal = fen(held.principal + (change.principal ?? 0))
      held.bonus = fen(held.bonus + (change.bonus ?? 0))
      held.points += change.points ?? 0
      held.times += change.times ?? 0
      seq += 1
      const [code, name] = this.#way()
      const row = {
        tenant_id: this.company.tenantId,
        id: r.uuid(when),
        card_id: id,
        seq,
        log_no: '',
        type: type_,
        moved_clinic_id: clinicId,
        entry_id: null,
        principal_delta: fenToYuan(change.principal ?? ZERO),
        bonus_delta: fenToYuan(change.bonus ?? ZERO),
        points_delta: change.points ?? 0,
        times_delta: change.times ?? 0,
        times_amount_delta: fenToYuan(change.worth ?? ZERO),
        principal_after: fenToYuan(held.principal),
        bonus_after: fenToYuan(held.bonus),
        points_after: held.points,
        times_after: held.times,
        ways: JSON.stringify(paid > 0 ? [{ payMethodId: code, name, amount: fenToYuan(paid), tradeNo: '' }] : []),
        operator_id: cashier.id,
        operator_name: cashier.name,
        // Whoever took the money for it sold it.
        sales_id: type_ <= 2 ? cashier.id : null,
        sales_name: type_ <= 2 ? cashier.name : '',
        biz_no: '',
        remark,
        created_at: when,
      }
      world.put('card_log', row)
      this.#logs.push(row)
    }
    const price = yuanToFen(type.salePrice)
    const first = steps.length > 0 ? r.pick(steps).amount : ZERO
    const gift = giftOf(first, steps)
    log(
      1,
      at,
      {
        principal: first,
        bonus: gift.bonus,
        points: gift.points,
        times: type.times ?? 0,
        ...(type.kind === 3 ? { worth: price } : {}),
      },
      fen(first + price),
    )
    const days = Math.floor((world.now.getTime() - at.getTime()) / DAY_MS)
    const later = (from: number) => new Date(at.getTime() + r.int(from, Math.max(from, days - 1)) * DAY_MS)
    if (type.kind !== 1 || days < 6) return
    const when = later(2)
    if (when >= world.now) return
    if (r.chance(0.4)) {
      const step = r.pick(steps)
      const more = giftOf(step.amount, steps)
      log(2, when, { principal: step.amount, bonus: more.bonus, points: more.points }, step.amount)
    }
    const after = new Date(when.getTime() + 3600_000)
    if (after >= world.now) return
    if (r.chance(0.25)) log(9, after, { bonus: yuanToFen('20.00') }, ZERO, '生日赠金')
    if (r.chance(0.15) && held.principal > 50_000) {
      const back = yuanToFen('500.00')
      const bonus = bonusAlong(back, held.principal, held.bonus)
      const reason = '患者搬家，退一部分'
      const paidAt = new Date(after.getTime() + 60_000)
      log(5, paidAt, { principal: fen(-back), bonus: fen(-bonus) }, back, reason)
      this.#paper({ patient, clinicId, at: paidAt, cashier }, back, bonus, reason)
    }
    const end = r.next()
    const state =
      end < 0.08 ? ([3, 'lose', '钱包遗失'] as const) : end < 0.14 ? ([2, 'freeze', '患者要求'] as const) : null
    if (!state) return
    const then = new Date(after.getTime() + 120_000)
    world.change(doc, { status: state[0] }, cashier, then, { action: state[1], reason: state[2] })
    world.step(
      'member_card',
      { tenant_id: this.company.tenantId, clinic_id: clinicId, id },
      1,
      state[0],
      cashier,
      then,
      state[2],
    )
  }

  /** The paper of the movement that was just written: asked for by the cashier, agreed to by the director, paid out. */
  #paper({ patient, clinicId, at, cashier }: Chance, back: Fen, bonus: Fen, reason: string): void {
    const { world } = this.scene
    const moved = this.#logs.at(-1) as Log
    const director = this.company.clinics.find((clinic) => clinic.id === clinicId)?.director as Staff
    const asked = new Date(at.getTime() - 30_000)
    const doc = world.create(
      'card_refund',
      {
        tenant_id: this.company.tenantId,
        // The entry of a movement carries its id.
        id: moved.id,
        clinic_id: clinicId,
        refund_no: '',
        card_id: moved.card_id,
        patient_id: patient.id,
        status: 2,
        whole: false,
        principal: fenToYuan(back),
        amount: fenToYuan(back),
        kept_amount: '0.00',
        bonus_taken: fenToYuan(bonus),
        ways: moved.ways,
        reason,
        applicant_id: cashier.id,
        applicant_name: cashier.name,
        applied_at: asked,
        approver_id: director.id,
        approver_name: director.name,
        decided_at: asked,
        payer_id: cashier.id,
        payer_name: cashier.name,
        paid_at: at,
        created_at: asked,
        updated_at: at,
      },
      cashier,
      at,
      patient.id,
    )
    const of = { tenant_id: this.company.tenantId, clinic_id: clinicId, id: moved.id }
    world.step('card_refund', of, null, 2, cashier, at, reason)
    this.#papers.set(moved, (no) => void (doc.row.refund_no = doc.first.refund_no = moved.biz_no = no))
  }

  #way(): [id: string, name: string] {
    const code = this.scene.world.r.weighted(WAYS)
    const names = { wechat: '微信', alipay: '支付宝', cash: '现金', bank_card: '银行卡' }
    return [this.company.methods.get(code) as string, names[code]]
  }

  /** Numbers the movements of each clinic and day in the order of their time. */
  #number(): void {
    const { world } = this.scene
    const counts = new Map<
      string,
      { tenant_id: string; clinic_id: string; prefix: string; date: string; last_no: number }
    >()
    for (const row of this.#logs.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())) {
      const next = (prefix: string): string => {
        const date = formatDate(row.created_at)
        const key = `${prefix} ${row.moved_clinic_id} ${date}`
        const counter = counts.get(key) ?? {
          tenant_id: row.tenant_id,
          clinic_id: row.moved_clinic_id,
          prefix,
          date,
          last_no: 0,
        }
        counts.set(key, counter)
        counter.last_no += 1
        return documentNumber(prefix, date, counter.last_no)
      }
      row.log_no = next('HY')
      this.#papers.get(row)?.(next('TK'))
    }
    for (const counter of counts.values()) world.put('document_counter', counter)
  }
}
