import type { ComponentType } from 'react'
import type { ScreenPath } from './routes.ts'

/** The page of each screen in routes.ts, as its own chunk: a screen without a page, or a page without a screen, does not compile. */
export const pages: Readonly<Record<ScreenPath, () => Promise<{ default: ComponentType }>>> = {
  '/login': () => import('./pages/login.tsx'),
  '/404': () => import('./pages/not-found.tsx'),
  '/': () => import('./pages/home.tsx'),
  '/clinicManage': () => import('./pages/clinic-manage.tsx'),
  '/userInfo/:type': () => import('./pages/user-info.tsx'),
  '/messages': () => import('./pages/messages.tsx'),
  '/dashboard': () => import('./pages/dashboard.tsx'),
  '/doctorIndex': () => import('./pages/doctor-index.tsx'),
  '/inTreatment': () => import('./pages/in-treatment.tsx'),
  '/allTimePatients': () => import('./pages/all-time-patients.tsx'),
  '/patientCenter': () => import('./pages/patient-center.tsx'),
  '/patientResource': () => import('./pages/patient-resource.tsx'),
  '/myAppointmentBoard': () => import('./pages/my-appointment-board.tsx'),
  '/myAppointmentList': () => import('./pages/my-appointment-list.tsx'),
  '/myAppointmentBoard/print': () => import('./pages/my-appointment-print.tsx'),
  '/orderSet': () => import('./pages/order-set.tsx'),
  '/print/receipt/:id': () => import('./pages/print-receipt.tsx'),
  '/patientMedicalRecord': () => import('./pages/patient-medical-record.tsx'),
  '/patientMedicalRecord/print': () => import('./pages/patient-medical-record-print.tsx'),
  '/myTemplete': () => import('./pages/my-templete.tsx'),
  '/platform/login': () => import('./pages/platform/login.tsx'),
  '/platform/setup': () => import('./pages/platform/setup.tsx'),
  '/platform': () => import('./pages/platform/overview.tsx'),
  '/platform/accounts': () => import('./pages/platform/accounts.tsx'),
  '/platform/audit': () => import('./pages/platform/audit.tsx'),
}
