import type { QualityGrade } from '@dentin/contract/core/quality-grades'
import type { Tone } from '../../../ui/index.ts'

export const gradeTones: Readonly<Record<QualityGrade, Tone>> = { 甲: 'done', 乙: 'wait', 丙: 'danger' }

/** '2026-11' as it is read: 2026年11月. */
export const monthWords = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5))}月`

/** The month so many before another one. */
export function monthBefore(month: string, by: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 - by
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

export const share = (part: number, of: number): string => (of === 0 ? '—' : `${Math.round((part / of) * 100)}%`)
