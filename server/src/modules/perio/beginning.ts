import { goneTeeth } from '@dentin/clinical'
import { PERIO_TEETH, statusOf, type PerioCells, type PerioStatus } from '@dentin/clinical/perio/index'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { perioAnswers, perioPlan, type PerioAnswers, type PerioDiagnosis, type PerioPlan } from '@dentin/contract/perio'
import { uuidv7 } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { columns, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mouthBefore, type BesideRecord } from '../record/index.ts'
import { mayWork, mustWork, readable, writing } from './access.ts'
import { charts, counts, lockDraft, lockPerioRecord, mustBeOpen, PERIODONTAL } from './standing.ts'

type Calls = typeof contract.perio

/** A record whose examination begins. */
interface Begun {
  recordId: string
  patientId: string
  visitTime: Date
}
/** What an examination begins with. */
interface First {
  cells: PerioCells
  answers: PerioAnswers
  plan: PerioPlan
  diagnosis?: PerioDiagnosis | null
  note?: string
  corrects?: { id: string; reason: string }
}

const lastCells = select({ cells: sql<PerioCells>`k.cells` })

/**
 * What stands at the places of the teeth: as the chart before had it, and as the mouth was at the visit. A patient has one
 * mouth, whichever clinic of the chain looked into it.
 */
async function statusesFor(tx: TenantTx, { recordId, patientId, visitTime }: Begun): Promise<PerioCells> {
  const { mouth } = await mouthBefore(tx, { id: recordId, patientId, visitTime })
  const last = await tx.acrossClinics(() =>
    tx.row(
      lastCells.keptFrom`${charts(tx)} where ${tx.own('k')} and r.patient_id = ${patientId} and ${counts(tx)}
        and k.examined_at < ${visitTime} order by k.examined_at desc, k.sealed_at desc limit 1`,
    ),
  )
  const gone = goneTeeth(mouth)
  const stands = new Map(
    mouth.flatMap(({ tooth, condition, status }) =>
      status === 'planned' || status === 'removed' ? [] : [[`${tooth} ${condition}`, true] as const],
    ),
  )
  const statusFor = (tooth: string): PerioStatus => {
    if (gone.has(tooth)) return stands.has(`${tooth} implant`) ? 'implant' : 'missing'
    return stands.has(`${tooth} residual_root`) ? 'root' : statusOf(last?.cells[tooth])
  }
  return Object.fromEntries(
    PERIO_TEETH.flatMap((tooth) => {
      const status = statusFor(tooth)
      return status === 'present' ? [] : [[tooth, { status }]]
    }),
  )
}

/** What a new examination begins with: who is missing and where implants are, no measurement. */
const freshFor = async (tx: TenantTx, of: Begun): Promise<First> => ({
  cells: await statusesFor(tx, of),
  answers: perioAnswers.parse({}),
  plan: perioPlan.parse({ sextants: {} }),
})

/** Makes the draft of a patient who has none. @returns its id; null when somebody made one meanwhile */
export async function beginDraft(
  context: ClinicContext,
  of: Begun,
  { cells, answers, plan, diagnosis = null, note = '', corrects }: First,
): Promise<string | null> {
  const { tx, clinicId, actorName } = context
  const id = uuidv7()
  const [row] = await tx.insertNew(
    'perio_draft',
    [
      {
        id,
        clinic_id: clinicId,
        patient_id: of.patientId,
        record_id: of.recordId,
        aside_id: null,
        answers: { ...answers },
        diagnosis: diagnosis && { ...diagnosis },
        plan: { ...plan },
        corrects_id: corrects?.id ?? null,
        correct_reason: corrects?.reason ?? '',
        note,
        created_name: actorName,
        created_at: tx.now,
        updated_at: tx.now,
      },
    ],
    'perio_draft_patient_key',
    { patientColumn: 'patient_id' },
  )
  if (!row) return null
  await tx.insertNew(
    'perio_draft_tooth',
    PERIO_TEETH.map((tooth) => ({
      id: uuidv7(),
      clinic_id: clinicId,
      draft_id: id,
      tooth,
      cells: { ...cells[tooth] },
      created_at: tx.now,
      updated_at: tx.now,
    })),
    'perio_draft_tooth_key',
  )
  tx.publish('perio', id)
  return id
}

/** A periodontal record begins its examination, unless the patient has one that is not finished. */
export const begun: BesideRecord = async (context, of) => {
  if (of.recordType !== PERIODONTAL) return
  await beginDraft(context, of, await freshFor(context.tx, of))
}

const draftOf = (context: ClinicContext) =>
  select(
    columns('perio_draft', 'f', 'id', 'record_id', 'clinic_id', 'corrects_id'),
    columns('medical_record', 'r', 'record_no', 'doctor_id', 'visit_time'),
    named('medical_record', 'r', { recordStatus: 'status' }),
    named('employee', 'e', { doctorName: 'name' }),
    named('clinic', 'c', { clinicName: 'name' }),
    { deleted: sql<boolean>`f.aside_id is not null`, isReadable: readable(context) },
  )
const drafts = (tx: TenantTx): RawBuilder<unknown> =>
  sql`perio_draft f join medical_record r on ${tx.own('r')} and r.id = f.record_id
    join employee e on ${tx.own('e')} and e.id = r.doctor_id join clinic c on ${tx.own('c')} and c.id = f.clinic_id`

/** The draft of a patient that is being made, with its record. */
export const draftOfPatient = (context: ClinicContext, patientId: string) => {
  const { tx } = context
  return tx.row(
    draftOf(context)
      .keptFrom`${drafts(tx)} where ${tx.own('f')} and f.patient_id = ${patientId} and f.aside_id is null`,
  )
}
/** The newest draft of a patient that waits with a deleted record. */
export const draftAside = (context: ClinicContext, patientId: string) => {
  const { tx } = context
  return tx.row(
    draftOf(context)
      .keptFrom`${drafts(tx)} where ${tx.own('f')} and f.patient_id = ${patientId} and f.aside_id is not null
      order by f.created_at desc, f.id desc limit 1`,
  )
}
export type DraftOfPatient = NonNullable<Awaited<ReturnType<typeof draftOfPatient>>>

/** The refusal where a patient has an examination that is not finished; says where it is to whoever may read it. */
export function draftThere(found: DraftOfPatient, what = '这位患者另有一份没有完成的牙周检查'): AppError {
  const { id, recordId, recordNo, doctorName, clinicName, deleted, isReadable } = found
  if (!isReadable) return new AppError('PERIO_DRAFT_THERE', { message: what })
  return new AppError('PERIO_DRAFT_THERE', {
    message: `${what}（${clinicName} ${doctorName}，病历 ${recordNo}）`,
    data: { id, recordId, recordNo, doctorName, clinicName, deleted },
  })
}

const onRecord = select(columns('perio_chart', 'k', 'id'))
/** The chart of a record that counts. */
const chartOfRecord = (tx: TenantTx, recordId: string) =>
  tx.row(onRecord.keptFrom`${charts(tx)} where ${tx.own('k')} and k.record_id = ${recordId} and ${counts(tx)}`)

/**
 * Begins the examination of a record that has none; on request goes on with the one that the patient has elsewhere, or with
 * one that waits with a deleted record.
 */
export async function begin(
  context: ClinicContext,
  { recordId, take }: ParsedInput<Calls['begin']>,
): Promise<HandlerOutput<Calls['begin']>> {
  const { tx } = context
  const record = await lockPerioRecord(context, recordId)
  await mustWork(context, writing(record.status), record)
  mustBeOpen(record)
  const live = await draftOfPatient(context, record.patientId)
  const there = live ?? (take ? await draftAside(context, record.patientId) : undefined)
  if (there?.recordId === recordId) return { id: there.id }
  if (await chartOfRecord(tx, recordId)) throw new AppError('PERIO_CHART_THERE')
  if (!there) {
    const of = { recordId, patientId: record.patientId, visitTime: record.visitTime }
    const id = await beginDraft(context, of, await freshFor(tx, of))
    if (id === null) throw new AppError('PERIO_DRAFT_THERE')
    return { id }
  }
  if (!take || there.correctsId !== null || !(await mayWork(context, writing(there.recordStatus), there)))
    throw draftThere(there)
  const draft = await lockDraft(context, there.id)
  await tx.update(
    'perio_draft',
    { id: draft.id },
    { record_id: recordId, aside_id: null },
    { action: 'take', patientId: record.patientId },
  )
  tx.publish('perio', draft.id)
  return { id: draft.id }
}
