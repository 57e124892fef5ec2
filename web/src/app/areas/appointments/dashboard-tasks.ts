import { addDays } from '@dentin/kit/datetime'
import type { useFollowTotals } from '../../../features/follow-up/index.ts'
import type { Day, Task } from '../../../features/reporting/index.ts'
import type { useCan } from '../../../lib/permission.ts'
import { exists } from '../../routes.ts'

/** What is left to do, as far as the person may do it and its page exists. */
export function tasksOf(
  day: Day,
  may: ReturnType<typeof useCan>,
  follow: ReturnType<typeof useFollowTotals>['data'],
): Task[] {
  const next = addDays(day.date, 1)
  const list = '/myAppointmentList'
  const all: (Task & { allowed: boolean })[] = [
    {
      key: 'unconfirmed',
      label: '明日未确认',
      icon: 'bell-ring',
      count: day.tasks.unconfirmedTomorrow,
      to: `${list}?from=${next}&to=${next}&statuses=1`,
      allowed: may('/myAppointmentList:view') && exists(list),
    },
    {
      key: 'accept',
      label: '网约待审',
      icon: 'calendar-clock',
      count: day.tasks.toAccept,
      to: `${list}?statuses=0`,
      allowed: may('/myAppointmentList:view') && exists(list),
    },
    {
      key: 'brokenPromises',
      label: '承诺逾期未付',
      icon: 'message-alert',
      count: day.tasks.brokenPromises ?? 0,
      to: '/instalments?tab=broken',
      allowed: may('/orderSet:dunEscalated') && exists('/instalments'),
    },
    {
      key: 'unwritten',
      label: '往日未写病历',
      icon: 'message-alert',
      count: day.tasks.unwritten,
      to: '/doctorIndex?tab=unwritten',
      allowed: may('/doctorIndex:view') && exists('/doctorIndex'),
    },
    {
      key: 'follow',
      label: follow && follow.overdue > 0 ? `今日随访（逾期 ${follow.overdue}）` : '今日随访',
      icon: 'phone-call',
      count: follow?.total ?? 0,
      to: `/followManagementList${follow && follow.today === 0 && follow.overdue > 0 ? '?tab=overdue' : ''}`,
      allowed: may('/followManagementList:view') && exists('/followManagementList'),
    },
  ]
  return all.filter((task) => task.allowed)
}
