/** A message on its way out. */
export interface SmsMessage {
  /** Ours; a provider that can recognise repeats is given it. */
  id: string
  mobile: string
  content: string
  scene: string
  /** The clinic's own signature; that of the installation when left out. */
  sign?: string
  /** Advertising goes out under a template of its own. */
  marketing?: boolean
  /** The parts that a provider's approved template leaves open; the whole content when left out. */
  params?: readonly string[]
}

/** Hands messages to a provider. */
export interface SmsSender {
  /** False: there is no provider, and nothing may be said to have been sent. */
  ready: boolean
  /** True: nothing leaves the house, and the messages can be read in the local outbox. */
  local: boolean
  /** @throws SmsRefused when the provider did not take the message; any other error leaves the outcome unknown */
  send(message: SmsMessage): Promise<{ providerId: string }>
}

/** The message was certainly not sent; the text says why, in Chinese, for the staff. */
export class SmsRefused extends Error {}
