import {
  foldMouth,
  markLayer,
  type ChartEntry,
  type MouthMark,
  type ToothConditionId,
  type ToothMark,
  type ToothMarkStatus,
} from '@dentin/clinical'
import { formatDate, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

const entryList = select(
  columns(
    'tooth_condition',
    't',
    'id',
    'record_id',
    'tooth',
    'surfaces',
    'detail',
    'group_id',
    'place',
    'visit_at',
    'created_at',
    'noted_on',
    'ended_on',
    'left_surfaces',
    'covered',
  ),
  { condition: sql<ToothConditionId>`t.condition`, status: sql<ToothMarkStatus>`t.status` },
)
type Row = RowIn<typeof entryList>

const entriesOf = (tx: TenantTx, patientId: string) =>
  tx.rows(entryList.keptFrom`tooth_condition t where ${tx.own('t')} and t.patient_id = ${patientId} order by t.id`)

/** A row as the fold knows it. What stands in the table is known: what was taken back is not there. */
const entryOf = (row: Omit<Row, 'notedOn' | 'endedOn' | 'leftSurfaces' | 'covered'>): ChartEntry => ({
  id: row.id,
  tooth: row.tooth,
  surfaces: row.surfaces,
  condition: row.condition,
  status: row.status,
  detail: row.detail,
  groupId: row.groupId,
  recordId: row.recordId ?? '',
  visitAt: row.visitAt.getTime(),
  signedAt: row.createdAt.getTime(),
  place: row.place,
  knownFrom: 0,
  knownTo: null,
})

/** A mark as the chart draws it: what is left of it. */
const drawn = ({ entry, surfaces }: MouthMark): ToothMark => ({
  tooth: entry.tooth,
  condition: entry.condition,
  surfaces,
  status: entry.status,
  ...(entry.detail && { detail: entry.detail }),
  ...(entry.groupId && { group: entry.groupId }),
})

/** The mouth that a visit found: what earlier visits left, without what its own record charts. */
export async function mouthBefore(
  tx: TenantTx,
  record: { id: string; patientId: string; visitTime: Date },
): Promise<{ mouth: ToothMark[]; mouthOn: string | null }> {
  const rows = await entriesOf(tx, record.patientId)
  const before = rows.filter(({ recordId }) => recordId !== record.id).map(entryOf)
  const { teeth } = foldMouth(before, { at: record.visitTime.getTime() })
  const marks = [...teeth.values()].flat().sort((one, other) => one.entry.visitAt - other.entry.visitAt)
  const last = marks.at(-1)
  return {
    mouth: marks.filter(({ hidden }) => !hidden).map(drawn),
    mouthOn: last ? formatDate(new Date(last.entry.visitAt)) : null,
  }
}

/** What a record that charts is known by. */
interface Charting {
  id: string
  clinicId: string
  patientId: string
  doctorId: string
  visitTime: Date
}

/**
 * Keeps what a record charts, and works out anew what has become of every entry of the patient: what the record no longer
 * says is gone, and what it had ended stands again. An empty list: the record says nothing any more.
 */
export async function chart(tx: TenantTx, record: Charting, marks: readonly ToothMark[]): Promise<void> {
  const { patientId } = record
  await tx.rows(
    sql`select t.id from tooth_condition t where ${tx.own('t')} and t.patient_id = ${patientId} order by t.id for no key update`,
  )
  const rows = await entriesOf(tx, patientId)
  const says = (row: Row, mark: ToothMark) =>
    row.tooth === mark.tooth &&
    row.condition === mark.condition &&
    row.surfaces === mark.surfaces &&
    row.status === mark.status &&
    row.detail === (mark.detail ?? '') &&
    row.groupId === (mark.group ?? null)
  const own = rows.filter(({ recordId }) => recordId === record.id)
  for (const row of own)
    if (!marks.some((mark) => says(row, mark))) await tx.remove('tooth_condition', { id: row.id }, { patientId })
  const kept = rows.filter((row) => row.recordId !== record.id || marks.some((mark) => says(row, mark)))
  const added = marks.flatMap((mark, place) =>
    own.some((row) => says(row, mark))
      ? []
      : [
          {
            ...mark,
            id: uuidv7(),
            detail: mark.detail ?? '',
            groupId: mark.group ?? null,
            place,
            recordId: record.id,
            visitAt: record.visitTime,
            createdAt: tx.now,
          },
        ],
  )
  const { marks: folded } = foldMouth([...kept, ...added].map(entryOf))
  const fate = new Map(folded.map((mark) => [mark.entry.id, mark]))
  for (const each of added) {
    const { id, tooth, surfaces, condition, status, detail, groupId, place } = each
    await tx.insert(
      'tooth_condition',
      {
        id,
        clinic_id: record.clinicId,
        patient_id: patientId,
        record_id: record.id,
        tooth,
        surfaces,
        condition,
        layer: markLayer(each),
        status,
        detail,
        group_id: groupId,
        place,
        visit_at: record.visitTime,
        noted_on: formatDate(record.visitTime),
        doctor_id: record.doctorId,
        ...becameOf(entryOf(each), fate.get(id)),
        created_at: tx.now,
        updated_at: tx.now,
      },
      { patientId },
    )
  }
  for (const row of kept) {
    const now = becameOf(entryOf(row), fate.get(row.id))
    const same = now.ended_on === row.endedOn && now.left_surfaces === row.leftSurfaces && now.covered === row.covered
    if (!same) await tx.update('tooth_condition', { id: row.id }, now, { patientId })
  }
}

/** What stands beside an entry. One that is no mark (a sound tooth, what stood already) ends as it begins. */
function becameOf(entry: ChartEntry, mark: MouthMark | undefined) {
  const end = mark ? mark.endedBy : entry
  return {
    ended_on: end && formatDate(new Date(end.visitAt)),
    left_surfaces: mark && mark.surfaces !== entry.surfaces ? mark.surfaces : null,
    covered: mark?.hidden ?? false,
  }
}
