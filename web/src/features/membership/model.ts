import { standingStates } from '@dentin/contract/core/status'
import type { WireOutput } from '@dentin/contract/core/call'
import type { membership } from '@dentin/contract/membership'
import type { Tone } from '../../ui/index.ts'

/** Which membership: the clinic's own, or that of its medical insurance link. */
export type Kind = 'vip' | 'medical'
export type Standing = Omit<WireOutput<typeof membership.my>, 'remind'>
export type Setting = WireOutput<typeof membership.chargeSetting>[number]
export type OrderRecord = WireOutput<typeof membership.chargeRecord>['list'][number]
export type Order = WireOutput<typeof membership.charge>
export type Invoice = WireOutput<typeof membership.invoices>['list'][number]

export const NAMES: Readonly<Record<Kind, string>> = { vip: '门诊会员', medical: '医保会员' }

/** 续费 on the first renewal, otherwise 开通. */
export function dialogTitle(info: { isFirstCharge: boolean }): '续费' | '开通' {
  return info.isFirstCharge ? '续费' : '开通'
}

/** What the button that leads to the packages says. */
export function buyWords(info: { isFirstCharge: boolean; endDate: string | null }): string {
  return info.isFirstCharge || info.endDate === null ? `${dialogTitle(info)}会员` : '选购会员'
}

/** Pressing the package that is chosen takes the choice back. */
export function toggled(chosen: string | null, pressed: string): string | null {
  return chosen === pressed ? null : pressed
}

/** What is still missing before an order can be made, field by field. */
export function missing(choice: {
  settingId: string | null
  payType: number | null
}): Partial<Record<'settingId' | 'payType', string>> {
  return {
    ...(choice.settingId === null ? { settingId: '请选择会员套餐' } : {}),
    ...(choice.payType === null ? { payType: '请选择支付方式' } : {}),
  }
}

/** Where the membership stands, in words: 余 10 天, 已过期 3 天. */
export function standingWords(info: Standing): {
  /** null: nothing to say beside the days */
  label: string | null
  days: string
  tone: 'brand' | 'wait' | 'danger'
} {
  if (info.endDate === null) return { label: null, days: '尚未开通', tone: 'wait' }
  if (standingStates.is(info.status, 'expired'))
    return { label: '已过期', days: `已过期 ${info.expiredDays} 天`, tone: 'danger' }
  const days = info.availableDays === 0 ? '今天到期' : `剩余 ${info.availableDays} 天`
  return {
    label: standingStates.is(info.status, 'gift') ? '赠送期' : '有效',
    days,
    tone: info.availableDays <= 90 ? 'wait' : 'brand',
  }
}

/** The alert after sign-in about gift days. */
export function giftWords(endDate: string): string {
  return `平台赠送您 99 天会员，有效期至 ${endDate}`
}

/** Yuan without decimals where there are none: 365, 0.91. */
export function plainYuan(yuan: string): string {
  return yuan.endsWith('.00') ? yuan.slice(0, -3) : yuan
}

/** Time that is left, as 29:07 or 14 天 3 小时; null when it has run out. */
export function timeLeft(seconds: number): string | null {
  if (seconds <= 0) return null
  const pad = (n: number) => String(n).padStart(2, '0')
  if (seconds < 3600) return `${pad(Math.floor(seconds / 60))}:${pad(Math.floor(seconds) % 60)}`
  const hours = Math.floor(seconds / 3600)
  return hours < 24
    ? `${hours} 小时 ${Math.floor((seconds % 3600) / 60)} 分`
    : `${Math.floor(hours / 24)} 天 ${hours % 24} 小时`
}

/** How the states of an order and an invoice look. */
export const orderLooks: Readonly<Record<number, Tone>> = {
  0: 'wait',
  1: 'done',
  2: 'muted',
  3: 'muted',
  4: 'wait',
  5: 'muted',
}
export const invoiceLooks: readonly Tone[] = ['wait', 'done', 'danger', 'muted']
