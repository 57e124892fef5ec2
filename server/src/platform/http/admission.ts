import type { AnyCall, Resource } from '@dentin/contract'
import { z } from 'zod'
import type { OpenedSession } from '../database/database.ts'
import type { TenantTx } from '../database/tx.ts'
import { AppError, type FieldProblem } from '../errors.ts'
import { answerOf } from '../wiring.ts'
import type { ClinicContext, DataScope } from './context.ts'

/** What stands before every handler, however it is reached: what is asked, by whom, and with which rights. */

/** The strict schemas of the three parts of a request. */
function requestSchemas(call: AnyCall): { params: z.ZodType; query: z.ZodType; body: z.ZodType } {
  return { params: z.strictObject(call.params), query: z.strictObject(call.query), body: z.strictObject(call.body) }
}

/** What is wrong with an input, field by field, in Chinese. */
function fieldProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.flatMap((issue): FieldProblem[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: '不认识的字段' }))
    }
    return [{ field: issue.path.join('.'), message: issue.message }]
  })
}

/** What a request says, in its parts. */
export interface RequestParts {
  params: unknown
  query: unknown
  body: unknown
}

/**
 * What reads the request of a call strictly, and gives its fields in one.
 * @throws AppError BAD_INPUT with every wrong field
 */
export function readerOf(call: AnyCall): (parts: RequestParts) => Record<string, unknown> {
  const schemas = requestSchemas(call)
  const hasBody = Object.keys(call.body).length > 0 || call.upload !== null
  return ({ params, query, body }) => {
    const parts = [
      schemas.params.safeParse(params),
      schemas.query.safeParse(query),
      hasBody ? schemas.body.safeParse(body ?? {}) : { success: true as const, data: {} },
    ]
    const problems = parts.flatMap((part) => (part.success ? [] : fieldProblems((part as { error: z.ZodError }).error)))
    if (!hasBody && body !== undefined && body !== null && Object.keys(body as object).length > 0) {
      problems.push(...Object.keys(body as object).map((field) => ({ field, message: '不认识的字段' })))
    }
    if (problems.length > 0) throw new AppError('BAD_INPUT', { message: problems[0]?.message ?? '', fields: problems })
    return Object.assign({}, ...parts.map((part) => (part as { data: object }).data)) as Record<string, unknown>
  }
}

/**
 * Asked for with every call: whom a patient may be named by, what of him is shown whole, and what of his health and records at
 * all depends on these wherever a row of his leaves.
 */
const ALWAYS_ASKED: readonly Resource[] = [
  '/allTimePatients:view',
  '/field:phone',
  '/field:idNumber',
  '/field:amounts',
  '/patientMedicalRecord:view',
  '/inTreatment:view',
  '/myAppointmentBoard:view',
]

const declared = new WeakMap<AnyCall, ReadonlySet<Resource>>()
/** The resources about which a call or its handler asks. */
function declaredBy(call: AnyCall): ReadonlySet<Resource> {
  const known = declared.get(call)
  if (known) return known
  const opening = call.allow.kind === 'resource' ? call.allow.anyOf : []
  const found = new Set([...opening, ...call.also, ...ALWAYS_ASKED])
  declared.set(call, found)
  return found
}
export const resourcesOf = (call: AnyCall): Resource[] => [...declaredBy(call)]

/** @throws AppError FORBIDDEN unless one of the resources that open the call is granted */
export function mustBeGranted(call: AnyCall, granted: OpenedSession['granted']): void {
  if (!isGranted(call, granted)) throw new AppError('FORBIDDEN')
}

/** Do the grants hold one of the resources that a call asks for? */
export const isGranted = ({ allow }: AnyCall, granted: OpenedSession['granted']): boolean =>
  allow.kind !== 'resource' || allow.anyOf.some((each) => each in granted)

/** Who works in a clinic, by a session or as somebody who has asked before. */
export type WorkingSession = Pick<
  OpenedSession,
  'sessionId' | 'accountId' | 'accountName' | 'clinicId' | 'employeeId' | 'granted'
>

/** What the handler of such a person is given. */
export function clinicContext(
  call: AnyCall,
  base: Omit<
    ClinicContext,
    | 'tx'
    | 'now'
    | 'accountId'
    | 'sessionId'
    | 'tenantId'
    | 'clinicId'
    | 'employeeId'
    | 'actorName'
    | 'can'
    | 'scopeOf'
    | 'clinicsOf'
  >,
  tx: TenantTx,
  session: WorkingSession,
  chosen: readonly string[] = [],
): ClinicContext {
  const clinicId = session.clinicId as NonNullable<OpenedSession['clinicId']>
  const asked = declaredBy(call)
  /** Grants are read for the resources that the call declares: of any other nothing is known, which must not pass for no. */
  const scopeOf = (resource: Resource) => {
    if (!asked.has(resource)) throw new Error(`${call.path} asks about ${resource}, which it does not declare`)
    return (session.granted[resource] as DataScope | undefined) ?? null
  }
  return {
    ...base,
    tx,
    now: tx.now,
    accountId: session.accountId,
    sessionId: session.sessionId,
    tenantId: tx.tenantId,
    clinicId,
    employeeId: session.employeeId as NonNullable<OpenedSession['employeeId']>,
    actorName: session.accountName,
    can: (resource) => scopeOf(resource) !== null,
    scopeOf,
    clinicsOf: (resource) => {
      const scope = scopeOf(resource)
      return scope === 5 ? null : scope === 4 ? [clinicId, ...chosen] : [clinicId]
    },
  }
}

/** The clinics that the person's posts name; asked only when one of the grants reaches over chosen clinics. */
export async function chosenClinics(tx: TenantTx, session: WorkingSession): Promise<string[]> {
  if (!Object.values(session.granted).includes(4)) return []
  return answerOf(tx, 'platform', ({ chosenClinics }) => chosenClinics)(tx, session.clinicId, session.employeeId)
}
