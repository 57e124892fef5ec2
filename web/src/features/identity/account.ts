import type { WireOutput } from '@dentin/contract/core/call'
import type { identity } from '@dentin/contract/identity'
import { forgetHandedOver } from '../../lib/handed-over.ts'
import { restartLive } from '../../lib/live.ts'
import { permissions } from '../../lib/permission.ts'
import { queryClient } from '../../lib/query.ts'
import { session, type Session } from '../../lib/session.ts'

export type SignedIn = WireOutput<typeof identity.login>
export type ClinicEntry = SignedIn['clinicList'][number]

/** The doctor somebody has chosen on the board or in the waiting list; it belongs to the clinic. */
const SELECTED_DOCTOR = /^dentin\.selected-doctor\./

/** What is said when the server does not know whose session this is, as the specification has it. */
export const UNVERIFIED = 'Verification failed, please Login again.'

/** An answer without a person is no session to go on with. */
export const isNobody = (info: { currentUserId?: string } | null): boolean => !info?.currentUserId

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
  forgetHandedOver()
  restartLive()
}

function forgetSelectedDoctor(): void {
  for (const key of Object.keys(localStorage)) if (SELECTED_DOCTOR.test(key)) localStorage.removeItem(key)
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
