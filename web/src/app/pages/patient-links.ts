/** Addresses of the screens that a patient's page leads to. */
export const patientTo = (id: string, tab?: string): string => `/patientCenter?id=${id}${tab ? `&tab=${tab}` : ''}`
export const bookingTo = (id: string): string => `/myAppointmentBoard?patientId=${id}`
export const chargingTo = (id: string): string => `/orderSet?patientId=${id}`
export const payingTo = (id: string, billId: string): string => `/orderSet?patientId=${id}&billId=${billId}`
export const recordTo = (recordId: string): string => `/patientMedicalRecord?id=${recordId}`
