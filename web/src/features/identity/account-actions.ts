import { platformErrors } from '@dentin/contract/core/errors'
import { identity } from '@dentin/contract/identity'
import { ApiError, send, sessionEvents } from '../../lib/client.ts'
import { permissions } from '../../lib/permission.ts'
import { session } from '../../lib/session.ts'
import { forgetSession, takeOver } from './account.ts'

/** The server ends the former session before this browser hears of it: what is refused in between is no news. */
async function changeSession(change: () => Promise<void>): Promise<void> {
  sessionEvents.changing = true
  try {
    await change()
  } finally {
    sessionEvents.changing = false
  }
}

/** Ends the session here and on the server. When the server can't be reached, at least here. */
export function signOut(): Promise<void> {
  return changeSession(async () => {
    const left = session.get()
    await send(identity.logout, {}).catch(() => undefined)
    forgetSession()
    if (left) forgetPeopleSeenBy(left.currentUserId)
  })
}

/** Goes to another clinic. When it fails, everything stays as it was. */
export function switchClinic(clinicId: string): Promise<void> {
  return changeSession(async () => {
    const signedIn = await send(identity.switchClinic, { clinicId })
    if (!signedIn.token) throw new ApiError(-1, '切换门诊失败，请重试')
    takeOver({ ...signedIn, token: signedIn.token })
  })
}

/** Why somebody who has signed in stands at the sign-in page again. */
export const NO_PERMISSIONS = '您在这家门诊还没有权限，请联系管理员'

/** Lists and drafts with names of patients in them. A record that has not reached the server waits for its author. */
const WITH_PATIENTS = /^dentin\.(recentPatients|draft\.[^.]+)\.(.+)\.[^.]+$/

/** A chart as a window keeps it while it is written: what waits for the server stays for its author, the rest goes. */
const CHARTS = /^dentin\.perio\.([^.]+)\./

function waits(text: string | null): boolean {
  try {
    const kept = JSON.parse(text ?? 'null') as { pending?: unknown } | null
    return Array.isArray(kept?.pending) && kept.pending.length > 0
  } catch {
    return false
  }
}

/** After signing out nobody else at this desk reads whom somebody worked with, in whichever clinic. */
function forgetPeopleSeenBy(userId: string): void {
  for (const key of Object.keys(localStorage)) {
    const isChart = CHARTS.exec(key)?.[1] === userId && !waits(localStorage.getItem(key))
    if (isChart || WITH_PATIENTS.exec(key)?.[2] === userId) localStorage.removeItem(key)
  }
}

let loading: { token: string; done: Promise<boolean> } | null = null

/**
 * Loads menu and resources of the present session, once. False: the server gave no list, or an empty one.
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

/** Reads menu and resources again; until they are there, the former ones stand. Who holds nothing any more is signed out. */
export async function reloadPermissions(): Promise<void> {
  const held = session.get()
  if (!held?.clinicId) return
  const given = await fetchPermissions(held.token).catch(() => true)
  if (!given && session.get()?.token === held.token) sessionEvents.onUnauthenticated(NO_PERMISSIONS)
}

async function fetchPermissions(token: string): Promise<boolean> {
  try {
    const [menu, resources] = await Promise.all([
      send(identity.permissionMenu, {}, { offline: true }),
      send(identity.resourceList, {}, { offline: true }),
    ])
    if (session.get()?.token !== token || menu.length === 0) return false
    permissions.set({ menu, resources: resources.map(({ uri, code }) => `${uri}:${code}`) })
    return true
  } catch (error) {
    if (error instanceof ApiError && (error.isNetwork || error.code >= 500 || error.is(platformErrors.TOO_MANY)))
      throw error
    return false
  }
}
