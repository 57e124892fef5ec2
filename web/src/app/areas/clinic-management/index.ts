import type { PagesOf } from '../pages-of.ts'

export const clinicManagementPages: PagesOf<'clinicManagement'> = {
  '/setUp': () => import('./set-up.tsx'),
  '/orgSchedule': () => import('./org-schedule.tsx'),
  '/lookSchedule': () => import('./org-schedule.tsx'),
  '/orgSchedule/print': () => import('./org-schedule-print.tsx'),
  '/clinicSchedule': () => import('./clinic-schedule.tsx'),
  '/schedule': () => import('../../parts/first-child.tsx'),
  '/outpatientServiceInfo': () => import('./outpatient-service-info.tsx'),
  '/configInfo': () => import('./config-info.tsx'),
  '/tariffsClinic': () => import('./tariffs-clinic.tsx'),
  '/appointItem': () => import('./appoint-item.tsx'),
  '/address': () => import('./address.tsx'),
  '/clinicanalysisData': () => import('./clinic-analysis-data.tsx'),
  '/clinicemployeeReport': () => import('./clinic-employee-report.tsx'),
  '/clinicaccountStatement': () => import('./clinic-account-statement.tsx'),
  '/baseEmployee': () => import('./base-employee.tsx'),
  '/employeEaudit': () => import('./employe-eaudit.tsx'),
  '/employeeSet': () => import('./employee-set.tsx'),
}
