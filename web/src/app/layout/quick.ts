import type { Resource } from '@dentin/contract'
import type { IconName } from '../../ui/index.ts'

/** The places people go to most, in the order of the specification; 采购助手 comes with stock. */
export const QUICK: readonly { to: string; label: string; icon: IconName; resource: Resource }[] = [
  { to: '/dashboard', label: '今日候诊', icon: 'today', resource: '/dashboard:view' },
  { to: '/myAppointmentBoard', label: '预约看板', icon: 'calendar', resource: '/myAppointmentBoard:view' },
  { to: '/followManagementList', label: '今日随访', icon: 'phone-call', resource: '/followManagementList:view' },
  { to: '/myTemplete', label: '病历模板', icon: 'file', resource: '/myTemplete:view' },
]
