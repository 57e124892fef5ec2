import { contract } from '@dentin/contract'
import { yuanToFen } from '@dentin/kit'
import { clinicNoticePath } from '../../src/modules/payment/desk/merchants.ts'
import { carryRefund } from '../../src/modules/payment/desk/refunds.ts'
import { signedNotice } from '../../src/modules/payment/sandbox/notices.ts'
import { fixture } from '../harness.ts'
import type { Play } from './play.ts'

const placeOf = (clinic: number) => ({
  tenantId: fixture.tenants.a,
  clinicId: clinic === 0 ? fixture.clinics.a1 : fixture.clinics.a2,
})

/** The stand-in's refunds of something are asked about until each has come to its end, as the jobs of the night do it. */
async function carryAll({ app }: Play, clinic: number, of: 'refund_id' | 'exception_id', id: string): Promise<void> {
  const rows = await app.sql<{ id: string; refund_no: string }>(
    `select id, refund_no from gateway_refund where ${of} = $1 and status in (0, 1)`,
    [id],
  )
  for (const row of rows)
    for (let asked = 0; asked < 3; asked += 1) {
      // The stand-in leaves sums of ….14 accepted until somebody says that they are done.
      if (asked === 2)
        await app.sql(
          `update sandbox_refund set status = 'done', done_at = now() where refund_no = $1 and status = 'running'`,
          [row.refund_no],
        )
      await carryRefund(app.application.services, { ...placeOf(clinic), id: row.id })
    }
}

/** A refund that goes back through a gateway comes to its end; what the gateway refuses is given back in cash by a third person. */
export async function carryBack(play: Play, clinic: number, refund: { id: string; status: number }): Promise<void> {
  if (refund.status !== 6) return
  await carryAll(play, clinic, 'refund_id', refund.id)
  const [failed] = await play.app.sql<{ id: string; version: number }>(
    'select id, version from pay_exception where refund_id = $1 and type = 4 and status = 0',
    [refund.id],
  )
  if (!failed) return
  const third = await play.app.as('finance', clinic === 0 ? 'a1' : 'a2')
  await third.call(contract.scanPay.handleException, {
    ...failed,
    way: 'giveBack',
    note: '线下退款',
    payMethodId: fixture.payMethods.a.cash as string,
    requestId: crypto.randomUUID(),
  })
}

/** Money that is to go back where it came from. */
export const carryStray = (play: Play, clinic: number, exceptionId: string): Promise<void> =>
  carryAll(play, clinic, 'exception_id', exceptionId)

/** What the stand-in's cashier does when somebody pays its code. */
export async function payAtCashier({ app }: Play, codeUrl: string): Promise<void> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await app.nobody.raw('POST', new URL(codeUrl).pathname, 'action=paid', form)
}

/** The gateway tells of money for a code that was stopped. @returns the exception that it becomes */
export async function tellLate({ app }: Play, clinic: number, scanId: string): Promise<string> {
  const [trade] = await app.sql<{ out_trade_no: string; title: string; created_at: Date; amount: string }>(
    'select out_trade_no, title, created_at, amount::text from gateway_trade where order_id = $1',
    [scanId],
  )
  if (!trade) throw new Error('no trade')
  const now = app.clock.now()
  const tradeNo = `42${trade.out_trade_no.slice(-26)}`
  await app.sql(`update sandbox_trade set trade_no = $2, status = 'paid', paid_at = $3 where out_trade_no = $1`, [
    trade.out_trade_no,
    tradeNo,
    now,
  ])
  const told = {
    gateway: 'wechat' as const,
    outTradeNo: trade.out_trade_no,
    tradeNo,
    title: trade.title,
    amount: yuanToFen(trade.amount),
    status: 'paid' as const,
    createdAt: trade.created_at,
    paidAt: now,
  }
  const { body, headers } = await signedNotice(app.application.services.database, told, now)
  const answer = await app.nobody.raw('POST', clinicNoticePath('wechat', placeOf(clinic)), body, headers)
  if (answer.http !== 200) throw new Error(`not understood: ${answer.text}`)
  const [row] = await app.sql<{ id: string }>('select id from pay_exception where scan_payment_id = $1', [scanId])
  if (!row) throw new Error('no exception')
  return row.id
}

/** The gateway goes back on its refusal to give something back. @returns the exception that it becomes */
export async function succeedAfterAll({ app }: Play, clinic: number, refundId: string, fen: number): Promise<string> {
  const [back] = await app.sql<{ id: string; refund_no: string }>(
    `select id, refund_no from gateway_refund where refund_id = $1 and status = 4 and amount * 100 = $2`,
    [refundId, fen],
  )
  if (!back) throw new Error('nothing was given back otherwise')
  await app.sql(`update sandbox_refund set status = 'done', done_at = now() where refund_no = $1`, [back.refund_no])
  await carryRefund(app.application.services, { ...placeOf(clinic), id: back.id })
  const [row] = await app.sql<{ id: string }>(
    'select id from pay_exception where gateway_refund_id = $1 and type = 2',
    [back.id],
  )
  if (!row) throw new Error('no exception')
  return row.id
}
