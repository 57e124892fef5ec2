import { scopesOf } from '@dentin/contract/resources'
import { AppError } from '../../../platform/errors.ts'

/** What a post is granted: a resource, and over which data. */
export interface Grant {
  resource: string
  scope: number
}

const CHOSEN = 4

/**
 * Settles a set of grants: each resource once, with its widest scope, and with what opens its screen.
 * @throws AppError POST_CLINICS_NEEDED
 */
export function settleGrants(grants: readonly Grant[], clinicIds: readonly string[]): Grant[] {
  const widest = new Map<string, number>()
  const add = (resource: string, scope: number) => widest.set(resource, Math.max(scope, widest.get(resource) ?? 0))
  for (const { resource, scope } of grants) add(resource, scope)
  if ([...widest.values()].includes(CHOSEN) && clinicIds.length === 0) throw new AppError('POST_CLINICS_NEEDED')
  return [...widest]
    .map(([resource, scope]) => ({ resource, scope }))
    .sort((a, b) => (a.resource < b.resource ? -1 : 1))
}

const CLINIC = 3

/**
 * Refuses a scope that makes no difference for what it is given: one would believe it did. What stands already may stay.
 * @throws AppError POST_SCOPE
 */
export function mustMakeADifference(before: readonly Grant[], after: readonly Grant[]): void {
  const stands = new Map(before.map(({ resource, scope }) => [resource, scope]))
  const idle = after.filter(
    ({ resource, scope }) => scope !== stands.get(resource) && scope !== CLINIC && !scopesOf(resource).includes(scope),
  )
  if (idle.length > 0) throw new AppError('POST_SCOPE', { data: { resources: idle.map(({ resource }) => resource) } })
}

/** What was added, taken away and changed, for the audit. */
export function grantChanges(before: readonly Grant[], after: readonly Grant[]) {
  const old = new Map(before.map(({ resource, scope }) => [resource, scope]))
  const now = new Map(after.map(({ resource, scope }) => [resource, scope]))
  return {
    added: after.filter(({ resource }) => !old.has(resource)),
    removed: before.filter(({ resource }) => !now.has(resource)),
    changed: after
      .filter(({ resource, scope }) => old.has(resource) && old.get(resource) !== scope)
      .map(({ resource, scope }) => ({ resource, from: old.get(resource) as number, to: scope })),
  }
}

/** What a change of grants gives: what is new or reaches further, and all that is over chosen clinics when those change. */
export function givenBy(
  before: { grants: readonly Grant[]; clinicIds: readonly string[] },
  after: { grants: readonly Grant[]; clinicIds: readonly string[] },
): Grant[] {
  const old = new Map(before.grants.map(({ resource, scope }) => [resource, scope]))
  const moreClinics = after.clinicIds.some((id) => !before.clinicIds.includes(id))
  return after.grants.filter(
    ({ resource, scope }) => scope > (old.get(resource) ?? 0) || (scope === CHOSEN && moreClinics),
  )
}
