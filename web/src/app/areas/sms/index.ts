import type { PagesOf } from '../pages-of.ts'

export const smsPages: PagesOf<'sms'> = {
  '/SMSmanagement': () => import('./sms-management.tsx'),
  '/SMSmanagement/sendRecord': () => import('./sms-send-record.tsx'),
  '/SMSmanagement/autoSend': () => import('./sms-auto-send.tsx'),
  '/SMSmanagement/templateRecord': () => import('./sms-template-record.tsx'),
  '/SMSmanagement/signatureSetting': () => import('./sms-signature-setting.tsx'),
  '/SMSmanagement/recharge': () => import('./sms-recharge.tsx'),
  '/SMSmanagement/rechargeList': () => import('./sms-recharge-list.tsx'),
}
