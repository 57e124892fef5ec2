import { contract } from '@dentin/contract'
import { at, charge, mark, method, pickOf, requestId, someOf, toCharge } from './commands.ts'
import type { Command, Dice } from './commands.ts'
import { carryStray, payAtCashier, tellLate } from './gateway.ts'
import type { Bill, Stray, Way } from './model.ts'
import { yuan, type Play } from './play.ts'
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

/** A code is shown for a bill and stopped; the money comes after that, sometimes when the bill was paid otherwise. */
async function stopAndStray(play: Play, dice: Dice): Promise<void> {
  const bill = await toCharge(play, dice)
  if (!bill || bill.receivable === 0) return
  const [, b, c, d] = dice
  const amount = Math.min(bill.receivable, someOf(bill.receivable, c))
  let scanId = ''
  const started = await play.both(
    'stop a code',
    `${amount}`,
    () => play.world.mayScan(bill),
    async () => {
      const { id } = play.billOf(bill)
      const begun = await play.call(bill.clinic, d % 2, contract.scanPay.start, {
        id,
        version: await play.version('bill', id),
        payments: [{ payMethodId: method('wechat'), amount: yuan(amount) }],
        leaveArrears: true,
        gateway: 'wechat',
        scanned: 0,
      })
      scanId = begun.id
      await play.call(bill.clinic, d % 2, contract.scanPay.stop, { id: scanId })
    },
  )
  if (!started) return
  if (b % 2 === 0)
    await charge(play, 'charge part', bill, {
      person: 0,
      ways: [{ method: 'cash', amount: b % 4 === 0 ? bill.receivable : Math.floor(bill.receivable / 3) }],
      leave: true,
      collect: false,
    })
  await play.both(
    'money comes late',
    `${amount}`,
    () => play.world.strayMoney(bill, amount),
    async (made) => {
      play.strays.set(made(), await tellLate(play, bill.clinic, scanId))
    },
  )
}

const HANDLED = ['record', 'giveBack', 'hold', 'close'] as const
const kindOf = {
  record: 'record late money',
  giveBack: 'give late money back',
  hold: 'hold late money',
  close: 'close late money',
}
export async function handleStray(play: Play, stray: Stray, person: number, way: (typeof HANDLED)[number]) {
  const { clinic }: Bill = stray.bill
  await play.both(
    kindOf[way],
    `${stray.amount}`,
    () => play.world.handleStray(stray, person, way),
    async () => {
      const id = play.strays.get(stray) as string
      await play.call(clinic, person, contract.scanPay.handleException, {
        id,
        version: await play.version('pay_exception', id),
        way,
        note: '已核对',
        requestId: requestId(),
      })
      if (way === 'giveBack') await carryStray(play, clinic, id)
    },
  )
}
export const waitingStrays = ({ world }: Play): Stray[] => world.strays.filter(({ state }) => state !== 'over')

async function handle(play: Play, dice: Dice): Promise<void> {
  if (waitingStrays(play).length === 0) await stopAndStray(play, dice)
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

export const gatewayCommands: Readonly<Record<string, Command>> = {
  'charge through a gateway': async (play, dice) => {
    if (dice[1] % 5 === 0) await scanInVain(play, dice)
    else await scan(play, dice, dice[1] % 5 < 3 ? BAR_CODES[0] : undefined)
    mark(play, 'charge through a gateway')
  },
  'handle late money': handle,
}
