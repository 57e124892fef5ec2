import { formatDateTime } from '@dentin/kit'
import type { ColumnType } from 'kysely'
import type pg from 'pg'
import type { DB } from '../../src/platform/database/types.ts'

/** A row as JSON says it: moments and days as text, sums as numbers. */
type Plain<V> =
  V extends ColumnType<infer S, infer I, unknown>
    ? number extends I
      ? number
      : S extends Date
        ? string
        : S
    : V extends Date
      ? string
      : V
export type RowOf<T extends keyof DB> = { [K in keyof DB[T]]: Plain<DB[T][K]> }

const TABLES = [
  'appointment',
  'bill',
  'bill_item',
  'bill_item_execution',
  'bill_payment',
  'card_log',
  'chair',
  'clinic',
  'clinic_target',
  'commission_line',
  'commission_rule',
  'commission_slip',
  'commission_step',
  'commission_terms',
  'company_rule',
  'coupon',
  'employee',
  'employee_clinic',
  'expected_care',
  'first_visit_note',
  'follow_up',
  'gateway_refund',
  'instalment_period',
  'instalment_plan',
  'introduction_reward',
  'introduction_reward_move',
  'ledger_entry',
  'ledger_posting',
  'medical_record',
  'member_card',
  'month_close',
  'patient',
  'patient_source',
  'pay_exception',
  'pay_method',
  'prepay',
  'prepay_log',
  'prepay_return',
  'refund',
  'registration',
  'source_spend',
  'tariff',
  'tariff_category',
  'treatment',
  'treatment_plan',
  'treatment_plan_line',
  'unit_settlement',
] as const satisfies readonly (keyof DB)[]
type Table = (typeof TABLES)[number]

/** What is long and counts in no figure. */
const LONG: Readonly<Partial<Record<Table, readonly string[]>>> = {
  patient: ['search'],
  employee: ['search', 'introduction'],
  tariff: ['search'],
  clinic: ['settings'],
  month_close: ['book'],
}

interface Change {
  biz_id: string
  from_status: number | null
  created_at: string
}
export type World = { readonly [T in Table]: readonly RowOf<T>[] } & {
  /** The changes of cards. */
  readonly card_changes: readonly Change[]
  /** The day and the moment of the demo. */
  readonly today: string
  /** The minute of that day. */
  readonly minute: number
}

/** Every row of a company that a figure could count, table by table, in the clinics' time. */
export async function readWorld(owner: pg.Client, tenantId: string, now: Date): Promise<World> {
  await owner.query(`set timezone to 'Asia/Shanghai'`)
  const read = async (table: string, less: readonly string[] = [], where = 'true') => {
    const { rows } = await owner.query<{ row: unknown }>(
      `select to_jsonb(t) - $2::text[] as row from ${table} t where t.tenant_id = $1 and ${where}`,
      [tenantId, less],
    )
    return rows.map(({ row }) => row)
  }
  const text = formatDateTime(now)
  const minute = Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16))
  const world: Record<string, unknown> = { today: text.slice(0, 10), minute }
  for (const table of TABLES) world[table] = await read(table, LONG[table])
  world.card_changes = await read('status_log', [], `t.biz_type = 'member_card'`)
  await owner.query('reset timezone')
  return world as unknown as World
}
