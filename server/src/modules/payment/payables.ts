import type { Resource } from '@dentin/contract'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { Parts } from '../../platform/wiring.ts'
import type { Payable, PayableOrder } from '../membership/index.ts'

const payables = (parts: Parts): readonly Payable[] => parts.parts('membership').flatMap((one) => one.payables)

/** @throws when nobody offers this kind of order any more */
export function payableOf(parts: Parts, kind: string): Payable {
  const found = payables(parts).find((each) => each.kind === kind)
  if (!found) throw new Error(`no payable is called ${kind}`)
  return found
}

/** What a person may do. */
export interface Rights {
  can(resource: Resource): boolean
}

/** An order of the transaction's clinic, of whatever kind. */
export type FoundOrder = PayableOrder & { kind: string }

/**
 * An order by its number.
 * @throws PAYMENT_ORDER_MISSING, FORBIDDEN
 */
export async function orderByNo(tx: TenantTx, orderNo: string, by: Rights): Promise<FoundOrder> {
  for (const payable of payables(tx)) {
    const order = await payable.find(tx, orderNo)
    if (!order) continue
    if (!by.can(payable.resource)) throw new AppError('FORBIDDEN')
    return { ...order, kind: payable.kind }
  }
  throw new AppError('PAYMENT_ORDER_MISSING')
}
