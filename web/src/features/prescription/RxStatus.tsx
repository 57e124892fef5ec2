import { prescriptionStates } from '@dentin/contract/core/prescription-states'
import { Tag } from '../../ui/index.ts'

const tones = ['wait', 'confirmed', 'chair', 'done', 'muted', 'muted'] as const

/** How far a prescription has come, by the same words and colours everywhere. */
export const RxStatus = ({ value }: { value: number }) => (
  <Tag tone={tones[value] ?? 'muted'}>{prescriptionStates.names[value] ?? '未知'}</Tag>
)
