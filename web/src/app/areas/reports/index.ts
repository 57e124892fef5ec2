import type { PagesOf } from '../pages-of.ts'

export const reportsPages: PagesOf<'reports'> = {
  '/homeCockpit': () => import('./home-cockpit.tsx'),
  '/dataAdministration': () => import('../../parts/first-child.tsx'),
  '/operationReport': () => import('../../parts/first-child.tsx'),
  '/financialManagement': () => import('../../parts/first-child.tsx'),
  '/analysisData': () => import('./analysis-data.tsx'),
  '/productReport': () => import('./product-report.tsx'),
  '/incomeSummary': () => import('./income-summary.tsx'),
  '/accountStatement': () => import('./account-statement.tsx'),
  '/collectionBalanceSheet': () => import('./collection-balance-sheet.tsx'),
  '/patientBalanceRecord': () => import('./patient-balance-record.tsx'),
  '/customerService': () => import('./customer-service.tsx'),
  '/patientAnalysisData': () => import('./patient-analysis-data.tsx'),
  '/membershipCardSurvey': () => import('./membership-card-survey.tsx'),
  '/dataRecord': () => import('../../parts/first-child.tsx'),
  '/firstDiagnosjuiis': () => import('./first-diagnosjuiis.tsx'),
  '/billRecord': () => import('./bill-record.tsx'),
  '/treatmentRecord': () => import('./treatment-record.tsx'),
  '/memberCardRecord': () => import('./member-card-record.tsx'),
  '/matchingDiagnosis': () => import('./matching-diagnosis.tsx'),
}
