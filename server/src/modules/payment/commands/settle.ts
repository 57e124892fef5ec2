import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'

/**
 * The provider has dealt with money that fits no order: given it back, credited it by hand, or something else (the note
 * says what). Once; the row stays. @returns which payment it was
 * @throws NOT_FOUND, STATUS_CHANGED when somebody else was faster
 */
export async function settleStrayed(
  tx: PlatformTx,
  id: string,
  decision: { as: 'refunded' | 'credited' | 'other'; by: string; note: string },
): Promise<{ gatewayTradeNo: string; amount: string; tenantId: string | null }> {
  const mine = await tx.row<{ gatewayTradeNo: string; amount: string; tenantId: string | null }>(
    keptSql`update strayed_payment set settled_as = ${decision.as}, settled_by = ${decision.by}, settled_at = ${tx.realNow}, note = ${decision.note}
        where id = ${id} and settled_at is null
        returning gateway_trade_no as "gatewayTradeNo", amount::text as amount, tenant_id as "tenantId"`,
  )
  if (mine) return mine
  await tx.need(keptSql`select id from strayed_payment where id = ${id}`)
  throw new AppError('STATUS_CHANGED', { message: '这笔款项已处理' })
}
