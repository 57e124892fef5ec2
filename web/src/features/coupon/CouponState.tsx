import { couponStates } from '@dentin/contract/coupon'
import { Tag, type TagProps } from '../../ui/index.ts'

const tones: Record<number, TagProps['tone']> = { 1: 'done', 2: 'muted', 3: 'wait', 4: 'muted' }

/** In what state a coupon is. */
export const CouponState = ({ status }: { status: number }) => (
  <Tag tone={tones[status] ?? 'muted'}>{couponStates.names[status]}</Tag>
)
