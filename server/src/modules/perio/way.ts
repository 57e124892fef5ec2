import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import type { PerioWay } from '@dentin/contract/perio'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { ClinicContext } from '../../platform/http/context.ts'

const kept = select(columns('perio_way', 'w', 'id', 'version'), {
  path: sql<PerioWay['path']>`w.path`,
  rounds: sql<PerioWay['rounds']>`w.rounds`,
})

/** How somebody goes through a mouth; along the rows, the depths first and then the margins, until another way was chosen. */
export async function wayOf({ tx, employeeId }: ClinicContext): Promise<PerioWay> {
  const row = await tx.row(kept.keptFrom`perio_way w where ${tx.own('w')} and w.employee_id = ${employeeId}`)
  return { path: row?.path ?? 'snake', rounds: row?.rounds ?? 'depthThenMargin' }
}

/** Keeps the way that somebody has chosen. */
export async function keepWay(
  { tx, employeeId }: ClinicContext,
  { path, rounds }: ParsedInput<typeof contract.perio.keepWay>,
): Promise<HandlerOutput<typeof contract.perio.keepWay>> {
  const row = await tx.row(
    kept.keptFrom`perio_way w where ${tx.own('w')} and w.employee_id = ${employeeId} for no key update of w`,
  )
  await (row
    ? tx.update('perio_way', { id: row.id, version: row.version }, { path, rounds })
    : tx.insert('perio_way', {
        id: uuidv7(),
        employee_id: employeeId,
        path,
        rounds,
        created_at: tx.now,
        updated_at: tx.now,
      }))
  return { path, rounds }
}
