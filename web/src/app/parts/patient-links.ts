/** What a jump to a patient's visit may carry, and nothing else. */
const visitFields = [
  'patientId',
  'id',
  'activeName',
  'treatDentistId',
  'visitId',
  'mode',
  'status',
  'orderRecordId',
  'treatmentId',
] as const
type VisitFields = Partial<Record<(typeof visitFields)[number], string | null>>

/** The address of a screen with what it has to know of a patient and a visit; what is empty is left out. */
export function jumpTo(path: `/${string}`, fields: VisitFields): string {
  const query = new URLSearchParams()
  for (const name of visitFields) if (fields[name]) query.set(name, fields[name])
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** The same out of an address that somebody followed. */
export const visitFieldsOf = (query: URLSearchParams): VisitFields =>
  Object.fromEntries(visitFields.map((name) => [name, query.get(name)]))

/** Addresses of the screens that a patient's page leads to. */
export const patientTo = (id: string, tab?: string): string =>
  `${jumpTo('/patientCenter', { id })}${tab ? `&tab=${tab}` : ''}`
export const bookingTo = (id: string): string => jumpTo('/myAppointmentBoard', { patientId: id })
export const chargingTo = (id: string): string => jumpTo('/orderSet', { patientId: id })
export const payingTo = (id: string, billId: string): string => `${chargingTo(id)}&billId=${billId}`
export const membersTo = (patientId: string): string => jumpTo('/membercard', { id: patientId })
export const consentTo = (id: string): string => jumpTo('/patientConsent', { id })
export const planTo = (id: string): string => jumpTo('/treatmentPlan', { id })
export const newPlanTo = (patientId: string): string => jumpTo('/treatmentPlan', { patientId })
export const orthoTo = (caseId: string): string => jumpTo('/orthodontics', { id: caseId })
export const recordTo = (recordId: string): string => jumpTo('/patientMedicalRecord', { id: recordId })
/** A case of the library, and one's own. */
export const caseTo = (id: string): string => jumpTo('/doctorCaseDetail', { id })
export const ownCaseTo = (id: string): string => jumpTo('/caseDetail', { id })

/** The charge desk's own address for one that names bill and visit as the jump to a visit does; null for its own. */
export function chargeTarget(query: URLSearchParams): string | null {
  const { orderRecordId, visitId } = visitFieldsOf(query)
  if (!orderRecordId && !visitId) return null
  const kept = new URLSearchParams(query)
  for (const [from, to] of [
    ['orderRecordId', 'billId'],
    ['visitId', 'registrationId'],
  ] as const) {
    const value = kept.get(from)
    kept.delete(from)
    if (value) kept.set(to, value)
  }
  return `/orderSet?${kept.toString()}`
}

/** The tabs of the file that have an address of their own: child of /patientCenter → tab. */
export const fileChildren = {
  '/patientResource': 'resource',
  '/imageData': 'images',
  '/treatRecord': 'treats',
  '/appiontMentInfo': 'appointments',
  '/recordManageItem': 'follow',
  '/refundRecord': 'refunds',
  '/patientRemindManage': 'reminds',
} as const satisfies Record<`/${string}`, string>
export type FileChild = keyof typeof fileChildren

/** Where a child of the file lives: the file of the same patient with its tab, and whatever else the address said. */
export function fileChildTarget(child: FileChild, query: URLSearchParams): string {
  const id = query.get('id') ?? query.get('patientId')
  if (!id) return '/allTimePatients'
  const kept = new URLSearchParams({ id, tab: fileChildren[child] })
  for (const [name, value] of query) if (!['id', 'patientId', 'tab'].includes(name)) kept.set(name, value)
  return `/patientCenter?${kept.toString()}`
}

const FOLLOW_TABS: Readonly<Record<number, string>> = {
  0: 'today',
  1: 'done',
  2: 'today',
  3: 'overdue',
  4: 'cancelled',
}
/** A follow-up where it is done. */
export const followTo = (row: { id: string; status: number }): string =>
  `/followManagementList?tab=${FOLLOW_TABS[row.status] ?? 'today'}&follow=${row.id}`
