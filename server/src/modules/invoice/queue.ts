import type { TenantTx } from '../../platform/database/tx.ts'
import type { Services } from '../../platform/services.ts'

/** Carries one invoice, or one red, on; queued in the transaction that asks for it. */
export const CARRY_INVOICE = 'invoice.carry'
export interface CarryInvoice {
  tenantId: string
  clinicId: string
  id: string
  isRed: boolean
}

export const queueInvoice = (tx: TenantTx, services: Services, of: { clinicId: string; id: string }): Promise<void> =>
  services.jobs.enqueue(tx, CARRY_INVOICE, {
    tenantId: tx.tenantId,
    clinicId: of.clinicId,
    id: of.id,
    isRed: false,
  } satisfies CarryInvoice)
export const queueRed = (tx: TenantTx, services: Services, of: { clinicId: string; id: string }): Promise<void> =>
  services.jobs.enqueue(tx, CARRY_INVOICE, {
    tenantId: tx.tenantId,
    clinicId: of.clinicId,
    id: of.id,
    isRed: true,
  } satisfies CarryInvoice)
