import type { PagesOf } from '../pages-of.ts'

export const recordsPages: PagesOf<'records'> = {
  '/patientMedicalRecord': () => import('./patient-medical-record.tsx'),
  '/patientMedicalRecord/print': () => import('./patient-medical-record-print.tsx'),
  '/patientMedicalRecord/perio-print': () => import('./perio-print.tsx'),
  '/patientMedicalRecord/perio-screen': () => import('./perio-screen.tsx'),
  '/orthodontics': () => import('./orthodontics.tsx'),
  '/orthodontics/before-after': () => import('./ortho-before-after.tsx'),
  '/myTemplete': () => import('./my-templete.tsx'),
  '/medicalRecordTempSet': () => import('./medical-record-temp-set.tsx'),
}
