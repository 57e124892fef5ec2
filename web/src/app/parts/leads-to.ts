import type { Resource } from '@dentin/contract'
import { screens, type ScreenRoute } from '@dentin/contract/areas/screens'
import { opens } from '../routes.ts'

/** Where a screen that only leads on leads: its first child that may be opened; null: there is none. */
export function firstChild(
  screen: Pick<ScreenRoute, 'leadsTo'>,
  allowed: (resource: Resource) => boolean,
): string | null {
  const children = screen.leadsTo ?? []
  return children.find((path) => screens.some((each) => each.path === path && opens(each, allowed))) ?? null
}
