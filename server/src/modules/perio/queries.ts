import { type PerioCells, type PerioProposal, type PerioSummary } from '@dentin/clinical/perio/index'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import type { PerioAnswers, PerioDiagnosis, PerioPlan } from '@dentin/contract/perio'
import { recordStates } from '@dentin/contract/core/status'
import { habitNames } from '@dentin/contract/patient-words'
import { sql, type RawBuilder } from 'kysely'
import { columns, named, perhaps, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { clinicSettings } from '../clinic/index.ts'
import { ADD, AMEND, DELETE, mayWork, PRINT, readable, SIGN, writing } from './access.ts'
import { draftAside, draftOfPatient } from './beginning.ts'
import { ageOf, worstStage } from './drafts.ts'
import { sealOf } from './hash.ts'
import { standingRecall } from './recall.ts'
import { chartOf, charts, correctionOf, counts, draftTeeth, isRemoved } from './standing.ts'
import { wayOf } from './way.ts'

type Calls = typeof contract.perio
type Snapshot = HandlerOutput<Calls['snapshot']>
type Brief = NonNullable<HandlerOutput<Calls['draft']>>['earlier'][number]

/** The head of a chart on `k`, `r` (record) and `c` (clinic). */
const head = [
  columns('perio_chart', 'k', 'id', 'chart_no', 'record_id', 'doctor_name', 'examined_at', 'corrects_id'),
  columns('medical_record', 'r', 'record_no'),
  named('clinic', 'c', { clinicName: 'name' }),
  { summary: sql<PerioSummary>`k.summary`, diagnosis: sql<PerioDiagnosis | null>`k.diagnosis` },
] as const
const briefs = select(...head)
const heads = (tx: TenantTx): RawBuilder<unknown> =>
  sql`${charts(tx)} join clinic c on ${tx.own('c')} and c.id = k.clinic_id`
/** A removal that still stands, on `m`. */
const removal = [
  perhaps(
    named('perio_chart_removal', 'm', {
      removalReason: 'reason',
      removedName: 'removed_name',
      removedAt: 'removed_at',
    }),
  ),
] as const
const withRemoval = (tx: TenantTx): RawBuilder<unknown> =>
  sql`${heads(tx)} left join perio_chart_removal m on ${tx.own('m')} and m.chart_id = k.id and m.restored_at is null`

const whole = select(
  ...head,
  ...removal,
  columns('perio_chart', 'k', 'age', 'doctor_id', 'sealed_at', 'sealed_name', 'note', 'correct_reason', 'hash'),
  columns('perio_chart', 'k', 'hash_version'),
  named('perio_chart', 'k', { sealedPatientId: 'patient_id' }),
  columns('medical_record', 'r', 'clinic_id', 'patient_id'),
  named('medical_record', 'r', { recordStatus: 'status', recordDoctorId: 'doctor_id' }),
  columns('patient', 'p', 'gender', 'birth_day', 'medical_number'),
  named('patient', 'p', { patientName: 'name' }),
  perhaps(named('follow_up', 'u', { recallId: 'id', recallAt: 'plan_at', recallStatus: 'status' })),
  {
    cells: sql<PerioCells>`k.cells`,
    answers: sql<PerioAnswers>`k.answers`,
    proposal: sql<PerioProposal>`k.proposal`,
    plan: sql<PerioPlan>`k.plan`,
  },
  perhaps(named('perio_chart', 'y', { correctedById: 'id' })),
  perhaps(named('perio_chart', 'z', { previousId: 'id' })),
)
type Whole = RowIn<typeof whole>

/** The chart of the same person that was examined before `k` and counts; not the one that it corrects. */
const previousOf = (tx: TenantTx): RawBuilder<unknown> => sql`select b.id from perio_chart b
  join medical_record br on ${tx.own('br')} and br.id = b.record_id
  where ${tx.own('b')} and br.patient_id = r.patient_id and (b.examined_at, b.sealed_at) < (k.examined_at, k.sealed_at)
    and b.id is distinct from k.corrects_id and br.status <> ${recordStates.code.deleted} and not ${isRemoved(tx, sql`b.id`)}
    and not exists (select 1 from perio_chart x where ${tx.own('x')} and x.corrects_id = b.id and not ${isRemoved(tx, sql`x.id`)})
  order by b.examined_at desc, b.sealed_at desc limit 1`

const wholeCharts = (tx: TenantTx): RawBuilder<unknown> => sql`${withRemoval(tx)}
  join patient p on ${tx.own('p')} and p.id = r.patient_id
  left join lateral (select w.id, w.plan_at, w.status from follow_up w where ${tx.own('w')}
    and ${standingRecall('w', sql`r.patient_id`, sql`k.id`)} order by w.plan_at desc limit 1) u on true
  left join lateral (${correctionOf(tx)}) y on true left join lateral (${previousOf(tx)}) z on true`

async function snapshotFrom(context: ClinicContext, row: Whole): Promise<Snapshot> {
  const {
    removalReason,
    removedName,
    removedAt,
    recallId,
    recallAt,
    recallStatus,
    sealedPatientId,
    recordDoctorId,
    clinicId,
    hashVersion,
    ...rest
  } = row
  const whose = { clinicId, doctorId: recordDoctorId }
  const [mayPlan, mayRemove, mayWrite] = await Promise.all([
    mayWork(context, ADD, whose),
    mayWork(context, DELETE, whose),
    mayWork(context, writing(rest.recordStatus), whose),
  ])
  const removed = removalReason !== null
  const isThere = !recordStates.is(rest.recordStatus, 'deleted')
  const isCounted = isThere && !removed && rest.correctedById === null
  return {
    ...rest,
    removal:
      removalReason === null || removedName === null || removedAt === null
        ? null
        : { reason: removalReason, byName: removedName, at: removedAt },
    intact: sealOf({ ...rest, patientId: sealedPatientId }, hashVersion) === rest.hash,
    recall:
      recallId === null || recallAt === null || recallStatus === null
        ? null
        : { id: recallId, planTime: recallAt, status: recallStatus },
    can: {
      correct: mayWrite && isCounted,
      remove: mayRemove && isCounted,
      restore: mayRemove && isThere && removed,
      recall: mayPlan && isCounted,
      print: context.can(PRINT),
    },
  }
}

/** A whole snapshot that the person may read. */
export async function snapshotOf(context: ClinicContext, id: string): Promise<Snapshot> {
  const { tx } = context
  return snapshotFrom(
    context,
    await tx.need(whole.keptFrom`${wholeCharts(tx)} where ${tx.own('k')} and k.id = ${id} and ${readable(context)}`),
  )
}

/** The newest charts of visits before a moment; not the one that is corrected. */
const briefsBefore = (
  context: ClinicContext,
  { patientId, before, exceptId, most }: { patientId: string; before: Date; exceptId: string | null; most: number },
): Promise<Brief[]> => {
  const { tx } = context
  return tx.rows(
    briefs.keptFrom`${heads(tx)} where ${tx.own('k')} and r.patient_id = ${patientId} and ${counts(tx)} and ${readable(context)}
      and k.id is distinct from ${exceptId}::uuid and k.examined_at < ${before}
      order by k.examined_at desc, k.sealed_at desc limit ${most}`,
  )
}

const MOST_CHARTS = 50
const whose = columns('medical_record', 'r', 'clinic_id', 'doctor_id')
const listed = select(...head, whose)
const removedCharts = select(...head, ...removal, whose)

/** A patient's charts, the newest first, with whether one may take each out; those taken out for whoever may bring them back; what is not finished. */
export async function chartsOfPatient(
  context: ClinicContext,
  { patientId }: ParsedInput<Calls['ofPatient']>,
): Promise<HandlerOutput<Calls['ofPatient']>> {
  const { tx } = context
  const [charted, out, draft] = await Promise.all([
    tx.rows(
      listed.keptFrom`${heads(tx)} where ${tx.own('k')} and r.patient_id = ${patientId} and ${counts(tx)} and ${readable(context)}
        order by k.examined_at desc, k.sealed_at desc limit ${MOST_CHARTS}`,
    ),
    context.can(DELETE)
      ? tx.rows(
          removedCharts.keptFrom`${withRemoval(tx)} where ${tx.own('k')} and r.patient_id = ${patientId} and m.id is not null
            and ${readable(context)} order by m.removed_at desc limit ${MOST_CHARTS}`,
        )
      : [],
    draftOfPatient(context, patientId).then((live) => live ?? draftAside(context, patientId)),
  ])
  const mayDelete = (rows: readonly { clinicId: string; doctorId: string }[]) =>
    Promise.all(rows.map((row) => mayWork(context, DELETE, row)))
  const [removable, restorable] = await Promise.all([mayDelete(charted), mayDelete(out)])
  return {
    list: charted.map(({ clinicId: _c, doctorId: _d, ...row }, n) => ({ ...row, mayRemove: removable[n] ?? false })),
    removed: out.flatMap(({ removalReason, removedName, removedAt, clinicId: _c, doctorId: _d, ...row }, n) =>
      restorable[n] && removalReason !== null && removedName !== null && removedAt !== null
        ? [{ ...row, removal: { reason: removalReason, byName: removedName, at: removedAt } }]
        : [],
    ),
    draft: draft?.isReadable
      ? {
          id: draft.id,
          recordId: draft.recordId,
          recordNo: draft.recordNo,
          clinicName: draft.clinicName,
          doctorName: draft.doctorName,
          visitTime: draft.visitTime,
          deleted: draft.deleted,
        }
      : null,
  }
}

const draftRow = select(
  columns('perio_draft', 'f', 'id', 'version', 'record_id', 'note', 'corrects_id', 'correct_reason', 'clinic_id'),
  columns('medical_record', 'r', 'record_no', 'patient_id', 'doctor_id', 'visit_time'),
  named('medical_record', 'r', { recordStatus: 'status', recordVersion: 'version' }),
  columns('patient', 'p', 'gender', 'birth_day', 'medical_number', 'systemic_diseases', 'past_history', 'smoking'),
  named('patient', 'p', { patientName: 'name' }),
  named('employee', 'e', { doctorName: 'name' }),
  perhaps(named('perio_chart', 'x', { correctsNo: 'chart_no', correctsOn: 'examined_at' })),
  {
    answers: sql<PerioAnswers>`f.answers`,
    diagnosis: sql<PerioDiagnosis | null>`f.diagnosis`,
    plan: sql<PerioPlan>`f.plan`,
  },
)
const TRENDS = 6

/** The examination that a record is waiting for; null when none is under way. */
export async function draftOfRecord(
  context: ClinicContext,
  { recordId }: ParsedInput<Calls['draft']>,
): Promise<HandlerOutput<Calls['draft']>> {
  const { tx } = context
  const row = await tx.row(
    draftRow.keptFrom`perio_draft f join medical_record r on ${tx.own('r')} and r.id = f.record_id
      join patient p on ${tx.own('p')} and p.id = r.patient_id join employee e on ${tx.own('e')} and e.id = r.doctor_id
      left join perio_chart x on ${tx.own('x')} and x.id = f.corrects_id
      where ${tx.own('f')} and f.record_id = ${recordId} and ${readable(context)}`,
  )
  if (!row) return null
  const {
    clinicId,
    correctsId,
    correctsNo,
    correctsOn,
    correctReason,
    systemicDiseases,
    pastHistory,
    smoking,
    ...rest
  } = row
  const [teeth, earlier, previousStage, settings, way, mayEdit, maySeal] = await Promise.all([
    draftTeeth(tx, row.id),
    briefsBefore(context, { patientId: row.patientId, before: row.visitTime, exceptId: correctsId, most: TRENDS }),
    worstStage(tx, { patientId: row.patientId, until: row.visitTime, exceptId: correctsId }),
    clinicSettings(tx, clinicId),
    wayOf(context),
    mayWork(context, writing(row.recordStatus), row),
    mayWork(context, SIGN, row),
  ])
  const isOpen = recordStates.may('edit', row.recordStatus)
  const newest = earlier[0]
  return {
    ...rest,
    ...chartOf(teeth),
    age: ageOf(row),
    corrects:
      correctsId === null || correctsNo === null || correctsOn === null
        ? null
        : { id: correctsId, chartNo: correctsNo, examinedAt: correctsOn, reason: correctReason },
    latest: newest ? await snapshotOf(context, newest.id) : null,
    earlier,
    previousStage,
    risks: {
      diabetes: [...systemicDiseases, ...pastHistory.split(/[；;。\n]/)]
        .filter((text) => text.includes('糖尿'))
        .map((text) => text.trim())
        .join('；'),
      smoking: smoking === null ? '' : (habitNames[smoking] ?? ''),
    },
    settings: { speechRemote: settings.speechRemote },
    way,
    can: { edit: isOpen && mayEdit, seal: isOpen && maySeal && (mayEdit || writing(row.recordStatus) !== AMEND) },
  }
}

const letterhead = select(named('clinic', 'c', { clinicPhone: 'phone', clinicAddress: 'address' }))
const printings = select({ count: sql<number>`count(*)::int` })

/** The sheet of a chart; counts this printing. */
export async function chartToPrint(context: ClinicContext, id: string): Promise<HandlerOutput<Calls['print']>> {
  const { tx } = context
  const chart = await snapshotOf(context, id)
  const [clinic, { count }] = await Promise.all([
    tx.need(
      letterhead.keptFrom`perio_chart k join clinic c on ${tx.own('c')} and c.id = k.clinic_id where ${tx.own('k')} and k.id = ${id}`,
    ),
    tx.need(
      printings.keptFrom`audit a where ${tx.own('a')} and a.entity = 'perio_chart' and a.entity_id = ${id} and a.action = 'print'`,
    ),
  ])
  await tx.note('print', 'perio_chart', id, { patientId: chart.patientId })
  return { chart, ...clinic, printedAt: tx.now, printCount: count + 1 }
}

const made = select(columns('perio_chart', 'k', 'id'))
/** Whether a chart of a patient was made from one moment until before another. */
export async function chartedBetween(tx: TenantTx, patientId: string, from: Date, to: Date): Promise<boolean> {
  const row = await tx.row(
    made.keptFrom`${charts(tx)} where ${tx.own('k')} and r.patient_id = ${patientId} and ${counts(tx)}
      and k.examined_at >= ${from} and k.examined_at < ${to} limit 1`,
  )
  return row !== undefined
}
