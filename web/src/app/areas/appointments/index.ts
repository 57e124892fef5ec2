import type { PagesOf } from '../pages-of.ts'

export const appointmentsPages: PagesOf<'appointments'> = {
  '/dashboard': () => import('./dashboard.tsx'),
  '/doctorIndex': () => import('./doctor-index.tsx'),
  '/appiontMentInfo': () => import('./appointment-info.tsx'),
  '/myAppointmentBoard': () => import('./my-appointment-board.tsx'),
  '/myAppointmentList': () => import('./my-appointment-list.tsx'),
  '/followManagementList': () => import('./follow-management-list.tsx'),
  '/myAppointmentNetwork': () => import('./my-appointment-network.tsx'),
  '/myAppointmentManagement': () => import('./my-appointment-management.tsx'),
  '/myAppointmentBoard/print': () => import('./my-appointment-print.tsx'),
  '/mySchedule': () => import('./my-schedule.tsx'),
}
