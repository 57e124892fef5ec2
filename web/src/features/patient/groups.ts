import type { TagProps } from '../../ui/index.ts'

/** How a group's colour is shown: the tones that tags have anyway. */
export const groupTones: Record<string, NonNullable<TagProps['tone']>> = {
  teal: 'brand',
  blue: 'booked',
  violet: 'chair',
  rose: 'danger',
  amber: 'wait',
  green: 'done',
  slate: 'muted',
}
export const colourNames: Record<string, string> = {
  teal: '青',
  blue: '蓝',
  violet: '紫',
  rose: '红',
  amber: '橙',
  green: '绿',
  slate: '灰',
}
