import type { DataScope, DefaultScopes } from './posts.ts'

/** The parts of the house, as the sidebar groups its entries and the permission page its resources. */
export type MenuGroup = '接诊' | '经营'

/** What may be granted on one screen or thing. */
export interface ResourceGroup {
  /** The path of the screen, or a name of its own where there is none. */
  uri: `/${string}`
  /** Where the screen's title does not say it. */
  title?: string
  /** The part of the house and the place on the permission page; left out: the menu's. */
  group?: MenuGroup | '字段'
  order?: number
  /** Code → what it allows, and which of the posts that a company begins with may. The first is what opens the screen. */
  codes: Readonly<Record<string, { does: string; posts: DefaultScopes }>>
  /** The data scopes between which there is a difference. Left out: none, it is granted or not (and kept as 3). */
  scopes?: readonly DataScope[]
}

/** Files and what is read in them, in whatever clinic it was written. */
export const ANYWHERE = [1, 2, 3, 4, 5] as const
/** Lists of a clinic's day: beyond the clinic they show nothing more. */
export const OF_THE_CLINIC = [1, 2, 3] as const
/** The clinics over whose staff somebody has a say. */
export const CLINICS = [3, 4, 5] as const
/** One clinic's affair, or the company's. */
export const COMPANY = [3, 5] as const
