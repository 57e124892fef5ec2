import { dayText } from '@dentin/kit/date-text'
import { appointmentStates } from '@dentin/contract/core/status'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { addDays, today, type LocalDate } from '@dentin/kit/datetime'
import { appointment } from '@dentin/contract/appointment'
import { booking } from '@dentin/contract/booking'
import { ApiError, send } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { keyOf, queryClient, useCall, useInvalidate } from '../../lib/query.ts'
import { confirm, toast } from '../../ui/index.ts'
import {
  chairAt,
  wireTime,
  withMoved,
  type Card,
  type Dragged,
  type Options,
  type Refusal,
  type Target,
  type Week,
} from './model.ts'
import { usePresent } from '../../lib/present.ts'

const calls = appointment
/** Everything that shows appointments and has to be read again when one changed. */
export const appointmentReads = [
  calls.week,
  calls.month,
  calls.list,
  calls.get,
  calls.warn,
  calls.unArrivedCount,
  calls.unArrivedList,
  calls.byPatient,
  calls.parked,
  calls.freePlaces,
]

/** What patients asked for on the clinic's page, and everything their answers change. */
export const onlineReads = [...appointmentReads, booking.requests, booking.requestCount]

/** The board of one or seven days, live. */
export function useWeek(startDate: LocalDate, dayCount: number, doctorIds: readonly string[]) {
  useLive(['appointment', 'schedule'], [calls.week, calls.month])
  const input = { startDate, dayCount, doctorIds: [...doctorIds] }
  // The day that is worked is kept for reading without a network, as it was last seen.
  const isToday = startDate === today(useNow())
  return { query: useCall(calls.week, input, { offline: dayCount === 1 && isToday }), input }
}

/** Load of every day of the month a day is in. */
export const useMonth = (date: LocalDate) =>
  useCall(calls.month, { month: `${date.slice(0, 8)}01` }, { staleTime: 60_000, offline: true })

/** Doctors, chairs, items and reasons; they change rarely. */
export const useBookingOptions = () => useCall(calls.options, {}, { staleTime: 5 * 60_000, offline: true })

/** How far ahead free places are looked for at once. */
const SOON_DAYS = 28

/** Where a doctor is free for so many minutes: from today on and around the day that is wanted, live. */
export function useFreePlaces(ask: {
  doctorId: string | null
  chairId: string | null
  minutes: number | null
  itemIds: readonly string[]
  exceptId: string | null
  date: LocalDate | null
}) {
  useLive(['appointment', 'schedule', 'reception'], [calls.freePlaces])
  const present = today(useNow())
  const enabled = ask.doctorId !== null && ask.minutes !== null && ask.minutes >= 5 && ask.minutes <= 600
  const input = {
    doctorId: ask.doctorId ?? '',
    chairId: ask.chairId,
    minutes: ask.minutes ?? 0,
    itemIds: [...ask.itemIds],
    exceptId: ask.exceptId,
  }
  const soon = useCall(calls.freePlaces, { ...input, from: present, days: SOON_DAYS }, { enabled })
  const isFar = ask.date !== null && ask.date >= addDays(present, SOON_DAYS)
  const far = useCall(
    calls.freePlaces,
    { ...input, from: isFar ? addDays(ask.date ?? present, -3) : present, days: SOON_DAYS },
    { enabled: enabled && isFar },
  )
  const around = isFar ? far : soon
  return {
    enabled,
    soon: soon.data ?? [],
    /** The days around the one that is wanted. */
    around: around.data ?? [],
    /** What is shown belongs to another question. */
    isOld: soon.isPlaceholderData || around.isPlaceholderData,
    isLoading: enabled && around.data === undefined && !around.error,
    error: enabled ? around.error : null,
    retry: () => void around.refetch(),
  }
}

/** What was put aside and has no time yet, live. */
export function useParked() {
  useLive(['appointment'], [calls.parked])
  return useCall(calls.parked, {})
}

/** Changes of cards follow one another, so that quick keys don't race. */
let turns: Promise<unknown> = Promise.resolve()
function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const turn = turns.then(run, run)
  turns = turn
  return turn
}

const cardOf = (week: Week | undefined, id: string) =>
  week?.days.flatMap((day) => day.doctors.flatMap((doctor) => doctor.appointments)).find((each) => each.id === id)

/** Puts a card aside; 撤销 places it where it was. */
export function usePark() {
  const invalidate = useInvalidate()
  return useCallback(
    (shown: Pick<Card, 'id' | 'name' | 'version' | 'doctorId' | 'chairId' | 'startTime' | 'endTime'>) =>
      inTurn(async () => {
        // A move just before this one may have changed it.
        const weeks = queryClient.getQueriesData<Week>({ queryKey: keyOf(calls.week) })
        const card = weeks.reduce((newest, [, week]) => {
          const same = cardOf(week, shown.id)
          return same && same.version > newest.version ? same : newest
        }, shown)
        const { id, version, doctorId, chairId, startTime, endTime } = card
        const failed = (error: unknown) => toast.error(error instanceof ApiError ? error.message : '没有成功，请重试')
        try {
          const parked = await send(calls.park, { id, version })
          const back = { id, version: parked.version, doctorId, chairId, startTime, endTime, acceptWarnings: true }
          const undo = () =>
            void send(calls.move, back)
              .catch(failed)
              .finally(() => void invalidate(appointmentReads))
          toast.success(`${card.name} 已放入待安排`, { action: { label: '撤销', onClick: undo } })
        } catch (error) {
          failed(error)
        } finally {
          await invalidate(appointmentReads)
        }
      }),
    [invalidate],
  )
}

/** One appointment for its pane, live. */
export function useAppointment(id: string | null) {
  useLive(['appointment', 'reception'], [calls.get, calls.warn])
  return {
    detail: useCall(calls.get, { id: id ?? '' }, { enabled: id !== null, keep: false, offline: true }),
    warnings: useCall(calls.warn, { id: id ?? '' }, { enabled: id !== null, keep: false, offline: true }),
  }
}

/** Says what a drag came to: 撤销 puts the card back as it was, 发短信 tells the patient. */
function sayMoved(
  before: Dragged & Partial<Pick<Card, 'status'>>,
  place: { id: string; doctorId: string; startTime: string },
  version: number,
  refresh: () => void,
): void {
  const { id, doctorId, chairId, startTime, endTime } = before
  const failed = (error: unknown) => toast.error(error instanceof ApiError ? error.message : '没有成功，请重试')
  const undo = async () => {
    const back = { id, version, doctorId, chairId, startTime, endTime, acceptWarnings: true, tell: false }
    const moved = await send(calls.move, back)
    // What was confirmed for the old time is confirmed for it again.
    if (appointmentStates.is(before.status, 'confirmed') && moved.version !== null)
      await send(calls.confirm, { id, version: moved.version, result: 2 })
  }
  const options = queryClient.getQueryData<Options>(keyOf(calls.options, {}))
  const sameTime = place.startTime === startTime
  toast.success(`${before.name} 已改到 ${dayText(place.startTime.slice(0, 10))} ${place.startTime.slice(11, 16)}`, {
    action: { label: '撤销', onClick: () => void undo().catch(failed).finally(refresh) },
    also:
      options?.sms.moved && !sameTime
        ? {
            label: '发短信',
            onClick: () =>
              void send(calls.tellMoved, { id })
                .then(({ told }) => (told ? toast.success('已短信告知新时间') : toast.info('这位患者收不了短信')))
                .catch(failed),
          }
        : undefined,
  })
}

/** The minute hand: re-renders every half minute. */
export const useNow = (): Date => usePresent(30_000)

/** What a move came to: done, or given up by the person or the server. */
export type MoveOutcome = 'moved' | 'stays'

/**
 * Moves a card: shown at once, then asked of the server. A refusal puts the card back and says why. With the grant a
 * refusal can be overridden after a question.
 */
export function useMoveCard(
  input: { startDate: LocalDate; dayCount: number; doctorIds: string[] },
  mayOverbook: boolean,
) {
  const invalidate = useInvalidate()
  const latest = useRef(input)
  useLayoutEffect(() => {
    latest.current = input
  })
  return useCallback(
    (card: Dragged, target: Target, refusal: Refusal | null): Promise<MoveOutcome> => {
      const key = keyOf(calls.week, latest.current)
      const run = async (): Promise<MoveOutcome> => {
        let overbook = false
        if (refusal) {
          if (!refusal.overridable || !mayOverbook) {
            toast.error(`不能放这里：${refusal.reason}`)
            return 'stays'
          }
          overbook = await confirm({
            title: `${refusal.reason}，仍要放在这里？`,
            body: '将作为加号或班次外预约标记。',
            okText: '仍要放入',
          })
          if (!overbook) return 'stays'
        }
        await queryClient.cancelQueries({ queryKey: key })
        const before = queryClient.getQueryData<Week>(key)
        const present = cardOf(before, card.id) ?? card
        if (before) queryClient.setQueryData<Week>(key, withMoved(before, card.id, target))
        const place = {
          id: card.id,
          version: present.version,
          doctorId: target.doctorId,
          chairId: before ? chairAt(before, present, target) : card.chairId,
          startTime: wireTime(target.date, target.start),
          endTime: wireTime(target.date, target.end),
          overbook,
          // A drag may be a slip: the patient is told when that is asked for.
          tell: false,
        }
        try {
          let answer = await send(calls.move, place)
          if (!answer.saved) {
            const accepted = await confirm({
              title: answer.warnings.map((each) => each.text).join('；'),
              okText: '仍然改约',
            })
            if (accepted) answer = await send(calls.move, { ...place, acceptWarnings: true })
          }
          const { saved, version } = answer
          if (before) {
            queryClient.setQueryData<Week>(key, saved ? withMoved(before, card.id, target, version) : before)
          }
          if (saved && version !== null) sayMoved(present, place, version, () => void invalidate(appointmentReads))
          return saved ? 'moved' : 'stays'
        } catch (error) {
          if (before) queryClient.setQueryData<Week>(key, before)
          toast.error(error instanceof ApiError ? error.message : '没有改成，请重试')
          return 'stays'
        } finally {
          await invalidate(appointmentReads)
        }
      }
      return inTurn(run)
    },
    [invalidate, mayOverbook],
  )
}

/** The days around one: the next or former day, week or month. */
export function stepDate(date: LocalDate, view: 'day' | 'week' | 'month', step: 1 | -1): LocalDate {
  if (view !== 'month') return addDays(date, (view === 'day' ? 1 : 7) * step)
  const first = `${date.slice(0, 8)}01`
  return step === -1 ? `${addDays(first, -1).slice(0, 8)}01` : `${addDays(first, 31).slice(0, 8)}01`
}

/** How many online bookings wait for the desk, live. */
export function useOnlineCount(sees: boolean): number {
  useLive(['appointment'], [booking.requestCount])
  return useCall(booking.requestCount, {}, { enabled: sees }).data?.count ?? 0
}
