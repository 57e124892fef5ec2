import type { Resource } from '@dentin/contract'
import { screens, type ScreenRoute } from '@dentin/contract/areas/screens'

/** Is there such a screen? */
export const exists = (path: string): boolean => screens.some((screen) => screen.path === path)

/** Who may do this may open the screen; without a resource everybody may. */
export const opens = (screen: Pick<ScreenRoute, 'resource'>, allowed: (resource: Resource) => boolean): boolean =>
  !screen.resource || allowed(screen.resource)

/** The head of a screen's pages: its title, and the screens above it that the person may open. */
export function headOf(
  screen: ScreenRoute | undefined,
  allowed: (resource: Resource) => boolean,
): { title: string; crumbs: { label: string; to: string }[] } {
  const above = screens.filter((each) => each.path === screen?.crumb && opens(each, allowed))
  return { title: screen?.title ?? '', crumbs: above.map(({ path, title }) => ({ label: title, to: path })) }
}
