import { appointment } from '@dentin/contract/appointment'
import type { WireOutput } from '@dentin/contract'
import { timeBands } from '@dentin/contract/core/visit-words'
import { waitlistPriorityNames } from '@dentin/contract/waitlist'
import { shortDayText, weekdayLetters } from '@dentin/kit/date-text'
import { ApiError, send } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { useCall, useInvalidate } from '../../lib/query.ts'
import { confirm, toast } from '../../ui/index.ts'
import { appointmentReads } from './hooks.ts'
import { clockOf } from './model.ts'

const calls = appointment
export type WaitEntry = WireOutput<typeof calls.waitlist>['list'][number]
export type Opening = WireOutput<typeof calls.openings>[number]
export type Answer = 'accept' | 'decline' | 'giveUp' | 'withdraw'

/** Everything that shows the waiting list. */
export const waitlistReads = [...appointmentReads, calls.waitlist, calls.openings]

/** Those who wait, live. */
export function useWaiting() {
  useLive(['appointment', 'schedule'], [calls.waitlist, calls.openings])
  return {
    list: useCall(calls.waitlist, { statuses: [0, 1], pageSize: 100 }),
    openings: useCall(calls.openings, {}),
  }
}

/** What somebody waits for, in few words: doctors, days, part of the day. */
export function wishText(entry: WaitEntry): string {
  const days = [...entry.weekdays].sort((a, b) => a - b).join()
  const weekdays =
    days === '' || days.length === 13
      ? ''
      : days === '0,6'
        ? '周末'
        : days === '1,2,3,4,5'
          ? '工作日'
          : `周${entry.weekdays.map((each) => weekdayLetters[each]).join('、')}`
  const bands = timeBands.filter((each) => entry.bands.includes(each.value)).map((each) => each.label)
  const own =
    entry.fromMin !== null && entry.toMin !== null ? [`${clockOf(entry.fromMin)}–${clockOf(entry.toMin)}`] : []
  const dates =
    entry.dateFrom && entry.dateTo
      ? entry.dateFrom === entry.dateTo
        ? shortDayText(entry.dateFrom)
        : `${shortDayText(entry.dateFrom)}–${shortDayText(entry.dateTo)}`
      : entry.dateTo
        ? `${shortDayText(entry.dateTo)} 前`
        : entry.dateFrom
          ? `${shortDayText(entry.dateFrom)} 起`
          : ''
  const when = [dates, weekdays, [...bands, ...own].join('、')].filter(Boolean)
  return [entry.doctorNames.join('、'), ...(when.length > 0 ? when : ['时间任意'])].filter(Boolean).join('　')
}
/** '等 2 天', '今天加入' */
export const waitedText = (days: number): string => (days === 0 ? '今天' : `等 ${days} 天`)
export const priorityName = (priority: number): string => waitlistPriorityNames[priority] ?? ''

/** What the desk does with openings and answers; each says what came of it. */
export function useWaitlistActions() {
  const invalidate = useInvalidate()
  const run = async (work: () => Promise<string>) => {
    try {
      toast.success(await work())
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : '没有成功，请重试')
    } finally {
      await invalidate(waitlistReads)
    }
  }
  return {
    offer: (openingId: string, waitlistId: string | null, requestId: string) =>
      run(async () => {
        const answer = await send(calls.offerOpening, { requestId, openingId, waitlistId })
        const until = answer.holdUntil.slice(11, 16)
        return answer.noticed
          ? `已给 ${answer.name} 发短信，保留到 ${until}`
          : `已为 ${answer.name} 保留到 ${until}；没有发出短信，请电话联系`
      }),
    answer: (offerId: string, answer: Answer) =>
      run(async () => {
        const { passedTo } = await send(calls.answerOffer, { offerId, answer })
        if (answer === 'accept') return '已接受，预约已生成'
        if (answer === 'withdraw') return '已收回保留'
        return passedTo ? `已转给 ${passedTo}` : '没有下一位候补，时段已释放'
      }),
    dismiss: (openingId: string) =>
      run(async () => {
        await send(calls.dismissOpening, { openingId })
        return '已忽略'
      }),
    leave: async (entry: Pick<WaitEntry, 'id' | 'version' | 'name'>) => {
      if (!(await confirm({ title: `把 ${entry.name} 移出候补名单？`, okText: '移出', danger: true }))) return
      await run(async () => {
        await send(calls.leaveWaitlist, { id: entry.id, version: entry.version })
        return '已移出候补名单'
      })
    },
  }
}
