import { declaredResources, type Resource } from './areas/resources.ts'
import type { DefaultScopes } from './areas/posts.ts'
import type { ResourceGroup as Declared } from './areas/resource-group.ts'
import { screens } from './areas/screens.ts'

/** What may be granted on one screen or thing, in words. */
export interface ResourceGroup {
  uri: `/${string}`
  title: string
  /** The part of the house to which it belongs, as the sidebar groups it. */
  group: '接诊' | '经营' | '字段'
  order: number
  /** Code → what it allows. The first is what opens it. */
  codes: Declared['codes']
  /** The data scopes between which there is a difference; none: it is granted or not (and kept as 3). */
  scopes: readonly number[]
}

/** A declared group with what its screen says. */
function settled({ uri, codes, ...own }: Declared): ResourceGroup {
  const screen = screens.find(({ path }) => path === uri)
  const title = own.title ?? screen?.title
  const group = own.group ?? screen?.menu?.group
  const order = own.order ?? screen?.menu?.order
  if (!title || !group || !order) throw new Error(`${uri}: no place on the permission page`)
  return { uri, title, group, order, codes, scopes: own.scopes ?? [] }
}

/**
 * Every resource that a post can be given, in the order of the permission page. A test holds it against the declared
 * calls: none is missing, none is idle.
 */
export const resourceGroups: readonly ResourceGroup[] = declaredResources.map(settled).sort((a, b) => a.order - b.order)

const scopesByUri = new Map<string, readonly number[]>(resourceGroups.map(({ uri, scopes }) => [uri, scopes]))

/** The scopes between which a resource makes a difference, in their order; none: it is granted or not. */
export const scopesOf = (resource: string): readonly number[] =>
  scopesByUri.get(resource.slice(0, resource.indexOf(':'))) ?? []

/** The scope that a stored one amounts to: the widest that makes a difference and goes no further. */
export const amountsTo = (resource: string, scope: number): number =>
  scopesOf(resource).findLast((each) => each <= scope) ?? scopesOf(resource)[0] ?? scope

/** Every resource that can be granted, with the posts that begin with it. */
export const defaultScopes: ReadonlyMap<Resource, DefaultScopes> = new Map(
  resourceGroups.flatMap(({ uri, codes }) =>
    Object.entries(codes).map(([code, { posts }]) => [`${uri}:${code}` as Resource, posts] as const),
  ),
)

/** Every resource that can be granted. */
export const grantable: readonly Resource[] = [...defaultScopes.keys()]
