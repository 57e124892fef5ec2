import { refundedCard } from '../card-refund.ts'
import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { fixture } from '../harness.ts'
import { dateOf, dayNumber, lastOfMonth, monthBefore, type Bill, type Card, type Coupon, type Way } from './model.ts'
import { carryBack } from './gateway.ts'
import { cardTypes, yuan, type Play } from './play.ts'

/** Numbers from which a command chooses: which bill, how much, by whom. */
export type Dice = readonly [number, number, number, number, number]
export type Command = (play: Play, dice: Dice) => Promise<unknown>

const HOUR = 3_600_000
export const cashLike = ['cash', 'wechat', 'alipay'] as const
export const method = (code: string) => fixture.payMethods.a[code] as string
export const pickOf = <T>(list: readonly T[], n: number): T | undefined =>
  list.length === 0 ? undefined : list[n % list.length]
export const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
/** Some of a sum: all of it now and then, a fen more or less, or any part. */
export const someOf = (sum: number, n: number): number =>
  n % 5 === 0 ? sum : n % 17 === 1 ? sum + 1 : Math.max(1, Math.min(sum, (n * 7919) % (sum + 1)))
export const requestId = () => uuidv7()

/** A bill in one of these states; the newest more often. */
function billIn({ world }: Play, states: readonly number[], n: number): Bill | undefined {
  const fit = world.bills.filter(({ status }) => states.includes(status))
  // Now and then any bill, so that refusals are met too.
  return n % 11 === 0 ? pickOf(world.bills, n >> 4) : pickOf(fit, n >> 4)
}
export const clinicOf = (n: number) => (n % 3 === 0 ? 1 : 0)
const lineQty = [1, 1, 2, 3]
const prices = [10_000, 20_000, 3_333, 48_000, 9_999, 150_000, 7_777, 101]

export async function openBill(
  play: Play,
  [a, b, c, d, e]: Dice,
  patient = a % 4 === 0 ? 1 : 0,
  clinic = clinicOf(b),
  coupons: Coupon[] = [],
): Promise<Bill | undefined> {
  const lines = Array.from({ length: 1 + (c % 3) }, (_, n) => ({
    price: at(prices, (d >> n) + n),
    qty: at(lineQty, e >> n),
    percent: (a >> (n + 2)) % 3 === 0 ? 85 + ((b >> n) % 15) : 100,
    excluded: (c >> (n + 2)) % 3 === 0,
    shut: (c >> (n + 2)) % 3 === 1 && (d >> (n + 1)) % 2 === 0,
  })).map((line) => ({ ...line, atCharge: line.excluded || line.shut }))
  const ask = {
    clinic,
    patient,
    lines,
    percent: d % 4 === 0 ? 90 + (e % 10) : 100,
    reduction: e % 4 === 0 ? 1 + (d % 3000) : 0,
    rounding: at([0, 0, 1, 2] as const, b >> 3),
    coupons,
  }
  let bill: Bill | undefined
  await play.both(
    coupons.length > 0 ? 'open a bill with coupons' : 'open a bill',
    JSON.stringify({ ...ask, coupons: coupons.map(({ no }) => no) }),
    () => (bill = play.world.openBill(ask)),
    async (made) => {
      const answer = await play.call(clinic, 0, contract.billing.open, {
        patientId: play.patients[patient] as string,
        doctorId: at([fixture.doctors.a1, fixture.doctors.a2], clinic)[0] as string,
        items: lines.map(({ price, qty, percent, excluded, shut }) => ({
          tariffId: excluded ? play.stage.excludedTariff : shut ? play.stage.shutTariff : fixture.tariffs.a.check,
          price: yuan(price),
          qty,
          teeth: '',
          discountPercent: percent,
        })),
        discountPercent: ask.percent,
        reductionAmount: yuan(ask.reduction),
        roundingRule: ask.rounding,
        couponIds: coupons.map((coupon) => play.coupons.get(coupon) as string),
        requestId: requestId(),
      })
      const items = await play.app.sql<{ id: string }>('select id from bill_item where bill_id = $1 order by line_no', [
        answer.id,
      ])
      play.bills.set(made(), { id: answer.id, items: items.map(({ id }) => id) })
    },
  )
  return bill
}

const wayOf = (play: Play, { method: code, amount, card, prepay, unit, reference, code: voucher }: Way) => ({
  payMethodId: method(code),
  amount: yuan(amount),
  ...(card ? { cardId: play.cardOf(card) } : {}),
  ...(prepay ? { prepayId: play.prepays.get(prepay) as string } : {}),
  ...(unit ? { unitId: play.units.get(unit) as string, unitReference: reference ?? '' } : {}),
  ...(voucher ? { tradeNo: voucher } : {}),
})
export const byCard = (card: Card, amount: number): Way => ({ method: 'card_principal', amount, card })

type ToCharge = Pick<
  WireInput<typeof contract.billing.charge>,
  'id' | 'version' | 'payments' | 'leaveArrears' | 'arrearsReason' | 'collectArrears'
>
export async function charge(
  play: Play,
  kind: string,
  bill: Bill,
  ask: { person: number; ways: Way[]; leave: boolean; collect: boolean },
  /** How it is asked of the product, unless by the call of the desk. */
  take?: (body: ToCharge) => Promise<void>,
) {
  const ways = ask.ways.filter(({ amount }) => amount > 0)
  const words = `${bill.clinic} ${ways.map(({ method: m, amount, card }) => `${m}${card ? `#${card.no}` : ''} ${amount}`).join(', ')}`
  await play.both(
    kind,
    words,
    () => play.world.charge(bill, { ...ask, ways }),
    async () => {
      const { id } = play.billOf(bill)
      const body = {
        id,
        version: await play.version('bill', id),
        payments: ways.map((way) => wayOf(play, way)),
        leaveArrears: ask.leave,
        arrearsReason: '下次付',
        collectArrears: ask.collect,
      }
      if (take) await take(body)
      else await play.call(bill.clinic, ask.person, contract.billing.charge, { ...body, requestId: requestId() })
    },
  )
}

/** A bill that waits, opened first when there is none. */
export async function toCharge(play: Play, dice: Dice, patient?: number, clinic?: number): Promise<Bill | undefined> {
  const found = play.world.bills.find(
    (bill) =>
      bill.status === 1 &&
      (patient === undefined || bill.patient === patient) &&
      (clinic === undefined || bill.clinic === clinic),
  )
  return found ?? openBill(play, dice, patient, clinic)
}
export const worth = (card: Card) => (card.main ?? card).principal + (card.main ?? card).bonus
/** Cards of a patient, those that may pay first. */
const cardsOf = ({ world }: Play, patient: number, kind: 1 | 3) =>
  world.cards.filter(
    (card) => card.owner === patient && card.type.kind === kind && (card.main !== null || card.status < 7),
  )

export async function openCard(
  play: Play,
  dice: Dice,
  owner: number,
  type: number,
  clinic: number,
  empty = false,
): Promise<Card> {
  const [a, b, c] = dice
  const chosen = at(cardTypes, type)
  const amount = empty ? 0 : chosen.kind === 1 ? at([100_000, 30_000, 20_000, 10_000, 123_456, 77_777, 5_000], a) : 0
  const ask = { clinic, person: b % 2, owner, type: chosen, amount, method: at(cashLike, c) }
  let card: Card | undefined
  await play.both(
    chosen.kind === 1 ? 'open a card' : 'open a times card',
    `${clinic} type ${type} ${amount}`,
    () => (card = play.world.openCard(ask)),
    async (made) => {
      const due = chosen.price + amount
      const answer = await play.call(clinic, ask.person, contract.memberCard.openCard, {
        patientId: play.patients[owner] as string,
        typeId: at(play.stage.types, type),
        amount: yuan(amount),
        ways: due > 0 ? [{ payMethodId: method(ask.method), amount: yuan(due) }] : [],
        requestId: requestId(),
      })
      play.cards.set(made(), answer.id)
    },
  )
  return card as Card
}
export const cardFor = async (
  play: Play,
  dice: Dice,
  owner: number,
  kind: 1 | 3,
  clinic = clinicOf(dice[3] >> 2),
): Promise<Card> =>
  pickOf(cardsOf(play, owner, kind), dice[4]) ??
  (await openCard(play, dice, owner, kind === 1 ? dice[4] % 3 : 3 + (dice[4] % 2), clinic))

/** A bill of which money was taken; one is opened and charged when there is none. */
export async function chargedBill(play: Play, dice: Dice): Promise<Bill | undefined> {
  const found = billIn(play, [2, 3, 4], dice[0])
  if (found) return found
  const made = await toCharge(play, dice)
  if (made)
    await charge(play, 'charge whole', made, {
      person: 0,
      ways: [{ method: 'cash', amount: made.receivable }],
      leave: false,
      collect: false,
    })
  return made
}
/** A bill on which something is owed; one is opened and nothing taken when there is none. */
export async function owingBill(play: Play, dice: Dice): Promise<Bill | undefined> {
  const found = billIn(play, [2], dice[0]) ?? billIn(play, [2, 4], dice[0])
  if (found) return found
  const made = await toCharge(play, dice)
  if (made) await charge(play, 'charge nothing', made, { person: 0, ways: [], leave: true, collect: false })
  return made
}

/** A bill on which bonus lies and something is owed, rarely met by chance; one is opened and charged with a card when there is none. */
async function bonusBill(play: Play, dice: Dice): Promise<Bill | undefined> {
  const hasBonus = ({ payments }: Bill) =>
    payments.some(({ parts }) => parts.some(({ part, lies }) => part === 'bonus' && lies.some((each) => each > 0)))
  const found = play.world.bills.findLast((bill) => bill.status === 2 && hasBonus(bill))
  if (found) return found
  const made = await openBill(play, dice)
  if (!made) return
  const card = await openCard(play, dice, made.patient, 1 + (dice[4] % 2), made.clinic)
  const amount = Math.min(made.receivable, Math.max(1, Math.floor(worth(card) / (1 + (dice[1] % 3)))))
  await charge(play, 'charge with a card', made, {
    person: 0,
    ways: [byCard(card, amount)],
    leave: true,
    collect: false,
  })
  return made
}

export async function askRefund(play: Play, kind: string, dice: Dice, type: 1 | 2 | 3 | 4, which?: Bill) {
  const ofBonus = kind === 'refund what bonus lies on'
  const bill = which ?? (await (ofBonus ? bonusBill : chargedBill)(play, dice))
  if (!bill) return
  const [, b, c, d, e] = dice
  const items = bill.lines.flatMap((line, n) => {
    const most = line.amount - line.returned - line.writtenOff
    const qty = line.qty - line.returnedQty
    if (most <= 0 || (ofBonus ? !line.canBonus : n > 0 && (b >> n) % 2 === 0)) return []
    if (type === 2) return [{ line: n, amount: someOf(most, c + n), qty: 0 }]
    if (qty <= 0) return []
    if (kind === 'refund part of the quantity') return [{ line: n, amount: Math.max(1, Math.floor(most / 2)), qty: 1 }]
    return [{ line: n, amount: d % 3 === 0 ? someOf(most, c + n) : most, qty }]
  })
  const ask = {
    person: e % 2,
    type,
    items: type === 3 ? [] : items,
    payNow: e % 3 === 0,
    other: at(['cash', 'wechat'], d >> 2),
  }
  await play.both(
    kind,
    `bill ${play.world.bills.indexOf(bill)} ${JSON.stringify(ask.items)}`,
    () => play.world.askRefund(bill, ask),
    async (made) => {
      const { id, items: ids } = play.billOf(bill)
      const answer = await play.call(bill.clinic, ask.person, contract.refund.request, {
        billId: id,
        version: await play.version('bill', id),
        type,
        items: ask.items.map(({ line, amount, qty }) => ({
          billItemId: ids[line] as string,
          amount: yuan(amount),
          qty,
        })),
        reason: '患者不做了',
        otherWayId: method(ask.other),
        payNow: ask.payNow,
        requestId: requestId(),
      })
      await carryBack(play, bill.clinic, answer)
      play.refunds.set(made(), answer.id)
    },
  )
  const refund = bill.refunds.at(-1)
  // Most are brought to their end at once.
  if (!refund || refund.status > 1 || d % 4 === 0 || !play.refunds.has(refund)) return
  if (refund.status === 0) await decideRefund(play, [0, 1, 0, 0, 0], true)
  await payRefund(play, [0, b, 0, 0, 0])
}
export const waitingRefunds = ({ world }: Play) =>
  world.bills.flatMap(({ refunds }) => refunds).filter(({ status }) => status < 2)

async function decideRefund(play: Play, [a, b]: Dice, agree: boolean) {
  const refund = waitingRefunds(play).at(-1 - (a % 2)) ?? waitingRefunds(play).at(-1)
  if (!refund) return
  const person = b % 7 === 0 ? refund.by : 1 - refund.by
  await play.both(
    agree ? 'approve a refund' : 'refuse a refund',
    '',
    () => play.world.decideRefund(refund, person, agree),
    async () => {
      const id = play.refunds.get(refund) as string
      await play.call(refund.bill.clinic, person, contract.refund.decide, {
        id,
        version: await play.version('refund', id),
        agree,
        reason: '',
      })
    },
  )
}
async function payRefund(play: Play, [a, b]: Dice) {
  const refund = waitingRefunds(play).at(-1 - (a % 2)) ?? waitingRefunds(play).at(-1)
  if (!refund) return
  await play.both(
    'pay a refund',
    '',
    () => play.world.payRefund(refund, b % 2),
    async () => {
      const id = play.refunds.get(refund) as string
      const answer = await play.call(refund.bill.clinic, b % 2, contract.refund.pay, {
        id,
        version: await play.version('refund', id),
        requestId: requestId(),
      })
      await carryBack(play, refund.bill.clinic, answer)
    },
  )
}
export async function withdrawRefund(play: Play, [a]: Dice) {
  const refund = pickOf(waitingRefunds(play), a)
  if (!refund) return
  await play.both(
    'withdraw a refund',
    '',
    () => play.world.withdrawRefund(refund),
    async () => {
      const id = play.refunds.get(refund) as string
      await play.call(refund.bill.clinic, refund.by, contract.refund.withdraw, {
        id,
        version: await play.version('refund', id),
        reason: '不退了',
      })
    },
  )
}

export const waitingAdjusts = ({ world }: Play) =>
  world.bills.flatMap(({ adjusts }) => adjusts).filter(({ status }) => status === 0)
async function adjust(play: Play, [a, b, c, d]: Dice, later: boolean) {
  const bill = await chargedBill(play, [a, b, c, d, 0])
  const payment = bill && pickOf(bill.payments, b)
  if (!bill || !payment) return
  if (later && payment.till.isOpen && payment.till.shift === payment.shift)
    await handOver(play, bill.clinic, payment.till.person, 0)
  const left = payment.parts.flatMap(({ lies }) => lies).reduce((all, each) => all + each, 0)
  if (left === 0) return
  const first = c % 3 === 0 ? someOf(left, d) : left
  const code = d % 7 === 0 ? payment.method : at(cashLike, d)
  const ways = [{ method: cashLike.find((each) => each === code) ?? 'cash', amount: first }]
  if (first < left)
    ways.push({ method: at(cashLike, cashLike.indexOf(ways[0]?.method as 'cash') + 1), amount: left - first })
  const person = d % 2
  const place = bill.payments.indexOf(payment)
  await play.both(
    later ? 'ask to change a way after hand-over' : 'change a way',
    JSON.stringify(ways),
    () => play.world.adjust(bill, { person, payment, ways }),
    async (made) => {
      const ids = await play.paymentIds(bill)
      const answer = await play.call(bill.clinic, person, contract.payAdjust.adjust, {
        billId: play.billOf(bill).id,
        paymentId: ids[place] as string,
        ways: ways.map((way) => wayOf(play, way)),
        reason: '记错了',
        requestId: requestId(),
      })
      play.adjusts.set(made(), answer.id)
    },
  )
}
async function decideAdjust(play: Play, dice: Dice, agree: boolean) {
  const [a, b] = dice
  if (waitingAdjusts(play).length === 0) await adjust(play, dice, true)
  const adjusted = pickOf(waitingAdjusts(play), a)
  if (!adjusted) return
  const person = b % 7 === 0 ? adjusted.by : 1 - adjusted.by
  await play.both(
    agree ? 'agree to a changed way' : 'refuse a changed way',
    '',
    () => play.world.decideAdjust(adjusted, person, agree),
    async () => {
      const id = play.adjusts.get(adjusted) as string
      await play.call(adjusted.bill.clinic, person, contract.payAdjust.decide, {
        id,
        version: await play.version('pay_adjust', id),
        agree,
        reason: '',
      })
    },
  )
}
export async function withdrawAdjust(play: Play, [a]: Dice) {
  const adjusted = pickOf(waitingAdjusts(play), a)
  if (!adjusted) return
  await play.both(
    'withdraw a changed way',
    '',
    () => play.world.withdrawAdjust(adjusted),
    async () => {
      const id = play.adjusts.get(adjusted) as string
      await play.call(adjusted.bill.clinic, adjusted.by, contract.payAdjust.withdraw, {
        id,
        version: await play.version('pay_adjust', id),
      })
    },
  )
}

async function handOver(play: Play, clinic: number, person: number, difference: number, hasReason = true) {
  const till = at(at(play.world.tills, clinic), person)
  if (!till.isOpen) return
  const counted = play.world.expected(till) + difference
  const off = counted < 0 ? -counted : 0
  // A till that has given out more cash than it took is counted empty.
  const real = difference + off
  await play.both(
    'hand over',
    `${clinic}/${person} ${counted} ${real}`,
    () => play.world.handOver(till, real, hasReason || off > 0),
    async () => {
      const { shift } = await play.call(clinic, person, contract.shift.current, {})
      if (!shift) throw new Error('no shift at the product')
      await play.call(clinic, person, contract.shift.handOver, {
        id: shift.id,
        version: shift.version,
        countedCash: yuan(Math.max(0, counted)),
        differenceReason: hasReason || off > 0 ? '找零有误' : '',
        requestId: requestId(),
      })
    },
  )
}

const planOf = (bill: Bill) => bill.plans.at(-1)
async function planId(play: Play, bill: Bill): Promise<string> {
  const [row] = await play.app.sql<{ id: string }>(
    'select id from instalment_plan where bill_id = $1 order by agreed_at desc, id desc limit 1',
    [play.billOf(bill).id],
  )
  return row?.id as string
}
const termsOf = ({ world }: Play, [, b, c, d, e]: Dice) => {
  const first = dateOf(dayNumber(world.day) + (d % 50) - 2)
  const day = e % 3 === 0 ? 31 : Number(first.slice(8))
  return { count: 1 + (b % 12), first, day, inYuan: c % 3 === 0 }
}

async function agreeOnInstalments(play: Play, dice: Dice) {
  const bill = await owingBill(play, dice)
  if (!bill) return
  const terms = termsOf(play, dice)
  await play.both(
    'agree on instalments',
    JSON.stringify(terms),
    () => play.world.createPlan(bill, terms),
    async () => {
      const { id } = play.billOf(bill)
      const { count, day, inYuan } = terms
      await play.call(bill.clinic, 0, contract.instalment.create, {
        billId: id,
        version: await play.version('bill', id),
        count,
        day,
        inYuan,
        firstDue: terms.first,
        requestId: requestId(),
      })
    },
  )
}
/** A bill with instalments; some are agreed on when there are none. */
async function billWithPlan(play: Play, dice: Dice): Promise<Bill | undefined> {
  const planned = () => play.world.bills.filter(({ plans }) => plans.length > 0)
  if (planned().length === 0) await agreeOnInstalments(play, dice)
  return pickOf(planned(), dice[0])
}

async function execute(play: Play, dice: Dice) {
  const bill = await chargedBill(play, dice)
  if (!bill) return
  const n = dice[1] % bill.lines.length
  const line = at(bill.lines, n)
  const qty = Math.max(1, line.qty - line.returnedQty - line.executed - (dice[2] % 2) + (dice[3] % 11 === 0 ? 1 : 0))
  await play.both(
    'execute',
    `${n} ${qty}`,
    () => play.world.execute(bill, n, qty),
    async () => {
      const { id, items } = play.billOf(bill)
      await play.call(bill.clinic, 0, contract.execution.execute, {
        billId: id,
        lines: [{ billItemId: items[n] as string, qty }],
        doctorId: at([fixture.doctors.a1, fixture.doctors.a2], bill.clinic)[0] as string,
        doneOn: play.world.day,
        requestId: requestId(),
      })
    },
  )
}

async function recharge(play: Play, dice: Dice, card = pickOf(play.world.cards, dice[0])) {
  if (!card) return
  const clinic = dice[1] % 8 === 0 ? 1 - card.clinic : card.clinic
  const amount = at([30_000, 20_000, 100_000, 10_000, 29_999, 1], dice[2])
  const ask = { clinic, person: dice[3] % 2, amount, method: at(cashLike, dice[4]) }
  await play.both(
    'recharge',
    `#${card.no} ${amount}`,
    () => play.world.recharge(card, ask),
    async () => {
      const id = play.cardOf(card)
      const { logId } = await play.call(clinic, ask.person, contract.memberCard.recharge, {
        id,
        version: await play.version('member_card', id),
        amount: yuan(amount),
        ways: [{ payMethodId: method(ask.method), amount: yuan(amount) }],
        requestId: requestId(),
      })
      play.recharges.set(card, [...(play.recharges.get(card) ?? []), logId])
    },
  )
}

async function stepCard(play: Play, card: Card | undefined, step: 'lose' | 'find' | 'freeze' | 'unfreeze') {
  if (!card) return
  await play.both(
    `card: ${step}`,
    `#${card.no}`,
    () => play.world.step(card, step),
    async () => {
      const id = play.cardOf(card)
      await play.call(card.clinic, 0, contract.memberCard.setStatus, {
        id,
        version: await play.version('member_card', id),
        step,
        reason: '测试',
      })
    },
  )
}
const steps: readonly ('lose' | 'find' | 'freeze' | 'unfreeze')[] = ['lose', 'find', 'freeze', 'unfreeze']
/** The step that a card can take, now and then another. */
const stepFor = (card: Card | undefined, n: number, first: 'lose' | 'freeze') =>
  n % 6 === 0 ? at(steps, n) : card?.status === 3 ? 'find' : card?.status === 2 ? 'unfreeze' : first

export const commands: Readonly<Record<string, Command>> = {
  'open a bill': (play, dice) => openBill(play, dice),
  'void a bill': async (play, dice) => {
    const bill = billIn(play, [1], dice[0]) ?? (await openBill(play, dice))
    if (!bill) return
    await play.both(
      'void a bill',
      '',
      () => play.world.voidBill(bill),
      async () => {
        const { id } = play.billOf(bill)
        await play.call(bill.clinic, 0, contract.billing.void, {
          id,
          version: await play.version('bill', id),
          reason: '开错',
        })
      },
    )
  },
  'charge whole': async (play, dice) => {
    const bill = await toCharge(play, dice)
    if (!bill) return
    const amount = dice[1] % 13 === 0 ? bill.receivable + 1 : bill.receivable
    await charge(play, 'charge whole', bill, {
      person: dice[2] % 2,
      ways: [{ method: at(cashLike, dice[3]), amount }],
      leave: false,
      collect: false,
    })
  },
  'charge part': async (play, dice) => {
    const bill = await toCharge(play, dice)
    if (!bill) return
    const amount = Math.min(bill.receivable, someOf(bill.receivable, dice[1]))
    await charge(play, 'charge part', bill, {
      person: dice[2] % 2,
      ways: [{ method: at(cashLike, dice[3]), amount }],
      leave: dice[4] % 9 !== 0,
      collect: false,
    })
  },
  'charge nothing': async (play, dice) => {
    const bill = await toCharge(play, dice)
    if (bill) await charge(play, 'charge nothing', bill, { person: dice[2] % 2, ways: [], leave: true, collect: false })
  },
  'charge in two ways': async (play, dice) => {
    const bill = await toCharge(play, dice)
    if (!bill) return
    const first = Math.max(1, Math.floor((bill.receivable * (1 + (dice[1] % 8))) / 10))
    const second = dice[4] % 3 === 0 ? Math.floor((bill.receivable - first) / 3) : bill.receivable - first
    await charge(play, 'charge in two ways', bill, {
      person: dice[2] % 2,
      ways: [
        { method: 'wechat', amount: first },
        { method: 'cash', amount: second },
      ],
      leave: true,
      collect: false,
    })
  },
  'charge with a card': async (play, dice) => {
    const bill = await toCharge(play, dice)
    if (!bill) return
    const card = await cardFor(play, dice, bill.patient, 1)
    const amount = Math.min(bill.receivable, someOf(Math.max(1, Math.min(bill.receivable, worth(card))), dice[1]))
    await charge(play, 'charge with a card', bill, {
      person: dice[2] % 2,
      ways: [byCard(card, amount)],
      leave: true,
      collect: false,
    })
  },
  'charge with a card and cash': async (play, dice) => {
    const bill = await toCharge(play, dice)
    if (!bill) return
    const card = await cardFor(play, dice, bill.patient, 1)
    const amount = Math.min(bill.receivable, Math.max(1, Math.floor((worth(card) * (1 + (dice[1] % 7))) / 10)))
    const rest = bill.receivable - amount
    const ways = [
      byCard(card, amount),
      { method: at(cashLike, dice[3]), amount: dice[4] % 2 === 0 ? rest : Math.floor(rest / 2) },
    ]
    await charge(play, 'charge with a card and cash', bill, {
      person: dice[2] % 2,
      ways: dice[3] % 2 === 0 ? ways : ways.reverse(),
      leave: true,
      collect: false,
    })
  },
  'charge with two cards': async (play, dice) => {
    const bill = await toCharge(play, dice)
    if (!bill) return
    const owned = cardsOf(play, bill.patient, 1)
    while (owned.length < 2)
      owned.push(await openCard(play, dice, bill.patient, owned.length + (dice[4] % 2), bill.clinic))
    const [x, y] = [at(owned, dice[4]), at(owned, dice[4] + 1)]
    const first = Math.max(1, Math.min(Math.floor(bill.receivable / 2), Math.floor(worth(x) / 2)))
    const second = Math.max(1, Math.min(bill.receivable - first, Math.floor(worth(y) / (1 + (dice[1] % 3)))))
    await charge(play, 'charge with two cards', bill, {
      person: dice[2] % 2,
      ways: [byCard(x, first), byCard(y, second)],
      leave: true,
      collect: false,
    })
  },
  'charge with a times card': async (play, dice) => {
    const bill = await toCharge(play, dice)
    if (!bill) return
    const card = await cardFor(play, dice, bill.patient, 3)
    let sum = 0
    const sums = play.world
      .usesLeft(card)
      .map((use) => (sum += use))
      .filter((each) => each <= bill.receivable)
    const amount = dice[1] % 9 === 0 ? 1 : (sums.at(dice[1] % Math.max(1, sums.length)) ?? 1)
    const ways = [byCard(card, amount), { method: 'wechat', amount: dice[3] % 2 === 0 ? bill.receivable - amount : 0 }]
    await charge(play, 'charge with a times card', bill, { person: dice[2] % 2, ways, leave: true, collect: false })
  },
  'charge and collect arrears': async (play, dice) => {
    const owing = play.world.bills.find((bill) => bill.status === 2)
    const bill = await toCharge(play, dice, owing?.patient, owing?.clinic)
    if (!bill) return
    const due =
      bill.receivable +
      play.world.owing(bill.clinic, bill.patient).reduce((all, each) => all + play.world.arrears(each), 0)
    const first = dice[1] % 3 === 0 ? Math.floor(due / 3) : due
    const ways = [
      { method: 'alipay', amount: first },
      { method: 'cash', amount: due - first - (dice[4] % 13 === 0 ? 1 : 0) },
    ]
    await charge(play, 'charge and collect arrears', bill, { person: dice[2] % 2, ways, leave: false, collect: true })
  },
  'repay the oldest': (play, dice) => repay(play, 'repay the oldest', dice, false, false),
  'repay a chosen bill': (play, dice) => repay(play, 'repay a chosen bill', dice, true, false),
  // The bonus that lies on the bill counts towards the most it may bear.
  'repay what bonus lies on with a card': (play, dice) =>
    repay(play, 'repay what bonus lies on with a card', dice, true, true, bonusBill),
  'repay with a card': (play, dice) => repay(play, 'repay with a card', dice, dice[2] % 2 === 0, true),
  revoke: async (play, dice) => {
    const bill = billIn(play, [2, 3], dice[0])
    if (!bill) return
    // What was handed over stays as it was handed over.
    const till = bill.payments.at(-1)?.till
    if (till && dice[1] % 4 === 0) await handOver(play, till.clinic, till.person, 0)
    await revoke(play, bill)
  },
  'refund items': (play, dice) => askRefund(play, 'refund items', dice, 1),
  'refund part of the quantity': (play, dice) => askRefund(play, 'refund part of the quantity', dice, 1),
  'refund what bonus lies on': (play, dice) => askRefund(play, 'refund what bonus lies on', dice, 1),
  'refund a difference': (play, dice) => askRefund(play, 'refund a difference', dice, 2),
  'refund the whole bill': (play, dice) => askRefund(play, 'refund the whole bill', dice, 3),
  'refund what was charged by mistake': (play, dice) => askRefund(play, 'refund what was charged by mistake', dice, 4),
  'approve a refund': (play, dice) => decideRefund(play, dice, true),
  'refuse a refund': async (play, dice) => {
    // Asked for and left waiting: only a refund above the clinic's sum waits for a second person.
    if (waitingRefunds(play).length === 0)
      await askRefund(play, 'refund the whole bill', [dice[0], dice[1], dice[2], dice[3] * 4, dice[4]], 3)
    await decideRefund(play, dice, false)
  },
  'pay a refund': payRefund,
  'withdraw a refund': withdrawRefund,
  'change a way': (play, dice) => adjust(play, dice, false),
  'ask to change a way after hand-over': (play, dice) => adjust(play, dice, true),
  'agree to a changed way': (play, dice) => decideAdjust(play, dice, true),
  'refuse a changed way': (play, dice) => decideAdjust(play, dice, false),
  'withdraw a changed way': withdrawAdjust,
  'write off': async (play, dice) => {
    const bill = await owingBill(play, dice)
    if (!bill) return
    const amount = someOf(Math.max(1, play.world.arrears(bill)), dice[1])
    await play.both(
      'write off',
      `${amount}`,
      () => play.world.writeOff(bill, amount),
      async () => {
        const { id } = play.billOf(bill)
        await play.call(bill.clinic, 1, contract.payAdjust.writeOff, {
          id,
          version: await play.version('bill', id),
          amount: yuan(amount),
          reason: '坏账',
          requestId: requestId(),
        })
      },
    )
  },
  'agree on instalments': agreeOnInstalments,
  'change instalments': async (play, dice) => {
    const bill = await billWithPlan(play, dice)
    const plan = bill && planOf(bill)
    if (!bill || !plan) return
    const terms = termsOf(play, dice)
    await play.both(
      'change instalments',
      JSON.stringify(terms),
      () => play.world.changePlan(bill, plan, terms),
      async () => {
        const id = await planId(play, bill)
        const { count, day, inYuan } = terms
        await play.call(bill.clinic, 0, contract.instalment.change, {
          id,
          version: await play.version('instalment_plan', id),
          count,
          day,
          inYuan,
          firstDue: terms.first,
          reason: '少几期',
          requestId: requestId(),
        })
      },
    )
  },
  'end instalments': async (play, dice) => {
    const bill = await billWithPlan(play, dice)
    const plan = bill && planOf(bill)
    if (!bill || !plan) return
    await play.both(
      'end instalments',
      '',
      () => play.world.endPlan(plan),
      async () => {
        const id = await planId(play, bill)
        await play.call(bill.clinic, 0, contract.instalment.end, {
          id,
          version: await play.version('instalment_plan', id),
          reason: '不分期了',
        })
      },
    )
  },
  execute,
  'take an execution back': async (play, dice) => {
    if (!play.world.bills.some(({ lines }) => lines.some(({ executed }) => executed > 0))) await execute(play, dice)
    const bill = pickOf(
      play.world.bills.filter(({ lines }) => lines.some(({ executed }) => executed > 0)),
      dice[0],
    )
    if (!bill) return
    const n = bill.lines.findIndex(({ executed }) => executed > 0)
    const qty = at(bill.lines, n).executed + (dice[1] % 5 === 0 ? 1 : 0)
    await play.both(
      'take an execution back',
      `${n} ${qty}`,
      () => play.world.takeBack(bill, n, qty),
      async () => {
        const { id, items } = play.billOf(bill)
        await play.call(bill.clinic, 0, contract.execution.takeBack, {
          billId: id,
          billItemId: items[n] as string,
          qty,
          reason: '记错',
          requestId: requestId(),
        })
      },
    )
  },
  'open a card': (play, dice) => openCard(play, dice, dice[4] % 4 === 0 ? 1 : 0, dice[3] % 3, clinicOf(dice[2])),
  'open a times card': (play, dice) =>
    openCard(play, dice, dice[4] % 4 === 0 ? 1 : 0, 3 + (dice[3] % 2), clinicOf(dice[2])),
  recharge: (play, dice) => recharge(play, dice),
  'undo a recharge': async (play, dice) => {
    const recharged = () => play.world.cards.filter(({ recharges }) => recharges.length > 0)
    if (recharged().length === 0) await recharge(play, dice, await cardFor(play, dice, 0, 1))
    const card = pickOf(recharged(), dice[0])
    if (!card) return
    const n = dice[1] % 4 === 0 ? 0 : card.recharges.length - 1
    const ask = { clinic: card.clinic, person: dice[3] % 2 }
    await play.both(
      'undo a recharge',
      `#${card.no}`,
      () => play.world.undo(card, n, ask),
      async () => {
        await play.call(card.clinic, ask.person, contract.memberCard.undoRecharge, {
          logId: play.recharges.get(card)?.[n] as string,
          reason: '充错',
          requestId: requestId(),
        })
      },
    )
  },
  'undo a sale': async (play, dice) => {
    const sold = () => play.world.cards.filter(({ main, status }) => !main && status < 5)
    // A card of long ago is refused; one that was just sold is not.
    const card =
      dice[1] % 3 === 0
        ? pickOf(sold(), dice[0])
        : await openCard(play, dice, dice[4] % 4 === 0 ? 1 : 0, dice[0] % 5, clinicOf(dice[2]))
    if (!card) return
    const ask = { clinic: dice[1] % 8 === 1 ? 1 - card.clinic : card.clinic, person: dice[3] % 2 }
    await play.both(
      'undo a sale',
      `#${card.no}`,
      () => play.world.undoSale(card, ask),
      async () => {
        const [sale] = await play.app.sql<{ id: string }>(
          'select id from card_log where card_id = $1 order by seq limit 1',
          [play.cardOf(card)],
        )
        await play.call(ask.clinic, ask.person, contract.memberCard.undoSale, {
          logId: sale?.id as string,
          reason: '开错',
          requestId: requestId(),
        })
      },
    )
  },
  'refund part of a card': (play, dice) => refundCard(play, 'refund part of a card', dice, false),
  'refund a whole card': (play, dice) => refundCard(play, 'refund a whole card', dice, true),
  transfer: async (play, dice) => {
    const own = play.world.cards.filter(({ main, type }) => !main && type.kind === 1)
    const from = pickOf(own, dice[0])
    if (!from) return
    const to =
      own.find(({ owner }) => owner !== from.owner) ??
      (await openCard(play, dice, 1 - from.owner, dice[4] % 3, from.clinic))
    const ask = { clinic: from.clinic, person: dice[3] % 2, amount: someOf(Math.max(1, from.principal), dice[1]) }
    const [fromCode, toCode] = [
      await play.codeFor(from, to, ask.amount, 'from'),
      await play.codeFor(from, to, ask.amount, 'to'),
    ]
    await play.both(
      'transfer',
      `#${from.no} → #${to.no} ${ask.amount}`,
      () => play.world.transfer(from, to, ask),
      async () => {
        const id = play.cardOf(from)
        await play.call(ask.clinic, ask.person, contract.memberCard.transfer, {
          id,
          version: await play.version('member_card', id),
          toId: play.cardOf(to),
          amount: yuan(ask.amount),
          fromCode,
          toCode,
          reason: '家人共用',
          requestId: requestId(),
        })
      },
    )
  },
  'card: lose or find': async (play, dice) => {
    const card = pickOf(play.world.cards, dice[0])
    await stepCard(play, card, stepFor(card, dice[1], 'lose'))
  },
  'card: freeze or unfreeze': async (play, dice) => {
    const card = pickOf(play.world.cards, dice[0])
    await stepCard(play, card, stepFor(card, dice[1], 'freeze'))
  },
  'give a sub-card': async (play, dice) => {
    const main =
      pickOf(
        play.world.cards.filter((card) => card.owner === 0),
        dice[0],
      ) ?? (await openCard(play, dice, 0, 0, clinicOf(dice[2])))
    const ask = { clinic: main.clinic, patient: 1, dayLimit: at([5_000, 20_000, 3_333], dice[1]) }
    await play.both(
      'give a sub-card',
      `#${main.no}`,
      () => play.world.addSub(main, ask),
      async (made) => {
        const { id } = await play.call(main.clinic, 0, contract.memberCard.relationAdd, {
          id: play.cardOf(main),
          patientId: play.patients[1] as string,
          dayLimit: yuan(ask.dayLimit),
          requestId: requestId(),
        })
        play.cards.set(made(), id)
      },
    )
  },
  'pay with a sub-card': async (play, dice) => {
    const subs = () => play.world.cards.filter(({ main }) => main !== null)
    if (subs().length === 0) await commands['give a sub-card']?.(play, dice)
    const sub = pickOf(subs(), dice[0])
    if (!sub) return
    const left = () => Math.max(1, (sub.dayLimit ?? 0) - (sub.spent.get(play.world.day) ?? 0))
    const pay = async (bill: Bill | undefined, amount: number) =>
      bill &&
      charge(play, 'pay with a sub-card', bill, {
        person: dice[2] % 2,
        ways: [byCard(sub, Math.min(bill.receivable, amount))],
        leave: true,
        collect: false,
      })
    await pay(await toCharge(play, dice, 1), dice[1] % 5 === 0 ? left() + 1 : someOf(left(), dice[1]))
    // What it spent on the same day counts, and chance rarely meets it twice in a day.
    if (dice[3] % 3 === 0) return
    await pay(
      await openBill(play, [dice[1], dice[2], dice[0], dice[4], dice[3]], 1),
      left() + (dice[3] % 3 === 1 ? 1 : 0),
    )
  },
  'end a sub-card': async (play, dice) => {
    const subs = () => play.world.cards.filter(({ main }) => main !== null)
    if (subs().length === 0) await commands['give a sub-card']?.(play, dice)
    const sub = pickOf(subs(), dice[0])
    if (!sub) return
    await play.both(
      'end a sub-card',
      '',
      () => play.world.cancel(sub),
      async () => {
        const id = play.cardOf(sub)
        await play.call(sub.clinic, 0, contract.memberCard.relationDelete, {
          id,
          version: await play.version('member_card', id),
          reason: '不用了',
        })
      },
    )
  },
  'cancel a card': async (play, dice) => {
    // One that never held anything, when none is empty.
    if (dice[1] % 3 === 1) await openCard(play, dice, 0, 0, clinicOf(dice[2]), true)
    const own = play.world.cards.filter(({ main }) => main === null)
    const empty = own.filter((card) => worth(card) === 0)
    const card = (dice[1] % 3 === 0 ? undefined : pickOf(empty, dice[0])) ?? pickOf(own, dice[0])
    if (!card) return
    await play.both(
      'cancel a card',
      '',
      () => play.world.cancel(card),
      async () => {
        await play.call(card.clinic, 0, contract.memberCard.cancel, { id: play.cardOf(card) })
      },
    )
  },
  'hand over': (play, dice) =>
    handOver(play, dice[0] % 2, dice[1] % 2, dice[2] % 2 === 0 ? 0 : (dice[3] % 1000) - 500, dice[4] % 5 !== 0),
  'close a month': async (play, dice) => {
    const clinic = dice[0] % 2
    if (dice[1] % 3 !== 0) for (const person of [0, 1]) await handOver(play, clinic, person, 0)
    const month = dice[2] % 7 === 0 ? play.world.day.slice(0, 7) : monthBefore(play.world.day)
    await play.both(
      'close a month',
      `${clinic} ${month}`,
      () => play.world.closeMonth(clinic, month),
      async () => {
        await play.call(clinic, 0, contract.monthClose.close, { month, requestId: requestId() })
      },
    )
  },
  'open a month again': async (play, dice) => {
    const clinic = dice[0] % 2
    const month = dice[1] % 4 === 0 ? monthBefore(`${monthBefore(play.world.day)}-01`) : monthBefore(play.world.day)
    await play.both(
      'open a month again',
      `${clinic} ${month}`,
      () => play.world.reopenMonth(clinic, month),
      async () => {
        await play.call(clinic, 1, contract.monthClose.reopen, { month, reason: '补录' })
      },
    )
  },
  'an hour goes by': async (play, dice) => {
    const to = play.world.now + HOUR * (1 + (dice[0] % 3))
    play.log.push('an hour goes by')
    await play.moveTo(to)
    mark(play, 'an hour goes by')
  },
  'midnight goes by': async (play) => {
    await play.moveTo((dayNumber(play.world.day) + 1) * 24 * HOUR + 30_000)
    play.log.push(`midnight ${play.world.day}`)
    mark(play, 'midnight goes by')
  },
  "a month's end": async (play) => {
    const [year, month] = play.world.day.split('-').map(Number) as [number, number]
    const last = dayNumber(`${play.world.day.slice(0, 7)}-01`) + lastOfMonth(year, month) - 1
    const isLast = dayNumber(play.world.day) === last
    await play.moveTo(isLast ? (last + 1) * 24 * HOUR + 8 * HOUR : last * 24 * HOUR + 23.5 * HOUR)
    play.log.push(`month's end ${play.world.day}`)
    mark(play, "a month's end")
  },
}

export async function revoke(play: Play, bill: Bill) {
  await play.both(
    'revoke',
    `bill ${play.world.bills.indexOf(bill)}`,
    () => play.world.revoke(bill),
    async () => {
      const { id } = play.billOf(bill)
      await play.call(bill.clinic, 1, contract.billing.revoke, {
        id,
        version: await play.version('bill', id),
        reason: '收错',
        requestId: requestId(),
      })
    },
  )
}

/** Notes a command that is no call of its own, or that is always refused. */
export function mark({ stage }: Play, kind: string): void {
  const seen = stage.seen.get(kind) ?? { done: 0, refused: new Map<string, number>() }
  seen.done += 1
  stage.seen.set(kind, seen)
}

async function repay(play: Play, kind: string, dice: Dice, chosen: boolean, withCard: boolean, billOf = owingBill) {
  const bill = await billOf(play, dice)
  if (!bill) return
  const owing = play.world.owing(bill.clinic, bill.patient)
  const bills = chosen ? [bill] : []
  const due = (chosen ? [bill] : owing).reduce((all, each) => all + play.world.arrears(each), 0)
  const card = withCard ? await cardFor(play, dice, bill.patient, 1) : undefined
  const amount = someOf(Math.max(1, card ? Math.min(due, worth(card)) : due), dice[1])
  const ways: Way[] = [card ? byCard(card, amount) : { method: at(cashLike, dice[3]), amount }]
  await repayWith(play, kind, bill, { person: dice[4] % 2, bills, ways })
}

/** @param bills none: the oldest of the patient first */
export async function repayWith(
  play: Play,
  kind: string,
  { clinic, patient }: Bill,
  { person, bills, ways }: { person: number; bills: Bill[]; ways: Way[] },
) {
  await play.both(
    kind,
    ways.map(({ method: code, amount }) => `${code} ${amount}`).join(', '),
    () => play.world.repay({ clinic, patient, person, bills, ways }),
    async () => {
      await play.call(clinic, person, contract.billing.repay, {
        patientId: play.patients[patient] as string,
        billIds: bills.map((each) => play.billOf(each).id),
        payments: ways.map((way) => wayOf(play, way)),
        requestId: requestId(),
      })
    },
  )
}

async function refundCard(play: Play, kind: string, dice: Dice, whole: boolean) {
  const card = pickOf(play.world.cards, dice[0])
  if (!card) return
  const clinic = dice[1] % 9 === 0 ? 1 - card.clinic : card.clinic
  const ask = {
    clinic,
    person: 1,
    whole,
    amount: someOf(Math.max(1, card.principal), dice[2]),
    method: at(cashLike, dice[3]),
  }
  await play.both(
    kind,
    `#${card.no} ${ask.amount}`,
    () => play.world.refundCard(card, ask),
    async () => {
      const id = play.cardOf(card)
      const [asks, agrees] = [play.who(clinic, 1), play.who(clinic, 0)]
      await refundedCard(asks, agrees, {
        id,
        version: await play.version('member_card', id),
        whole,
        ...(whole ? {} : { amount: yuan(ask.amount) }),
        payMethodId: method(ask.method),
        reason: '搬家',
        requestId: requestId(),
      })
    },
  )
}
