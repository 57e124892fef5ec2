import { screens, type ScreenPath } from './areas/screens.ts'
import type { MenuGroup } from './areas/resource-group.ts'
import type { Resource } from './areas/resources.ts'

/** A screen that may be granted. Who holds `resource` may open it. */
export interface MenuScreen {
  path: ScreenPath
  title: string
  /** Name of an icon of the line set. */
  icon: string
  group: MenuGroup
  order: number
  resource: Resource
  /** The menu entry under which the screen is reached; null: it stands in the menu itself. */
  parent: `/${string}` | null
  /** Two letters for the narrow rail, where they are not the title's first. */
  short?: string
}

/** The menu catalogue, in the order of the sidebar. */
export const menuScreens: readonly MenuScreen[] = screens
  .flatMap(({ path, title, resource, menu }) =>
    menu && resource ? [{ path, title, resource, ...menu, parent: menu.parent ?? null }] : [],
  )
  .sort((a, b) => a.order - b.order)
