import type { PagesOf } from '../pages-of.ts'

export const reportsPages: PagesOf<'reports'> = {
  '/homeCockpit': () => import('./home-cockpit.tsx'),
  '/dataAdministration': () => import('../../parts/first-child.tsx'),
  '/operationReport': () => import('../../parts/first-child.tsx'),
  '/financialManagement': () => import('../../parts/first-child.tsx'),
  '/analysisData': () => import('./analysis-data.tsx'),
  '/employeeReport': () => import('./employee-report.tsx'),
  '/employeeReport/person': () => import('./employee-person.tsx'),
  '/employeeReport/rules': () => import('./commission-rules.tsx'),
  '/print/commission/:id': () => import('./print-commission.tsx'),
  '/productReport': () => import('./product-report.tsx'),
  '/incomeSummary': () => import('./income-summary.tsx'),
  '/accountStatement': () => import('./account-statement.tsx'),
  '/collectionBalanceSheet': () => import('./collection-balance-sheet.tsx'),
  '/patientBalanceRecord': () => import('./patient-balance-record.tsx'),
  '/customerService': () => import('./customer-service.tsx'),
}
