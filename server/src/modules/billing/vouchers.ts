import { VOUCHER_TYPE } from '@dentin/contract/billing'
import { billStates } from '@dentin/contract/core/status'
import { formatDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes as stateCodes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { letterhead } from './queries.ts'

// Vouchers that a platform sold: a code pays once in the whole company, until everything that it paid was taken back.

/** A payment by a way that asks for a code. */
interface Coded {
  payMethodId: string
  tradeNo: string
  isVoucher?: boolean
  /** Where it stands in the request. */
  field: string
}

const uses = select(columns('voucher_use', 'v', 'code', 'bill_id', 'bill_no', 'clinic_name', 'user_name', 'used_at'))

/**
 * Takes the codes with which a bill is paid; whoever types one of them meanwhile waits for this.
 * @param keptFor the bill for which they were kept while a gateway was asked for the rest
 * @throws when one of them has paid for something: what, where and when
 */
export async function takeVouchers(
  { tx, actorName }: Pick<ClinicContext, 'tx' | 'actorName'>,
  bill: { id: string; billNo: string; clinicId: string },
  rows: readonly Coded[],
  keptFor: string | null = null,
): Promise<void> {
  // In one order, so that two desks can't wait for each other.
  const coded = rows.filter(({ isVoucher }) => isVoucher).sort((x, y) => (x.tradeNo < y.tradeNo ? -1 : 1))
  if (coded.length === 0) return
  const { name } = await letterhead(tx, bill.clinicId)
  for (const { tradeNo, payMethodId, field } of coded) {
    const taken = await tx.row(
      keptSql`insert into voucher_use (tenant_id, code, pay_method_id, bill_id, bill_no, clinic_name, user_name, used_at)
          values (${tx.tenantId}, ${tradeNo}, ${payMethodId}, ${bill.id}, ${bill.billNo}, ${name}, ${actorName}, ${tx.now})
          on conflict do nothing returning code`,
    )
    if (taken) continue
    const used = await tx.need(uses.keptFrom`voucher_use v where ${tx.own('v')} and v.code = ${tradeNo}`)
    if (used.billId !== keptFor) refuse(used, field)
  }
}

/** Refuses a code that has paid for something, of which nothing is taken yet: somebody has to agree first. */
export async function refuseUsedVouchers(tx: TenantTx, rows: readonly Coded[]): Promise<void> {
  for (const { isVoucher, tradeNo, field } of rows) {
    if (!isVoucher) continue
    const used = await tx.row(uses.keptFrom`voucher_use v where ${tx.own('v')} and v.code = ${tradeNo}`)
    if (used) refuse(used, field)
  }
}

function refuse({ code, usedAt, clinicName, billNo, userName }: RowIn<typeof uses>, field: string): never {
  const message = `券码 ${code} 已用过：${formatDate(usedAt)}，${clinicName}，账单 ${billNo}（${userName}收）`
  throw new AppError('VOUCHER_USED', { message, fields: [{ field: `${field}.tradeNo`, message }] })
}

/**
 * Gives the codes of a bill free of which nothing is paid any more: all of it was revoked, refunded, or set to another way. One that
 * another bill holds while a gateway is asked for the rest stays that bill's.
 */
export async function freeVouchers(tx: TenantTx, billId: string): Promise<void> {
  const codes = await tx.rows<{ code: string }>(
    keptSql`select v.code from voucher_use v where v.tenant_id = ${tx.tenantId} and v.bill_id = ${billId}
        union select p.trade_no from bill_payment p join pay_method m on m.tenant_id = ${tx.tenantId} and m.id = p.pay_method_id and m.type = ${VOUCHER_TYPE}
          where p.tenant_id = ${tx.tenantId} and p.bill_id = ${billId} and p.trade_no is not null`,
  )
  if (codes.length === 0) return
  const ids = codes.map(({ code }) => code)
  // One code may have paid bills of several clinics.
  await tx.acrossClinics(() =>
    tx.rows(
      keptSql`delete from voucher_use v where v.tenant_id = ${tx.tenantId} and v.code = any(${ids}::text[]) and ${paidBy(tx)} = 0
          and not exists (select 1 from bill b where b.tenant_id = ${tx.tenantId} and b.id = v.bill_id and b.id <> ${billId}
            and b.status in ${stateCodes(billStates, 'paying')})
          returning v.code`,
    ),
  )
}

/** How much the code of `v` pays now: what came in by it, less what went back the same way. */
const paidBy = (tx: TenantTx) =>
  sql`coalesce((select sum(p.amount + coalesce((select sum(r.amount) from bill_payment r
      where r.tenant_id = ${tx.tenantId} and (r.revokes_id = p.id or (r.returns_id = p.id and r.pay_method_id = p.pay_method_id))), 0))
    from bill_payment p where p.tenant_id = ${tx.tenantId} and p.trade_no = v.code and p.pay_method_id = v.pay_method_id and p.kind in (1, 2, 6)), 0)`
