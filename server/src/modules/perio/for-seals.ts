import type { PerioCells } from '@dentin/clinical/perio/index'
import { sql } from 'kysely'
import { columns, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { coveredBy, type Sealed } from './hash.ts'
import { snapshotOf } from './queries.ts'
import { cellWords, diagnosisWords, isMeasured, planWords, wordsOf } from './rules.ts'
import { chartOf, draftTeeth } from './standing.ts'

/** A chart as it goes into the package of a sealed record. */
interface ChartToSeal {
  name: string
  data: object
}

const made = select(
  columns(
    'perio_chart',
    'k',
    'id',
    'record_id',
    'patient_id',
    'doctor_id',
    'doctor_name',
    'examined_at',
    'age',
    'note',
  ),
  columns('perio_chart', 'k', 'corrects_id', 'correct_reason', 'sealed_name', 'sealed_at', 'hash_version'),
  {
    cells: sql<Sealed['cells']>`k.cells`,
    summary: sql<Sealed['summary']>`k.summary`,
    answers: sql<Sealed['answers']>`k.answers`,
    proposal: sql<Sealed['proposal']>`k.proposal`,
    diagnosis: sql<Sealed['diagnosis']>`k.diagnosis`,
    plan: sql<Sealed['plan']>`k.plan`,
  },
)
const inked = select({ cells: sql<PerioCells>`k.cells` })
/** What the graph of a record's paper shows: the cells of the snapshot that its text names, else of the chart that is being made. */
export async function cellsOnPaper(tx: TenantTx, recordId: string, chartId: string | null): Promise<PerioCells | null> {
  if (chartId !== null) {
    const chart = await tx.row(
      inked.keptFrom`perio_chart k where ${tx.own('k')} and k.id = ${chartId} and k.record_id = ${recordId}`,
    )
    return chart?.cells ?? null
  }
  const draft = await tx.row(unfinished.keptFrom`perio_draft f where ${tx.own('f')} and f.record_id = ${recordId}`)
  const cells = draft ? chartOf(await draftTeeth(tx, draft.id)).cells : null
  return cells && isMeasured(cells) ? cells : null
}

const letterhead = select(named('clinic', 'c', { clinicPhone: 'phone', clinicAddress: 'address' }))
const unfinished = select(columns('perio_draft', 'f', 'id', 'note'))

/**
 * Every chart of a record, those too that were removed or corrected since, and the one that is being made: all it says, what
 * its hash is made of, and what its sheet prints.
 */
export async function chartsToSeal(context: ClinicContext, recordId: string): Promise<ChartToSeal[]> {
  const { tx, clinicId } = context
  const rows = await tx.rows(
    made.keptFrom`perio_chart k where ${tx.own('k')} and k.record_id = ${recordId} order by k.sealed_at, k.id`,
  )
  const draft = await tx.row(unfinished.keptFrom`perio_draft f where ${tx.own('f')} and f.record_id = ${recordId}`)
  if (rows.length === 0 && !draft) return []
  const clinic = await tx.need(letterhead.keptFrom`clinic c where ${tx.own('c')} and c.id = ${clinicId}`)
  const charts: ChartToSeal[] = []
  for (const row of rows) {
    const { can: _can, ...chart } = await snapshotOf(context, row.id)
    const print = {
      ...clinic,
      words: wordsOf(chart, chart.summary),
      diagnosis: chart.diagnosis ? diagnosisWords(chart.diagnosis) : '',
      plan: planWords(chart.plan),
      teeth: cellWords(chart.cells),
    }
    const { hashVersion } = row
    charts.push({ name: chart.chartNo, data: { chart, hashVersion, covered: coveredBy(row, hashVersion), print } })
  }
  if (!draft) return charts
  const { cells } = chartOf(await draftTeeth(tx, draft.id))
  const data = { unfinished: true, cells, note: draft.note, print: { ...clinic, teeth: cellWords(cells) } }
  return [...charts, { name: '未完成', data }]
}
