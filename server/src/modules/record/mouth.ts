import {
  drawnMarks,
  foldMouth,
  markLayer,
  type ChartEntry,
  type ToothConditionId,
  type ToothMark,
  type ToothMarkStatus,
} from '@dentin/clinical'
import { formatDate, uuidv7, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { FigureCount } from '../patient/index.ts'
import { fatesOf } from './fates.ts'

/** An entry of a chart with what stands beside it. */
export const entryList = select(
  columns(
    'tooth_condition',
    't',
    'id',
    'record_id',
    'tooth',
    'surfaces',
    'detail',
    'group_id',
    'reason',
    'place',
    'visit_at',
    'noted_on',
    'ended_on',
    'left_surfaces',
    'covered',
    'known_from',
    'known_to',
  ),
  {
    condition: sql<ToothConditionId>`t.condition`,
    status: sql<ToothMarkStatus>`t.status`,
    /** When the record first charted something: what an amendment adds acts in its place among the rest. */
    signedAt: sql<Date>`min(t.created_at) over (partition by coalesce(t.record_id, t.id))`,
  },
)
type Row = RowIn<typeof entryList>

/** Every entry of a patient, those that were taken back too. */
const entriesOf = (tx: TenantTx, patientId: string) =>
  tx.rows(entryList.keptFrom`tooth_condition t where ${tx.own('t')} and t.patient_id = ${patientId} order by t.id`)

/** A row as the fold knows it. */
const entryOf = (row: Omit<Row, 'notedOn' | 'endedOn' | 'leftSurfaces' | 'covered'>): ChartEntry => ({
  id: row.id,
  tooth: row.tooth,
  surfaces: row.surfaces,
  condition: row.condition,
  status: row.status,
  detail: row.detail,
  groupId: row.groupId,
  reason: row.reason,
  recordId: row.recordId ?? '',
  visitAt: row.visitAt.getTime(),
  signedAt: row.signedAt.getTime(),
  place: row.place,
  knownFrom: row.knownFrom.getTime(),
  knownTo: row.knownTo?.getTime() ?? null,
})

/** The mouth that a visit found: what earlier visits left, without what its own record charts. */
export async function mouthBefore(
  tx: TenantTx,
  record: { id: string; patientId: string; visitTime: Date },
): Promise<{ mouth: ToothMark[]; mouthOn: string | null }> {
  const rows = await entriesOf(tx, record.patientId)
  const before = rows.filter(({ recordId }) => recordId !== record.id).map(entryOf)
  const mouth = foldMouth(before, { at: record.visitTime.getTime() })
  const last = Math.max(...[...mouth.teeth.values()].flat().map(({ entry }) => entry.visitAt))
  return { mouth: drawnMarks(mouth), mouthOn: Number.isFinite(last) ? formatDate(new Date(last)) : null }
}

/** The mouth of a patient as each of these visits left it: with what its own record charts, signed or not. */
export async function mouthsAfter(
  tx: TenantTx,
  patientId: string,
  records: readonly { id: string; visitTime: Date; marks: readonly ToothMark[] }[],
): Promise<ToothMark[][]> {
  const rows = await entriesOf(tx, patientId)
  return records.map((record) => mouthAfter(rows, record))
}

function mouthAfter(
  rows: readonly Row[],
  record: { id: string; visitTime: Date; marks: readonly ToothMark[] },
): ToothMark[] {
  const before = rows.filter(({ recordId }) => recordId !== record.id).map(entryOf)
  const at = record.visitTime.getTime()
  const own = record.marks.map(({ group, detail, ...mark }, place): ChartEntry => ({
    ...mark,
    id: `${record.id}-${place}`,
    detail: detail ?? '',
    groupId: group ?? null,
    recordId: record.id,
    visitAt: at,
    signedAt: Number.MAX_SAFE_INTEGER,
    place,
    knownFrom: at,
    knownTo: null,
  }))
  return drawnMarks(foldMouth([...before, ...own], { at }))
}

/** The mouth of a patient as all signed records leave it. */
export async function mouthNow(tx: TenantTx, patientId: string): Promise<ToothMark[]> {
  return drawnMarks(foldMouth((await entriesOf(tx, patientId)).map(entryOf)))
}

/** The gaps that implants and pontics left which were taken off, and nobody charted: each with the entry of what was there. */
export async function gapsNow(tx: TenantTx, patientId: string): Promise<{ of: string; notedOn: LocalDate }[]> {
  const { teeth } = foldMouth((await entriesOf(tx, patientId)).map(entryOf))
  return [...teeth.values()]
    .flat()
    .flatMap(({ gapOf, hidden, entry }) =>
      gapOf && !hidden ? [{ of: gapOf.id, notedOn: formatDate(new Date(entry.visitAt)) }] : [],
    )
}

/** What a record that charts is known by. */
interface Charting {
  id: string
  clinicId: string
  patientId: string
  doctorId: string
  visitTime: Date
}

/** Locks the entries of a patient, in the order in which everybody locks them. */
const lockEntries = (tx: TenantTx, patientId: string) =>
  tx.rows(
    sql`select t.id from tooth_condition t where ${tx.own('t')} and t.patient_id = ${patientId} order by t.id for no key update`,
  )

/**
 * Keeps what a record charts, and works out anew what has become of every entry of the patient: what the record no longer
 * says is taken back, and what it had ended stands again. An empty list: the record says nothing any more.
 */
export async function chart(tx: TenantTx, record: Charting, marks: readonly ToothMark[]): Promise<void> {
  const { patientId } = record
  await lockEntries(tx, patientId)
  const says = (row: Row, mark: ToothMark) =>
    row.tooth === mark.tooth &&
    row.condition === mark.condition &&
    row.surfaces === mark.surfaces &&
    row.status === mark.status &&
    row.detail === (mark.detail ?? '') &&
    row.groupId === (mark.group ?? null) &&
    row.reason === (mark.reason ?? '')
  const own = (await entriesOf(tx, patientId)).filter(
    ({ recordId, knownTo }) => recordId === record.id && knownTo === null,
  )
  const kept = keptRows(marks, (mark) => own.find((row) => says(row, mark)))
  const standing = new Set(kept.values())
  const gone = own.filter((row) => !standing.has(row))
  await Promise.all(gone.map(({ id }) => tx.update('tooth_condition', { id }, { known_to: tx.now }, { patientId })))
  const added = [...marks.entries()].filter(([, mark]) => !kept.has(mark))
  const insert = ([place, mark]: (typeof added)[number]) =>
    tx.insert(
      'tooth_condition',
      {
        id: uuidv7(),
        clinic_id: record.clinicId,
        patient_id: patientId,
        record_id: record.id,
        tooth: mark.tooth,
        surfaces: mark.surfaces,
        condition: mark.condition,
        layer: markLayer(mark),
        status: mark.status,
        detail: mark.detail ?? '',
        group_id: mark.group ?? null,
        reason: mark.reason ?? '',
        place,
        visit_at: record.visitTime,
        noted_on: formatDate(record.visitTime),
        doctor_id: record.doctorId,
        known_from: tx.now,
        created_at: tx.now,
        updated_at: tx.now,
      },
      { patientId },
    )
  await Promise.all(added.map(insert))
  await settle(tx, patientId)
}

/**
 * The rows that go on standing for marks. Where the marks of a tooth come in another order than before, all of that tooth
 * are written anew: a filling before a caries says something else than one after it.
 */
function keptRows(marks: readonly ToothMark[], rowOf: (mark: ToothMark) => Row | undefined): Map<ToothMark, Row> {
  const kept = new Map<ToothMark, Row>()
  const ofTooth = new Map<string, { mark: ToothMark; row: Row | undefined; place: number }[]>()
  for (const [place, mark] of marks.entries()) {
    const row = rowOf(mark)
    const own = ofTooth.get(mark.tooth) ?? []
    ofTooth.set(mark.tooth, [...own, { mark, row, place: row?.place ?? place }])
  }
  for (const own of ofTooth.values())
    if (own.every(({ place }, n) => n === 0 || place > (own[n - 1]?.place ?? -1)))
      for (const { mark, row } of own) if (row) kept.set(mark, row)
  return kept
}

/** Brings what stands beside the entries of a patient up to what all of them come to. @returns how many it changed */
async function settle(tx: TenantTx, patientId: string): Promise<number> {
  const rows = (await entriesOf(tx, patientId)).filter(({ knownTo }) => knownTo === null)
  const fates = fatesOf(rows.map(entryOf))
  const changes = rows.flatMap((row) => {
    const now = fates.get(row.id)
    const same =
      !now || (now.ended_on === row.endedOn && now.left_surfaces === row.leftSurfaces && now.covered === row.covered)
    return same ? [] : [{ id: row.id, patch: { ...now } }]
  })
  await Promise.all(changes.map(({ id, patch }) => tx.update('tooth_condition', { id }, patch, { patientId })))
  return changes.length
}

/** Folds what is stored of a patient anew. @returns how many entries it had been wrong of */
export async function refold(tx: TenantTx, patientId: string): Promise<number> {
  await lockEntries(tx, patientId)
  return settle(tx, patientId)
}

/** Two files that become one, or two again, have another mouth each. */
export const settleMouth: FigureCount = async (tx, patientId) => {
  await refold(tx, patientId)
  return {}
}
