import type { PagesOf } from '../pages-of.ts'

export const entrancePages: PagesOf<'entrance'> = {
  '/login': () => import('./login.tsx'),
  '/register': () => import('./register.tsx'),
  '/agreement': () => import('./agreement.tsx'),
  '/privacy': () => import('./privacy.tsx'),
  '/forgits': () => import('./forgits.tsx'),
  '/change': () => import('./change.tsx'),
  '/complete': () => import('./complete.tsx'),
  '/wechatLogin': () => import('./wechat-login.tsx'),
  '/activityPage': () => import('./activity-page.tsx'),
  '/book': () => import('./book.tsx'),
  '/queueScreen': () => import('./queue-screen.tsx'),
  '/verify/:code': () => import('./verify.tsx'),
  '/invoice': () => import('./own-invoice.tsx'),
  '/smsOutbox': () => import('./sms-outbox.tsx'),
  '/pay': () => import('./pay.tsx'),
  '/wxPay': () => import('./wx-pay.tsx'),
  '/medicareWxPay': () => import('./medicare-wx-pay.tsx'),
  '/404': () => import('./not-found.tsx'),
}
