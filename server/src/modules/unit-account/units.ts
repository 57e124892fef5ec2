import { payUnits as declared } from '@dentin/contract/lists/pay-units'
import { sql } from 'kysely'
import { settingList } from '../../platform/database/setting-list.ts'

/** The units that pay for their people. What one owes is the ledger's. */
export const payUnitSettings = settingList('pay_unit', declared, {
  select: () => ({ balance: sql`t.balance_amount` }),
})
