import { writtenLine, type contract, type HandlerOutput, type ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { searchText } from '@dentin/kit/pinyin'
import { sql } from 'kysely'
import { z } from 'zod'
import { columns, select } from '../../platform/database/select.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { drugsByIds } from '../drug/index.ts'

type Calls = typeof contract.prescription
const lines = z.array(writtenLine)

const kept = select(columns('prescription_set', 's', 'id', 'version', 'name'), { items: sql<unknown>`s.items` })

/** The sets of a person by their names; a drug that is switched off by now is named and left out. */
export async function listSets({ tx, employeeId }: ClinicContext): Promise<HandlerOutput<Calls['sets']>> {
  const rows = await tx.rows(
    kept.keptFrom`prescription_set s where ${tx.own('s')} and s.employee_id = ${employeeId} order by s.created_at, s.id limit 100`,
  )
  const sets = rows.map((row) => ({ ...row, items: lines.parse(row.items) }))
  const drugs = await drugsByIds(tx, [...new Set(sets.flatMap(({ items }) => items.map(({ drugId }) => drugId)))])
  const isOn = (id: string) => drugs.get(id)?.enabled === true
  return sets.map(({ items, ...set }) => ({
    ...set,
    items: items
      .filter(({ drugId }) => isOn(drugId))
      .map((line) => ({ ...line, name: drugs.get(line.drugId)?.name ?? '' })),
    off: items.filter(({ drugId }) => !isOn(drugId)).map(({ drugId }) => drugs.get(drugId)?.name ?? ''),
  }))
}

/** Keeps lines as a set of the person's own; one of the same name gets the new lines. */
export async function saveSet(
  { tx, employeeId }: ClinicContext,
  { name, items }: ParsedInput<Calls['saveSet']>,
): Promise<HandlerOutput<Calls['saveSet']>> {
  const drugs = await drugsByIds(
    tx,
    items.map(({ drugId }) => drugId),
  )
  const gone = items.flatMap(({ drugId }, n) =>
    drugs.has(drugId) ? [] : [{ field: `items.${n}.drugId`, message: '没有这个药品' }],
  )
  if (gone.length > 0) throw new AppError('NOT_FOUND', { message: gone[0]?.message ?? '', fields: gone })
  const patch = { items: JSON.stringify(lines.encode(items)), search: searchText({ name }) }
  const before = await tx.row(
    kept.keptFrom`prescription_set s where ${tx.own('s')} and s.employee_id = ${employeeId} and s.name = ${name} for no key update of s`,
  )
  if (before) {
    const row = await tx.update('prescription_set', { id: before.id }, patch)
    return { id: row.id, version: row.version }
  }
  const row = await tx.insert('prescription_set', {
    id: uuidv7(),
    employee_id: employeeId,
    name,
    ...patch,
    created_at: tx.now,
    updated_at: tx.now,
  })
  return { id: row.id, version: row.version }
}

/** Forgets a set of the person's own. */
export async function removeSet(
  { tx, employeeId }: ClinicContext,
  { id, version }: ParsedInput<Calls['removeSet']>,
): Promise<HandlerOutput<Calls['removeSet']>> {
  await tx.need(
    kept.keptFrom`prescription_set s where ${tx.own('s')} and s.id = ${id} and s.employee_id = ${employeeId}`,
  )
  await tx.remove('prescription_set', { id, version })
  return { id }
}
