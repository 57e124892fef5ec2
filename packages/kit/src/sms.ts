import { atMinutes, addDays, minutesOfDay, today } from './datetime.ts'

/** What a template may leave open, by the word between the braces. */
export const SMS_VARIABLES = ['姓名', '门诊', '医生', '时间', '项目', '地址', '电话', '金额', '欠费', '余额'] as const
export type SmsVariable = (typeof SMS_VARIABLES)[number]

/** 1 notice, 2 marketing, 3 code. */
export type SmsType = 1 | 2 | 3

/** With what every marketing message ends. */
export const MARKETING_TAIL = '拒收请回复R'

const BRACED = /\{([^{}]*)\}/g
const isVariable = (word: string): word is SmsVariable => (SMS_VARIABLES as readonly string[]).includes(word)

/** The variables of a text, each once, in their order. */
export function smsVariables(content: string): SmsVariable[] {
  return [...new Set([...content.matchAll(BRACED)].map((match) => match[1] as string).filter(isVariable))]
}

/** What is wrong with a template's text, in Chinese; null: nothing. */
export function smsContentProblem(content: string): string | null {
  const unknown = [...content.matchAll(BRACED)].map((match) => match[1] as string).find((word) => !isVariable(word))
  if (unknown !== undefined) return `没有「{${unknown}}」这个变量`
  if (/[{}]/.test(content.replace(BRACED, ''))) return '花括号要成对，里面写变量名'
  if (/[【】]/.test(content)) return '内容里不要写【】，签名会自动加在最前面'
  return null
}

/** The text with its variables filled in; one without a value stays as it is. */
export function fillSms(content: string, values: Partial<Record<SmsVariable, string>>): string {
  return content.replace(BRACED, (whole, word: string) => (isVariable(word) ? (values[word] ?? whole) : whole))
}

/** What goes out: the text, with the words that marketing has to end with. The provider puts the signature before it. */
export function smsBody(type: SmsType, content: string): string {
  return type === 2 && !content.endsWith(MARKETING_TAIL) ? `${content}${MARKETING_TAIL}` : content
}

/** The whole message as the phone shows it. */
export function smsText(signature: string, body: string): string {
  return `【${signature}】${body}`
}

/** How many messages a text is billed as, signature included: one up to 70 characters, beyond that one for each 67. */
export function smsCount(text: string): number {
  return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
}

/** The law lets marketing out between 8:00 and 21:00. */
export const SMS_FROM = 8 * 60
export const SMS_TO = 21 * 60

/** When a message of this type may leave: marketing not outside these hours, everything else at once. */
export function smsDueAt(
  type: SmsType,
  now: Date,
  { from, to }: { from: number; to: number } = { from: SMS_FROM, to: SMS_TO },
): Date {
  const minute = minutesOfDay(now)
  if (type !== 2 || (minute >= from && minute < to)) return now
  const day = today(now)
  return atMinutes(minute >= to ? addDays(day, 1) : day, from)
}

/** Is this a signature a provider takes: Chinese characters, letters and digits, not digits only? */
export function wellSigned(signature: string): boolean {
  return /^[\p{Script=Han}A-Za-z0-9]+$/u.test(signature) && !/^\d+$/.test(signature)
}
