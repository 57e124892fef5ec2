import { prescriptionStates, type contract, type HandlerOutput, type ParsedInput } from '@dentin/contract'
import { sql, type Updateable } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { DB } from '../../platform/database/builder.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, type FieldProblem } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { notify } from '../messaging/index.ts'
import { holdersIn } from '../staff/index.ts'
import { ADD, REVIEW } from './access.ts'
import type { Judged } from './judge.ts'
import type { KeptLine } from './rules.ts'
import { findPrescription, type Standing } from './standing.ts'
import { readLines } from './stored.ts'

// In an emergency a doctor may give antibiotics above the own tier for one day. Why is written in the line, the head sees it,
// and the formalities are made up within 24 hours (records.md §5).

type Calls = typeof contract.prescription

/** So long there is for the formalities. */
const HOURS = 24
const MOST_DAYS = 1

/** Is this line above the prescriber's tier, and given all the same? */
const oversteps = (line: { overstep: string }) => line.overstep !== ''

/**
 * Why each drug oversteps the prescriber's tier, by the key of what the checks say of it.
 * @throws AppError RX_OVERSTEP beside what is missing or not an emergency of one day
 */
export function overstepsOf({ kind, lines, aboveTier }: Judged): ReadonlyMap<string, string> {
  const isEmergency = kind === 'emergency'
  const fields = lines.flatMap((line, n): FieldProblem[] => {
    const wrong = (field: string, message: string) => [{ field: `items.${n}.${field}`, message }]
    const isAbove = aboveTier.has(line.drugId)
    if (!oversteps(line))
      return isAbove && isEmergency && line.days <= MOST_DAYS
        ? wrong('overstep', `请写明越级使用${line.name}的理由`)
        : []
    if (!isAbove) return wrong('overstep', `${line.name}没有超出您的抗菌药物处方权，不需要越级使用`)
    if (!isEmergency) return wrong('overstep', '越级使用只限急诊处方，请把类型改为急诊')
    return line.days > MOST_DAYS ? wrong('days', `越级使用${line.name}限一日量`) : []
  })
  if (fields.length > 0) throw new AppError('RX_OVERSTEP', { message: fields[0]?.message ?? '', fields })
  return new Map(
    lines.flatMap((line) => {
      const key = aboveTier.get(line.drugId)
      return key !== undefined && oversteps(line) ? [[key, line.overstep] as const] : []
    }),
  )
}

const drugsOf = (lines: readonly Pick<KeptLine, 'drugId' | 'overstep'>[]): string =>
  lines
    .filter(oversteps)
    .map(({ drugId }) => drugId)
    .sort()
    .join()

/** Does a change leave what oversteps as it was? */
const isAsBefore = (before: Standing | null, { lines }: Pick<Judged, 'lines'>): boolean =>
  drugsOf(before ? readLines(before.items) : []) === drugsOf(lines)

type Patch = Pick<
  Updateable<DB['prescription']>,
  'overstep_due_at' | 'overstep_note' | 'overstep_done_by' | 'overstep_done_name' | 'overstep_done_at'
>

/** What a prescription keeps of its oversteps: the time runs from the first saving of the same drugs. */
export const overstepPatch = (tx: TenantTx, before: Standing | null, judged: Judged): Patch =>
  isAsBefore(before, judged)
    ? {}
    : {
        overstep_due_at: drugsOf(judged.lines) === '' ? null : new Date(tx.now.getTime() + HOURS * 3_600_000),
        overstep_note: '',
        overstep_done_by: null,
        overstep_done_name: null,
        overstep_done_at: null,
      }

const patientName = select(columns('patient', 'p', 'name'))

/** Tells the heads of the clinic of an overstep. */
export async function tellHeads(
  context: ClinicContext,
  id: string,
  version: number,
  before: Standing | null,
  { lines }: Judged,
  patientId: string,
): Promise<void> {
  const above = lines.filter(oversteps)
  if (above.length === 0 || isAsBefore(before, { lines })) return
  const { tx, clinicId } = context
  const [{ name }, heads] = await Promise.all([
    tx.need(patientName.keptFrom`patient p where ${tx.own('p')} and p.id = ${patientId}`),
    holdersIn(tx, clinicId, REVIEW),
  ])
  await notify(tx, {
    clinicId,
    employeeIds: heads.map((head) => head.id),
    category: 'review',
    title: `${context.actorName} 越级使用抗菌药物：${name} ${above.map((line) => line.name).join('、')}`,
    body: above.map((line) => line.overstep).join('；'),
    link: '/prescription?tab=overstep',
    key: `overstep:${id}:${version}`,
  })
}

const listed = select(
  columns('prescription', 'x', 'id', 'rx_no', 'version', 'patient_id', 'doctor_id', 'prescribed_at'),
  named('employee', 'e', { doctorName: 'name' }),
  named('patient', 'p', {
    patientName: 'name',
    gender: 'gender',
    birthDay: 'birth_day',
    medicalNumber: 'medical_number',
  }),
  named('prescription', 'x', { note: 'overstep_note' }),
  {
    items: sql<unknown>`x.items`,
    dueAt: sql<Date>`x.overstep_due_at`,
    doneName: sql<string | null>`x.overstep_done_name`,
    doneAt: sql<Date | null>`x.overstep_done_at`,
  },
)
const LISTED = 200

/** May this person make up the formalities of a prescription? */
const mayFinish = (context: ClinicContext, doctorId: string): boolean =>
  context.can(REVIEW) || (context.can(ADD) && doctorId === context.employeeId)

/** What was overstepped in the clinic, or by the person alone: what is still to be made up first. */
export async function listOversteps(
  context: ClinicContext,
  { isOpen }: ParsedInput<Calls['oversteps']>,
): Promise<HandlerOutput<Calls['oversteps']>> {
  const { tx, clinicId, employeeId } = context
  const rows = await tx.rows(
    listed.from`prescription x
        join patient p on ${tx.own('p')} and p.id = x.patient_id
        join employee e on ${tx.own('e')} and e.id = x.doctor_id
      where ${tx.own('x')} and x.clinic_id = ${clinicId} and x.overstep_due_at is not null
        and x.status not in ${codes(prescriptionStates, 'void')}
        and (${context.can(REVIEW)}::boolean or x.doctor_id = ${employeeId})
        and (not ${isOpen}::boolean or x.overstep_done_at is null)
      order by x.overstep_done_at is not null, x.prescribed_at desc, x.id desc limit ${LISTED}`,
  )
  return rows.map(({ items, doneName, doneAt, ...row }) => ({
    ...row,
    drugs: readLines(items)
      .filter(oversteps)
      .map(({ name, overstep: reason }) => ({ name, reason })),
    done: doneName !== null && doneAt !== null ? { name: doneName, at: doneAt } : null,
    mayFinish: doneAt === null && mayFinish(context, row.doctorId),
  }))
}

/** The formalities are made up: by whom and when stays, also when it is late. */
export async function finishOverstep(
  context: ClinicContext,
  input: ParsedInput<Calls['finishOverstep']>,
): Promise<HandlerOutput<Calls['finishOverstep']>> {
  const { tx } = context
  const row = await findPrescription(context, input.id)
  if (!mayFinish(context, row.doctorId)) throw new AppError('RX_NOT_YOURS')
  if (row.overstepDueAt === null || row.overstepDoneAt !== null || prescriptionStates.is(row.status, 'void'))
    throw new AppError('STATUS_CHANGED')
  const changed = await tx.update(
    'prescription',
    { id: row.id, version: input.version },
    {
      overstep_note: input.note,
      overstep_done_by: context.employeeId,
      overstep_done_name: context.actorName,
      overstep_done_at: tx.now,
    },
    { action: 'overstep-finish', patientId: row.patientId },
  )
  tx.publish('prescription', row.id)
  return { id: row.id, version: changed.version, status: changed.status }
}
