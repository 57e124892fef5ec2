import { contract, errorTable, type AnyCall, type WireInput, type WireOutput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { codeProbe } from '../../src/modules/identity/phone-codes.ts'
import { fixture, Refused, type Client, type TestApp } from '../harness.ts'
import {
  dateOf,
  dayNumber,
  ONE_WAY,
  Refusal,
  World,
  type Adjust,
  type Bill,
  type Card,
  type CardType,
  type Coupon,
  type CouponType,
  type Prepay,
  type PrepayReturn,
  type Refund,
  type Settlement,
  type Stray,
  type Unit,
} from './model.ts'

/** What the specification calls the clinics of the chain, and their orders of ways in which refunds go back. */
const CLINICS = ['a1', 'a2'] as const
const MODES = [1, 2] as const
const PEOPLE = ['director', 'admin'] as const
const HOUR = 3_600_000

export const yuan = (fen: number): string => {
  const text = String(Math.abs(fen)).padStart(3, '0')
  return `${fen < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}
const method = (code: string) => fixture.payMethods.a[code] as string

export const cardTypes: readonly CardType[] = [
  {
    kind: 1,
    price: 0,
    times: 0,
    rules: {
      order: 3,
      ratio: 100,
      rate: 100,
      perYuan: 20,
      pointsRatio: 50,
      excludes: false,
      sharesClinics: true,
      sharesKin: true,
      single: 0,
      steps: [
        { amount: 30_000, bonus: 3_333, points: 10 },
        { amount: 100_000, bonus: 22_223, points: 0 },
      ],
    },
  },
  {
    kind: 1,
    price: 1_000,
    times: 0,
    rules: {
      order: 1,
      ratio: 50,
      rate: 50,
      perYuan: 3,
      pointsRatio: 100,
      excludes: true,
      sharesClinics: true,
      sharesKin: false,
      single: 0,
      steps: [{ amount: 20_000, bonus: 33_333, points: 0 }],
    },
  },
  {
    kind: 1,
    price: 0,
    times: 0,
    rules: {
      order: 2,
      ratio: 30,
      rate: 0,
      perYuan: 0,
      pointsRatio: 100,
      excludes: true,
      sharesClinics: false,
      sharesKin: true,
      single: 0,
      steps: [{ amount: 10_000, bonus: 5_001, points: 0 }],
    },
  },
  {
    kind: 3,
    price: 100_000,
    times: 10,
    rules: {
      order: 3,
      ratio: 100,
      rate: 30,
      perYuan: 0,
      pointsRatio: 100,
      excludes: false,
      sharesClinics: true,
      sharesKin: false,
      single: 12_000,
      steps: [],
    },
  },
  {
    kind: 3,
    price: 10_000,
    times: 3,
    rules: {
      order: 3,
      ratio: 100,
      rate: 0,
      perYuan: 0,
      pointsRatio: 100,
      excludes: false,
      sharesClinics: true,
      sharesKin: false,
      single: 4_000,
      steps: [],
    },
  },
]

const everywhere = { most: null, threshold: 0, onlyExcluded: false, onlyClinic: null, stackable: true, days: 40 }
export const couponTypes: readonly CouponType[] = [
  { ...everywhere, kind: 1, value: 5_000, percent: 100, threshold: 10_000 },
  { ...everywhere, kind: 2, value: 3_333, percent: 100, days: 1 },
  { ...everywhere, kind: 3, value: 0, percent: 87, most: 2_001, days: 3 },
  { ...everywhere, kind: 4, value: 0, percent: 100, onlyExcluded: true },
  { ...everywhere, kind: 2, value: 20_000, percent: 100, stackable: false, onlyClinic: 0 },
  { ...everywhere, kind: 3, value: 0, percent: 50, onlyExcluded: true, days: 2 },
]

/** Companies that pay for their people: each sequence has its own. */
const UNITS = [
  { limit: 500_000, enabled: true, needsReference: false },
  { limit: 30_000, enabled: true, needsReference: true },
  { limit: 500_000, enabled: false, needsReference: false },
]

/** What all sequences of a database share: people, card types, items that bonus may not pay: that of some cards, and any. */
export interface Stage {
  app: TestApp
  types: string[]
  coupons: string[]
  excludedTariff: string
  shutTariff: string
  /** Which of the databases that are played at once: a phone belongs to one of them. */
  lane: number
  patients: number
  /** How often each kind was accepted, and refused. */
  seen: Map<string, { done: number; refused: Map<string, number> }>
}

export async function makeStage(app: TestApp, lane: number, seen: Stage['seen']): Promise<Stage> {
  codeProbe.codes ??= new Map()
  const admin = await app.as('admin')
  const { id: categoryId } = await admin.call(contract.clinic.saveTariffCategory, {
    name: '不用赠金类',
    requestId: uuidv7(),
  } as never)
  const excludedTariff = fixture.tariffs.a.implant
  await app.sql('update tariff set category_id = $2 where id = $1', [excludedTariff, categoryId])
  const shutTariff = fixture.tariffs.a.rootCanal
  await app.sql(`update tariff set can_bonus = false where id = $1`, [shutTariff])
  // The two others are done by being charged.
  await app.sql(`update tariff set execute_rule = case id when $1 then 2 else 1 end`, [fixture.tariffs.a.check])
  await app.sql(`update tariff set tooth_required = false`)
  await app.sql(`update pay_method set allow_refund = false where id = $1`, [method(ONE_WAY)])
  // A third person agrees to give back at the desk what a gateway refuses to give back.
  for (const clinic of CLINICS)
    await app.sql(
      'insert into employee_post (tenant_id, clinic_id, employee_id, post_id) values ($1, $2, $3, $4) on conflict do nothing',
      [fixture.tenants.a, fixture.clinics[clinic], fixture.employees[clinic].finance, fixture.posts.a.director],
    )
  for (const [n, clinic] of CLINICS.entries())
    await app.sql('update clinic set settings = settings || $2::jsonb where id = $1', [
      fixture.clinics[clinic],
      JSON.stringify({ refundMode: MODES[n] }),
    ])
  const types: string[] = []
  for (const [n, { kind, price, times, rules }] of cardTypes.entries()) {
    const { id } = await admin.call(contract.memberCard.saveType, {
      name: `卡种${n}`,
      kind,
      salePrice: yuan(price),
      validType: 1,
      useOrder: rules.order,
      maxBonusRatio: rules.ratio,
      pointsRate: rules.rate,
      pointsPerYuan: rules.perYuan,
      maxPointsRatio: rules.pointsRatio,
      shareClinics: rules.sharesClinics ? 3 : 1,
      shareKin: rules.sharesKin,
      excludedCategories: rules.excludes ? [categoryId] : [],
      steps: rules.steps.map(({ amount, bonus, points }) => ({ amount: yuan(amount), bonus: yuan(bonus), points })),
      ...(kind === 3 ? { times, singlePrice: yuan(rules.single) } : {}),
      requestId: uuidv7(),
    } as WireInput<typeof contract.memberCard.saveType>)
    types.push(id)
  }
  const coupons: string[] = []
  for (const [n, type] of couponTypes.entries()) {
    const isSum = type.kind < 3
    const { id } = await admin.call(contract.coupon.saveType, {
      name: `券种${n}`,
      kind: type.kind,
      value: isSum ? yuan(type.value) : null,
      percent: type.kind === 3 ? type.percent : null,
      most: type.most === null ? null : yuan(type.most),
      threshold: yuan(type.threshold),
      tariffIds: type.onlyExcluded ? [excludedTariff] : [],
      clinicIds: type.onlyClinic === null ? [] : [fixture.clinics[CLINICS[type.onlyClinic] as 'a1']],
      validType: 2,
      validDays: type.days,
      stackable: type.stackable,
      requestId: uuidv7(),
    } as WireInput<typeof contract.coupon.saveType>)
    coupons.push(id)
  }
  return { app, types, coupons, excludedTariff, shutTariff, lane, patients: 0, seen }
}

/** One sequence: the model and the product side by side. */
export class Play {
  readonly world = new World(MODES)
  readonly log: string[] = []
  people: Client[][] = []
  patients: string[] = []
  readonly bills = new Map<Bill, { id: string; items: string[] }>()
  readonly cards = new Map<Card, string>()
  readonly refunds = new Map<Refund, string>()
  readonly adjusts = new Map<Adjust, string>()
  readonly recharges = new Map<Card, string[]>()
  readonly coupons = new Map<Coupon, string>()
  readonly prepays = new Map<Prepay, string>()
  readonly prepayReturns = new Map<PrepayReturn, string>()
  readonly units = new Map<Unit, string>()
  readonly strays = new Map<Stray, string>()
  /** The payment at the gateway that late money was for. */
  readonly scans = new Map<Stray, string>()
  readonly settlements = new Map<Settlement, string>()
  mobiles: string[] = []
  from = ''

  constructor(readonly stage: Stage) {}

  get app(): TestApp {
    return this.stage.app
  }

  /** A new day, two new patients; tills, closed months and what waits as the product has them. */
  async begin(): Promise<void> {
    const { app, world } = this
    const today = dayNumber(dateOf(Math.floor((app.clock.now().getTime() + 8 * HOUR) / (24 * HOUR))))
    this.from = dateOf(today + 1)
    await this.moveTo((today + 1) * 24 * HOUR + HOUR)
    for (let n = 0; n < 2; n += 1) {
      this.stage.patients += 1
      const id = uuidv7()
      const mobile = `137${String(this.stage.lane * 10_000_000 + this.stage.patients).padStart(8, '0')}`
      await app.sql(
        `insert into patient (tenant_id, id, home_clinic_id, medical_number, name, search, gender, birth_day, mobile, source_id, allergy_history,
           created_name, created_at, updated_at)
         select tenant_id, $1, home_clinic_id, $2, $3, '', 1, birth_day, $4, source_id, '', '系统', $5, $5 from patient where id = $6`,
        [id, `M${this.stage.patients}`, `患者${this.stage.patients}`, mobile, app.clock.now(), fixture.patients.a[0]],
      )
      await app.sql('insert into patient_stat (tenant_id, patient_id) values ($1, $2)', [fixture.tenants.a, id])
      for (const clinic of CLINICS)
        await app.sql(
          `insert into patient_clinic (tenant_id, patient_id, reached_clinic_id, since) values ($1, $2, $3, $4) on conflict do nothing`,
          [fixture.tenants.a, id, fixture.clinics[clinic], app.clock.now()],
        )
      this.patients.push(id)
      this.mobiles.push(mobile)
    }
    for (const [no, { limit, enabled, needsReference }] of UNITS.entries()) {
      const id = uuidv7()
      await app.sql(
        `insert into pay_unit (tenant_id, id, name, credit_limit, enabled, needs_reference, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7)`,
        [fixture.tenants.a, id, `单位 ${id}`.slice(0, 40), yuan(limit), enabled, needsReference, app.clock.now()],
      )
      const unit: Unit = { no, limit, enabled, needsReference, balance: 0, settlements: [] }
      world.units.push(unit)
      this.units.set(unit, id)
    }
    for (const { clinic, person, day, cash } of await this.openTills()) {
      const till = (world.tills[clinic] as World['tills'][number])[person] as World['tills'][number][number]
      Object.assign(till, { isOpen: true, startedOn: day, cash: new Map([['cash', cash]]) })
    }
    for (const { clinic_id, month } of await app.sql<{ clinic_id: string; month: string }>(
      `select clinic_id, to_char(month, 'YYYY-MM') as month from month_close where status = 1 order by month desc limit 20`,
    ))
      world.closed[this.clinicNo(clinic_id)]?.add(month)
    for (const { clinic_id, day } of await app.sql<{ clinic_id: string; day: string }>(
      `select clinic_id, to_char(applied_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day from refund where status in (0, 1)
       union all select clinic_id, to_char(applied_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') from pay_adjust where status = 0
       union all select clinic_id, to_char(applied_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') from prepay_return where status in (0, 1)`,
    ))
      world.waiting.push({ clinic: this.clinicNo(clinic_id), day })
  }

  clinicNo = (id: string): number => CLINICS.findIndex((clinic) => fixture.clinics[clinic] === id)

  async openTills(): Promise<{ clinic: number; person: number; day: string; cash: number }[]> {
    const rows = await this.app.sql<{ clinic_id: string; cashier_id: string; day: string; cash: string }>(
      `select s.clinic_id, s.cashier_id, to_char(s.started_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
         coalesce((select sum(p.amount) from ledger_entry e join ledger_posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id
           where e.tenant_id = s.tenant_id and e.shift_id = s.id and p.account = 'cash' and p.pay_method_id = $1), 0)::text as cash
       from cash_shift s where s.status = 0 order by 1, 2`,
      [method('cash')],
    )
    return rows.map((row) => {
      const clinic = this.clinicNo(row.clinic_id)
      const person = PEOPLE.findIndex((post) => fixture.employees[CLINICS[clinic] as 'a1'][post] === row.cashier_id)
      return { clinic, person, day: row.day, cash: Math.round(Number(row.cash) * 100) }
    })
  }

  /** Everybody signs in at a moment of the clinic, in milliseconds as if its clock were UTC. */
  async moveTo(local: number): Promise<void> {
    this.world.now = local
    this.world.day = dateOf(Math.floor(local / (24 * HOUR)))
    this.app.clock.set(new Date(local - 8 * HOUR))
    this.people = []
    for (const clinic of CLINICS) {
      const team: Client[] = []
      for (const post of PEOPLE) team.push(await this.app.as(post, clinic))
      this.people.push(team)
    }
  }

  /** Two seconds pass before each command. */
  private tick(): void {
    this.wait(2000)
  }

  wait(milliseconds: number): void {
    this.world.now += milliseconds
    this.world.day = dateOf(Math.floor(this.world.now / (24 * HOUR)))
    this.app.clock.set(new Date(this.world.now - 8 * HOUR))
  }

  /** With what the codes of platforms in this sequence begin. */
  get codeStart(): string {
    return `L${this.stage.lane}${this.from.replaceAll('-', '')}`
  }

  who = (clinic: number, person: number): Client => (this.people[clinic] as Client[])[person] as Client

  /** A command at the model and at the product: both do it, or both refuse it for the same reason. */
  async both<T>(
    kind: string,
    words: string,
    model: () => T,
    product: (made: () => T) => Promise<void>,
  ): Promise<boolean> {
    this.tick()
    this.log.push(`${this.world.day} ${kind} ${words}`)
    let made: { value: T } | undefined
    let expected = 'done'
    try {
      made = { value: model() }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      expected = error.code
    }
    let found = 'done'
    let message = ''
    try {
      await product(() => (made as { value: T }).value)
    } catch (error) {
      if (!(error instanceof Refused)) {
        if (expected === 'done') throw error
        throw new Error(`${kind}: the model refuses with ${expected}, the product does it`, { cause: error })
      }
      message = error.message
      found = codeName(error, expected)
    }
    const seen = this.stage.seen.get(kind) ?? { done: 0, refused: new Map<string, number>() }
    this.stage.seen.set(kind, seen)
    if (expected === 'done') seen.done += 1
    else seen.refused.set(expected, (seen.refused.get(expected) ?? 0) + 1)
    this.log.push(`  → ${expected}`)
    if (found !== expected) throw new Error(`${kind}: the model says ${expected}, the product ${found} ${message}`)
    return expected === 'done'
  }

  call<C extends AnyCall>(clinic: number, person: number, call: C, input: WireInput<C>): Promise<WireOutput<C>> {
    return this.who(clinic, person).call(call, input)
  }

  billOf = (bill: Bill) => this.bills.get(bill) as { id: string; items: string[] }
  cardOf = (card: Card) => this.cards.get(card) as string

  async version(
    table:
      | 'bill'
      | 'member_card'
      | 'refund'
      | 'pay_adjust'
      | 'cash_shift'
      | 'instalment_plan'
      | 'coupon'
      | 'pay_exception'
      | 'prepay'
      | 'prepay_return'
      | 'unit_settlement',
    id: string,
  ) {
    const [row] = await this.app.sql<{ version: number }>(`select version from ${table} where id = $1`, [id])
    return row?.version ?? 0
  }

  /** The payments of a bill that stand or were set right, in the order of the model's. */
  async paymentIds(bill: Bill): Promise<string[]> {
    const rows = await this.app.sql<{ id: string }>(
      `select y.id from bill_payment y where y.bill_id = $1 and y.kind in (1, 2, 6)
         and not exists (select 1 from bill_payment r where r.revokes_id = y.id)
         and y.pay_time >= coalesce((select max(r.pay_time) from bill_payment r where r.bill_id = $1 and r.kind = 3), '-infinity')
       order by y.pay_time, y.id`,
      [this.billOf(bill).id],
    )
    return rows.map(({ id }) => id)
  }

  /** The code with which the owner of one of two cards agrees to a transfer. */
  async codeFor(from: Card, to: Card, fen: number, side: 'from' | 'to'): Promise<string> {
    const card = side === 'from' ? from : to
    await this.app.sql('delete from rate_limit')
    // A phone gets one code a minute.
    this.world.now += 61_000
    this.tick()
    await this.call(card.clinic, 0, contract.memberCard.transferCode, {
      id: this.cardOf(from),
      toId: this.cardOf(to),
      amount: yuan(fen),
      side,
    })
    return codeProbe.codes?.get(`card:${this.mobiles[card.owner]}`) as string
  }

  /** The same for a prepayment that is handed over to another patient. */
  async prepayCodeFor(prepay: Prepay, to: number, fen: number, side: 'from' | 'to'): Promise<string> {
    await this.app.sql('delete from rate_limit')
    this.world.now += 61_000
    this.tick()
    await this.call(prepay.clinic, 0, contract.prepay.sendCode, {
      id: this.prepays.get(prepay) as string,
      toPatientId: this.patients[to] as string,
      amount: yuan(fen),
      side,
    })
    return codeProbe.codes?.get(`prepay:${this.mobiles[side === 'from' ? prepay.owner : to]}`) as string
  }
}

/** The name of a refusal; of several with one number the expected one. */
function codeName(error: Refused, expected: string): string {
  const names = Object.entries(errorTable).filter(([, { code }]) => code === error.code)
  return names.some(([name]) => name === expected) ? expected : (names[0]?.[0] ?? `${error.http}`)
}
