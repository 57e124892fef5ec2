import { MOST_FAVOURITES, MOST_TABS } from '@dentin/contract/identity'
import { menuScreens } from '@dentin/contract/menu'

/** So many wrong passwords in a row lock an account … */
const TRIES = 5
/** … for so long. */
const LOCK_MINUTES = 15

/** The text typed as the account, as it is looked up and counted: a present and a missing account are counted alike. */
export function accountKey(typed: string): string {
  return typed.trim().toLowerCase()
}

/** What one more attempt means, given what was counted before. The attempt is counted before the password is looked at. */
export function countAttempt(
  before: { failCount: number; lockedUntil: Date | null } | null,
  now: Date,
): { locked: true; minutesLeft: number } | { locked: false; failCount: number; lockedUntil: Date | null } {
  const until = before?.lockedUntil ?? null
  if (until && until > now) return { locked: true, minutesLeft: minutesUntil(until, now) }
  const failCount = until || !before ? 1 : before.failCount + 1
  return {
    locked: false,
    failCount,
    lockedUntil: failCount >= TRIES ? new Date(now.getTime() + LOCK_MINUTES * 60_000) : null,
  }
}

/** Whole minutes until a moment, the begun one counted. */
function minutesUntil(moment: Date, now: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 60_000))
}

/** What is said after a wrong password, given how many there were. The same for an account that does not exist. */
export function wrongPasswordMessage(failCount: number): string {
  return failCount >= TRIES
    ? `账号或密码错误，已连续错误 ${TRIES} 次，请 ${LOCK_MINUTES} 分钟后再试`
    : `账号或密码错误，还可再试 ${TRIES - failCount} 次`
}

/** What is said while the account is locked. */
export function lockedMessage(minutesLeft: number): string {
  return `密码连续错误 ${TRIES} 次，账号已锁定，请 ${minutesLeft} 分钟后再试`
}

/** The menu of somebody who holds these resources. */
export function menuFor(resources: readonly string[]) {
  const held = new Set(resources)
  return menuScreens
    .filter(({ resources: anyOf }) => anyOf.some((resource) => held.has(resource)))
    .map(({ resources: _anyOf, ...entry }) => entry)
}

/** How a person has arranged the menu: paths. */
export interface Arrangement {
  /** The order of the person; what is not in it stands where it always does. */
  sequence: string[]
  hidden: string[]
  favourites: string[]
  /** The bar of the phone; empty: as everybody has it. */
  tabs: string[]
  /** Where the person begins; null: where the post does. */
  startPage: string | null
}

type Entry = ReturnType<typeof menuFor>[number]

/** These in the order of the person; one that the person has not placed stands after the one it always stands after. */
function inSequence(entries: readonly Entry[], sequence: readonly string[]): Entry[] {
  const placed = sequence.flatMap((path) => entries.filter((entry) => entry.path === path))
  for (const [n, entry] of entries.entries()) {
    if (placed.includes(entry)) continue
    const before = entries[n - 1]
    placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, entry)
  }
  return placed
}

/**
 * The granted menu as the person has arranged it. A group keeps its entries; what is reached under an entry keeps its
 * place there. favourite: the place among the favourites, null for the others.
 */
export function arrangeMenu(
  entries: readonly Entry[],
  custom: Arrangement | null,
): (Entry & { hidden: boolean; favourite: number | null; tab: number | null; isStart: boolean })[] {
  const order = new Map<string, number>(entries.map((entry) => [entry.path, entry.order]))
  for (const group of new Set(entries.map((entry) => entry.group))) {
    const own = entries.filter((entry) => entry.group === group && entry.parent === null)
    const places = own.map((entry) => entry.order)
    for (const [n, entry] of inSequence(own, custom?.sequence ?? []).entries())
      order.set(entry.path, places[n] as number)
  }
  const placeIn = (chosen: readonly string[], path: string): number | null => {
    const place = chosen.filter((each) => order.has(each)).indexOf(path)
    return place < 0 ? null : place
  }
  return entries
    .map((entry) => ({
      ...entry,
      order: order.get(entry.path) as number,
      hidden: custom?.hidden.includes(entry.path) ?? false,
      favourite: placeIn(custom?.favourites ?? [], entry.path),
      tab: placeIn(custom?.tabs ?? [], entry.path),
      isStart: custom?.startPage === entry.path,
    }))
    .sort((a, b) => a.order - b.order)
}

/** The wanted arrangement of what a person may open, with what they had arranged of the rest, or say nothing about. */
export function keepUnseen(
  wanted: Pick<Arrangement, 'sequence' | 'hidden' | 'favourites'> & {
    tabs?: string[] | undefined
    startPage?: string | null | undefined
  },
  former: Arrangement | null,
  granted: readonly string[],
): Arrangement {
  const merged = (chosen: readonly string[], before: readonly string[] = []) => [
    ...new Set([
      ...chosen.filter((path) => granted.includes(path)),
      ...before.filter((path) => !granted.includes(path)),
    ]),
  ]
  const start = wanted.startPage === undefined ? (former?.startPage ?? null) : wanted.startPage
  return {
    sequence: merged(wanted.sequence, former?.sequence),
    hidden: merged(wanted.hidden, former?.hidden),
    favourites: merged(wanted.favourites, former?.favourites).slice(0, MOST_FAVOURITES),
    tabs: wanted.tabs ? merged(wanted.tabs, former?.tabs).slice(0, MOST_TABS) : (former?.tabs ?? []),
    startPage: start !== null && start !== former?.startPage && !granted.includes(start) ? null : start,
  }
}

/** A resource as the wire has it: '/orderSet:charge' → uri '/orderSet', code 'charge'. */
export function splitResource(resource: string): { uri: string; code: string } {
  const at = resource.lastIndexOf(':')
  return { uri: resource.slice(0, at), code: resource.slice(at + 1) }
}

/** How long a session lives. */
export function sessionHours(keep: boolean, ordinaryHours: number): number {
  return keep ? 7 * 24 : ordinaryHours
}

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows 电脑'],
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android/, '安卓手机'],
  [/Macintosh|Mac OS X/, 'Mac 电脑'],
  [/Linux|X11/, 'Linux 电脑'],
]
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/MicroMessenger\//, '微信'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** A browser's own words about itself as a person would say it: 'Windows 电脑 · Chrome'. */
export function deviceOf(userAgent: string): string {
  const named = (list: readonly (readonly [RegExp, string])[]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [named(SYSTEMS) ?? '未知设备', named(BROWSERS)].filter(Boolean).join(' · ')
}
