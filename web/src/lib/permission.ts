import type { Resource } from '@dentin/contract'
import { useSyncExternalStore } from 'react'

/** A screen the person may open, as the server grants it. */
export interface MenuEntry {
  path: string
  title: string
  icon: string
  group: string
  order: number
  /** The entry under which it is reached; null: it stands in the menu itself. */
  parent: string | null
  /** The person has put it away; it is still open to them. */
  hidden?: boolean
  /** Its place among the person's favourites; null: none of them. */
  favourite?: number | null
  /** Its place in the bar of the phone, where the person has chosen one. */
  tab?: number | null
  /** The person begins here. */
  isStart?: boolean
}

interface Granted {
  menu: MenuEntry[]
  resources: ReadonlySet<string>
}

let granted: Granted | null = null
const listeners = new Set<() => void>()

/** What the person may do in the present clinic; null until it has been loaded. Set by the route guard. */
export const permissions = {
  get: (): Granted | null => granted,
  set(next: { menu: MenuEntry[]; resources: string[] } | null): void {
    granted = next ? { menu: next.menu, resources: new Set(next.resources) } : null
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** May this person do it? `can('/orderSet:charge')`. The server checks again. */
export function can(resource: Resource): boolean {
  return granted?.resources.has(resource) ?? false
}

/** `can` that re-renders when the permissions change. */
export function useCan(): typeof can {
  useSyncExternalStore(permissions.subscribe, permissions.get)
  return can
}
