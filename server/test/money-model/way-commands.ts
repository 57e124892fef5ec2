import { contract } from '@dentin/contract'
import {
  askRefund,
  at,
  byCard,
  cardFor,
  cashLike,
  mark,
  charge,
  chargedBill,
  method,
  openCard,
  owingBill,
  pickOf,
  repayWith,
  requestId,
  revoke,
  someOf,
  toCharge,
  worth,
} from './commands.ts'
import type { Command, Dice } from './commands.ts'
import type { Bill, Card, Payment, Settlement, Unit, Way } from './model.ts'
import { yuan, type Play } from './play.ts'
import { byPrepay, prepayOf } from './prepay-commands.ts'

const byUnit = (unit: Unit, amount: number, n: number): Way => ({
  method: 'unit',
  amount,
  unit,
  // Now and then the staff number is left out.
  ...(n % 7 === 0 ? {} : { reference: `工号${n % 1000}` }),
})
/** The first may be charged most. */
const unitFor = ({ world }: Play, n: number): Unit => at(world.units, [0, 0, 0, 1, 1, 2][n % 6] as number)

async function chargeToUnit(play: Play, dice: Dice): Promise<Bill | undefined> {
  const bill = await toCharge(play, dice)
  if (!bill) return
  const [, b, c, d, e] = dice
  const amount = Math.min(bill.receivable, someOf(bill.receivable, c))
  const rest = bill.receivable - amount
  const ways = [byUnit(unitFor(play, b), amount, d), { method: at(cashLike, d), amount: e % 2 === 0 ? rest : 0 }]
  await charge(play, 'charge to a unit', bill, { person: c % 2, ways, leave: true, collect: false })
  return bill
}
const claimsOf = ({ world }: Play, unit: Unit, clinic: number): Payment[] => world.openClaims(unit, clinic)

async function settle(play: Play, dice: Dice): Promise<void> {
  const [a, b, c, d, e] = dice
  const places = () =>
    play.world.units.flatMap((unit) => [0, 1].map((clinic) => ({ unit, clinic, claims: claimsOf(play, unit, clinic) })))
  if (places().every(({ claims }) => claims.length === 0)) await chargeToUnit(play, dice)
  const place = pickOf(
    places().filter(({ claims }) => a % 9 === 0 || claims.length > 0),
    b,
  )
  if (!place) return
  const { unit, clinic, claims } = place
  const chosen = c % 3 === 0 ? claims.filter((_, n) => (d >> n) % 2 === 0) : []
  const sum = (chosen.length > 0 ? chosen : claims).reduce((all, each) => all + play.world.claimOpen(each), 0)
  const ask = { clinic, person: e % 2, amount: someOf(Math.max(1, sum), d), method: at(cashLike, e), chosen }
  const ids = new Map<Payment, string>()
  for (const bill of play.world.bills) {
    const named = await play.paymentIds(bill)
    for (const [n, payment] of bill.payments.entries()) ids.set(payment, named[n] as string)
  }
  await play.both(
    'settle with a unit',
    `${unit.no} ${ask.amount} of ${claims.map(play.world.claimOpen).join(', ')}`,
    () => play.world.settleUnit(unit, ask),
    async (made) => {
      const { id } = await play.call(clinic, ask.person, contract.unitAccount.settle, {
        unitId: play.units.get(unit) as string,
        amount: yuan(ask.amount),
        claimIds: chosen.map((each) => ids.get(each) as string),
        payMethodId: method(ask.method),
        requestId: requestId(),
      })
      play.settlements.set(made(), id)
    },
  )
}

/** A card with points, of those that may pay with them; some are earned when there is none. */
async function cardWithPoints(play: Play, dice: Dice, patient: number, clinic: number): Promise<Card> {
  const fit = () =>
    play.world.cards.filter(
      (card) => card.owner === patient && card.points > 0 && card.type.rules.perYuan > 0 && card.status === 1,
    )
  if (fit().length > 0 && dice[1] % 9 !== 0) return pickOf(fit(), dice[0]) as Card
  // Now and then a card that can't, so that refusals are met too.
  if (dice[1] % 5 === 0) return cardFor(play, dice, patient, 1, clinic)
  const able = play.world.cards.filter(
    ({ owner, clinic: home, main, status, type }) =>
      owner === patient && home === clinic && !main && status === 1 && type.rules.perYuan > 0,
  )
  const card = pickOf(able, dice[4]) ?? (await openCard(play, dice, patient, dice[4] % 2, clinic))
  if (fit().length > 0) return card
  const bill = await toCharge(play, dice, patient, clinic)
  if (bill)
    await charge(play, 'charge whole', bill, {
      person: 0,
      ways: [{ method: 'cash', amount: bill.receivable }],
      leave: false,
      collect: false,
    })
  return pickOf(fit(), dice[0]) ?? card
}
const pointsWorth = ({ points, type: { rules } }: Card): number =>
  rules.perYuan > 0 ? Math.max(0, Math.floor((points * 100) / rules.perYuan)) : 0
const byPoints = (card: Card, amount: number): Way => ({ method: 'points', amount, card, byPoints: true })

/** A few codes come back, others are new. */
const codeOf = ({ codeStart }: Play, n: number): string => `${codeStart}${n % 2 === 0 ? 0 : n % 100}`
const byVoucher = (code: string, amount: number): Way => ({ method: 'meituan', amount, code })

async function chargeWithPoints(play: Play, dice: Dice): Promise<void> {
  const bill = await toCharge(play, dice)
  if (!bill) return
  const card = await cardWithPoints(play, dice, bill.patient, bill.clinic)
  // Earning the points may have charged it.
  const now = bill.status === 1 ? bill : await toCharge(play, dice, bill.patient, bill.clinic)
  if (!now) return
  const most = Math.max(1, Math.min(now.receivable, pointsWorth(card), Math.floor(now.receivable / 2)))
  const amount = Math.min(now.receivable, someOf(most, dice[2]))
  const rest = now.receivable - amount
  const ways = [byPoints(card, amount), { method: at(cashLike, dice[3]), amount: dice[4] % 3 === 0 ? 0 : rest }]
  await charge(play, 'charge with points', now, { person: dice[2] % 2, ways, leave: true, collect: false })
}
async function chargeWithVoucher(play: Play, dice: Dice, code = codeOf(play, dice[3])): Promise<void> {
  const bill = await toCharge(play, dice)
  if (!bill) return
  const amount = Math.min(bill.receivable, 1 + (dice[2] % 20_000))
  const rest = bill.receivable - amount
  await charge(play, 'charge with a voucher', bill, {
    person: dice[1] % 2,
    ways: [byVoucher(code, amount), { method: 'wechat', amount: dice[4] % 2 === 0 ? rest : 0 }],
    leave: true,
    collect: false,
  })
}
/** The newest bill on which such a payment still lies, rarely met by chance; one is charged so when there is none. */
async function billPaidBy(
  play: Play,
  fits: (payment: Payment) => boolean,
  chargeSo: () => Promise<void>,
): Promise<Bill | undefined> {
  const found = () =>
    play.world.bills.findLast(
      ({ status, payments }) =>
        [2, 3, 4].includes(status) &&
        payments.some((each) => fits(each) && each.parts.some(({ lies }) => lies.some((sum) => sum > 0))),
    )
  if (!found()) await chargeSo()
  return found()
}

export const wayCommands: Readonly<Record<string, Command>> = {
  'charge to a unit': chargeToUnit,
  'repay by a unit': async (play, dice) => {
    const bill = await owingBill(play, dice)
    if (!bill) return
    const amount = someOf(Math.max(1, play.world.arrears(bill)), dice[2])
    const ways = [byUnit(unitFor(play, dice[1]), amount, dice[3])]
    await repayWith(play, 'repay by a unit', bill, { person: dice[4] % 2, bills: [bill], ways })
  },
  'settle with a unit': settle,
  'undo a settlement': async (play, dice) => {
    const all = () => [...play.settlements.keys()]
    const standing = () => all().filter(({ isUndone }) => !isUndone)
    if (standing().length === 0) await settle(play, dice)
    const settlement: Settlement | undefined =
      (dice[1] % 7 === 0 ? undefined : pickOf(standing(), dice[0])) ?? pickOf(all(), dice[0])
    if (!settlement) return
    const person = dice[2] % 2
    await play.both(
      'undo a settlement',
      `${settlement.amount}`,
      () => play.world.undoSettlement(settlement, person),
      async () => {
        const id = play.settlements.get(settlement) as string
        await play.call(settlement.clinic, person, contract.unitAccount.undo, {
          id,
          version: await play.version('unit_settlement', id),
          reason: '记错',
          requestId: requestId(),
        })
      },
    )
  },
  // What a unit has paid is not taken back by a revoke, and rarely met by chance.
  'revoke what a unit is charged with': async (play, dice) => {
    const bill = await chargeToUnit(play, dice)
    if (!bill) return
    if (dice[0] % 2 === 0) await settle(play, dice)
    await revoke(play, bill)
    mark(play, 'revoke what a unit is charged with')
  },
  'charge with points': chargeWithPoints,
  'refund what points paid': async (play, dice) => {
    const bill = await billPaidBy(
      play,
      ({ points }) => points > 0,
      () => chargeWithPoints(play, dice),
    )
    if (bill) await askRefund(play, 'refund what points paid', dice, at([3, 1, 2], dice[1]), bill)
  },
  'charge with a voucher': (play, dice) => chargeWithVoucher(play, dice),
  // A code is free again once all that it paid has gone back.
  'use a voucher that was given back': async (play, dice) => {
    const [a, b, c, d, e] = dice
    const bill = await billPaidBy(
      play,
      ({ code }) => code !== null,
      () => chargeWithVoucher(play, dice),
    )
    if (!bill) return
    const code = bill.payments.findLast((each) => each.code !== null)?.code ?? undefined
    // Brought to its end at once, most times.
    await askRefund(play, 'refund what a voucher paid', [a, b, c, b % 8, e], b % 5 === 0 ? 1 : 3, bill)
    await chargeWithVoucher(play, [a, b, c, d >> 1, e], code)
    mark(play, 'use a voucher that was given back')
  },
  'repay with a voucher': async (play, dice) => {
    const bill = await owingBill(play, dice)
    if (!bill) return
    const amount = Math.max(1, Math.min(play.world.arrears(bill), 1 + (dice[2] % 20_000)))
    const ways = [byVoucher(codeOf(play, dice[3]), amount)]
    await repayWith(play, 'repay with a voucher', bill, {
      person: dice[1] % 2,
      bills: dice[4] % 2 === 0 ? [bill] : [],
      ways,
    })
  },
  // What refunds have to put in order: all that can pay, in one charge.
  'charge in many ways': async (play, dice) => {
    const bill = await toCharge(play, dice)
    if (!bill) return
    const [, b, c, d, e] = dice
    const card = await cardFor(play, dice, bill.patient, 1)
    const prepay = await prepayOf(play, dice, bill.patient)
    const share = Math.max(1, Math.floor(bill.receivable / 6))
    const sums = [worth(card), prepay.balance, share, share, pointsWorth(card)].map((most) => Math.min(share, most))
    const ways = [
      byCard(card, sums[0] as number),
      byPrepay(prepay, sums[1] as number),
      byUnit(at(play.world.units, 0), sums[2] as number, d),
      byVoucher(codeOf(play, c), sums[3] as number),
      card.main ? byVoucher(`${codeOf(play, c)}Z`, 1) : byPoints(card, sums[4] as number),
    ].filter((way, n) => way.amount > 0 && (b >> n) % 4 !== 0)
    const rest = bill.receivable - ways.reduce((all, { amount }) => all + amount, 0)
    ways.splice(d % (ways.length + 1), 0, {
      method: at(cashLike, e),
      amount: e % 3 === 0 ? Math.floor(rest / 2) : rest,
    })
    await charge(play, 'charge in many ways', bill, { person: c % 2, ways, leave: true, collect: false })
  },
  'repay in many ways': async (play, dice) => {
    const [, b, c, d, e] = dice
    const bill = (await owingBill(play, dice)) ?? (await chargedBill(play, dice))
    if (!bill) return
    const prepay = await prepayOf(play, dice, bill.patient)
    const share = Math.max(1, Math.floor(play.world.arrears(bill) / 4))
    const ways = [
      byPrepay(prepay, Math.min(share, prepay.balance)),
      byUnit(at(play.world.units, 0), share, d),
      byVoucher(codeOf(play, c), share),
      { method: at(cashLike, e), amount: share },
    ].filter((way, n) => way.amount > 0 && (b >> n) % 4 !== 0)
    if (ways.length === 0) return
    await repayWith(play, 'repay in many ways', bill, { person: c % 2, bills: [bill], ways })
  },
}
