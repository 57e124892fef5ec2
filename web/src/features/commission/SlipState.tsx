import { slipStates } from '@dentin/contract/commission'
import { Tag, type TagProps } from '../../ui/index.ts'

const tones: Record<number, TagProps['tone']> = { 1: 'wait', 2: 'done', 3: 'muted' }

/** Whether the person has confirmed the slip. */
export const SlipState = ({ status }: { status: number }) => (
  <Tag tone={tones[status] ?? 'muted'}>{slipStates.names[status]}</Tag>
)
