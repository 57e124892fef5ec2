import { sql, type RawBuilder } from 'kysely'
import { lent } from '../../platform/database/lent.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** The name of a unit, for statements over payments. */
export const nameOf = (tx: TenantTx, unitId: RawBuilder<unknown>): RawBuilder<string | null> =>
  lent(sql<string | null>`(select u.name from pay_unit u where u.tenant_id = ${tx.tenantId} and u.id = ${unitId})`)
