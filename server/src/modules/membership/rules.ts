import type { StatusOf } from '@dentin/contract/core/states'
import { standingStates } from '@dentin/contract/core/status'
import { orderStates } from '@dentin/contract/core/order-states'
import { addDays, daysBetween, today, type Fen, type LocalDate } from '@dentin/kit'

/** Which membership: the clinic's own, or that of its medical insurance link. They run independently. */
export type VipKind = 'vip' | 'medical'

/** 0 to be paid, 1 paid, 2 cancelled, 3 timed out, 4 transfer to be confirmed, 5 refunded. */
export type OrderStatus = 0 | 1 | 2 | 3 | 4 | 5

/** Days that every new clinic is given, once. */
export const TRIAL_DAYS = 99
/** The reminder shows from so many days before the end. */
const REMIND_FROM_DAYS = 90
const ONLINE_MINUTES = 30
const TRANSFER_DAYS = 15

/** Still waiting for money: 0 to be paid, 4 transfer to be confirmed. */
export function isOpen(status: number): boolean {
  return orderStates.is(status, 'open')
}

/** Whole years later; an end never stands on 29 February, it goes back to the 28th. */
export function addYears(date: LocalDate, years: number): LocalDate {
  const later = `${String(Number(date.slice(0, 4)) + years).padStart(4, '0')}${date.slice(4)}`
  return later.endsWith('-02-29') ? `${later.slice(0, 8)}28` : later
}

/**
 * The stretch that an extension adds: it begins the day after today or after the present end, whichever is later.
 * @param end the present end, null without a term
 */
export function extended(
  end: LocalDate | null,
  by: { years: number; days: number },
  on: LocalDate,
): { startsOn: LocalDate; endDate: LocalDate } {
  const base = end !== null && end > on ? end : on
  return { startsOn: addDays(base, 1), endDate: by.years > 0 ? addYears(base, by.years) : addDays(base, by.days) }
}

/** What a clinic's membership is on a day. */
export interface Standing {
  /** Expired, also when it was never opened (then without an end date). */
  status: StatusOf<typeof standingStates>
  endDate: LocalDate | null
  availableDays: number
  expiredDays: number
}

/** The last day is still a day of membership. */
export function standingOf(term: { endDate: LocalDate; paid: boolean } | null, on: LocalDate): Standing {
  if (!term) return { status: standingStates.code.expired, endDate: null, availableDays: 0, expiredDays: 0 }
  const left = daysBetween(on, term.endDate)
  return {
    status: left < 0 ? standingStates.code.expired : term.paid ? standingStates.code.valid : standingStates.code.gift,
    endDate: term.endDate,
    availableDays: Math.max(0, left),
    expiredDays: Math.max(0, -left),
  }
}

/** Is the next charge the first renewal? There was a term (the gift, say), and nothing was paid for it yet. */
export function isFirstCharge(term: { paid: boolean } | null): boolean {
  return term !== null && !term.paid
}

/** What a package costs: on the first renewal its discount price, if it has one; else its price. */
export function payable(setting: { price: Fen; discountPrice: Fen }, firstCharge: boolean): Fen {
  return firstCharge && setting.discountPrice > 0 ? setting.discountPrice : setting.price
}

/** Does the reminder of the end show today? From 90 days before it to the day itself, unless it was put away. */
export function remindsOf(end: LocalDate | null, hiddenUntil: LocalDate | null, on: LocalDate): boolean {
  if (end === null) return false
  const left = daysBetween(on, end)
  if (left < 0 || left > REMIND_FROM_DAYS) return false
  return hiddenUntil === null || on >= hiddenUntil
}

/** Put away, the reminder stays away until the day after the end. */
export function hiddenUntil(end: LocalDate): LocalDate {
  return addDays(end, 1)
}

/** When an unpaid order closes by itself: online after 30 minutes, a transfer after 15 days. */
export function closesAt(payType: number, now: Date): Date {
  const minutes = payType === 2 ? TRANSFER_DAYS * 1440 : ONLINE_MINUTES
  return new Date(now.getTime() + minutes * 60_000)
}

/** What the order is called on the bill and in the payment app. */
export function orderTitle(kind: VipKind, years: number): string {
  return `${kind === 'vip' ? '牙本会员' : '牙本医保会员'} ${years} 年`
}

/**
 * The number of an order: unlike a clinic's own documents it is read out to the provider and to payment services, so it is
 * unique over all clinics: prefix, moment on the Shanghai clock, six random digits.
 */
export function orderNumber(kind: VipKind, moment: string, random: number): string {
  return `${kind === 'vip' ? 'VIP' : 'YB'}${moment.replace(/\D/g, '').slice(2)}${String(random).padStart(6, '0')}`
}

/** The page on which an order is paid; null for a transfer. */
export function payUrl(kind: VipKind, order: { orderNo: string; payType: number }): string | null {
  if (order.payType === 2) return null
  const page = order.payType === 0 ? '/pay' : kind === 'medical' ? '/medicareWxPay' : '/wxPay'
  return `${page}?orderNo=${order.orderNo}`
}

/** The Shanghai day of a transaction's moment. */
export const dayOf = (now: Date): LocalDate => today(now)
