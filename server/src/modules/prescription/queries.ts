import { sheetAdvice } from '@dentin/clinical/drug-checks/index'
import { prescriptionStates, type contract, type HandlerOutput, type ParsedInput } from '@dentin/contract'
import type { PrescriptionKind } from '@dentin/contract'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { containing } from '../../platform/database/like.ts'
import { amounts, columns, counted, named, perhaps, select, type RowIn } from '../../platform/database/select.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { ADD, AUDIT, DISPENSE, REVIEW, visible } from './access.ts'
import { readFindings, readLines, readOverrides } from './stored.ts'

type Calls = typeof contract.prescription
type Detail = HandlerOutput<Calls['detail']>

const face = [
  columns(
    'prescription',
    'x',
    'id',
    'rx_no',
    'version',
    'status',
    'patient_id',
    'clinic_id',
    'record_id',
    'doctor_id',
    'diagnosis',
    'summary',
    'prescribed_at',
    'valid_until',
    'refused_name',
    'refused_reason',
    'overridden',
  ),
  amounts('prescription', 'x', 'total_amount'),
  named('patient', 'p', {
    patientName: 'name',
    gender: 'gender',
    birthDay: 'birth_day',
    medicalNumber: 'medical_number',
  }),
  named('clinic', 'c', { clinicName: 'name' }),
  named('employee', 'e', { doctorName: 'name' }),
  { kind: sql<PrescriptionKind>`x.kind`, overrides: sql<unknown>`x.overrides` },
] as const
const listed = select(...face)
const whole = select(
  ...face,
  columns(
    'prescription',
    'x',
    'bill_id',
    'pregnancy',
    'pregnancy_week',
    'long_reason',
    'audit_note',
    'audited_name',
    'audited_at',
    'dispensed_name',
    'dispensed_at',
    'returned_name',
    'returned_at',
    'return_reason',
    'voided_name',
    'voided_at',
    'void_reason',
  ),
  named('clinic', 'c', { clinicPhone: 'phone', clinicAddress: 'address' }),
  columns('patient', 'p', 'medicare_type'),
  perhaps(named('dept', 'd', { deptName: 'name' })),
  {
    items: sql<unknown>`x.items`,
    findings: sql<unknown>`x.findings`,
    weightKg: sql<number | null>`x.weight_kg::float8`,
  },
)

/** The prescriptions of a tab: the open ones by their age, others by the newest. */
export async function listPrescriptions(
  context: ClinicContext,
  input: ParsedInput<Calls['list']>,
): Promise<HandlerOutput<Calls['list']>> {
  const { tx } = context
  const { tab, pageNum, pageSize } = input
  if (tab === 'overridden' && !context.can(REVIEW)) throw new AppError('FORBIDDEN')
  const shown = {
    audit: sql<boolean>`x.status in ${codes(prescriptionStates, 'waiting')} and x.refused_at is null`,
    dispense: sql<boolean>`x.status in ${codes(prescriptionStates, 'toDispense')}`,
    overridden: sql<boolean>`x.overridden`,
    all: sql<boolean>`true`,
  }[tab]
  const isOpen = tab === 'audit' || tab === 'dispense'
  const pattern = containing(input.keyword)
  const where = sql`prescription x
      join patient p on ${tx.own('p')} and p.id = x.patient_id
      join clinic c on ${tx.own('c')} and c.id = x.clinic_id
      join employee e on ${tx.own('e')} and e.id = x.doctor_id
      where ${tx.own('x')} and ${visible(context)} and ${shown}
        and (${input.patientId ?? null}::uuid is null or x.patient_id = ${input.patientId ?? null}::uuid)
        and (${input.recordId ?? null}::uuid is null or x.record_id = ${input.recordId ?? null}::uuid)
        and (${input.dateFrom ?? null}::date is null or x.prescribed_at >= ${input.dateFrom ?? null}::date at time zone 'Asia/Shanghai')
        and (${input.dateTo ?? null}::date is null or x.prescribed_at < (${input.dateTo ?? null}::date + 1) at time zone 'Asia/Shanghai')
        and (${input.keyword} = '' or p.name like ${pattern} or x.rx_no like ${pattern} or x.summary like ${pattern})`
  const [rows, { total }] = await Promise.all([
    tx.rows(
      listed.from`${where} order by case when ${isOpen}::boolean then x.prescribed_at end, x.prescribed_at desc, x.id desc
        limit ${pageSize} offset ${(pageNum - 1) * pageSize}`,
    ),
    tx.need(counted.from`${where}`),
  ])
  return {
    list: rows.map((row) => ({ ...row, overrides: readOverrides(row.overrides) })),
    total,
    pageNum,
    pageSize,
  }
}

const inOrder = select(columns('prescription', 'x', 'id', 'prescribed_at'))
/** The prescriptions of a patient that the person may read, voided ones aside, the oldest first. */
export const prescriptionsOf = (context: ClinicContext, patientId: string): Promise<RowIn<typeof inOrder>[]> =>
  context.tx.rows(
    inOrder.from`prescription x
      where ${context.tx.own('x')} and x.patient_id = ${patientId} and ${visible(context)} and x.status not in ${codes(prescriptionStates, 'void')}
      order by x.prescribed_at, x.id`,
  )

const signature = (name: string | null, at: Date | null) => (name !== null && at !== null ? { name, at } : null)

/** One prescription with everything that was done with it. */
export async function prescriptionDetail(context: ClinicContext, id: string): Promise<Detail> {
  const { tx } = context
  const row = await tx.need(
    whole.keptFrom`prescription x
        join patient p on ${tx.own('p')} and p.id = x.patient_id
        join clinic c on ${tx.own('c')} and c.id = x.clinic_id
        join employee e on ${tx.own('e')} and e.id = x.doctor_id
        left join employee_clinic ec on ${tx.own('ec')} and ec.clinic_id = x.clinic_id and ec.employee_id = x.doctor_id
        left join dept d on ${tx.own('d')} and d.id = ec.dept_id
        where ${tx.own('x')} and x.id = ${id} and ${visible(context)}`,
  )
  const {
    auditedName,
    auditedAt,
    dispensedName,
    dispensedAt,
    returnedName,
    returnedAt,
    voidedName,
    voidedAt,
    ...rest
  } = row
  const items = readLines(row.items)
  const isOwn = row.doctorId === context.employeeId
  const isUnpaid = row.billId !== null && prescriptionStates.is(row.status, 'audited')
  const may = (step: Parameters<typeof prescriptionStates.may>[0]) => prescriptionStates.may(step, row.status)
  return {
    ...rest,
    items,
    advice: sheetAdvice(items.map(({ code, name }) => ({ drugId: code, name }))),
    findings: readFindings(row.findings),
    overrides: readOverrides(row.overrides),
    audited: signature(auditedName, auditedAt),
    dispensed: signature(dispensedName, dispensedAt),
    returned: signature(returnedName, returnedAt),
    voided: signature(voidedName, voidedAt),
    can: {
      edit: may('edit') && isOwn && context.can(ADD),
      audit: may('audit') && context.can(AUDIT),
      dispense: may('dispense') && !isUnpaid && context.can(DISPENSE),
      test: may('test') && (context.can(DISPENSE) || context.can(ADD)),
      giveBack: may('giveBack') && context.can(DISPENSE),
      void: may('void') && ((isOwn && context.can(ADD)) || context.can(AUDIT)),
    },
  }
}
