import type { LazyPage, PagesOf } from '../pages-of.ts'

// The calculators are one page, as they share what is typed.
const calculators: LazyPage = () => import('./anesthetic-count.tsx')

export const communicationPages: PagesOf<'communication'> = {
  '/anestheticCount': calculators,
  '/countDetail': calculators,
  '/countDetail2': calculators,
  '/countDetail3': calculators,
  '/countDetail4': calculators,
  '/patientConsent': () => import('./patient-consent.tsx'),
  '/patientConsent/print': () => import('./patient-consent-print.tsx'),
  '/doctorPatientCommunication': () => import('./doctor-patient-communication.tsx'),
  '/doctorCaseDetail': () => import('./doctor-case-detail.tsx'),
  '/doctorCaseEdit': () => import('./doctor-case-edit.tsx'),
  '/caseList': () => import('./case-list.tsx'),
  '/caseDetail': () => import('./case-detail.tsx'),
  '/caseEdit': () => import('./case-edit.tsx'),
  '/consentSign': () => import('./consent-sign.tsx'),
}
