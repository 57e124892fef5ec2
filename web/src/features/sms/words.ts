import type { ComponentProps } from 'react'
import type { Tag } from '../../ui/index.ts'

type Tone = NonNullable<ComponentProps<typeof Tag>['tone']>

export const statusTones: Readonly<Record<number, Tone>> = {
  0: 'wait',
  1: 'booked',
  2: 'done',
  3: 'danger',
  4: 'muted',
}
export const auditTones: Readonly<Record<number, Tone>> = { 0: 'muted', 1: 'wait', 2: 'done', 3: 'danger' }
export const orderTones: Readonly<Record<number, Tone>> = { 0: 'wait', 1: 'done', 2: 'muted', 3: 'muted' }
/** A moment of the wire without its seconds. */
export const minute = (wire: string): string => wire.slice(0, 16)
export const noSeconds = (wire: string | null): string => (wire ? minute(wire) : '—')
