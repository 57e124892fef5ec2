import { ownKey } from './session.ts'

/** Somebody who was chosen on one page for something that another does. */
export interface Chosen {
  id: string
  name: string
}

const NAME = 'handedOver'
const key = () => ownKey(NAME)

/** Keeps whom a page hands over, for this tab: people are nothing to stand in an address. */
export function handOver(people: readonly Chosen[]): void {
  sessionStorage.setItem(key(), JSON.stringify(people))
}

/** Whom the last page handed over; a reload finds them again. */
export function handedOver(): Chosen[] {
  try {
    return JSON.parse(sessionStorage.getItem(key()) ?? '[]') as Chosen[]
  } catch {
    return []
  }
}

/** With the session they go. */
export function forgetHandedOver(): void {
  for (const each of Object.keys(sessionStorage))
    if (each.startsWith(`dentin.${NAME}.`)) sessionStorage.removeItem(each)
}
