import type { contract, ParsedInput } from '@dentin/contract'
import { add, fen, formatYuan, splitByWeight, subtract, ZERO, type Fen } from '@dentin/kit'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { post } from '../../ledger/index.ts'
import { billsWithin } from '../access.ts'
import { billItems, isGivingBack, lockBill } from '../queries.ts'
import { statusByAmounts } from '../refunds/standing.ts'

/** Gives up what a patient owes on a bill: it is no revenue, and nobody is asked for it any more. */
export async function writeOffArrears(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.payAdjust.writeOff>,
): Promise<{ version: number; arrearsAmount: Fen; status: number }> {
  const { tx } = ctx
  const bill = await lockBill(tx, input.id, billsWithin(ctx, ['/orderSet:writeOff']))
  if (await isGivingBack(tx, bill.id)) throw new AppError('REFUND_OPEN')
  if (bill.arrearsAmount === 0) throw new AppError('NO_ARREARS')
  if (input.amount > bill.arrearsAmount) {
    const message = `最多可核销 ${formatYuan(bill.arrearsAmount)} 元`
    throw new AppError('WRITE_OFF_OVER', { message, fields: [{ field: 'amount', message }] })
  }
  const items = await billItems(tx, bill.id)
  const shares = splitByWeight(
    input.amount,
    items.map((item) => subtract(item.amount, add(item.returnedAmount, item.writtenOffAmount, item.settledAmount))),
  )
  await post(tx, {
    kind: 'writeOff',
    clinicId: bill.clinicId,
    document: { kind: 'bill', id: bill.id, no: bill.billNo },
    actor: { id: ctx.employeeId, name: ctx.actorName },
    postings: [
      ...items.map((item, line) => ({
        account: 'writtenOff' as const,
        billId: bill.id,
        itemId: item.id,
        amount: shares[line] ?? ZERO,
      })),
      { account: 'receivable', billId: bill.id, amount: fen(-input.amount) },
    ],
  })
  const arrearsAmount = subtract(bill.arrearsAmount, input.amount)
  const status = statusByAmounts({
    receivable: bill.receivableAmount,
    returned: bill.returnedAmount,
    refunded: bill.refundedAmount,
    arrears: arrearsAmount,
  })
  const row = await tx.update(
    'bill',
    { id: bill.id, version: input.version },
    { status },
    { action: 'writeOff', patientId: bill.patientId, reason: input.reason },
  )
  if (status !== bill.status) await tx.logStatus('bill', bill.id, bill.clinicId, bill.status, status, input.reason)
  tx.publish('bill', bill.id)
  tx.publish('patient', bill.patientId)
  return { version: row.version, arrearsAmount, status }
}
