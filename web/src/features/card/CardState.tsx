import { cardStates } from '@dentin/contract/card'
import { Tag, type TagProps } from '../../ui/index.ts'

const tones: Record<number, TagProps['tone']> = { 1: 'done', 2: 'wait', 3: 'danger', 4: 'wait', 5: 'muted', 6: 'muted' }

/** In what state a card is. */
export const CardState = ({ status }: { status: number }) => (
  <Tag tone={tones[status] ?? 'muted'}>{cardStates.names[status]}</Tag>
)
