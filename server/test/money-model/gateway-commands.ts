import { contract } from '@dentin/contract'
import { follow } from '../../src/modules/payment/commands/follow.ts'
import {
  askRefund,
  at,
  cardFor,
  charge,
  clinicOf,
  mark,
  method,
  openBill,
  owingBill,
  pickOf,
  requestId,
  someOf,
  toCharge,
} from './commands.ts'
import type { Command, Dice } from './commands.ts'
import { carryStray, payAtCashier, succeedAfterAll, tellLate } from './gateway.ts'
import type { Bill, Card, CodeFor, Prepay, Stray, Way } from './model.ts'
import { cardTypes, yuan, type Play } from './play.ts'
import { byPrepay, prepayOf } from './prepay-commands.ts'

const byCode = (amount: number): Way => ({ method: 'wechat', amount, byGateway: true })
/** Bar codes of the stand-in: it takes the first, and refuses the two others. */
const BAR_CODES = ['134567890123456700', '134567890123456701', '134567890123456702'] as const

/** Scanned: our code paid at the gateway's cashier, or the patient's code; now and then with a prepayment beside it. */
async function scan(play: Play, dice: Dice, code?: string) {
  const bill = await toCharge(play, dice)
  if (!bill || bill.receivable === 0) return
  const [, b, c, d] = dice
  const ways = [byCode(Math.min(bill.receivable, someOf(bill.receivable, c)))]
  const rest = bill.receivable - (ways[0] as Way).amount
  const prepay = b % 3 === 0 && rest > 0 ? await prepayOf(play, dice, bill.patient) : undefined
  if (prepay) ways.unshift(byPrepay(prepay, Math.max(1, Math.min(rest, prepay.balance))))
  const ask = { person: d % 2, ways, leave: true, collect: false }
  await charge(play, code ? 'charge by scanning' : 'charge by a code', bill, ask, async (body) => {
    const { codeUrl } = await play.call(bill.clinic, ask.person, contract.scanPay.start, {
      ...body,
      gateway: 'wechat',
      scanned: ways.length - 1,
      ...(code ? { authCode: code } : {}),
    })
    if (!code) await payAtCashier(play, codeUrl as string)
  })
}

/** What a code is shown for, in which clinic, and how much is asked for. */
interface Asked {
  clinic: number
  of: CodeFor
  amount: number
}
const byWechat = (amount: number) => [{ payMethodId: method('wechat'), amount: yuan(amount) }]

/** Asks the product for a code, or to take the patient's. */
async function showCode(play: Play, { clinic, of, amount }: Asked, person: number, authCode?: string) {
  const through = { gateway: 'wechat' as const, ...(authCode ? { authCode } : {}) }
  const ways = byWechat(amount)
  if (of.what === 'card') {
    const id = play.cardOf(of.card)
    const version = await play.version('member_card', id)
    return play.call(clinic, person, contract.scanPay.startRecharge, {
      id,
      version,
      amount: yuan(amount),
      ways,
      ...through,
    })
  }
  if (of.what === 'sale')
    return play.call(clinic, person, contract.scanPay.startSale, {
      patientId: play.patients[of.owner] as string,
      typeId: at(play.stage.types, cardTypes.indexOf(of.type)),
      amount: yuan(of.amount),
      ways,
      ...through,
    })
  if (of.what === 'prepay')
    return play.call(clinic, person, contract.scanPay.startPrepay, {
      patientId: play.patients[of.owner] as string,
      purpose: '种植',
      amount: yuan(amount),
      refundable: of.refundable,
      ways,
      ...through,
    })
  const { id } = play.billOf(of.bill)
  if (of.bill.status !== 1)
    return play.call(clinic, person, contract.scanPay.startRepay, { billId: id, payments: ways, ...through })
  const version = await play.version('bill', id)
  const more = { leaveArrears: true, arrearsReason: '下次付', scanned: 0 }
  return play.call(clinic, person, contract.scanPay.start, { id, version, payments: ways, ...more, ...through })
}

/** What money has become that went through a code. */
async function noteStored(play: Play, scanId: string, of: Stray['of'], made: Card | Prepay | null): Promise<void> {
  const [row] = await play.app.sql<{ prepay: string | null; log: string | null; card: string | null }>(
    `select s.prepay_id as prepay, s.card_log_id as log, l.card_id as card from scan_payment s
     left join card_log l on l.tenant_id = s.tenant_id and l.id = s.card_log_id where s.id = $1`,
    [scanId],
  )
  if (of.what === 'prepay') play.prepays.set(made as Prepay, row?.prepay as string)
  if (of.what === 'sale') play.cards.set(made as Card, row?.card as string)
  if (of.what === 'card') play.recharges.set(of.card, [...(play.recharges.get(of.card) ?? []), row?.log as string])
}

const KINDS = {
  bill: 'repay by a code',
  card: 'recharge by a code',
  sale: 'sell a card by a code',
  prepay: 'take a prepayment by a code',
}
/** The code is paid, or the patient's is taken: as the desk would have booked it. */
async function payByCode(play: Play, asked: Asked, dice: Dice): Promise<void> {
  const { clinic, of, amount } = asked
  const person = dice[2] % 2
  const came = { clinic, person, amount, method: 'wechat', byGateway: true }
  const scanned = dice[3] % 2 === 0
  await play.both(
    KINDS[of.what],
    `${clinic} ${amount}`,
    () => {
      play.world.mayScanFor(clinic, of)
      if (of.what === 'sale') return play.world.openCard({ ...came, ...of })
      if (of.what === 'prepay') return play.world.receivePrepay({ clinic, person, ...of, ways: [came] })
      if (of.what === 'card') play.world.recharge(of.card, came)
      else play.world.repay({ clinic, patient: of.bill.patient, person, bills: [of.bill], ways: [came] })
      return null
    },
    async (made) => {
      const { id, codeUrl } = await showCode(play, asked, person, scanned ? BAR_CODES[0] : undefined)
      if (!scanned) await payAtCashier(play, codeUrl as string)
      await noteStored(play, id, of, made())
    },
  )
}

/** Something for which a code may be shown: one of the patient's cards, a card to sell, a prepayment, a bill that waits or owes. */
async function toAsk(play: Play, dice: Dice, what: CodeFor['what'], owes = false): Promise<Asked | undefined> {
  const [a, b, c, d, e] = dice
  const owner = e % 4 === 0 ? 1 : 0
  const clinic = clinicOf(d)
  if (what === 'card') {
    const card = (a % 3 === 0 ? pickOf(play.world.cards, b) : undefined) ?? (await cardFor(play, dice, owner, 1))
    const place = b % 8 === 0 ? 1 - card.clinic : card.clinic
    return { clinic: place, of: { what, card }, amount: at([30_000, 20_013, 100_000, 10_000, 29_999, 13], c) }
  }
  if (what === 'sale') {
    const type = at(cardTypes, b)
    const amount = type.kind === 1 ? at([100_000, 30_000, 20_013, 10_000, 5_000], c) : 0
    return { clinic, of: { what, owner, type, amount }, amount: type.price + amount }
  }
  if (what === 'prepay')
    return { clinic, of: { what, owner, refundable: a % 6 !== 0 }, amount: at([50_000, 20_013, 10_001, 3_333], b) }
  const bill = owes ? await owingBill(play, dice) : await toCharge(play, dice)
  const due = bill && (bill.status === 1 ? bill.receivable : play.world.arrears(bill))
  return bill && { clinic: bill.clinic, of: { what, bill }, amount: Math.max(1, someOf(due as number, c)) }
}

/** The gateway closes a code that nobody paid in time. */
async function letExpire(play: Play, scanId: string): Promise<void> {
  play.wait(6 * 60_000)
  const [trade] = await play.app.sql<{ id: string }>('select id from gateway_trade where order_id = $1', [scanId])
  await follow(play.app.application.services, trade?.id as string)
}

/** A code is shown and stopped, or nobody pays it in time; the money comes after that, sometimes when the bill was paid otherwise. */
async function endAndStray(play: Play, dice: Dice): Promise<void> {
  const [a, b, , d] = dice
  const what = at(['bill', 'bill', 'bill', 'card', 'sale', 'prepay'] as const, a >> 3)
  const asked = await toAsk(play, dice, what, a % 3 === 0)
  // What is too much is refused when the code is asked for.
  const due = asked && (asked.of.what === 'bill' ? dueOf(play, asked.of.bill) : asked.amount)
  if (!asked || !due) return
  asked.amount = Math.min(asked.amount, due)
  const { clinic, of, amount } = asked
  const expires = b % 3 === 0
  let scanId = ''
  const started = await play.both(
    expires ? 'let a code expire' : 'stop a code',
    `${what} ${amount}`,
    () => play.world.mayScanFor(clinic, of),
    async () => {
      scanId = (await showCode(play, asked, d % 2)).id
      if (expires) await letExpire(play, scanId)
      else await play.call(clinic, d % 2, contract.scanPay.stop, { id: scanId })
    },
  )
  if (!started || d % 7 === 0) return
  if (of.what === 'bill' && of.bill.status === 1 && b % 2 === 0)
    await charge(play, 'charge part', of.bill, {
      person: 0,
      ways: [{ method: 'cash', amount: b % 4 === 0 ? of.bill.receivable : Math.floor(of.bill.receivable / 3) }],
      leave: true,
      collect: false,
    })
  await play.both(
    'money comes late',
    `${what} ${amount}`,
    () => play.world.strayMoney(clinic, of, amount),
    async (made) => {
      play.strays.set(made(), await tellLate(play, clinic, scanId))
      play.scans.set(made(), scanId)
    },
  )
  // Recorded at once, or it waits for whoever deals with late money.
  const stray = play.world.strays.at(-1)
  if (stray && d % 3 === 0) await handleStray(play, stray, d % 2, 'record')
}
const dueOf = ({ world }: Play, bill: Bill): number => (bill.status === 1 ? bill.receivable : world.arrears(bill))

/** The gateway refuses to give a sum back, the desk gives it in cash, and then the gateway has given it back all the same. */
async function succeedLate(play: Play, dice: Dice): Promise<void> {
  const refused = () =>
    play.world.bills.flatMap(({ refunds }) => refunds).filter(({ elsewhere }) => elsewhere.length > 0)
  if (refused().length === 0) {
    const [a, b, c, d, e] = dice
    const bill = await openBill(play, dice)
    if (!bill || bill.receivable < 200) return
    // The stand-in refuses sums that end so.
    const amount = Math.floor(bill.receivable / 100 - 1) * 100 + 13
    const ask = { person: d % 2, ways: [byCode(amount)], leave: true, collect: false }
    await charge(play, 'charge by scanning', bill, ask, async (body) => {
      await play.call(bill.clinic, ask.person, contract.scanPay.start, {
        ...body,
        gateway: 'wechat',
        scanned: 0,
        authCode: BAR_CODES[0],
      })
    })
    await askRefund(play, 'refund the whole bill', [a, b, c, 1, e], 3, bill)
  }
  const refund = refused().at(-1)
  if (!refund) return
  const amount = refund.elsewhere[0] as number
  await play.both(
    'a refund succeeds late',
    `${amount}`,
    () => play.world.succeedLate(refund),
    async (made) => {
      play.strays.set(
        made(),
        await succeedAfterAll(play, refund.bill.clinic, play.refunds.get(refund) as string, amount),
      )
    },
  )
  const stray = play.world.strays.at(-1)
  if (stray && dice[1] % 2 === 0) await handleStray(play, stray, dice[2] % 2, at(HANDLED, dice[3]))
}

const HANDLED = ['record', 'giveBack', 'hold', 'close'] as const
const kindOf = {
  record: 'record late money',
  giveBack: 'give late money back',
  hold: 'hold late money',
  close: 'close late money',
}
export async function handleStray(play: Play, stray: Stray, person: number, way: (typeof HANDLED)[number]) {
  const { clinic, of, amount } = stray
  await play.both(
    amount < 0 ? `${kindOf[way]} that went out twice` : kindOf[way],
    `${of.what} ${amount}`,
    () => play.world.handleStray(stray, person, way),
    async (made) => {
      const id = play.strays.get(stray) as string
      await play.call(clinic, person, contract.scanPay.handleException, {
        id,
        version: await play.version('pay_exception', id),
        way,
        note: '已核对',
        ...(amount < 0 ? { payMethodId: method('cash') } : {}),
        requestId: requestId(),
      })
      if (way === 'giveBack') await carryStray(play, clinic, id)
      if (way === 'record' && amount > 0) await noteStored(play, play.scans.get(stray) as string, of, made())
    },
  )
}
export const waitingStrays = ({ world }: Play): Stray[] => world.strays.filter(({ state }) => state !== 'over')

async function handle(play: Play, dice: Dice): Promise<void> {
  if (waitingStrays(play).length === 0) await endAndStray(play, dice)
  const waiting = dice[1] % 7 === 0 ? undefined : pickOf(waitingStrays(play), dice[0])
  const stray = waiting ?? pickOf(play.world.strays, dice[0])
  if (stray) await handleStray(play, stray, dice[2] % 2, at(HANDLED, dice[3]))
  mark(play, 'handle late money')
}

async function scanInVain(play: Play, dice: Dice): Promise<void> {
  const bill = await toCharge(play, dice)
  if (!bill || bill.receivable === 0) return
  const refused = dice[1] % 2
  await play.both(
    'scan a code that is no good',
    '',
    () => play.world.scanRefused(bill, at(['SCAN_CODE_EXPIRED', 'SCAN_REFUSED'], refused)),
    async () => {
      const { id } = play.billOf(bill)
      await play.call(bill.clinic, 0, contract.scanPay.start, {
        id,
        version: await play.version('bill', id),
        payments: [{ payMethodId: method('wechat'), amount: yuan(bill.receivable) }],
        gateway: 'wechat',
        scanned: 0,
        authCode: at(BAR_CODES, refused + 1),
      })
    },
  )
}

async function askAndPay(play: Play, dice: Dice, what: 'card' | 'sale' | 'prepay'): Promise<void> {
  const asked = await toAsk(play, dice, what)
  if (asked) await payByCode(play, asked, dice)
}

export const gatewayCommands: Readonly<Record<string, Command>> = {
  'charge through a gateway': async (play, dice) => {
    if (dice[1] % 5 === 0) await scanInVain(play, dice)
    else await scan(play, dice, dice[1] % 5 < 3 ? BAR_CODES[0] : undefined)
    mark(play, 'charge through a gateway')
  },
  'repay by a code': async (play, dice) => {
    const asked = await toAsk(play, dice, 'bill', true)
    if (asked?.of.what === 'bill' && asked.of.bill.status !== 1) await payByCode(play, asked, dice)
  },
  'recharge by a code': (play, dice) => askAndPay(play, dice, 'card'),
  'sell a card by a code': (play, dice) => askAndPay(play, dice, 'sale'),
  'take a prepayment by a code': (play, dice) => askAndPay(play, dice, 'prepay'),
  'let a code end': async (play, dice) => {
    await endAndStray(play, dice)
    mark(play, 'let a code end')
  },
  'handle late money': handle,
  'a refund succeeds late': succeedLate,
}
