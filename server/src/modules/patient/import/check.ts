import { someOf } from '@dentin/contract/core/field-kinds'
import { fieldOf, missingFields, patientFields, uniqueKeys, type RequirableField } from '@dentin/contract/patient'
import { fileStates } from '@dentin/contract/core/status'
import { today } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { columns, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { clinicSettings, patientSources } from '../../clinic/index.ts'
import { staffOf } from '../../staff/index.ts'
import type { Person } from '../commands.ts'
import { byColumn, FACE, fieldsOf } from '../fields.ts'
import { circumstanceProblems, likeness, settle, type Settled } from '../rules.ts'
import {
  askable,
  columnOfField,
  placeOf,
  readRow,
  type CellProblem,
  type ImportInput,
  type Lookups,
} from './columns.ts'

/** A row of the file: what stands in its cells, and what could not be read of them. */
export interface RawRow {
  rowNo: number
  cells: Record<string, string>
  problems: CellProblem[]
}

/** Somebody who may be the same: the file, or (without one) another row. */
export interface Doubt {
  level: string
  reason: string
  patientId: string | null
}

/** What a row says of a new file, complete. */
export interface ReadyRow {
  input: ImportInput
  settled: Settled
}

/** A row as it was found. kind: 1 good, 2 bad, 3 may have a file already. */
export interface CheckedRow extends RawRow {
  kind: 1 | 2 | 3
  doubts: Doubt[]
  ready: ReadyRow | null
}

/** Rows are looked at in portions, so that other requests are answered between them. */
const PORTION = 250
const breathe = () => new Promise((resolve) => setImmediate(resolve))

/** The names of sources and staff, and what the clinic asks for in a new file. */
export async function surroundings(tx: TenantTx, clinicId: string): Promise<Lookups & { required: RequirableField[] }> {
  const all = await patientSources(tx)
  const byId = new Map(all.map((each) => [each.id, each]))
  const parents = new Set(all.map(({ parentId }) => parentId))
  const path = (id: string): string => {
    const one = byId.get(id)
    if (!one) return ''
    return one.parentId ? `${path(one.parentId)} / ${one.name}` : one.name
  }
  return {
    sources: all
      .filter(({ id, enabled }) => enabled && !parents.has(id))
      .map(({ id, name }) => ({ id, name, path: path(id) })),
    staff: await staffOf(tx, clinicId),
    required: askable((await clinicSettings(tx, clinicId)).patientRequired),
  }
}

/** Hears how many rows have been looked at. */
export type Progress = (looked: number) => Promise<void>

/** Checks rows against the form of a new file, one another, and the files that are there. Writes nothing. */
export async function checkRows(
  tx: TenantTx,
  clinicId: string,
  rows: readonly RawRow[],
  progress: Progress = async () => {},
): Promise<CheckedRow[]> {
  const around = await surroundings(tx, clinicId)
  const on = today(tx.now)
  const checked: CheckedRow[] = []
  for (const [index, row] of rows.entries()) {
    if (index % PORTION === PORTION - 1) {
      await breathe()
      // Half of the work; the files are the other half.
      await progress(Math.floor(index / 2))
    }
    const { input, problems } = readRow(row.cells, around)
    // What could not be read has been said; the form would only say it in other words.
    const said = new Set(row.problems.map(({ column }) => column))
    const all = [...row.problems, ...problems.filter(({ column }) => !said.has(column))]
    let ready: CheckedRow['ready'] = null
    if (input) {
      const { problems: unfit, settled } = settle(input, on)
      unfit.push(...missingFields({ ...input }, around.required), ...circumstanceProblems(input, settled.birthDay, on))
      all.push(
        ...unfit
          .map(({ field, message }) => ({ column: columnOfField(field), message }))
          .filter(({ column }) => !said.has(column)),
      )
      ready = { input, settled }
    }
    checked.push({ ...row, problems: all, doubts: [], ready: all.length > 0 ? null : ready, kind: 1 })
  }
  compareWithin(checked)
  await compareWithFiles(tx, checked, async (compared) => progress(Math.floor((rows.length + compared) / 2)))
  for (const row of checked) {
    row.problems.sort((a, b) => placeOf(a.column) - placeOf(b.column))
    row.kind = row.problems.length > 0 ? 2 : row.doubts.length > 0 ? 3 : 1
    if (row.kind === 2) row.ready = null
  }
  return checked
}

const personOf = ({ input, settled }: ReadyRow): Person => ({
  name: input.name,
  mobile: input.mobile,
  birthDay: settled.birthDay,
  idType: settled.idType,
  idNo: settled.idNo,
})

/** Numbers that no two files have the same; the identity document tells besides who somebody is. */
const numberKeys = uniqueKeys.filter((key) => key !== 'idNo')
type NumberKey = (typeof numberKeys)[number]
const isNumberKey = (what: string): what is NumberKey => numberKeys.some((key) => key === what)
const numberColumn = (key: NumberKey) => sql.ref(patientFields[key].column)
const numberColumns = sql.join(numberKeys.map((key) => sql`${numberColumn(key)} text`))
const isLiveOnly = (key: NumberKey) => fieldOf(key).unique?.live === true
/** Files that have this number of a row. */
const withNumber = (tx: TenantTx, key: NumberKey) =>
  sql`union select a.row_no, p.id from asked a join patient p on ${tx.own('p')}
        and p.${numberColumn(key)} = a.${numberColumn(key)} ${isLiveOnly(key) ? sql`and p.status in ${codes(fileStates, 'kept')}` : sql``}`

/** The same person twice in one file: told in the later row. */
function compareWithin(rows: readonly CheckedRow[]): void {
  const seen = new Map<string, CheckedRow>()
  for (const row of rows) {
    if (!row.ready) continue
    const person = personOf(row.ready)
    const { input } = row.ready
    const keys: readonly (readonly [string, string | null])[] = [
      ['paper', person.idNo && `${person.idType ?? ''} ${person.idNo}`],
      ...numberKeys.map((key) => [key, input[key]] as const),
      ['medium', person.mobile && `${person.name} ${person.mobile}`],
      ['medium', person.birthDay && `${person.name} ${person.birthDay}`],
      ['weak', person.mobile],
    ]
    let told = false
    for (const [what, value] of keys) {
      if (!value) continue
      const key = `${what} ${value}`
      const earlier = seen.get(key)
      if (!earlier) {
        seen.set(key, row)
        continue
      }
      if (what === 'paper') row.problems.push({ column: '证件号', message: `与第 ${earlier.rowNo} 行的证件号相同` })
      else if (isNumberKey(what))
        row.problems.push({
          column: columnOfField(what),
          message: `与第 ${earlier.rowNo} 行的${columnOfField(what)}相同`,
        })
      else if (!told && earlier.ready) {
        const like = likeness(person, personOf(earlier.ready))
        if (like)
          row.doubts.push({ level: like.level, reason: `与第 ${earlier.rowNo} 行${like.reason}`, patientId: null })
        told = true
      }
    }
  }
}

const foundFiles = select(
  { rowNo: sql<number>`h.row_no` },
  columns('patient', 'p', 'id', 'status'),
  fieldsOf(...FACE, ...numberKeys, 'idType', 'idNo'),
)
type Found = RowIn<typeof foundFiles>

/** Files that are there: the same document or number is refused, anything less is told. */
async function compareWithFiles(tx: TenantTx, rows: readonly CheckedRow[], progress: Progress): Promise<void> {
  const byNo = new Map(rows.map((row) => [row.rowNo, row]))
  for (let at = 0; at < rows.length; at += 1000) {
    const asked = rows
      .slice(at, at + 1000)
      .flatMap(({ rowNo, ready }) =>
        ready ? [{ row_no: rowNo, ...byColumn(someOf(ready.input, ...numberKeys)), ...byColumn(personOf(ready)) }] : [],
      )
    await progress(at)
    if (asked.length === 0) continue
    const found = await tx.rows(
      foundFiles.of(sql`with asked as materialized (
            select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
              as x(row_no int, name text, mobile text, birth_day date, id_type int, id_no text, ${numberColumns})),
          hit as (
            select a.row_no, p.id from asked a join patient p on ${tx.own('p')} and p.mobile = a.mobile and p.status in ${codes(fileStates, 'kept')}
            union
            select a.row_no, p.id from asked a join patient p on ${tx.own('p')} and p.id_no = a.id_no and p.status in ${codes(fileStates, 'kept')}
            union
            select a.row_no, p.id from asked a join patient p on ${tx.own('p')} and p.name = a.name
              and p.birth_day = a.birth_day and p.status in ${codes(fileStates, 'kept')}
            ${sql.join(
              numberKeys.map((key) => withNumber(tx, key)),
              sql` `,
            )})
          select ${foundFiles.list}
          from hit h join patient p on ${tx.own('p')} and p.id = h.id
          order by h.row_no, p.created_at, p.id`),
    )
    for (const file of found) {
      const row = byNo.get(file.rowNo)
      if (row?.ready) tellOf(row, row.ready, file)
    }
  }
}

/** At most so many files are named beside one row. */
const NAMED = 3

function tellOf(row: CheckedRow, ready: ReadyRow, file: Found): void {
  const who = `${file.name}（病历号 ${file.medicalNumber ?? ''}）`
  for (const key of numberKeys)
    if (
      ready.input[key] !== null &&
      ready.input[key] === file[key] &&
      (!isLiveOnly(key) || fileStates.is(file.status, 'kept'))
    )
      row.problems.push({ column: columnOfField(key), message: `${columnOfField(key)}已被使用：${file.name}` })
  const like = likeness(personOf(ready), file)
  if (like?.level === 'strong') row.problems.push({ column: '证件号', message: `该证件号已建档：${who}` })
  else if (like && row.doubts.length < NAMED)
    row.doubts.push({ level: like.level, reason: `与已有档案 ${who}${like.reason}`, patientId: file.id })
}

/** Rows that were found good once, against the files as they are now: those of which something else is to be said. */
export async function changedRows(
  tx: TenantTx,
  rows: readonly CheckedRow[],
  known: ReadonlyMap<number, readonly Doubt[]>,
): Promise<number[]> {
  const again = rows.map((row) => ({ ...row, problems: [] as CellProblem[], doubts: [] as Doubt[] }))
  await compareWithFiles(tx, again, async () => {})
  return again.filter((row) => isChanged(row, known.get(row.rowNo) ?? [])).map(({ rowNo }) => rowNo)
}

/** Is there more to say of a row than was known: something wrong, or a file that it may be? */
export const isChanged = (row: Pick<CheckedRow, 'problems' | 'doubts'>, known: readonly Doubt[]): boolean =>
  row.problems.length > 0 ||
  row.doubts.some(({ patientId }) => patientId !== null && !known.some((each) => each.patientId === patientId))
