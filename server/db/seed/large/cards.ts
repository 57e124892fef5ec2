import { fen, fenToYuan, giftOf, payWithCard, yuanToFen, ZERO, type Fen } from '@dentin/kit'
import { keptRulesOf, rulesOf, type CardTypePlan } from '../catalogue/card-types.ts'
import { system, type World } from '../world.ts'
import type { Clinic, Company, Staff } from '../organisation.ts'
import type { Random } from '../random.ts'
import type { Book, Posting } from './book.ts'
import { Quota } from './quota.ts'
import type { Sink } from './sink.ts'
import { dayIn } from './day-in.ts'

/** The card that the large chain sells. */
const type: CardTypePlan = {
  name: '储值卡',
  kind: 1,
  salePrice: '0.00',
  useOrder: 3,
  maxBonusRatio: 50,
  steps: [
    { amount: '1000.00', bonus: '50.00', points: 0 },
    { amount: '3000.00', bonus: '240.00', points: 0 },
    { amount: '5000.00', bonus: '600.00', points: 0 },
  ],
}
const steps = (type.steps ?? []).map(({ amount, bonus, points }) => ({
  amount: yuanToFen(amount),
  bonus: yuanToFen(bonus),
  points,
}))
const SMALL = 1
const LARGE = steps.length - 1

/** A card of somebody and what it holds. */
export interface Card {
  row: Record<string, unknown> & { id: string; card_no: string }
  clinic: Clinic
  soldBy: Staff
  openedAt: Date
  patientId: string
  principal: Fen
  bonus: Fen
  movements: number
}
/** Who pays where, and who takes it. */
interface At {
  clinic: Clinic
  desk: Staff
  at: Date
}
/** What moves a card, as its log names it. */
const movement = { opened: 1, recharged: 2, paid: 3, givenBack: 4 } as const

/** Cards of the large chain: opened at a visit, recharged when they no longer pay for the next one. */
export class Cards {
  readonly #r: Random
  readonly #typeId: string
  readonly #quota: Quota
  readonly #cards: Card[] = []
  movements = 0

  constructor(
    readonly world: World,
    readonly company: Company,
    readonly sink: Sink,
    readonly book: Book,
    readonly numberOf: (clinic: Clinic, prefix: string, at: Date) => string,
    size: { cards: number; clinics: number; past: number },
  ) {
    this.#r = world.r.of('money', 'cards')
    this.#quota = new Quota(size.cards, size, (part) => 1 - (1 - part) ** 3)
    const at = world.at(-size.past - 10, 600)
    this.#typeId = this.#r.uuid(at)
    sink.audited(
      'card_type',
      {
        tenant_id: company.tenantId,
        id: this.#typeId,
        name: type.name,
        kind: type.kind,
        sale_price: type.salePrice,
        valid_type: 1,
        sort_no: 1,
        ...rulesOf(type, company),
        created_at: at,
        updated_at: at,
        version: 1,
      },
      system,
      at,
      null,
    )
  }

  get sold(): number {
    return this.#cards.length
  }

  /** Sells a card at a visit, as long as fewer are sold than should be by this day: seven of eight in the first half of the time. */
  sell(patientId: string, day: number, where: At): Card | null {
    const { clinic, desk, at } = where
    if (!this.#quota.lacks(clinic, day)) return null
    this.#quota.count(clinic)
    const id = this.#r.uuid(at)
    const card: Card = {
      row: {
        tenant_id: this.company.tenantId,
        id,
        card_no: `${dayIn(at).slice(2).replaceAll('-', '')}${String(this.#cards.length).padStart(6, '0')}`,
        patient_id: patientId,
        type_id: this.#typeId,
        type_name: type.name,
        kind: type.kind,
        rules: JSON.stringify(keptRulesOf(type, this.company)),
        status: 1,
        open_clinic_id: clinic.id,
        opened_at: at,
        sales_id: desk.id,
        sales_name: desk.name,
        sale_amount: type.salePrice,
        created_at: at,
        updated_at: at,
        version: 1,
      },
      clinic,
      soldBy: desk,
      openedAt: at,
      patientId,
      principal: ZERO,
      bonus: ZERO,
      movements: 0,
    }
    this.#cards.push(card)
    this.#fill(card, this.#r.int(0, SMALL), 'opened', where)
    return card
  }

  /** Recharges a card that can't pay a sum, now and then; says what of the sum it pays. @param eligible what its bonus may pay */
  use(card: Card, sum: Fen, eligible: Fen, where: At): { principal: Fen; bonus: Fen } {
    if (card.principal + card.bonus < sum && this.#r.chance(0.9))
      this.#fill(card, sum > 100_000 ? LARGE : this.#r.int(0, SMALL), 'recharged', where)
    const most = { principal: card.principal, bonus: card.bonus, order: 3, maxBonusRatio: 50 } as const
    const found = payWithCard({ amount: sum, ...most, eligible, bonusOnBill: ZERO, eligibleUnpaid: eligible })
    if ('principal' in found) return found
    if (found.most === 0) return { principal: ZERO, bonus: ZERO }
    return { principal: card.principal, bonus: fen(found.most - card.principal) }
  }

  /** What a payment took off a card. */
  paid(card: Card, { principal, bonus }: { principal: Fen; bonus: Fen }, bill: Bill, entryId: string, where: At): void {
    this.#log(card, 'paid', fen(-principal), fen(-bonus), entryId, where, bill)
  }

  /** What a refund gave back to a card. */
  givenBack(
    card: Card,
    { principal, bonus }: { principal: Fen; bonus: Fen },
    bill: { id: string; refundNo: string },
    entryId: string,
    where: At,
  ): void {
    this.#log(card, 'givenBack', principal, bonus, entryId, where, { id: bill.id, bill_no: bill.refundNo })
  }

  /** Every card with what it holds in the end. */
  settle(): void {
    for (const { row, principal, bonus, soldBy, openedAt, patientId } of this.#cards)
      this.sink.audited(
        'member_card',
        { ...row, principal_amount: fenToYuan(principal), bonus_amount: fenToYuan(bonus) },
        soldBy,
        openedAt,
        patientId,
      )
  }

  #fill(card: Card, step: number, how: 'opened' | 'recharged', where: At): void {
    const { clinic, desk, at } = where
    const amount = steps[step]?.amount ?? ZERO
    const { bonus } = giftOf(amount, steps)
    const [code, name] = this.#r.pick([
      ['wechat', '微信'],
      ['alipay', '支付宝'],
      ['bank_card', '银行卡'],
    ] as const)
    const payMethodId = this.company.methods.get(code) as string
    const postings: Posting[] = [
      { account: 'cash', amount, payMethodId, cardId: card.row.id },
      { account: 'principal', amount: fen(-amount), cardId: card.row.id },
      { account: 'bonusGiven', amount: bonus, cardId: card.row.id },
      { account: 'bonus', amount: fen(-bonus), cardId: card.row.id },
    ]
    const kind = how === 'opened' ? 'cardSale' : 'recharge'
    const entryId = this.book.enter(
      { kind, clinic, document: { kind: 'card', id: card.row.id, no: card.row.card_no }, at, by: desk },
      postings,
    )
    this.#log(card, how, amount, bonus, entryId, where, null, [
      { payMethodId, name, amount: fenToYuan(amount), tradeNo: '' },
    ])
  }

  #log(
    card: Card,
    how: keyof typeof movement,
    principal: Fen,
    bonus: Fen,
    entryId: string,
    { clinic, desk, at }: At,
    bill: Bill | null,
    ways: readonly object[] = [],
  ): void {
    card.principal = fen(card.principal + principal)
    card.bonus = fen(card.bonus + bonus)
    card.movements += 1
    this.movements += 1
    this.sink.put('card_log', {
      tenant_id: this.company.tenantId,
      id: this.#r.uuid(at),
      card_id: card.row.id,
      seq: card.movements,
      log_no: this.numberOf(clinic, 'HY', at),
      type: movement[how],
      moved_clinic_id: clinic.id,
      entry_id: entryId,
      principal_delta: fenToYuan(principal),
      bonus_delta: fenToYuan(bonus),
      principal_after: fenToYuan(card.principal),
      bonus_after: fenToYuan(card.bonus),
      points_after: 0,
      times_after: 0,
      biz_no: bill?.bill_no ?? (how === 'opened' ? card.row.card_no : ''),
      bill_id: bill?.id ?? null,
      ways: JSON.stringify(ways),
      operator_id: desk.id,
      operator_name: desk.name,
      created_at: at,
    })
  }
}

interface Bill {
  id: string
  bill_no: string
}
