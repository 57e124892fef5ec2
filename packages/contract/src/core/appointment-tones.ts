/** The colours in which states of an appointment are shown. Without zod, so that a light page may have them. */
export const appointmentTones = {
  muted: '灰',
  booked: '蓝',
  confirmed: '青',
  wait: '橙',
  chair: '紫',
  done: '绿',
} as const
export type AppointmentTone = keyof typeof appointmentTones
/** Of the states 0 to 5, as long as a clinic has said nothing else; what was cancelled or missed stays grey. */
export const USUAL_TONES: readonly AppointmentTone[] = ['muted', 'booked', 'confirmed', 'wait', 'chair', 'done']
