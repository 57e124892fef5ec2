import { rightPeriods } from '@dentin/contract/card-rules'
import { formatYuanText } from '@dentin/kit/money'

/** '6217 0418 8826': a long number in groups of four. */
export const spaced = (cardNo: string): string =>
  /^\d{12,20}$/.test(cardNo) ? cardNo.replaceAll(/(\d{4})(?=\d)/g, '$1 ') : cardNo

/** '+1,000.00', '−200.00', '0.00'. */
export function signed(yuan: string): string {
  const value = Number(yuan)
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${formatYuanText(yuan.replace('-', ''))}`
}

/** '每年 2 次'. */
export const rightWords = ({ qty, period }: { qty: number; period: number }): string =>
  `${rightPeriods[period as keyof typeof rightPeriods] ?? ''} ${qty} 次`

/** 95 → '9.5 折'. */
export const discountWords = (percent: number): string => (percent >= 100 ? '不打折' : `${percent / 10} 折`)
