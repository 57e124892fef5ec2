import type { Screen } from '../screen.ts'

export const chargesScreens = [
  {
    path: '/orderSet',
    title: '收费',
    frame: 'workspace',
    resource: '/orderSet:view',
    menu: { group: '接诊', order: 60, icon: 'receipt' },
    tabsHidden: true,
  },
  {
    path: '/membercard',
    title: '会员',
    frame: 'workspace',
    resource: '/membercard:view',
    menu: { group: '接诊', order: 65, icon: 'bank-card' },
    tabsHidden: true,
  },
  {
    path: '/coupons',
    title: '优惠券',
    resource: '/coupons:view',
    menu: { group: '接诊', order: 66, icon: 'ticket', parent: '/membercard' },
    crumb: '/membercard',
  },
  {
    path: '/shiftHandover',
    title: '交班',
    resource: '/orderSet:charge',
    menu: { group: '接诊', order: 62, icon: 'cash', parent: '/orderSet' },
    crumb: '/orderSet',
  },
  {
    path: '/instalments',
    title: '分期与催收',
    resource: '/orderSet:view',
    menu: { group: '接诊', order: 61, icon: 'calendar-clock', parent: '/orderSet' },
    crumb: '/orderSet',
  },
  { path: '/print/instalment/:billId', title: '分期协议', area: 'print', frame: 'print', resource: '/orderSet:view' },
  {
    path: '/monthClose',
    title: '月结',
    resource: '/orderSet:monthClose',
    menu: { group: '接诊', order: 63, icon: 'lock', parent: '/orderSet' },
    crumb: '/orderSet',
  },
  {
    path: '/print/monthClose/:month',
    title: '结账书',
    area: 'print',
    frame: 'print',
    resource: '/orderSet:monthClose',
  },
  { path: '/print/shift/:id', title: '交班单', area: 'print', frame: 'print', resource: '/orderSet:charge' },
  { path: '/print/refund/:id', title: '退费单', area: 'print', frame: 'print', resource: '/orderSet:print' },
  { path: '/print/receipt/:id', title: '收费收据', area: 'print', frame: 'print', resource: '/orderSet:print' },
] as const satisfies readonly Screen[]
