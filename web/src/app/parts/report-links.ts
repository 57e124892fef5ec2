import { isRole, type ReportName } from '@dentin/contract/report'
import { membersTo, patientTo, recordTo } from './patient-links.ts'

/** Where a row of a report leads: to the bill (of what is late to where it is asked for), to the card, the record, the file. */
export const linkIn =
  (name: ReportName, seesBills: boolean) =>
  ({ kind, id, patientId }: { kind: string; id: string; patientId: string | null }): string => {
    if (isRole(kind)) return `/employeeReport/person?id=${id}&as=${kind}`
    // Whoever only calls about what is late may not see bills: the file says how to reach the patient.
    if (kind === 'bill' && !seesBills && patientId) return patientTo(patientId)
    if (kind === 'bill') return name === 'customerService' ? `/instalments?billId=${id}` : `/orderSet?billId=${id}`
    if (kind === 'record') return recordTo(id)
    return kind === 'card' && patientId ? membersTo(patientId) : patientTo(id)
  }
