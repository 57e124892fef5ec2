import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import type { PerioWay } from '@dentin/contract/perio'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { ClinicContext } from '../../platform/http/context.ts'

const kept = select(columns('perio_way', 'w', 'id', 'version'), {
  path: sql<PerioWay['path']>`w.path`,
  pass: sql<PerioWay['pass']>`w.pass`,
})

/** How somebody goes through a mouth; along the rows with depth alone until another way was chosen. */
export async function wayOf({ tx, employeeId }: ClinicContext): Promise<PerioWay> {
  const row = await tx.row(kept.keptFrom`perio_way w where ${tx.own('w')} and w.employee_id = ${employeeId}`)
  return { path: row?.path ?? 'snake', pass: row?.pass ?? 'pd' }
}

/** Keeps the way that somebody has chosen. */
export async function keepWay(
  { tx, employeeId }: ClinicContext,
  { path, pass }: ParsedInput<typeof contract.perio.keepWay>,
): Promise<HandlerOutput<typeof contract.perio.keepWay>> {
  const row = await tx.row(
    kept.keptFrom`perio_way w where ${tx.own('w')} and w.employee_id = ${employeeId} for no key update of w`,
  )
  await (row
    ? tx.update('perio_way', { id: row.id, version: row.version }, { path, pass })
    : tx.insert('perio_way', {
        id: uuidv7(),
        employee_id: employeeId,
        path,
        pass,
        created_at: tx.now,
        updated_at: tx.now,
      }))
  return { path, pass }
}
