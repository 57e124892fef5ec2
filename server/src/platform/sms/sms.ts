import type { Config } from '../config.ts'
import { tencentSender } from './tencent.ts'
import { SmsRefused, type SmsSender } from './port.ts'

export { SmsRefused, type SmsMessage, type SmsSender } from './port.ts'

/** Without a provider nothing leaves the house: the message stays in the outbox, where it can be read. Not for production. */
export function localOutboxSender(): SmsSender {
  return { ready: true, local: true, send: async (message) => ({ providerId: `local-${message.id}` }) }
}

/** In production a message is never called sent when it was not. */
function refusingSender(): SmsSender {
  return {
    ready: false,
    local: false,
    send: async () => Promise.reject(new SmsRefused('未配置短信通道，短信没有发出')),
  }
}

/** The sender that the settings ask for. */
export function makeSmsSender(config: Config): SmsSender {
  if (config.SMS_SECRET_ID) return tencentSender(config)
  return config.isProduction ? refusingSender() : localOutboxSender()
}
