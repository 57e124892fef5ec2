import { BILL_HOLD_SECONDS } from '@dentin/contract/billing'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import { billsWithin } from './access.ts'
import { lockBill, type BillRow } from './queries.ts'
import { assertStep } from './rules.ts'

const holding = select(columns('bill_lock', 'l', 'holder_id', 'holder_name', 'expires_at'))

/** Who else is changing a bill now, and for how many seconds yet if that screen stays silent. */
export async function heldByAnother(
  { tx, employeeId }: ClinicContext,
  billId: string,
): Promise<{ name: string; seconds: number } | null> {
  const row: RowIn<typeof holding> | undefined = await tx.row(
    holding.keptFrom`bill_lock l where ${tx.own('l')} and l.bill_id = ${billId} and l.expires_at > ${tx.realNow}
      and l.holder_id is distinct from ${employeeId}::uuid`,
  )
  if (!row) return null
  return { name: row.holderName, seconds: Math.ceil((row.expiresAt.getTime() - tx.realNow.getTime()) / 1000) }
}

/** Refuses a bill that somebody else is changing. */
export async function refuseHeld(ctx: ClinicContext, bill: Pick<BillRow, 'id' | 'billNo'>): Promise<void> {
  const other = await heldByAnother(ctx, bill.id)
  if (other)
    throw new AppError('BILL_HELD', {
      message: `${other.name}正在修改账单 ${bill.billNo}，等对方保存或离开后再操作`,
      data: { holderName: other.name, seconds: other.seconds },
    })
}

/** Takes a bill for changing it, or says that one still does. Only the first word of a screen is told to the others. */
export async function holdBill(ctx: ClinicContext, id: string): Promise<void> {
  const { tx } = ctx
  const bill = await lockBill(tx, id, billsWithin(ctx, ['/orderSet:open', '/orderSet:charge']))
  assertStep('edit', bill.status)
  await refuseHeld(ctx, bill)
  const until = new Date(tx.realNow.getTime() + BILL_HOLD_SECONDS * 1000)
  const before = await tx.row<{ holderId: string }>(
    keptSql`select holder_id as "holderId" from bill_lock where tenant_id = ${tx.tenantId} and bill_id = ${id} and expires_at > ${tx.realNow}`,
  )
  await tx.rows(
    keptSql`insert into bill_lock (tenant_id, clinic_id, bill_id, holder_id, holder_name, expires_at)
      values (${tx.tenantId}, ${bill.clinicId}, ${id}, ${ctx.employeeId}, ${ctx.actorName}, ${until})
      on conflict (tenant_id, bill_id) do update set holder_id = excluded.holder_id, holder_name = excluded.holder_name,
        expires_at = excluded.expires_at
      returning bill_id`,
  )
  if (!before) tx.publish('bill', id)
}

/** Leaves a bill to the others: it was saved, or its changes were given up. */
export async function letGo({ tx, employeeId }: ClinicContext, billId: string): Promise<void> {
  const gone = await tx.rows(
    keptSql`delete from bill_lock where tenant_id = ${tx.tenantId} and bill_id = ${billId} and holder_id = ${employeeId}::uuid returning bill_id`,
  )
  if (gone.length > 0) tx.publish('bill', billId)
}
