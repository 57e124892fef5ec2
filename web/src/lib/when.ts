import { parseDate, today } from '@dentin/kit/datetime'

/** '今天 09:20', '昨天 15:00', '11-03 10:00'. */
export function shortMoment(moment: string): string {
  const days = Math.round(
    (parseDate(today(new Date())).getTime() - parseDate(moment.slice(0, 10)).getTime()) / 86_400_000,
  )
  const time = moment.slice(11, 16)
  if (days === 0) return `今天 ${time}`
  if (days === 1) return `昨天 ${time}`
  return `${moment.slice(0, 4) === today(new Date()).slice(0, 4) ? moment.slice(5, 10) : moment.slice(0, 10)} ${time}`
}
