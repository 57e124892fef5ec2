import type { AreaName, PathOf } from '@dentin/contract/areas/screens'
import type { ComponentType } from 'react'

/** A page as a chunk of its own. */
export type LazyPage = () => Promise<{ default: ComponentType }>
/** A page for each screen of an area: one that is missing, or has no screen, does not compile. */
export type PagesOf<A extends AreaName> = Readonly<Record<PathOf<A>, LazyPage>>
