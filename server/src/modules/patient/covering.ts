import { coveredFields, coverOf, type CoveredField } from '@dentin/contract/patient'
import type { Cover } from '@dentin/contract/patient-fields/field'
import { keptSql } from '../../platform/database/plans.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { isChain, isWide, reachOf, type Reach } from '../staff/index.ts'
import { opens } from './access.ts'

type Right = Cover['right']
type Fields = { readonly [F in CoveredField]?: string | null }

/** Whose a row is: a patient's, or without a file yet the people's who have to do with it. */
export interface Whose {
  patientId: string | null
  people?: readonly (string | null)[]
}

type Asking = Pick<ClinicContext, 'tx' | 'scopeOf' | 'clinicsOf' | 'tenantId' | 'clinicId' | 'employeeId'>

/** What the person at work sees whole of some patients. */
export interface Sight {
  /** The row with stars where the right does not reach its patient. */
  covered<Row extends Fields>(row: Row, whose: Whose): Row
  /** The fields of the row that are covered so. */
  fieldsCovered(row: Fields, whose: Whose): CoveredField[]
  /** Does the right reach the patient? */
  whole(right: Right, whose: Whose): boolean
}

/** Rows that came out of a list of this reach need no second look where the right goes as far. */
interface Known {
  within?: Reach
}

const goesAsFar = (right: Reach, list: Reach): boolean =>
  right.scope >= list.scope &&
  (right.clinicIds === null || (list.clinicIds ?? []).every((id) => right.clinicIds?.includes(id)))

/**
 * Looks up which of these patients the person's rights to whole numbers reach: the one place where numbers are covered. Rows
 * leave every module through it.
 */
export async function sightOf(
  context: Asking,
  patientIds: readonly (string | null)[],
  known: Known = {},
): Promise<Sight> {
  const ids = [...new Set(patientIds.flatMap((id) => id ?? []))]
  const reached = new Map<Right, ReadonlySet<string> | 'all'>()
  const byReach = new Map<number, ReadonlySet<string>>()
  for (const right of ['/field:phone', '/field:idNumber'] as const) {
    if (context.scopeOf(right) === null) continue
    const reach = reachOf(context, right)
    if (isChain(reach) || (known.within && goesAsFar(reach, known.within))) reached.set(right, 'all')
    else {
      let found = byReach.get(reach.scope)
      if (!found) {
        const rows =
          ids.length === 0
            ? []
            : await context.tx.rows<{ id: string }>(
                keptSql`select p.id from patient p where p.tenant_id = ${context.tenantId} and p.id = any(${ids}::uuid[]) and ${opens(reach)}`,
              )
        found = new Set(rows.map(({ id }) => id))
        byReach.set(reach.scope, found)
      }
      reached.set(right, found)
    }
  }
  const whole = (right: Right, { patientId, people }: Whose): boolean => {
    const known = reached.get(right)
    if (known === undefined) return false
    if (known === 'all') return true
    if (patientId !== null) return known.has(patientId)
    return isWide(reachOf(context, right)) || (people ?? []).includes(context.employeeId)
  }
  const fieldsCovered = (row: Fields, whose: Whose) =>
    coveredFields.filter((field) => Boolean(row[field]) && !whole(coverOf(field).right, whose))
  return {
    whole,
    fieldsCovered,
    covered: (row, whose) => {
      const stars = fieldsCovered(row, whose).map((field) => [field, coverOf(field).mask(row[field] ?? '')])
      return stars.length === 0 ? row : { ...row, ...Object.fromEntries(stars) }
    },
  }
}

/** Rows as they may leave: each covered by whom it concerns. */
export async function coveredRows<Row extends Fields>(
  context: Asking,
  rows: readonly Row[],
  whoseIs: (row: Row) => Whose,
  known: Known = {},
): Promise<Row[]> {
  const sight = await sightOf(
    context,
    rows.map((row) => whoseIs(row).patientId),
    known,
  )
  return rows.map((row) => sight.covered(row, whoseIs(row)))
}

/** The family of a patient: a relative's own number where he is a patient himself, else one that stands in this file. */
export const coveredKin = <Row extends Fields & { relatedPatientId: string | null }>(
  context: Asking,
  patientId: string,
  rows: readonly Row[],
): Promise<Row[]> => coveredRows(context, rows, (row) => ({ patientId: row.relatedPatientId ?? patientId }))

/** One row as it may leave. */
export async function coveredRow<Row extends Fields>(context: Asking, row: Row, whose: Whose): Promise<Row> {
  return (await sightOf(context, [whose.patientId])).covered(row, whose)
}
