import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import { lent } from '../../platform/database/lent.ts'
import type { ClinicContext, DataScope } from '../../platform/http/context.ts'

/**
 * How far a grant goes. 1 own: what names the person. 2 department: besides, what names one of the department's doctors.
 * 3 clinic, 4 chosen clinics: what is of these clinics. 5 chain: everything of the company.
 */
export interface Reach {
  scope: DataScope
  tenantId: string
  /** The clinic of the session. */
  clinicId: string
  /** null: nobody in person, as for the system's own work. */
  employeeId: string | null
  /** The clinics of scope 3 and 4; null: every clinic. Narrower scopes reach none as a whole. */
  clinicIds: readonly string[] | null
}

/** Who is at work, as far as reach asks. */
export type AtWork = Pick<ClinicContext, 'scopeOf' | 'clinicsOf'> & {
  tenantId: string
  clinicId: string
  employeeId: string | null
}

const OWN = 1
const DEPARTMENT = 2
const CLINIC = 3
const CHAIN = 5

function reachBy(context: AtWork, resource: Resource | undefined): Reach {
  const { tenantId, clinicId, employeeId } = context
  const scope = (resource && context.scopeOf(resource)) ?? OWN
  const clinicIds = scope === CHAIN ? null : scope >= CLINIC && resource ? (context.clinicsOf(resource) ?? []) : []
  return { scope, tenantId, clinicId, employeeId, clinicIds }
}

/** The reach of the widest of several grants that open the same thing; without any, what is one's own. */
export function reachOf(context: AtWork, ...anyOf: readonly Resource[]): Reach {
  const [widest] = [...anyOf].sort((a, b) => (context.scopeOf(b) ?? 0) - (context.scopeOf(a) ?? 0))
  return reachBy(context, widest)
}

/** The reach of what asks for several grants at once: the narrowest of them. */
export function reachOfAll(context: AtWork, ...all: readonly Resource[]): Reach {
  const [narrowest] = [...all].sort((a, b) => (context.scopeOf(a) ?? 0) - (context.scopeOf(b) ?? 0))
  return reachBy(context, narrowest)
}

/** One clinic as a whole: for the system's own work, and for what everybody of a clinic may count. */
export function wholeClinic(at: { tenantId: string; clinicId: string }): Reach {
  return { scope: CLINIC, tenantId: at.tenantId, clinicId: at.clinicId, employeeId: null, clinicIds: [at.clinicId] }
}

/** Does it take in a clinic as a whole? */
export const isWide = (reach: Reach): boolean => reach.scope >= CLINIC
/** Does it take in everything of the company? */
export const isChain = (reach: Reach): boolean => reach.scope === CHAIN

/**
 * Who counts as the person: of the department its doctors and the person, else the person alone, as an array in SQL.
 * Without a department the person alone.
 */
export function peopleOf(reach: Reach): RawBuilder<unknown> {
  if (reach.scope !== DEPARTMENT) return meOf(reach)
  return lent(sql`array(select peer.employee_id from employee_clinic peer
      join employee e on e.tenant_id = ${reach.tenantId} and e.id = peer.employee_id and e.is_doctor
      join employee_clinic mine on mine.tenant_id = ${reach.tenantId} and mine.clinic_id = ${reach.clinicId} and mine.dept_id = peer.dept_id
      where peer.tenant_id = ${reach.tenantId} and peer.clinic_id = ${reach.clinicId} and mine.employee_id = ${reach.employeeId}
    union all select ${reach.employeeId}::uuid)`)
}

const meOf = (reach: Reach) => sql`array[${reach.employeeId}]::uuid[]`

/** What a row says of whom it concerns. */
export interface Named {
  /** The clinic whose row it is; left out where the rows are none of a clinic. */
  clinic?: RawBuilder<unknown>
  /** Columns with a doctor: they make it a department's, too. */
  doctors: readonly RawBuilder<unknown>[]
  /** Columns with other people whose own it is: nurse, consultant, whoever is to do it. */
  others?: readonly RawBuilder<unknown>[]
  /** What else makes it somebody's own. */
  mine?: RawBuilder<boolean>
  /** When rows of other clinics belong to what a clinic may see. */
  shared?: RawBuilder<boolean>
}

/** The rows that a reach takes in, as a condition on what they name. */
export function rowsWithin(reach: Reach, named: Named): RawBuilder<boolean> {
  if (isChain(reach)) return sql<boolean>`true`
  if (isWide(reach)) {
    if (!named.clinic) return sql<boolean>`true`
    const inClinics = sql<boolean>`${named.clinic} = any(${reach.clinicIds}::uuid[])`
    return named.shared ? sql<boolean>`(${inClinics} or ${named.shared})` : inClinics
  }
  const me = meOf(reach)
  const any = [
    ...named.doctors.map((column) => sql<boolean>`${column} = any(${peopleOf(reach)})`),
    ...(named.others ?? []).map((column) => sql<boolean>`${column} = any(${me})`),
    ...(named.mine ? [named.mine] : []),
  ]
  return sql<boolean>`coalesce(${sql.join(any, sql` or `)}, false)`
}

/** The reach over a doctor's column alone: the doctors of the board, of the strip, of the choices. */
export const doctorsWithin = (reach: Reach, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  rowsWithin(reach, { doctors: [column] })

/** The one refusal of whatever lies beyond a grant's reach: as if it were not there. */
export const outOfReach = (): AppError => new AppError('NOT_FOUND')

/** Refuses work that concerns doctors beyond the reach. */
export async function mustReachDoctors(
  context: ClinicContext,
  reach: Reach,
  doctorIds: readonly (string | null)[],
): Promise<void> {
  if (!(await reachesDoctors(context, reach, doctorIds))) throw outOfReach()
}

/** Are all of these doctors within the reach? */
export async function reachesDoctors(
  { tx }: Pick<ClinicContext, 'tx'>,
  reach: Reach,
  doctorIds: readonly (string | null)[],
): Promise<boolean> {
  if (isWide(reach)) return true
  if (reach.employeeId === null) return false
  const wanted = [...new Set(doctorIds)].filter((id) => id !== reach.employeeId)
  if (wanted.length === 0) return true
  if (reach.scope === OWN || wanted.includes(null)) return false
  const { ok } = await tx.need<{ ok: boolean }>(
    sql`select coalesce(${wanted}::uuid[] <@ (${peopleOf(reach)})::uuid[], false) as ok`,
  )
  return ok
}

/** Whom a row that was read names. */
export interface RowNames {
  clinicId?: string
  doctorIds: readonly (string | null)[]
  otherIds?: readonly (string | null)[]
}

/** The same as `rowsWithin` for a row that is at hand. */
export async function reachesRow({ tx }: Pick<ClinicContext, 'tx'>, reach: Reach, row: RowNames): Promise<boolean> {
  if (isChain(reach)) return true
  if (isWide(reach)) return row.clinicId === undefined || (reach.clinicIds ?? []).includes(row.clinicId)
  const me = reach.employeeId
  if (me === null) return false
  if ([...row.doctorIds, ...(row.otherIds ?? [])].includes(me)) return true
  if (reach.scope === OWN) return false
  const doctors = row.doctorIds.filter((id) => id !== null)
  const { ok } = await tx.need<{ ok: boolean }>(
    sql`select coalesce(${doctors}::uuid[] && (${peopleOf(reach)})::uuid[], false) as ok`,
  )
  return ok
}

/** Refuses a row beyond the reach. */
export async function mustReachRow(context: Pick<ClinicContext, 'tx'>, reach: Reach, row: RowNames): Promise<void> {
  if (!(await reachesRow(context, reach, row))) throw outOfReach()
}
