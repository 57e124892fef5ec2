import type { PagesOf } from '../pages-of.ts'

export const settingsPages: PagesOf<'settings'> = {
  '/followRule': () => import('./follow-rule.tsx'),
  '/baseScheduleSet': () => import('./base-schedule-set.tsx'),
  '/baseInformedConsent': () => import('./base-informed-consent.tsx'),
  '/userSetup': () => import('../../parts/first-child.tsx'),
  '/allSetting': () => import('./all-setting.tsx'),
  '/vipCardList': () => import('./vip-card-list.tsx'),
  '/tariffPackageList': () => import('./tariff-package-list.tsx'),
  '/payUnitList': () => import('./pay-unit-list.tsx'),
  '/couponList': () => import('./coupon-list.tsx'),
  '/baseDepartSet': () => import('./base-depart-set.tsx'),
  '/baseAppointSet': () => import('./base-appoint-set.tsx'),
  '/basePatientSourceSet': () => import('./base-patient-source-set.tsx'),
  '/baseDictSet': () => import('./base-dict-set.tsx'),
  '/baseTariffSet': () => import('./base-tariff-set.tsx'),
  '/clinicTariffSet': () => import('./clinic-tariff-set.tsx'),
  '/baseAccounting': () => import('./base-accounting.tsx'),
  '/wechatSetting': () => import('../../parts/first-child.tsx'),
  '/basicSetting': () => import('./basic-setting.tsx'),
  '/customizAtion': () => import('./customization.tsx'),
  '/postPermission': () => import('./post-permission.tsx'),
}
