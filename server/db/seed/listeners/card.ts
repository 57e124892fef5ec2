import { bonusAlong, documentNumber, fen, fenToYuan, formatDate, giftOf, yuanToFen, ZERO, type Fen } from '@dentin/kit'
import type { Company, Staff } from '../organisation.ts'
import type { Listener, Scene } from '../story.ts'
import type { Patient } from '../story/patients.ts'
import type { Doc } from '../world.ts'

/** So many patients of a company have a card. */
const MEMBERS = 600
const DAY_MS = 86_400_000

interface Steps {
  amount: string
  bonus: string
  points: number
}
interface DemoType {
  name: string
  kind: 1 | 2 | 3 | 4
  salePrice: string
  times?: number
  singlePrice?: string
  validDays?: number
  useOrder?: 1 | 2 | 3
  maxBonusRatio?: number
  passwordAbove?: string
  pointsRate?: number
  /** So many points are one yuan, up to half of a bill. */
  pointsPerYuan?: number
  /** What its owners pay for items, by code. */
  memberPrices?: { code: string; price: string }[]
  shareKin?: boolean
  /** Where it pays: 1 where it was opened, 3 everywhere. */
  shareClinics?: 1 | 3
  steps?: Steps[]
  discount?: number
  rights?: { name: string; qty: number; period: number }[]
  /** How many of a hundred members have it. */
  weight: number
}
/** The cards that the demo sells: all four kinds. */
const types: readonly DemoType[] = [
  {
    name: '金卡',
    kind: 1,
    salePrice: '0.00',
    useOrder: 3,
    maxBonusRatio: 50,
    passwordAbove: '500.00',
    pointsRate: 100,
    pointsPerYuan: 100,
    shareKin: true,
    shareClinics: 3,
    discount: 90,
    steps: [
      { amount: '2000.00', bonus: '160.00', points: 0 },
      { amount: '5000.00', bonus: '1000.00', points: 200 },
      { amount: '10000.00', bonus: '2400.00', points: 500 },
    ],
    rights: [{ name: '全口洁治', qty: 1, period: 2 }],
    weight: 30,
  },
  {
    name: '银卡',
    kind: 1,
    salePrice: '0.00',
    useOrder: 1,
    maxBonusRatio: 100,
    pointsRate: 100,
    discount: 95,
    steps: [
      { amount: '1000.00', bonus: '50.00', points: 0 },
      { amount: '3000.00', bonus: '240.00', points: 100 },
    ],
    weight: 35,
  },
  {
    name: '家庭折扣卡',
    kind: 2,
    salePrice: '98.00',
    validDays: 365,
    discount: 88,
    memberPrices: [
      { code: 'YZ01', price: '128.00' },
      { code: 'JC05', price: '100.00' },
    ],
    weight: 10,
  },
  { name: '全口洁治 5 次', kind: 3, salePrice: '980.00', times: 5, singlePrice: '260.00', validDays: 730, weight: 15 },
  {
    name: '儿童护牙卡',
    kind: 4,
    salePrice: '198.00',
    validDays: 365,
    rights: [
      { name: '涂氟', qty: 2, period: 2 },
      { name: '口腔检查', qty: 4, period: 2 },
    ],
    weight: 10,
  },
]
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
}

/** What one company sells. */
class Sales {
  readonly #logs: Log[] = []

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
    const sold = types.map((type, n) => ({ type, row: this.#makeType(type, n, clinic.director, opened) }))
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

  #makeType(type: DemoType, sortNo: number, by: Staff, at: Date): Doc<'card_type'> {
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

  #sell({ patient, clinicId, at, cashier }: Chance, type: DemoType, of: Doc<'card_type'>): void {
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
        rules: JSON.stringify(keptRules(type, this.company)),
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
      log(
        5,
        new Date(after.getTime() + 60_000),
        { principal: fen(-back), bonus: fen(-bonusAlong(back, held.principal, held.bonus)) },
        back,
        '患者搬家，退一部分',
      )
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
      const date = formatDate(row.created_at)
      const key = `${row.moved_clinic_id} ${date}`
      const counter = counts.get(key) ?? {
        tenant_id: row.tenant_id,
        clinic_id: row.moved_clinic_id,
        prefix: 'HY',
        date,
        last_no: 0,
      }
      counts.set(key, counter)
      counter.last_no += 1
      row.log_no = documentNumber('HY', date, counter.last_no)
    }
    for (const counter of counts.values()) world.put('document_counter', counter)
  }
}

const discountsOf = (type: DemoType) => (type.discount ? [{ categoryId: null, percent: type.discount }] : [])

/** Member prices by the items of a company. */
const pricesOf = (type: DemoType, { tariffs }: Company) =>
  (type.memberPrices ?? []).flatMap(({ code, price }) => {
    const tariffId = tariffs.get(code)?.id
    return tariffId ? [{ tariffId, price }] : []
  })

const rulesOf = (type: DemoType, company: Company) => ({
  use_order: type.useOrder ?? 3,
  max_bonus_ratio: type.maxBonusRatio ?? 100,
  password_above: type.passwordAbove ?? null,
  points_rate: type.pointsRate ?? 0,
  points_per_yuan: type.pointsPerYuan ?? 0,
  max_points_ratio: 50,
  bonus_days: null,
  share_kin: type.shareKin ?? false,
  share_clinics: type.shareClinics ?? 1,
  shared_clinics: '[]',
  upgrade_by: 0,
  upgrade_amount: null,
  upgrade_type_id: null,
  excluded_categories: '[]',
  steps: JSON.stringify(type.steps ?? []),
  discount_rules: JSON.stringify(discountsOf(type)),
  member_prices: JSON.stringify(pricesOf(type, company)),
  rights: JSON.stringify(type.rights ?? []),
})

const keptRules = (type: DemoType, company: Company) => ({
  useOrder: type.useOrder ?? 3,
  maxBonusRatio: type.maxBonusRatio ?? 100,
  singlePrice: type.singlePrice ?? null,
  passwordAbove: type.passwordAbove ?? null,
  pointsRate: type.pointsRate ?? 0,
  pointsPerYuan: type.pointsPerYuan ?? 0,
  maxPointsRatio: 50,
  bonusDays: null,
  shareKin: type.shareKin ?? false,
  shareClinics: type.shareClinics ?? 1,
  sharedClinics: [],
  upgradeBy: 0,
  upgradeAmount: null,
  upgradeTypeId: null,
  steps: type.steps ?? [],
  excludedCategories: [],
  discountRules: discountsOf(type),
  memberPrices: pricesOf(type, company),
  rights: type.rights ?? [],
})
