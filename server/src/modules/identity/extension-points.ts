import type { TenantTx } from '../../platform/database/tx.ts'
import { answerOf, type Parts } from '../../platform/wiring.ts'

/** A clinic that an account may enter, and as whom. */
export interface Membership {
  tenantId: string
  clinicId: string
  clinicName: string
  logoUrl: string | null
  /** The main clinic of a chain. */
  isCompany: boolean
  isChain: boolean
  companyName: string
  orgAuth: number
  employeeId: string
  employeeName: string
}

/** Company, clinic, name and posts of a member of staff at work. */
export interface Place {
  clinicName: string
  companyName: string
  isCompany: boolean
  isChain: boolean
  orgAuth: number
  employeeName: string
  isDoctor: boolean
  posts: string[]
}

/** What the posts of somebody grant, with its widest data scope. */
export interface Grant {
  resource: string
  scope: number
}

/** The module that knows who works where says where somebody may go, and as whom. */
export interface Workplaces {
  /** The clinics of one company that an account may enter, in their order. */
  membershipsIn(tx: TenantTx, accountId: string): Promise<Membership[]>
  /** Where and as whom somebody is at work. */
  placeOf(tx: TenantTx, clinicId: string, employeeId: string): Promise<Place>
  /** Everything that somebody's posts grant in a clinic. */
  grantsOf(tx: TenantTx, clinicId: string, employeeId: string): Promise<Grant[]>
}

/** Gift days of the clinic that somebody who comes in has not heard of. */
export interface GiftInfo {
  endDate: string
}
/** The module that gives days answers it. */
export type GiftQuestion = (tx: TenantTx, place: { clinicId: string; employeeId: string }) => Promise<GiftInfo | null>

/** What signing in asks of modules that know more. */
interface AskedByIdentity {
  giftAtEntry?: GiftQuestion
  workplaces?: Workplaces
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    identity?: AskedByIdentity
  }
}

/** Who knows who works where. */
export const workplacesIn = (parts: Parts): Workplaces => answerOf(parts, 'identity', ({ workplaces }) => workplaces)
