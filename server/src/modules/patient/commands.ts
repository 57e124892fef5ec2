import { fileStates } from '@dentin/contract/core/status'
import { workStates } from '@dentin/contract/staff'
import { someOf } from '@dentin/contract/core/field-kinds'
import { storedAllergies } from '@dentin/contract/patient-fields/allergies'
import { askedKeys, coveredFields, missingFields, type Entered, type RequirableField } from '@dentin/contract/patient'
import type { contract, DuplicateFile, HandlerOutput, ParsedInput } from '@dentin/contract'
import { formatDateTime, maskPhone, today, uuidv7 } from '@dentin/kit'
import { sql, type Updateable } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { DB } from '../../platform/database/builder.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { AllergyEntry } from '@dentin/clinical/drug-checks/allergy-list'
import { columns, named, perhaps, select, type RowIn } from '../../platform/database/select.ts'
import type { AuditNote, TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { clinicSettings } from '../clinic/index.ts'
import type { Reach } from '../staff/index.ts'
import { linkToClinic, opens } from './access.ts'
import { byColumn, FACE, fieldsOf, searchOf, withoutHealth } from './fields.ts'
import {
  circumstanceProblems,
  likeness,
  medicalNumberHead,
  medicalNumberWidths,
  nextMedicalNumber,
  type NumberRule,
  settle,
  type Circumstances,
  type DuplicateLevel,
  type Particulars,
  type Problem,
  type Settled,
} from './rules.ts'

/** A visit began: the first one is kept for ever, the last one and the count move on. */
export async function noteVisit(
  tx: TenantTx,
  visit: { patientId: string; at: Date; doctorId: string; clinicId: string },
): Promise<void> {
  await tx.need(
    keptSql`insert into patient_stat (tenant_id, patient_id, first_visit_at, first_doctor_id, first_clinic_id, last_visit_at, visit_count)
        values (${tx.tenantId}, ${visit.patientId}, ${visit.at}, ${visit.doctorId}, ${visit.clinicId}, ${visit.at}, 1)
        on conflict (tenant_id, patient_id) do update set
          first_visit_at = coalesce(patient_stat.first_visit_at, excluded.first_visit_at),
          first_doctor_id = coalesce(patient_stat.first_doctor_id, excluded.first_doctor_id),
          first_clinic_id = coalesce(patient_stat.first_clinic_id, excluded.first_clinic_id),
          last_visit_at = greatest(patient_stat.last_visit_at, excluded.last_visit_at),
          visit_count = patient_stat.visit_count + 1
        returning patient_id`,
  )
  tx.publish('patient', visit.patientId)
}

type CreateInput = ParsedInput<typeof contract.patient.create>
type UpdateInput = ParsedInput<typeof contract.patient.update>

/** Whose work a change is, and which files that person may open (for the offer to use an existing one). */
export interface Desk {
  clinicId: string
  employeeId: string
  actorName: string
  reach: Reach
  /** May the person know what patients suffer from? Else it stays as it is. */
  health: boolean
  /** What the clinic asks for when a file is opened. */
  required: readonly RequirableField[]
}

/** Opens a file. Two desks at once are put in a row by the company's lock, so that the second one sees the first one's file. */
export async function createPatient(
  tx: TenantTx,
  input: CreateInput,
  desk: Desk,
): Promise<HandlerOutput<typeof contract.patient.create>> {
  const settled = mustSettle(tx, input, missingFields({ ...input }, desk.required))
  await lockCompany(tx)
  await mustExist(tx, input, desk)
  const person = { name: input.name, mobile: input.mobile, ...settled }
  await refuseDuplicates(tx, person, null, input.acceptDuplicates, desk)
  const [medicalNumber = ''] = await newMedicalNumbers(tx, await clinicSettings(tx, desk.clinicId), 1)
  const id = uuidv7()
  const row = await tx.insert(
    'patient',
    {
      id,
      home_clinic_id: desk.clinicId,
      medical_number: medicalNumber,
      search: searchOf({ ...input, medicalNumber }),
      ...columnsOf(input, settled),
      created_by: desk.employeeId,
      created_name: desk.actorName,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: id },
  )
  await tx.rows(
    keptSql`insert into patient_stat (tenant_id, patient_id) values (${tx.tenantId}, ${id}) returning patient_id`,
  )
  await linkToClinic(tx, [id], desk.clinicId)
  tx.publish('patient', id)
  return { id, medicalNumber, version: row.version }
}

/** Changes a file. What may be covered with stars and was left out stays as it is. */
export async function updatePatient(
  tx: TenantTx,
  input: UpdateInput,
  desk: Desk,
): Promise<HandlerOutput<typeof contract.patient.update>> {
  await lockCompany(tx)
  const before = await tx.need(
    standing.keptFrom`patient p
        where ${tx.own('p')} and p.id = ${input.id} and p.status not in ${codes(fileStates, 'deleted')} and ${opens(desk.reach)}
        for no key update of p`,
  )
  if (!fileStates.is(before.status, 'active')) throw new AppError('PATIENT_NOT_ACTIVE')
  const leftOut = coveredFields.filter((field) => input[field] === undefined)
  const now = { ...input, ...someOf(before, ...leftOut) }
  const settled = mustSettle(tx, now, [], storedAllergies(before.allergies))
  await mustExist(tx, now, desk, before)
  const person = { name: now.name, mobile: now.mobile, ...settled }
  // A stale form is told so below; whether it would make a duplicate is asked when it has seen the file as it is now.
  if (before.version === input.version)
    await refuseDuplicates(tx, person, { id: input.id, was: before }, input.acceptDuplicates, desk)
  const row = await tx.update(
    'patient',
    { id: input.id, version: input.version },
    {
      search: searchOf({ ...before, ...now }),
      ...(desk.health ? columnsOf(now, settled) : withoutHealth(columnsOf(now, settled))),
    },
    { patientId: input.id },
  )
  tx.publish('patient', input.id)
  return { id: row.id, version: row.version }
}

const standing = select(columns('patient', 'p', 'id', 'status', 'version'), fieldsOf(...askedKeys, 'medicalNumber'))

function mustSettle(
  tx: TenantTx,
  given: Particulars & Circumstances,
  missing: readonly Problem[] = [],
  allergies: readonly AllergyEntry[] = [],
): Settled {
  const { problems, settled } = settle(given, today(tx.now), allergies)
  problems.push(...missing, ...circumstanceProblems(given, settled.birthDay, today(tx.now)))
  if (problems.length > 0)
    throw new AppError('PATIENT_INVALID', { message: problems[0]?.message ?? '', fields: problems })
  return settled
}

/** The columns that a form fills. What goes with something that is not there is not kept. */
export const columnsOf = (input: Entered, settled: Settled) =>
  byColumn({
    ...input,
    ...settled,
    noMobileReason: input.mobile ? null : input.noMobileReason,
    mobileOwner: input.mobile ? (input.mobileOwner ?? 1) : null,
    referrerPatientId: input.referrerType === 1 ? input.referrerPatientId : null,
    referrerEmployeeId: input.referrerType === 2 ? input.referrerEmployeeId : null,
    allergies: JSON.stringify(settled.allergies),
    consentGuardian: input.consentOn ? input.consentGuardian : null,
    consentGuardianRelation: input.consentOn && input.consentGuardian ? input.consentGuardianRelation : null,
  })

/** Puts everybody who opens or renames files of a company in a row: the duplicate check and the next number need it. */
export async function lockCompany(tx: TenantTx): Promise<void> {
  await tx.need(keptSql`select id from company where tenant_id = ${tx.tenantId} for no key update`)
}

/** The others whom a file names. */
interface Chosen {
  sourceId: string | null
  respDoctorId: string | null
  consultantId: string | null
  respNurseId: string | null
  customerServiceId: string | null
  referrerPatientId: string | null
  referrerEmployeeId: string | null
}
const staffFields = ['respDoctorId', 'consultantId', 'respNurseId', 'customerServiceId', 'referrerEmployeeId'] as const

/** Refuses a source, a member of staff or a referrer that does not exist or may no longer be chosen; what the file already has may stay. */
async function mustExist(
  tx: TenantTx,
  chosen: Chosen,
  desk: Pick<Desk, 'reach'>,
  before?: Chosen & { id: string },
): Promise<void> {
  const { sourceId, referrerPatientId } = chosen
  const staff = staffFields.flatMap((field) => chosen[field] ?? [])
  const there = select({
    source: sql<boolean>`exists (select 1 from patient_source o where ${tx.own('o')} and o.id = ${sourceId}::uuid and o.enabled)`,
    staff: sql<string[]>`
            array(select e.id::text from employee e where ${tx.own('e')} and e.work_status not in ${codes(workStates, 'left')}
            and e.id = any(${staff}::uuid[]))`,
    referrer: sql<boolean>`exists (select 1 from patient p where ${tx.own('p')} and p.id = ${referrerPatientId}::uuid and p.status in ${codes(fileStates, 'kept')}
            and ${opens(desk.reach)})`,
  })
  const found = await tx.need(there.keptAlone)
  if (sourceId && sourceId !== before?.sourceId && !found.source) throw fieldError('PATIENT_SOURCE_GONE', 'sourceId')
  for (const field of staffFields) {
    const id = chosen[field]
    if (id && id !== before?.[field] && !found.staff.includes(id)) throw fieldError('PATIENT_DOCTOR_GONE', field)
  }
  const newReferrer = referrerPatientId !== null && referrerPatientId !== before?.referrerPatientId
  if (newReferrer && (!found.referrer || referrerPatientId === before?.id))
    throw fieldError('PATIENT_REFERRER_GONE', 'referrerPatientId')
}

/** By what two files are compared. */
export interface Person {
  name: string
  mobile: string | null
  birthDay: string | null
  idType: number | null
  idNo: string | null
}

const ofAlike = [
  columns('patient', 'p', 'id', 'status'),
  fieldsOf(...FACE, 'idType', 'idNo'),
  perhaps(columns('patient_stat', 's', 'last_visit_at')),
  named('clinic', 'h', { clinicName: 'short_name' }),
] as const
const alikeFiles = ({ reach }: Desk) => select(...ofAlike, { canOpen: sql<boolean>`coalesce(${opens(reach)}, false)` })
type FileRow = RowIn<ReturnType<typeof alikeFiles>>

const closeness: Record<DuplicateLevel, number> = { strong: 0, medium: 1, weak: 2 }

/** Looks for files of the same person: the same document stops the work, anything less asks for a second look. */
export async function refuseDuplicates(
  tx: TenantTx,
  person: Person,
  self: { id: string; was: Person } | null,
  accepted: boolean,
  desk: Desk,
): Promise<void> {
  const files = await tx.rows(
    alikeFiles(desk).from`patient p
        join clinic h on ${tx.own('h')} and h.id = p.home_clinic_id
        left join patient_stat s on ${tx.own('s')} and s.patient_id = p.id
        where ${tx.own('p')} and p.status in ${codes(fileStates, 'kept')} and p.id is distinct from ${self?.id ?? null}::uuid and (
          p.mobile = ${person.mobile}
          or (p.id_type = ${person.idType} and p.id_no = ${person.idNo})
          or (p.name collate "zh-x-icu" = ${person.name} and p.birth_day = ${person.birthDay}::date))
        order by s.last_visit_at desc nulls last limit 20`,
  )
  const alike = files
    .flatMap((file) => {
      const like = likeness(person, file)
      // What was alike before this change has been looked at already.
      const known = self && likeness(self.was, file)
      if (!like || (known && closeness[known.level] <= closeness[like.level])) return []
      return [{ file, ...like }]
    })
    .sort((a, b) => closeness[a.level] - closeness[b.level])
  const duplicates = alike.map(({ file, level, reason }) => duplicateOf(file, level, reason))
  const same = duplicates.find((file) => file.level === 'strong')
  if (same) {
    const message = same.canOpen
      ? `该证件号已建档：${same.name}（病历号 ${same.medicalNumber}）`
      : `该证件号已在${same.clinicName}建档，不在您的数据范围内，请向该门诊查询`
    throw new AppError('PATIENT_ID_NO_TAKEN', {
      message,
      fields: [{ field: 'idNo', message }],
      data: { duplicates: [same] },
    })
  }
  if (duplicates.length > 0 && !accepted) throw new AppError('PATIENT_SUSPECTED_DUPLICATE', { data: { duplicates } })
}

/** What is said of a file that may be the same: of one out of reach only that there is one, and where to ask. */
function duplicateOf(file: FileRow, level: DuplicateLevel, reason: string): DuplicateFile {
  const { clinicName, canOpen } = file
  const alike = { level, reason, clinicName }
  if (!canOpen)
    return {
      ...alike,
      id: null,
      name: null,
      gender: null,
      birthDay: null,
      medicalNumber: null,
      mobile: null,
      lastVisitAt: null,
      archived: false,
      canOpen,
    }
  return {
    ...alike,
    id: file.id,
    name: file.name,
    gender: file.gender,
    birthDay: file.birthDay,
    medicalNumber: file.medicalNumber,
    mobile: file.mobile ? maskPhone(file.mobile) : null,
    lastVisitAt: file.lastVisitAt ? formatDateTime(file.lastVisitAt) : null,
    archived: fileStates.is(file.status, 'archived'),
    canOpen,
  }
}

const numberOf = select(columns('patient', 'p', 'medical_number'))

/** The next medical numbers of a clinic, but for some that are given out at the same time. The caller holds the company's lock. */
export async function newMedicalNumbers(
  tx: TenantTx,
  rule: NumberRule,
  count: number,
  taken: readonly string[] = [],
): Promise<string[]> {
  const head = medicalNumberHead(rule, today(tx.now).slice(0, 4))
  const others = new Set(taken)
  const numbers: string[] = []
  const [first, ...wider] = medicalNumberWidths(rule)
  for (const width of [first ?? rule.numberWidth, ...wider]) {
    if (numbers.length === count) break
    const last = await tx.row(
      numberOf.keptFrom`patient p
          where ${tx.own('p')} and p.medical_number_length = ${head.length + width}
            and p.medical_number >= ${head + '0'.repeat(width)} and p.medical_number <= ${head + '9'.repeat(width)}
            and p.medical_number ~ ${`^${head}\\d{${width}}$`}
          order by p.medical_number desc limit 1`,
    )
    let next = nextMedicalNumber(head, width, last?.medicalNumber ?? null, width !== first)
    while (next !== null && numbers.length < count) {
      if (!others.has(next)) numbers.push(next)
      next = nextMedicalNumber(head, width, next, true)
    }
  }
  if (numbers.length < count) throw new Error(`no medical number is left of ${head}`)
  return numbers
}

/** Changes columns of a file that the caller has locked, or whose version the person saw. For other modules. */
export const changeFile = (
  tx: TenantTx,
  { id, ...key }: { id: string; version?: number },
  patch: Omit<Updateable<DB['patient']>, 'tenant_id' | 'id' | 'version'>,
  note: AuditNote,
) => tx.update('patient', { id, ...key }, patch, { patientId: id, ...note })
