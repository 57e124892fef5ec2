import { setUpCalls } from '@dentin/contract/set-up'
import { firstPageOf } from '../features/clinic/index.ts'
import { send } from '../lib/client.ts'
import { can } from '../lib/permission.ts'

/** The list of a new clinic, for whoever keeps it while it is open; null: work begins as always. */
export async function beginsWithSetUp(): Promise<string | null> {
  if (!can('/basicSetting:edit')) return null
  return firstPageOf(await send(setUpCalls.setUp, {}).catch(() => undefined))
}
