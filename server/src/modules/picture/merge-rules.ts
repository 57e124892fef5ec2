import { followsPatient, type Following } from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('image_stage', { name: '影像阶段', topic: 'picture' }),
  followsPatient('clinic_image', { name: '影像', partOf: { image_stage: 'image_stage_id' }, topic: 'picture' }),
]
