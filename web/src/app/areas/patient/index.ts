import type { PagesOf } from '../pages-of.ts'

export const patientPages: PagesOf<'patient'> = {
  '/inTreatment': () => import('./in-treatment.tsx'),
  '/referralRecord': () => import('./referral-record.tsx'),
  '/referralRecord/print': () => import('./referral-print.tsx'),
  '/allTimePatients': () => import('./all-time-patients.tsx'),
  '/outpatientManagementHome': () => import('../../parts/first-child.tsx'),
  '/allPatients': () => import('./all-patients.tsx'),
  '/outpatientManagementPatientDetail': () => import('./outpatient-patient-detail.tsx'),
  '/patientList': () => import('./patient-list.tsx'),
  '/fileRequests': () => import('./file-requests.tsx'),
  '/archived': () => import('./archived.tsx'),
  '/patientCenter': () => import('./patient-center.tsx'),
  '/imageData': () => import('./image-data.tsx'),
  '/imageDataIn': () => import('./image-data-in.tsx'),
  '/patientResource': () => import('./patient-resource.tsx'),
  '/treatRecord': () => import('./treat-record.tsx'),
  '/duplicate': () => import('./duplicate.tsx'),
  '/recordManage': () => import('./record-manage.tsx'),
  '/remindManage': () => import('./remind-manage.tsx'),
  '/recordManageItem': () => import('./record-manage-item.tsx'),
  '/patientRemindManage': () => import('./patient-remind-manage.tsx'),
}
