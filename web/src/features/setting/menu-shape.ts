import type { MenuEntry } from '../../lib/permission.ts'

/** The menu while it is being arranged: paths. */
export interface MenuShape {
  /** Group → its entries in their order, those among the favourites too. */
  groups: Readonly<Record<string, readonly string[]>>
  hidden: readonly string[]
  favourites: readonly string[]
  /** Where the person begins; null: where the post does. */
  startPage: string | null
}

/** The way back to where the menu is arranged. */
export const KEPT = '/allSetting'

/** How the menu stands now. */
export function shapeOf(menu: readonly MenuEntry[]): MenuShape {
  const top = menu.filter((entry) => entry.parent === null).sort((a, b) => a.order - b.order)
  const groups: Record<string, string[]> = {}
  for (const entry of top) (groups[entry.group] ??= []).push(entry.path)
  const favourites = menu
    .filter((entry) => typeof entry.favourite === 'number')
    .sort((a, b) => Number(a.favourite) - Number(b.favourite))
    .map((entry) => entry.path)
  const startPage = menu.find((entry) => entry.isStart)?.path ?? null
  return { groups, hidden: menu.filter((entry) => entry.hidden).map((entry) => entry.path), favourites, startPage }
}

/** The list with the one at `from` standing at `to`; a place outside is the nearest one inside. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const [taken] = next.splice(from, 1)
  if (taken !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, taken)
  return next
}

/** Puts a screen away or shows it again; what is put away is no favourite, and the settings stay. */
export function toggleHidden(shape: MenuShape, path: string): MenuShape {
  if (path === KEPT) return shape
  const away = !shape.hidden.includes(path)
  return {
    ...shape,
    hidden: away ? [...shape.hidden, path] : shape.hidden.filter((each) => each !== path),
    favourites: away ? shape.favourites.filter((each) => each !== path) : shape.favourites,
  }
}

/** Makes a screen a favourite, the last of them, or one no more; a favourite is shown. */
export function toggleFavourite(shape: MenuShape, path: string, most: number): MenuShape {
  if (shape.favourites.includes(path)) return { ...shape, favourites: shape.favourites.filter((each) => each !== path) }
  if (shape.favourites.length >= most) return shape
  return {
    ...shape,
    favourites: [...shape.favourites, path],
    hidden: shape.hidden.filter((each) => each !== path),
  }
}

/** As the server keeps it. */
export const wireOf = (shape: MenuShape) => ({
  sequence: Object.values(shape.groups).flat(),
  hidden: [...shape.hidden],
  favourites: [...shape.favourites],
  startPage: shape.startPage,
})
