import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'

type Keys = HandlerOutput<typeof contract.record.calloutKeys>

const kept = select(columns('callout_keys', 'k', 'id', 'version'), { keys: sql<Record<string, string>>`k.keys` })

/** Somebody's own letters of the call-out line. */
export async function calloutKeys({ tx, employeeId }: ClinicContext): Promise<Keys> {
  const row = await tx.row(kept.keptFrom`callout_keys k where ${tx.own('k')} and k.employee_id = ${employeeId}`)
  return { keys: row?.keys ?? {} }
}

/** Keeps them; those that are left out are as usual again. No two findings have the same. */
export async function saveCalloutKeys(
  { tx, employeeId }: ClinicContext,
  { keys: asked }: ParsedInput<typeof contract.record.saveCalloutKeys>,
): Promise<Keys> {
  const taken = new Map<string, number>()
  for (const [n, { code }] of asked.entries()) {
    if (taken.has(code))
      throw new AppError('CALLOUT_KEY_TWICE', { fields: [{ field: `keys.${n}.code`, message: `「${code}」用了两次` }] })
    taken.set(code, n)
  }
  const keys = Object.fromEntries(asked.map(({ condition, code }) => [condition, code]))
  const row = await tx.row(
    kept.keptFrom`callout_keys k where ${tx.own('k')} and k.employee_id = ${employeeId} for no key update of k`,
  )
  const written = { keys: JSON.stringify(keys), updated_at: tx.now }
  await (row
    ? tx.update('callout_keys', { id: row.id, version: row.version }, { keys: written.keys })
    : tx.insert('callout_keys', { id: uuidv7(), employee_id: employeeId, created_at: tx.now, ...written }))
  return { keys }
}
