import type { VisitCard } from '../../features/reporting/index.ts'

/** Where a visit is charged. */
export const chargeTo = (card: Pick<VisitCard, 'id' | 'patientId'>): string =>
  `/orderSet?patientId=${card.patientId}&registrationId=${card.id}`
/** Where the record of a visit is written. */
export const recordTo = (card: { patientId: string; treatmentId: string | null }): string =>
  `/patientMedicalRecord?patientId=${card.patientId}${card.treatmentId ? `&treatmentId=${card.treatmentId}` : ''}`
