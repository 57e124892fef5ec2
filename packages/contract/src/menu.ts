import { screens, type ScreenPath } from './areas/screens.ts'
import type { MenuGroup } from './areas/resource-group.ts'
import type { Resource } from './areas/resources.ts'

/** A screen of the menu. Who holds one of its resources may open it. */
export interface MenuScreen {
  path: ScreenPath
  title: string
  /** Name of an icon of the line set. */
  icon: string
  group: MenuGroup
  order: number
  /** Its own; of a screen that only leads on, those of the screens to which it leads. */
  resources: readonly Resource[]
  /** The menu entry under which the screen is reached; null: it stands in the menu itself. */
  parent: `/${string}` | null
  /** Two letters for the narrow rail, where they are not the title's first. */
  short?: string
}

const resourceOf = (path: string): readonly Resource[] =>
  screens.flatMap((screen) => (screen.path === path && screen.resource ? [screen.resource] : []))

/** The menu catalogue, in the order of the sidebar. */
export const menuScreens: readonly MenuScreen[] = screens
  .flatMap(({ path, title, resource, leadsTo, menu }) => {
    const resources = resource ? [resource] : (leadsTo ?? []).flatMap(resourceOf)
    return menu && resources.length > 0 ? [{ path, title, resources, ...menu, parent: menu.parent ?? null }] : []
  })
  .sort((a, b) => a.order - b.order)
