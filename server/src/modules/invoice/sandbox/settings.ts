import type { Database } from '../../../platform/database/database.ts'
import { sandboxKey } from '../../payment/index.ts'
import type { PlatformSettings } from '../platform/http.ts'

/** Where the stand-in of an invoice platform stands on this server. */
export const INVOICE_SANDBOX = '/sandbox-invoice'
/** The stand-in's one account. */
export const SANDBOX_APP = 'sandbox-invoice-app'

/** The settings with which our adapter talks to the stand-in. */
export async function sandboxPlatform(database: Database, origin: string): Promise<PlatformSettings> {
  return {
    url: `${origin}${INVOICE_SANDBOX}`,
    appId: SANDBOX_APP,
    privateKey: (await sandboxKey(database, 'invoice-app')).privateKey,
    publicKey: (await sandboxKey(database, 'invoice')).publicKey,
    sandbox: true,
  }
}
