import type { Resource } from '@dentin/contract'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { Payable, PayableOrder } from '../membership/index.ts'

const payables = new Map<string, { payable: Payable; resource: Resource }>()

/**
 * Lets a kind of order be paid through the gateways, by whoever holds the resource. Called once for each kind where the
 * product is wired.
 */
export function offerPayable(payable: Payable, resource: Resource): void {
  payables.set(payable.kind, { payable, resource })
}

/** @throws when nobody offers this kind of order any more */
export function payableOf(kind: string): Payable {
  const found = payables.get(kind)
  if (!found) throw new Error(`no payable is called ${kind}`)
  return found.payable
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
  for (const { payable, resource } of payables.values()) {
    const order = await payable.find(tx, orderNo)
    if (!order) continue
    if (!by.can(resource)) throw new AppError('FORBIDDEN')
    return { ...order, kind: payable.kind }
  }
  throw new AppError('PAYMENT_ORDER_MISSING')
}
