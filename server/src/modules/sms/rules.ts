import { fileStates } from '@dentin/contract/core/status'
import { SMS_ALWAYS, smsSceneName, smsScenes, type SmsSceneKey } from '@dentin/contract/sms'
import { formatTime, formatDate, smsVariables, type SmsVariable } from '@dentin/kit'

/** A message that has no answer of the provider by then never gets one. */
export const LOST_AFTER_MS = 10 * 60_000
export const LOST = '发送结果未知，请与患者确认后再补发'

/** What a message of one's own can fill in besides: the patient's next appointment, or the last visit. */
const FROM_APPOINTMENT: readonly SmsVariable[] = ['医生', '时间', '项目']

/** A variable of a text that nobody would fill in; null: there is none. */
function unfilled(content: string, scene: SmsSceneKey | 'manual'): SmsVariable | null {
  const given: readonly string[] = scene === 'manual' ? FROM_APPOINTMENT : smsScenes[scene].gives
  return smsVariables(content).find((each) => !SMS_ALWAYS.includes(each) && !given.includes(each)) ?? null
}

/** Why a text does not fit a scene, in words; null: it does. */
export function misfit(content: string, type: number, scene: SmsSceneKey): string | null {
  const open = unfilled(content, scene)
  if (open) return `「${smsSceneName(scene)}」填不了模板里的{${open}}，请换一个模板`
  if (type === 2 && scene !== 'patient.birthday') return '这个场景要用通知类模板'
  return null
}

/** What of a person decides whether a message goes to them. */
export interface Recipient {
  mobile: string | null
  /** 0 normal, 1 archived, 2 merged, 3 deleted */
  status: number
  smsOptOut: boolean
  marketingOptOut: boolean
}

/** Why nothing is sent to somebody; null: it is. */
export function leftOutOf(person: Recipient, type: number): string | null {
  if (!fileStates.is(person.status, 'kept')) return '患者档案已合并或删除'
  if (!person.mobile) return '没有手机号'
  if (person.smsOptOut) return '患者拒收短信'
  if (type === 2 && person.marketingOptOut) return '患者拒收营销短信'
  if (type === 2 && fileStates.is(person.status, 'archived')) return '已归档，不发营销短信'
  return null
}

/** A moment as patients read it. */
export function momentForPatients(at: Date): string {
  const [, month, day] = formatDate(at).split('-')
  return `${Number(month)}月${Number(day)}日 ${formatTime(at)}`
}

/** Does a scene for these patients mean somebody with this kind of visit (1 first)? */
export function meant(audience: string, treatType: number | null): boolean {
  if (audience === 'all' || treatType === null) return true
  return (audience === 'first') === (treatType === 1)
}

/** Answers by which people refuse advertising. */
export const isRefusal = (text: string): boolean => /^(r|td?|n|退订)$/i.test(text.trim())

const ONLINE_MINUTES = 30
/** When an unpaid order closes by itself. */
export const closesAt = (now: Date): Date => new Date(now.getTime() + ONLINE_MINUTES * 60_000)

/** As of a membership: unique over all clinics, prefix, moment on the Shanghai clock, six random digits. */
export function orderNumber(moment: string, random: number): string {
  return `DX${moment.replace(/\D/g, '').slice(2)}${String(random).padStart(6, '0')}`
}

/** The page on which an order is paid. */
export const payUrl = (order: { orderNo: string; payType: number }): string =>
  `${order.payType === 0 ? '/pay' : '/wxPay'}?orderNo=${order.orderNo}`
