import type { contract, ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { fieldError } from '../../platform/errors.ts'
import { keepUnseen, type Arrangement } from './rules.ts'

const columns = sql`sequence, hidden, favourites, tabs, start_page as "startPage"`

/** How a person has arranged the menu; null: not at all. */
export async function arrangementOf(tx: TenantTx, employeeId: string): Promise<Arrangement | null> {
  const row = await tx.row<Arrangement>(
    keptSql`select ${columns} from custom_menu where tenant_id = ${tx.tenantId} and employee_id = ${employeeId}`,
  )
  return row ?? null
}

const lock = (tx: TenantTx, employeeId: string) =>
  tx.row<Arrangement & { id: string }>(
    keptSql`select id, ${columns} from custom_menu
        where tenant_id = ${tx.tenantId} and employee_id = ${employeeId} for update`,
  )

/**
 * Keeps how a person arranges the menu; what they arranged of screens that they may not open in this clinic stays.
 * @param granted the paths that the person may open here
 */
export async function saveArrangement(
  tx: TenantTx,
  { clinicId, employeeId }: { clinicId: string; employeeId: string },
  wanted: ParsedInput<typeof contract.identity.saveCustomMenu>,
  granted: readonly string[],
): Promise<void> {
  const shown = wanted.hidden.find((path) => wanted.favourites.includes(path))
  if (shown) throw fieldError('BAD_INPUT', 'hidden', '常用里的菜单不能隐藏')
  if (wanted.hidden.includes('/allSetting')) throw fieldError('MENU_KEPT', 'hidden')
  const present = await lock(tx, employeeId)
  const { startPage: start_page, ...lists } = keepUnseen(wanted, present ?? null, granted)
  const kept = { ...lists, start_page }
  if (present) await tx.update('custom_menu', { id: present.id }, kept)
  else
    await tx.insert('custom_menu', {
      id: uuidv7(),
      employee_id: employeeId,
      ...kept,
      created_at: tx.now,
      updated_at: tx.now,
    })
  tx.publish('session', employeeId, clinicId)
}

/** The menu stands again as everybody has it. */
export async function resetArrangement(
  tx: TenantTx,
  { clinicId, employeeId }: { clinicId: string; employeeId: string },
): Promise<void> {
  const present = await lock(tx, employeeId)
  if (!present) return
  await tx.remove('custom_menu', { id: present.id })
  tx.publish('session', employeeId, clinicId)
}
