import { perioSummary, type PerioCells, type PerioSummary } from '@dentin/clinical/perio/index'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { formatDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { columns, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { readable } from './access.ts'
import { chartOf, charts, draftTeeth } from './standing.ts'

type Calls = typeof contract.perio
type Compared = HandlerOutput<Calls['compare']>['a']
/** A side with what puts it in its place. */
interface Side {
  side: Compared
  patientId: string
  /** null: not sealed yet. */
  sealedAt: Date | null
}

const sealed = select(
  columns('perio_chart', 'k', 'id', 'chart_no', 'record_id', 'doctor_name', 'examined_at', 'sealed_at'),
  columns('medical_record', 'r', 'patient_id'),
  named('clinic', 'c', { clinicName: 'name' }),
  {
    cells: sql<PerioCells>`k.cells`,
    summary: sql<PerioSummary>`k.summary`,
  },
  { removed: sql<boolean>`m.id is not null` },
)
const clinicOf = (tx: TenantTx, clinicId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`join clinic c on ${tx.own('c')} and c.id = ${clinicId}`

/** Of these the snapshots that the person may read. */
async function snapshotsOf(context: ClinicContext, ids: readonly string[]): Promise<Side[]> {
  const { tx } = context
  const rows = await tx.rows(
    sealed.keptFrom`${charts(tx)} ${clinicOf(tx, sql`k.clinic_id`)}
      left join perio_chart_removal m on ${tx.own('m')} and m.chart_id = k.id and m.restored_at is null
      where ${tx.own('k')} and k.id = any(${ids}::uuid[]) and ${readable(context)}`,
  )
  return rows.map(({ removed, sealedAt, patientId, ...chart }) => {
    if (removed) throw new AppError('PERIO_REMOVED')
    return { side: { ...chart, isDraft: false, day: formatDate(chart.examinedAt) }, patientId, sealedAt }
  })
}

const open = select(
  columns('perio_draft', 'f', 'id', 'record_id'),
  columns('medical_record', 'r', 'patient_id'),
  named('medical_record', 'r', { examinedAt: 'visit_time' }),
  named('employee', 'e', { doctorName: 'name' }),
  named('clinic', 'c', { clinicName: 'name' }),
)
/** The examination that is being made, as far as it has come. */
async function draftSide(context: ClinicContext, id: string): Promise<Side> {
  const { tx } = context
  const { patientId, ...draft } = await tx.need(
    open.keptFrom`perio_draft f join medical_record r on ${tx.own('r')} and r.id = f.record_id
      join employee e on ${tx.own('e')} and e.id = r.doctor_id ${clinicOf(tx, sql`f.clinic_id`)}
      where ${tx.own('f')} and f.id = ${id} and ${readable(context)}`,
  )
  const { cells } = chartOf(await draftTeeth(tx, id))
  const day = formatDate(draft.examinedAt)
  const side = { ...draft, isDraft: true, chartNo: '', day, cells, summary: perioSummary(cells) }
  return { side, patientId, sealedAt: null }
}

const inOrder = (x: Side, y: Side): number =>
  x.side.examinedAt.getTime() - y.side.examinedAt.getTime() ||
  (x.sealedAt?.getTime() ?? Infinity) - (y.sealedAt?.getTime() ?? Infinity)

/** Two charts of one person, snapshots or the examination that is being made. */
export async function compareCharts(
  context: ClinicContext,
  input: ParsedInput<Calls['compare']>,
): Promise<HandlerOutput<Calls['compare']>> {
  const found = await snapshotsOf(context, [input.a, input.b])
  const sideOf = async (id: string) => found.find(({ side }) => side.id === id) ?? (await draftSide(context, id))
  const pair = [await sideOf(input.a), await sideOf(input.b)] as const
  if (pair[0].patientId !== pair[1].patientId) throw new AppError('PERIO_OTHER_PATIENT')
  const [{ side: a, patientId }, { side: b }] = pair.toSorted(inOrder) as [Side, Side]
  await Promise.all(
    [...new Set([a, b])].map(({ id, isDraft }) =>
      context.tx.note('view', isDraft ? 'perio_draft' : 'perio_chart', id, { patientId }),
    ),
  )
  return { a, b }
}
