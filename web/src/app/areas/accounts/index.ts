import type { PagesOf } from '../pages-of.ts'

export const accountsPages: PagesOf<'accounts'> = {
  '/': () => import('./home.tsx'),
  '/clinicManage': () => import('./clinic-manage.tsx'),
  '/userInfo/:type': () => import('./user-info.tsx'),
  '/relateClinic': () => import('./relate-clinic.tsx'),
  '/userDoctor': () => import('./user-doctor.tsx'),
  '/userDoctorNav': () => import('./user-doctor-nav.tsx'),
  '/userFactory': () => import('./user-factory.tsx'),
  '/userFactoryNav': () => import('./user-factory-nav.tsx'),
  '/messages': () => import('./messages.tsx'),
  '/myExports': () => import('./my-exports.tsx'),
}
