import { changesBetween, perioProposal, perioSummary, withChanges, PERIO_TEETH } from '@dentin/clinical/perio/index'
import { s4Entry } from '@dentin/clinical/perio/s4'
import { perioAnswers, perioPlan } from '@dentin/contract/perio'
import { uuidv7 } from '@dentin/kit'
import { HASH_VERSION, sealOf, type Sealed } from '../server/src/modules/perio/hash.ts'

/** What the load needs to know of a tenant's periodontal charts. */
export interface PerioLoad {
  /** The charts of one patient, the oldest first. */
  charts: string[][]
  patients: string[]
  drafts: string[]
  /** Every id that a repeated write keeps. */
  ids: string[]
}

const PEOPLE = 40
const CHARTS = 6
const APART = 90
const DAY = 86_400_000

/** Gives patients six charts each, three months apart, and an examination that is being made. */
export async function perioRows(
  insert: (table: string, rows: object[]) => Promise<void>,
  whose: { tenant_id: string; clinic_id: string; doctor_id: string },
  patients: readonly string[],
  now: Date,
): Promise<PerioLoad> {
  const cells = s4Entry().cells
  const healed = withChanges(
    cells,
    changesBetween({}, cells).flatMap(({ tooth, cell, to }) =>
      cell.startsWith('pd.') && Number(to) >= 5 ? [{ tooth, cell, from: to, to: Number(to) - 2 }] : [],
    ),
  )
  const answers = perioAnswers.parse({ isCase: true, boneLoss: 40 })
  const plan = perioPlan.parse({ sextants: {} })
  const of = (patient: string, daysAgo: number) => ({
    ...whose,
    id: uuidv7(),
    patient_id: patient,
    at: new Date(now.getTime() - daysAgo * DAY),
  })
  const people = patients.slice(0, PEOPLE)
  const records = people.flatMap((patient) =>
    Array.from({ length: CHARTS + 1 }, (_, n) => of(patient, (CHARTS - n) * APART)),
  )
  await insert(
    'medical_record',
    records.map(({ at, ...record }, n) => ({
      ...record,
      record_no: `BLYZ${n}`,
      record_type: 3,
      visit_time: at,
      visit_kind: 2,
      origin: 'visit',
      origin_reason: '',
      status: 0,
      content: {},
      diagnosis_text: '',
      treatment_text: '',
      teeth: '',
      plan_line_ids: [],
      countersign_due: false,
      created_by: whose.doctor_id,
      created_name: '医生0',
      created_at: at,
      updated_at: at,
      version: 1,
    })),
  )
  const charts = records.flatMap((record, n) => {
    const nth = n % (CHARTS + 1)
    if (nth === CHARTS) return []
    const own = nth === 0 ? cells : healed
    const sealed: Sealed = {
      id: uuidv7(),
      recordId: record.id,
      patientId: record.patient_id,
      doctorId: whose.doctor_id,
      doctorName: '医生0',
      examinedAt: record.at,
      age: 45,
      cells: own,
      summary: perioSummary(own),
      answers,
      proposal: perioProposal(own, answers, { age: 45 }),
      diagnosis: null,
      plan,
      note: '',
      correctsId: null,
      correctReason: '',
      sealedName: '医生0',
      sealedAt: record.at,
    }
    return [
      {
        ...whose,
        id: sealed.id,
        chart_no: `YZ${n}`,
        patient_id: sealed.patientId,
        record_id: sealed.recordId,
        doctor_name: '医生0',
        examined_at: record.at,
        age: 45,
        cells: sealed.cells,
        summary: sealed.summary,
        answers,
        proposal: sealed.proposal,
        diagnosis: null,
        plan,
        note: '',
        correct_reason: '',
        hash: sealOf(sealed),
        hash_version: HASH_VERSION,
        sealed_by: whose.doctor_id,
        sealed_name: '医生0',
        sealed_at: record.at,
      },
    ]
  })
  await insert('perio_chart', charts)
  const stamped = { created_at: now, updated_at: now, version: 1 }
  const { tenant_id, clinic_id } = whose
  const drafts = people.map((patient_id, n) => ({
    tenant_id,
    clinic_id,
    id: uuidv7(),
    patient_id,
    record_id: records[n * (CHARTS + 1) + CHARTS]?.id,
    answers,
    plan,
    note: '',
    correct_reason: '',
    created_name: '医生0',
    ...stamped,
  }))
  await insert('perio_draft', drafts)
  const teeth = drafts.flatMap(({ id: draft_id }) =>
    PERIO_TEETH.map((tooth) => ({ tenant_id, clinic_id, id: uuidv7(), draft_id, tooth, cells: {}, ...stamped })),
  )
  await insert('perio_draft_tooth', teeth)
  const chartIds = charts.map(({ id }) => id)
  return {
    charts: people.map((_, n) => chartIds.slice(n * CHARTS, (n + 1) * CHARTS)),
    patients: [...people],
    drafts: drafts.map(({ id }) => id),
    ids: [...records, ...charts, ...drafts, ...teeth].map(({ id }) => id),
  }
}
