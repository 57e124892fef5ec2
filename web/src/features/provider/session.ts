import { provider } from '@dentin/contract/provider'
import { send } from '../../lib/client.ts'
import { platformSession, type PlatformSession } from '../../lib/platform-session.ts'
import { queryClient, useCall } from '../../lib/query.ts'

/** Begins to work in the console. Nothing of a former session stays in memory. */
export function enterConsole(session: PlatformSession): void {
  queryClient.clear()
  platformSession.set(session)
}

/** Ends the session here and on the server. When the server can't be reached, at least here. */
export async function leaveConsole(): Promise<void> {
  await send(provider.logout, {}).catch(() => undefined)
  platformSession.set(null)
  queryClient.clear()
}

/** The own account. */
export const useMe = () => useCall(provider.me, {}, { staleTime: 60_000 })
