import { fileStates } from '@dentin/contract/core/status'
import type { Resource } from '@dentin/contract'
import { fieldOf, healthFields } from '@dentin/contract/patient'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { fieldError } from '../../platform/errors.ts'
import { lent } from '../../platform/database/lent.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import {
  isChain,
  isWide,
  outOfReach,
  peopleOf,
  reachOf,
  rowsWithin,
  wholeClinic,
  type AtWork,
  type Reach,
} from '../staff/index.ts'

const VIEW: Resource = '/allTimePatients:view'
const RECORDS: Resource = '/patientMedicalRecord:view'
const PHONE: Resource = '/field:phone'

/** Who looks at patients, and from where. */
export interface Viewer {
  reach: Reach
  /** amounts */
  sees: boolean
  /** The clinics whose sums are shown; null: every one's. */
  clinicIds: readonly string[] | null
  /** May read records, and with what reach: filters over diagnoses ask. */
  records: Reach | null
  /** Asks for phone numbers by any of their digits. */
  phones: boolean
  clinicId: string
  employeeId: string
}

/**
 * The patients of a reach, as a condition on the patient aliased `p`. A clinic's: those whose file it opened, who were booked
 * or seen there, or whose file was opened to it. Somebody's own: those whom the person is responsible for as doctor, nurse or
 * customer service, counsels, treats or treated, has booked or follows up, and whose file the person opened. A department's:
 * besides, those of its doctors.
 */
export function within(reach: Reach): RawBuilder<boolean> {
  if (isChain(reach)) return sql<boolean>`true`
  if (!isWide(reach)) return ownPatients(reach, sql`p.id`)
  return among(reach, sql`p.id`)
}

const among = (reach: Reach, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${id} in (select own.id from ${patientsOf(reach)} own)) is true`

/** The ids of the patients of a reach over clinics. */
export const patientsOf = (reach: Reach): RawBuilder<unknown> =>
  sql`app.clinic_patient_ids(${reach.tenantId}, ${reach.clinicIds}::uuid[])`

/**
 * The files of a reach that may be looked up, by a search, by their id or by naming the patient: as `within`, and where the
 * company's branches share their files, every file for whoever reaches a clinic. A merged file is where it went.
 */
export function opens(reach: Reach): RawBuilder<boolean> {
  if (isChain(reach)) return sql<boolean>`true`
  const file = sql`coalesce(p.merged_into_id, p.id)`
  if (!isWide(reach)) return ownPatients(reach, file)
  return lent(sql<boolean>`(${filesShared(reach)} or coalesce((select true from patient_clinic k where k.tenant_id = ${reach.tenantId}
    and k.patient_id = ${file} and k.reached_clinic_id = any(${reach.clinicIds}::uuid[]) limit 1), false))`)
}

function ownPatients(reach: Reach, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const me = reach.employeeId
  const posts = sql`array(select po.code from employee_post ep join post po on po.tenant_id = ${reach.tenantId} and po.id = ep.post_id
    where ep.tenant_id = ${reach.tenantId} and ep.clinic_id = ${reach.clinicId} and ep.employee_id = ${me})`
  return lent(sql<boolean>`(coalesce(p.resp_doctor_id = any(${peopleOf(reach)}), false) or coalesce(p.consultant_id = ${me}, false)
    or coalesce(p.resp_nurse_id = ${me}, false) or coalesce(p.customer_service_id = ${me}, false) or coalesce(p.created_by = ${me}, false)
    or ${id} in (select own.id from app.staff_patient_ids(${reach.tenantId}, ${peopleOf(reach)}, ${posts}, ${reach.clinicId}) own))`)
}

/** Do the branches of the company share their files? */
const filesShared = ({ tenantId }: Reach): RawBuilder<boolean> =>
  sql<boolean>`(select co.shares_patients from company co where co.tenant_id = ${tenantId})`

/** When what other clinics wrote of a patient belongs to what this one may see: files are shared, or this one was opened to it. */
export function sharedHistory(reach: Reach, patientId: RawBuilder<unknown>): RawBuilder<boolean> {
  return lent(sql<boolean>`(${filesShared(reach)} or exists (select 1 from patient_clinic k where k.tenant_id = ${reach.tenantId}
    and k.patient_id = ${patientId} and k.reached_clinic_id = any(${reach.clinicIds}::uuid[]) and k.is_opened))`)
}

/** What the clinics wrote of a patient whom a reach takes in: the own ones', and others' where the file is shared. */
export function inFileOf(reach: Reach, clinic: RawBuilder<unknown>, patient: RawBuilder<unknown>): RawBuilder<boolean> {
  const own = isWide(reach) ? reach : wholeClinic(reach)
  return rowsWithin(own, { clinic, doctors: [], shared: sharedHistory(own, patient) })
}

/**
 * The records of a reach, and what was done as their bills and consents name it, on the record, bill or consent with this alias: own ones are those that somebody wrote and those of his patients, a
 * department's those of its doctors. Other clinics' belong to a clinic's where the file is shared.
 */
export function recordsWithin(reach: Reach, alias: 'r' | 'm' | 'b' | 'k'): RawBuilder<boolean> {
  const patient = sql.ref(`${alias}.patient_id`)
  return rowsWithin(reach, {
    clinic: sql.ref(`${alias}.clinic_id`),
    doctors: [sql.ref(`${alias}.doctor_id`)],
    ...(isWide(reach) ? { shared: sharedHistory(reach, patient) } : { mine: patientsIn(reach, patient) }),
  })
}

/** The patients of a reach for a column of another table that holds one. */
export function patientsIn(reach: Reach, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if (isChain(reach)) return sql<boolean>`true`
  // Those of a clinic are known without a look at the files, of which a company may have hundreds of thousands.
  if (isWide(reach)) return among(reach, column)
  return lent(
    sql<boolean>`${column} in (select p.id from patient p where p.tenant_id = ${reach.tenantId} and ${within(reach)})`,
  )
}

/** The files of a reach that may be looked up, for a column that holds one. */
export function filesIn(context: AtWork, column: RawBuilder<unknown>): RawBuilder<boolean> {
  const reach = reachOf(context, VIEW)
  return lent(
    sql<boolean>`exists (select 1 from patient p where p.tenant_id = ${reach.tenantId} and p.id = ${column} and ${opens(reach)})`,
  )
}

/** The same for whom the person at work has in lists. */
export const patientsWithin = (context: AtWork, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  patientsIn(reachOf(context, VIEW), column)

/**
 * Widens a clinic's reach to everything where the company has no other clinic: then every file is the clinic's, and lists are
 * read out of the indexes of the whole.
 */
export async function settledReach(tx: TenantTx, reach: Reach): Promise<Reach> {
  if (!isWide(reach) || isChain(reach)) return reach
  const beyond = select({
    others: sql<boolean>`exists (select 1 from clinic c where ${tx.own('c')} and c.id <> all(${reach.clinicIds}::uuid[]))`,
  })
  const { others } = await tx.need(beyond.keptAlone)
  return others ? reach : { ...reach, scope: 5, clinicIds: null }
}

const fileState = select(columns('patient', 'p', 'id', 'status'))

/** The file of a patient whom the person at work may look up, deleted ones excepted; nothing when there is none. */
export async function patientInReach(
  context: Pick<ClinicContext, 'tx'> & AtWork,
  id: string,
): Promise<{ id: string; status: number } | undefined> {
  const { tx } = context
  return tx.row(
    fileState.keptFrom`patient p where ${tx.own('p')} and p.id = ${id} and p.status not in ${codes(fileStates, 'deleted')} and ${opens(reachOf(context, VIEW))}`,
  )
}

/** Whoever something is done for has a file that is kept: within reach, not deleted, not merged into another. */
export async function mustBePatient(
  context: Pick<ClinicContext, 'tx'> & AtWork,
  id: string,
  field = 'patientId',
): Promise<void> {
  const patient = await patientInReach(context, id)
  if (fileStates.is(patient?.status, 'merged')) throw fieldError('PATIENT_MERGED', field)
  if (!patient || !fileStates.is(patient.status, 'kept')) throw fieldError('NOT_FOUND', field)
}

/**
 * Refuses a patient out of reach as one who does not exist. Whoever names a patient has to be able to look him up: naming opens
 * no file.
 */
export async function mustReachPatient(
  context: Pick<ClinicContext, 'tx'> & AtWork,
  id: string,
  field?: string,
): Promise<void> {
  if (await patientInReach(context, id)) return
  throw field ? fieldError('NOT_FOUND', field) : outOfReach()
}

/** Puts patients with a clinic: it opened their file, booked or saw them. From then on they are its patients. */
export async function linkToClinic(tx: TenantTx, patientIds: readonly string[], clinicId: string): Promise<void> {
  if (patientIds.length === 0) return
  await tx.rows(
    keptSql`insert into patient_clinic (tenant_id, patient_id, reached_clinic_id, since)
        select ${tx.tenantId}::uuid, x, ${clinicId}::uuid, ${tx.now}::timestamptz from unnest(${patientIds}::uuid[]) x
        on conflict do nothing returning patient_id`,
  )
}

/**
 * May this person see money that is not part of the own work: what a patient owes and has paid in all, what others billed,
 * what came in? A grant covers the patients and bills that the person may see at all.
 */
export const seesAmounts = (context: Pick<ClinicContext, 'can'>): boolean => context.can('/field:amounts')

/** The clinics whose sums are shown (null: every one's): money stays with the clinic that billed it. */
export function summedClinics(context: Pick<ClinicContext, 'clinicsOf'>): readonly string[] | null {
  const [patients, amounts] = [context.clinicsOf(VIEW), context.clinicsOf('/field:amounts')]
  if (patients === null || amounts === null) return patients ?? amounts
  return patients.filter((id) => amounts.includes(id))
}

/**
 * Does it concern this person what a patient suffers from: whoever treats, receives or books? The accounts have a face and
 * amounts.
 */
export const seesHealth = (context: Pick<ClinicContext, 'can'>): boolean =>
  HEALTH.some((resource) => context.can(resource))
const HEALTH: readonly Resource[] = [RECORDS, '/inTreatment:view', '/myAppointmentBoard:view']

/** What stands in a row in place of what somebody suffers from. */
const unsaid = healthFields.map((key) => [key, fieldOf(key).blank] as const)

/** A row as it may leave: of somebody's health only for whom it concerns. */
export function withHealth<Row extends object>(context: Pick<ClinicContext, 'can'>, row: Row): Row {
  if (seesHealth(context)) return row
  return { ...row, ...Object.fromEntries(unsaid.filter(([field]) => field in row)) }
}

/** Who is at work, as lists of patients ask. */
export const viewerOf = (context: ClinicContext): Viewer => ({
  reach: reachOf(context, VIEW),
  sees: seesAmounts(context),
  clinicIds: summedClinics(context),
  records: context.can(RECORDS) ? reachOf(context, RECORDS) : null,
  phones: seesDigits(context, VIEW),
  clinicId: context.clinicId,
  employeeId: context.employeeId,
})

/**
 * May the person look for phone numbers by any of their digits in what these grants list? Only with a right to whole numbers
 * that goes as far as the list: else one could ask for a covered number digit by digit.
 */
export function seesDigits(context: Pick<ClinicContext, 'scopeOf'>, ...lists: readonly Resource[]): boolean {
  const whole = context.scopeOf(PHONE)
  return whole !== null && lists.every((each) => whole >= (context.scopeOf(each) ?? 1))
}

/** The patients whom a keyword finds, as ids in SQL. Without `digits` a phone number is found whole or by its last four. */
export function foundBy(tx: TenantTx, keyword: string, limit: number, digits: boolean): RawBuilder<unknown> {
  return digits || !/\d/.test(keyword)
    ? sql`app.search_patient_ids(${tx.tenantId}, ${keyword}, ${limit})`
    : sql`app.search_covered_patient_ids(${tx.tenantId}, ${keyword}, ${limit})`
}
