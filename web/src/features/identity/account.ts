import type { WireOutput } from '@dentin/contract/core/call'
import type { identity } from '@dentin/contract/identity'
import { restartLive } from '../../lib/live.ts'
import { permissions } from '../../lib/permission.ts'
import { queryClient } from '../../lib/query.ts'
import { session, type Session } from '../../lib/session.ts'

export type SignedIn = WireOutput<typeof identity.login>
export type ClinicEntry = SignedIn['clinicList'][number]

/** The doctor somebody has chosen on the board or in the waiting list; it belongs to the clinic. */
const SELECTED_DOCTOR = /^dentin\.selected-doctor\./

const GIFT = 'dentin.gift'

/** The end of gift days that a sign-in told of, until the alert has been seen. */
export const gift = {
  get: (): string | null => sessionStorage.getItem(GIFT),
  keep(endDate: string | null): void {
    if (endDate) sessionStorage.setItem(GIFT, endDate)
    else sessionStorage.removeItem(GIFT)
  },
}

/** Begins to work as whom the server says. Nothing of the former session stays in memory. */
export function takeOver(signedIn: Session & Pick<SignedIn, 'vipGiveInfo'>): void {
  session.set({
    token: signedIn.token,
    clinicId: signedIn.clinicId,
    currentUserId: signedIn.currentUserId,
    companyId: signedIn.companyId,
  })
  gift.keep(signedIn.vipGiveInfo?.endDate ?? null)
  forgetWhatWasShown()
}

/** Forgets the session in this browser. */
export function forgetSession(): void {
  session.set(null)
  forgetWhatWasShown()
}

/** After the session has changed, so that nothing is read again with the former one. */
function forgetWhatWasShown(): void {
  permissions.set(null)
  queryClient.clear()
  forgetSelectedDoctor()
  restartLive()
}

function forgetSelectedDoctor(): void {
  for (const key of Object.keys(localStorage)) if (SELECTED_DOCTOR.test(key)) localStorage.removeItem(key)
}

/** 1 everything, 2 neither clinic nor doctor, 3 a recognised doctor without a clinic. */
export type MenuType = 1 | 2 | 3

/** The menu type by the auth status, as the specification reads it. */
export function menuTypeOf(status: {
  orgAuth: number
  isCreateClinic: boolean
  isRelateClinic: boolean
  isDoctorAuth: boolean
}): MenuType {
  if (status.orgAuth === 1 || !status.isCreateClinic || status.isRelateClinic) return 1
  return status.isDoctorAuth ? 3 : 2
}

/** The relation with the present clinic has ended: the session goes on without one. */
export function leaveClinic(): void {
  const held = session.get()
  if (held) session.set({ ...held, clinicId: null, companyId: null })
  forgetWhatWasShown()
}

/** The first screen after signing in: the workbench for a doctor of a recognised clinic, else the guide page. */
export function homeAfterSignIn({ userAuth, orgAuth }: Pick<SignedIn, 'userAuth' | 'orgAuth'>): string {
  return userAuth === 2 && orgAuth === 1 ? '/dashboard' : '/'
}
