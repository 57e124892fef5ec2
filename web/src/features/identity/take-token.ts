import { identity } from '@dentin/contract/identity'
import { messaging } from '@dentin/contract/messaging'
import { sendAs, send } from '../../lib/client.ts'
import { isTrustedSender, type TokenMessage } from '../../lib/token-message.ts'
import { toast } from '../../ui/index.ts'
import { takeOver, UNVERIFIED } from './account.ts'

/**
 * Takes a token over from the window that opened this one, when its origin is one of the named ones and the server knows
 * the token as that of the very person and clinic. Anything else is dropped without a word to the sender.
 */
export async function takeToken(message: TokenMessage, sender: { origin: string; source: unknown }): Promise<void> {
  const { tokenOrigins } = await send(messaging.webSettings, {})
  if (!isTrustedSender(sender, window.opener, tokenOrigins)) return
  const info = await sendAs(message.token, identity.userInfo, {}).catch(() => null)
  const isTheirs =
    info?.currentUserId === message.currentUserId &&
    info.clinicId === message.clinicId &&
    info.companyId === message.companyId
  if (!isTheirs) {
    toast.error(UNVERIFIED)
    return
  }
  takeOver(message)
  window.location.assign('/')
}
