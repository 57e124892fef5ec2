import { yuanToFen } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import type { MonthIdentity } from '../ledger/index.ts'

/** What claims against units and the ledger have to agree on. */
export const monthIdentities: readonly MonthIdentity[] = [
  {
    name: '单位应收期末 = 各笔记账未结合计',
    holds: async (tx, month, book) => {
      const row = await tx.need<{ open: string }>(
        keptSql`select (coalesce((select sum(c.amount - c.back_amount - c.settled_amount) from unit_claim c where c.tenant_id = ${tx.tenantId}
              and c.clinic_id = ${month.clinicId}), 0)
            - coalesce((select sum(p.amount) from ledger_posting p where p.tenant_id = ${tx.tenantId} and p.clinic_id = ${month.clinicId}
              and p.business_date >= ${month.before}::date and p.account = 'unitReceivable'), 0))::numeric(14, 2)::text as open`,
      )
      return yuanToFen(row.open) === book.unit.closing
    },
  },
]
