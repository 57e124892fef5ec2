import { sms } from 'tencentcloud-sdk-nodejs-sms'
import type { Config } from '../config.ts'
import { SmsRefused, type SmsSender } from './port.ts'

/** Refusals of the provider that staff can act on; the rest are told with the provider's own code. */
const REASONS: Record<string, string> = {
  'FailedOperation.InsufficientBalanceInSmsPackage': '短信套餐余量不足',
  'FailedOperation.PhoneNumberInBlacklist': '该手机号已退订短信',
  'FailedOperation.TemplateIncorrectOrUnapproved': '短信模板未通过审核',
  'FailedOperation.SignatureIncorrectOrUnapproved': '短信签名未通过审核',
  'InvalidParameterValue.IncorrectPhoneNumber': '手机号不正确',
  'LimitExceeded.PhoneNumberDailyLimit': '该手机号今天收到的短信已达上限',
}

/** Which settings a scene's template is read from: codes have one of their own, everything else is one sentence. */
type SmsSettings = Pick<
  Config,
  | 'SMS_SECRET_ID'
  | 'SMS_SECRET_KEY'
  | 'SMS_APP_ID'
  | 'SMS_SIGN'
  | 'SMS_TEMPLATE_CODE'
  | 'SMS_TEMPLATE_NOTICE'
  | 'SMS_TEMPLATE_MARKETING'
  | 'SMS_GATEWAY'
>

/**
 * Sends through Tencent Cloud SMS (SendSms, version 2021-01-11).
 * Source: https://cloud.tencent.com/document/product/382/55981
 */
export function tencentSender(config: SmsSettings): SmsSender {
  const gateway = new URL(config.SMS_GATEWAY)
  const client = new sms.v20210111.Client({
    credential: { secretId: config.SMS_SECRET_ID ?? '', secretKey: config.SMS_SECRET_KEY ?? '' },
    region: 'ap-guangzhou',
    profile: { httpProfile: { endpoint: gateway.host, protocol: `${gateway.protocol}//`, reqTimeout: 10 } },
  })
  return {
    ready: true,
    local: false,
    async send(message) {
      const isCode = message.scene.startsWith('code.')
      const template = isCode
        ? config.SMS_TEMPLATE_CODE
        : message.marketing
          ? config.SMS_TEMPLATE_MARKETING
          : config.SMS_TEMPLATE_NOTICE
      if (!template) throw new SmsRefused('没有配置这类短信的模板，短信没有发出')
      const answer = await client
        .SendSms({
          SmsSdkAppId: config.SMS_APP_ID ?? '',
          SignName: message.sign ?? config.SMS_SIGN ?? '',
          TemplateId: template,
          TemplateParamSet: [...(message.params ?? [message.content])],
          PhoneNumberSet: [`+86${message.mobile}`],
          SessionContext: message.id,
        })
        .catch((error: { code?: string; requestId?: string }) => {
          // The provider answered that it did not take it; without an answer the outcome is unknown.
          if (error.requestId && error.code) throw new SmsRefused(REASONS[error.code] ?? `短信通道拒绝：${error.code}`)
          throw error
        })
      const [status] = answer.SendStatusSet ?? []
      if (status?.Code !== 'Ok')
        throw new SmsRefused(REASONS[status?.Code ?? ''] ?? `短信通道拒绝：${status?.Code ?? '没有结果'}`)
      return { providerId: status.SerialNo ?? message.id }
    },
  }
}
