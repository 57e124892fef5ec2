import { identity } from '@dentin/contract/identity'
import type { WireOutput } from '@dentin/contract/core/call'
import { ApiError, send } from '../../lib/client.ts'
import { restartLive } from '../../lib/live.ts'
import { permissions } from '../../lib/permission.ts'
import { queryClient } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'

export type SignedIn = WireOutput<typeof identity.login>
export type ClinicEntry = SignedIn['clinicList'][number]

/** The doctor somebody has chosen on the board or in the waiting list; it belongs to the clinic. */
const SELECTED_DOCTOR = /^dentin\.selected-doctor\./

/** Begins to work as whom the server says. Nothing of the former session stays in memory. */
export function takeOver(signedIn: SignedIn & { token: string }): void {
  permissions.set(null)
  queryClient.clear()
  forgetSelectedDoctor()
  session.set({
    token: signedIn.token,
    clinicId: signedIn.clinicId,
    currentUserId: signedIn.currentUserId,
    companyId: signedIn.companyId,
  })
  restartLive()
}

/** Forgets the session in this browser. */
export function forgetSession(): void {
  permissions.set(null)
  queryClient.clear()
  forgetSelectedDoctor()
  session.set(null)
  restartLive()
}

function forgetSelectedDoctor(): void {
  for (const key of Object.keys(localStorage)) if (SELECTED_DOCTOR.test(key)) localStorage.removeItem(key)
}

/** The first screen after signing in: the workbench for a doctor of a recognised clinic, else the guide page. */
export function homeAfterSignIn({ userAuth, orgAuth }: Pick<SignedIn, 'userAuth' | 'orgAuth'>): string {
  return userAuth === 2 && orgAuth === 1 ? '/dashboard' : '/'
}

/** Ends the session here and on the server. When the server can't be reached, at least here. */
export async function signOut(): Promise<void> {
  await send(identity.logout, {}).catch(() => undefined)
  forgetSession()
}

/** Goes to another clinic. When it fails, everything stays as it was. */
export async function switchClinic(clinicId: string): Promise<void> {
  const signedIn = await send(identity.switchClinic, { clinicId })
  if (!signedIn.token) throw new ApiError(-1, '切换门诊失败，请重试')
  takeOver({ ...signedIn, token: signedIn.token })
}

let loading: { token: string; done: Promise<boolean> } | null = null

/**
 * Loads menu and resources of the present session, once. False: the server gave no list.
 * @throws ApiError when the server could not be reached
 */
export async function loadPermissions(): Promise<boolean> {
  const held = session.get()
  if (!held) return false
  if (permissions.get()) return true
  if (loading?.token !== held.token) loading = { token: held.token, done: fetchPermissions(held.token) }
  try {
    return await loading.done
  } finally {
    if (loading?.token === held.token) loading = null
  }
}

async function fetchPermissions(token: string): Promise<boolean> {
  try {
    const [menu, resources] = await Promise.all([send(identity.permissionMenu, {}), send(identity.resourceList, {})])
    if (session.get()?.token !== token) return false
    permissions.set({ menu, resources: resources.map(({ uri, code }) => `${uri}:${code}`) })
    return true
  } catch (error) {
    if (error instanceof ApiError && (error.isNetwork || error.code >= 500 || error.code === 429)) throw error
    return false
  }
}
