import { contract } from '@dentin/contract'
import {
  askRefund,
  at,
  cashLike,
  mark,
  charge,
  clinicOf,
  method,
  owingBill,
  pickOf,
  repayWith,
  requestId,
  someOf,
  toCharge,
} from './commands.ts'
import type { Command, Dice } from './commands.ts'
import type { Prepay, PrepayReturn, Way } from './model.ts'
import { yuan, type Play } from './play.ts'

const waysOf = (ways: readonly Way[]) =>
  ways.map(({ method: code, amount }) => ({ payMethodId: method(code), amount: yuan(amount) }))

/** Two ways now and then, or one. */
function inWays(amount: number, a: number, b: number): Way[] {
  const first = a % 3 === 0 ? Math.ceil(amount / 3) : amount
  const ways = [
    { method: at(cashLike, b), amount: first },
    { method: at(cashLike, b + 1), amount: amount - first },
  ]
  return ways.filter((way) => way.amount > 0)
}

async function take(play: Play, dice: Dice, owner = dice[4] % 4 === 0 ? 1 : 0, clinic = clinicOf(dice[3])) {
  const [a, b, c, d] = dice
  const amount = at([50_000, 20_000, 60_000, 10_001, 3_333], a)
  const ask = { clinic, person: d % 2, owner, refundable: c % 6 !== 0, ways: inWays(amount, b, c) }
  let prepay: Prepay | undefined
  await play.both(
    'take a prepayment',
    `${clinic} ${amount}`,
    () => (prepay = play.world.receivePrepay(ask)),
    async (made) => {
      const { id } = await play.call(clinic, ask.person, contract.prepay.receive, {
        patientId: play.patients[owner] as string,
        purpose: '种植',
        amount: yuan(amount),
        refundable: ask.refundable,
        ways: waysOf(ask.ways),
        requestId: requestId(),
      })
      play.prepays.set(made(), id)
    },
  )
  return prepay as Prepay
}

/** One of a patient, one that holds something first; one is taken when there is none. */
export async function prepayOf(play: Play, dice: Dice, owner: number, clinic?: number): Promise<Prepay> {
  const own = play.world.prepays.filter((each) => each.owner === owner)
  const full = own.filter(({ balance }) => balance > 0)
  return (dice[1] % 7 === 0 ? pickOf(own, dice[0]) : pickOf(full, dice[0])) ?? take(play, dice, owner, clinic)
}
/** Any that holds something, now and then any at all. */
async function anyPrepay(play: Play, dice: Dice): Promise<Prepay> {
  const { prepays } = play.world
  const full = prepays.filter(({ balance }) => balance > 0)
  return (dice[1] % 7 === 0 ? pickOf(prepays, dice[0]) : pickOf(full, dice[0])) ?? take(play, dice)
}
export const byPrepay = (prepay: Prepay, amount: number): Way => ({ method: 'prepayment', amount, prepay })

export const waitingReturns = ({ world }: Play): PrepayReturn[] =>
  world.prepays.flatMap(({ returns }) => returns).filter(({ status }) => status < 2)

async function askBack(play: Play, dice: Dice, which?: Prepay, part?: number) {
  const prepay = which ?? (await anyPrepay(play, dice))
  const [, , c, d, e] = dice
  const most = Math.max(1, prepay.balance)
  const amount = part ?? (c % 2 === 0 ? most : someOf(most, c))
  const [came] = [...prepay.came].find(([code, sum]) => code !== 'cash' && sum >= amount) ?? []
  const ways = d % 3 === 0 ? inWays(amount, d, c) : [{ method: came ?? 'cash', amount }]
  const ask = {
    clinic: e % 9 === 0 ? 1 - prepay.clinic : prepay.clinic,
    person: e % 2,
    ways,
    payNow: d % 2 === 0,
  }
  await play.both(
    'ask a prepayment back',
    `#${prepay.no} ${JSON.stringify(ways)}`,
    () => play.world.askPrepayBack(prepay, ask),
    async (made) => {
      const id = play.prepays.get(prepay) as string
      const answer = await play.call(ask.clinic, ask.person, contract.prepay.requestReturn, {
        id,
        version: await play.version('prepay', id),
        amount: yuan(amount),
        ways: waysOf(ways),
        reason: '不做了',
        payNow: ask.payNow,
        requestId: requestId(),
      })
      play.prepayReturns.set(made(), answer.id)
    },
  )
  const back = prepay.returns.at(-1)
  // Most are brought to their end at once.
  if (!back || back.status > 1 || c % 4 === 0 || !play.prepayReturns.has(back)) return
  if (back.status === 0) await decide(play, back, 1 - back.by, true)
  await pay(play, back, e % 2)
}
async function decide(play: Play, back: PrepayReturn, person: number, agree: boolean) {
  await play.both(
    agree ? 'agree to give a prepayment back' : 'refuse to give a prepayment back',
    '',
    () => play.world.decidePrepayBack(back, person, agree),
    async () => {
      const id = play.prepayReturns.get(back) as string
      await play.call(back.prepay.clinic, person, contract.prepay.decideReturn, {
        id,
        version: await play.version('prepay_return', id),
        agree,
        reason: '',
      })
    },
  )
}
async function pay(play: Play, back: PrepayReturn, person: number) {
  await play.both(
    'pay a prepayment back',
    `#${back.prepay.no} ${back.amount}`,
    () => play.world.payPrepayBack(back, person),
    async () => {
      const id = play.prepayReturns.get(back) as string
      await play.call(back.prepay.clinic, person, contract.prepay.payReturn, {
        id,
        version: await play.version('prepay_return', id),
        requestId: requestId(),
      })
    },
  )
}
export async function withdrawPrepayBack(play: Play, back: PrepayReturn | undefined): Promise<void> {
  if (!back) return
  await play.both(
    'withdraw a prepayment that was asked back',
    '',
    () => play.world.withdrawPrepayBack(back),
    async () => {
      const id = play.prepayReturns.get(back) as string
      await play.call(back.prepay.clinic, back.by, contract.prepay.withdrawReturn, {
        id,
        version: await play.version('prepay_return', id),
        reason: '不退了',
      })
    },
  )
}
/** One that waits, now and then one that is over; one is asked for when there is none. */
async function someReturn(play: Play, [a, b, c, d, e]: Dice): Promise<PrepayReturn | undefined> {
  const all = () => [...play.prepayReturns.keys()]
  if (waitingReturns(play).length === 0) await askBack(play, [a, b, c * 4, d | 1, e])
  return (c % 5 === 0 ? undefined : pickOf(waitingReturns(play), a)) ?? pickOf(all(), a)
}

export const prepayCommands: Readonly<Record<string, Command>> = {
  'take a prepayment': (play, dice) => take(play, dice),
  'charge with a prepayment': async (play, dice) => {
    const bill = await toCharge(play, dice)
    if (!bill) return
    const prepay = await prepayOf(play, dice, bill.patient)
    const amount = Math.min(bill.receivable, someOf(Math.max(1, prepay.balance), dice[2]))
    const rest = bill.receivable - amount
    const ways = [byPrepay(prepay, amount), { method: at(cashLike, dice[3]), amount: dice[4] % 2 === 0 ? rest : 0 }]
    await charge(play, 'charge with a prepayment', bill, {
      person: dice[2] % 2,
      ways: dice[3] % 2 === 0 ? ways : ways.reverse(),
      leave: true,
      collect: false,
    })
  },
  'repay with a prepayment': async (play, dice) => {
    const bill = await owingBill(play, dice)
    if (!bill) return
    const prepay = await prepayOf(play, dice, bill.patient)
    const bills = dice[3] % 2 === 0 ? [bill] : []
    const due = (bills.length > 0 ? bills : play.world.owing(bill.clinic, bill.patient)).reduce(
      (all, each) => all + play.world.arrears(each),
      0,
    )
    const amount = someOf(Math.max(1, Math.min(due, prepay.balance)), dice[2])
    await repayWith(play, 'repay with a prepayment', bill, {
      person: dice[4] % 2,
      bills,
      ways: [byPrepay(prepay, amount)],
    })
  },
  // What a prepayment paid that was given back since leaves in cash, and somebody has to agree.
  'refund what a returned prepayment paid': async (play, dice) => {
    const bill = await toCharge(play, dice)
    if (!bill) return
    const prepay = await take(play, [1, ...dice.slice(1)] as unknown as Dice, bill.patient, bill.clinic)
    await charge(play, 'charge with a prepayment', bill, {
      person: 0,
      ways: [
        byPrepay(prepay, Math.min(bill.receivable, 1 + (dice[2] % 15_000))),
        { method: 'wechat', amount: Math.floor(bill.receivable / 4) },
      ].slice(0, bill.receivable > 30_000 ? 2 : 1),
      leave: true,
      collect: false,
    })
    await askBack(play, [dice[0], 1, 2, 1, dice[4] % 2 === 0 ? 10 : 11], prepay)
    await askRefund(play, 'refund items', dice, 1, bill)
    mark(play, 'refund what a returned prepayment paid')
  },
  'undo a prepayment': async (play, dice) => {
    const prepay = dice[1] % 2 === 0 ? await take(play, dice) : await anyPrepay(play, dice)
    const clinic = dice[2] % 9 === 0 ? 1 - prepay.clinic : prepay.clinic
    await play.both(
      'undo a prepayment',
      `#${prepay.no}`,
      () => play.world.undoPrepay(prepay, clinic),
      async () => {
        const id = play.prepays.get(prepay) as string
        await play.call(clinic, dice[3] % 2, contract.prepay.undo, {
          id,
          version: await play.version('prepay', id),
          reason: '收错',
          requestId: requestId(),
        })
      },
    )
  },
  'ask a prepayment back': (play, dice) => askBack(play, dice),
  // Each part alone is below the clinic's sum, together they are above it: the last ones need somebody else.
  'ask a prepayment back in parts': async (play, dice) => {
    const [a, b, c, d, e] = dice
    const prepay = await take(play, [(a % 2) * 2, b, 1, d, e])
    const first = 15_000 + (c % 14_000)
    const rest = prepay.balance - first
    const mostly = [a, b, 1, d, (e % 8) + 1] as const
    await askBack(play, mostly, prepay, first)
    await askBack(play, d % 2 === 0 ? mostly : dice, prepay, Math.max(1, Math.min(rest, 15_000 + (a % 14_000))))
    mark(play, 'ask a prepayment back in parts')
  },
  'agree to give a prepayment back': async (play, dice) => {
    const back = await someReturn(play, dice)
    if (back) await decide(play, back, dice[1] % 5 === 0 ? back.by : 1 - back.by, true)
  },
  'refuse to give a prepayment back': async (play, dice) => {
    const back = await someReturn(play, dice)
    if (back) await decide(play, back, 1 - back.by, false)
  },
  'pay a prepayment back': async (play, dice) => {
    const back = await someReturn(play, dice)
    if (back) await pay(play, back, dice[1] % 2)
  },
  'withdraw a prepayment that was asked back': async (play, dice) =>
    withdrawPrepayBack(play, await someReturn(play, dice)),
  'hand a prepayment over': async (play, dice) => {
    const from = await anyPrepay(play, dice)
    const ask = {
      clinic: dice[2] % 9 === 0 ? 1 - from.clinic : from.clinic,
      person: dice[3] % 2,
      to: 1 - from.owner,
      amount: someOf(Math.max(1, from.balance), dice[4]),
    }
    const [fromCode, toCode] = [
      await play.prepayCodeFor(from, ask.to, ask.amount, 'from'),
      await play.prepayCodeFor(from, ask.to, ask.amount, 'to'),
    ]
    await play.both(
      'hand a prepayment over',
      `#${from.no} ${ask.amount}`,
      () => play.world.transferPrepay(from, ask),
      async (made) => {
        const id = play.prepays.get(from) as string
        const { toId } = await play.call(ask.clinic, ask.person, contract.prepay.transfer, {
          id,
          version: await play.version('prepay', id),
          toPatientId: play.patients[ask.to] as string,
          amount: yuan(ask.amount),
          fromCode,
          toCode,
          reason: '家人共用',
          requestId: requestId(),
        })
        play.prepays.set(made(), toId)
      },
    )
  },
}
