import { registrationStates } from '@dentin/contract/core/status'
import { reporting } from '@dentin/contract/reporting'
import { visit, visitErrors } from '@dentin/contract/visit'
import { useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { appointmentReads } from '../../features/appointment/index.ts'
import { dayReads, useAdvance, type BookedCard, type VisitCard } from '../../features/reporting/index.ts'
import { StartDialog, visitReads, type AlertLine } from '../../features/visit/index.ts'
import { ApiError, newRequestId, send } from '../../lib/client.ts'
import { deferred } from '../../lib/deferred.ts'
import { useLost } from '../../lib/offline.ts'
import { can } from '../../lib/permission.ts'
import { useInvalidate } from '../../lib/query.ts'
import { Button, confirm, Tag, toast } from '../../ui/index.ts'
import { chargeTo } from './visit-links.ts'

/** As much of a card as a step needs. */
type Seen = Pick<VisitCard, 'id' | 'patientId' | 'name' | 'status' | 'queueNo' | 'due'>
type Expected = Pick<BookedCard, 'id' | 'patientId' | 'name' | 'status'>

const FileForCheckIn = deferred(async () => (await import('./visit-parts.tsx')).FileForCheckIn)

/** The new state of a card in a word. */
const DONE = {
  checkIn: '已签到',
  callIn: '已叫号',
  start: '就诊中',
  finish: '诊毕',
  leave: '已离开',
  requeue: '候诊',
  cancel: '已取消',
} as const
const words = (error: unknown) => (error instanceof ApiError ? error.message : '没有成功，请重试')

/** So long a card stays where it was with its new state: a second click on the same place must not meet the next patient. */
const SETTLE_MS = 600
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * The steps of a patient through the day, one click each: shown at once, sent, and taken back when refused. A toast offers
 * 撤销 where the status machine has the way back.
 * @param now the server's time in ms
 * @param fresh what the page shows; `shown` is the same, but stands still for a moment after each step
 */
export function useDayActions<T>(now: number, fresh: T) {
  const advance = useAdvance()
  const invalidate = useInvalidate()
  const navigate = useNavigate()
  const lost = useLost()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  /** Cards that have just taken a step, with the word for it. */
  const [settling, setSettling] = useState<ReadonlyMap<string, string>>(new Map())
  const [still, setStill] = useState<{ shown: T } | null>(null)
  /** The card that took the last step: with the end of its moment everything may move again. */
  const latest = useRef('')
  const [starting, setStarting] = useState<{ card: Seen; alerts: AlertLine[] } | null>(null)
  const [unfiled, setUnfiled] = useState<Expected | null>(null)

  const refresh = () => void invalidate([...dayReads, reporting.standing, ...visitReads, ...appointmentReads])
  const hold = (id: string, on: boolean) =>
    setBusy((before) => {
      const next = new Set(before)
      if (on) next.add(id)
      else next.delete(id)
      return next
    })

  /** Says on the card what was done and keeps everything in its place for a moment. */
  const settle = async (id: string, word: string) => {
    setSettling((before) => new Map(before).set(id, word))
    setStill((before) => before ?? { shown: fresh })
    latest.current = id
    await rest(SETTLE_MS)
    if (latest.current === id) setStill(null)
    setSettling((before) => {
      const next = new Map(before)
      next.delete(id)
      return next
    })
  }

  /** Shows the step, sends it, says what was done; on a refusal says why and reads the day again. */
  async function run<T>(
    id: string,
    step: Parameters<typeof advance>[0],
    work: () => Promise<T>,
    done: (answer: T) => { text: string; undo?: () => Promise<unknown> },
  ): Promise<void> {
    hold(id, true)
    advance(step, now)
    void settle(id, DONE[step.kind])
    try {
      const { text, undo } = done(await work())
      toast.success(text, undo ? { action: { label: '撤销', onClick: () => void takeBack(undo) } } : {})
    } catch (error) {
      toast.error(words(error))
    } finally {
      hold(id, false)
      refresh()
    }
  }
  async function takeBack(undo: () => Promise<unknown>) {
    try {
      await undo()
      toast.info('已撤销')
    } catch (error) {
      toast.error(words(error))
    } finally {
      refresh()
    }
  }

  const checkIn = (card: Expected, patientId?: string) => {
    if (!card.patientId && !patientId) return setUnfiled(card)
    const requestId = newRequestId()
    setUnfiled(null)
    void run(
      card.id,
      { kind: 'checkIn', appointmentId: card.id },
      () => send(visit.checkIn, { requestId, appointmentId: card.id, ...(patientId ? { patientId } : {}) }),
      ({ id, queueNo }) => ({
        text: `${card.name} 已签到，${queueNo} 号`,
        ...(can('/inTreatment:cancel') ? { undo: () => send(visit.cancel, { id, reason: '撤销签到' }) } : {}),
      }),
    )
  }
  const callIn = (card: Seen) =>
    void run(
      card.id,
      { kind: 'callIn', id: card.id },
      () => send(visit.callIn, { id: card.id }),
      () => ({ text: `已叫 ${card.name}`, undo: () => send(visit.requeue, { id: card.id }) }),
    )
  const begin = async (card: Seen) => {
    hold(card.id, true)
    try {
      const { alerts } = await send(visit.remindJudge, { registrationId: card.id })
      if (alerts.length > 0) setStarting({ card, alerts })
      else await start(card)
    } catch (error) {
      toast.error(words(error))
    } finally {
      hold(card.id, false)
    }
  }
  const start = async (card: Seen, acceptBusy = false): Promise<void> => {
    setStarting(null)
    hold(card.id, true)
    try {
      await send(visit.start, { registrationId: card.id, acceptBusy })
      advance({ kind: 'start', id: card.id }, now)
      void settle(card.id, DONE.start)
      toast.success(`${card.name} 开始就诊`, {
        action: { label: '撤销', onClick: () => void takeBack(() => send(visit.requeue, { id: card.id })) },
      })
    } catch (error) {
      if (error instanceof ApiError && error.is(visitErrors.VISIT_DOCTOR_BUSY) && !acceptBusy) {
        if (await confirm({ title: error.message, okText: '开始' })) return start(card, true)
      } else toast.error(words(error))
    } finally {
      hold(card.id, false)
      refresh()
    }
  }
  const finish = (card: Seen) =>
    void run(
      card.id,
      { kind: 'finish', id: card.id },
      () => send(visit.finish, { registrationId: card.id }),
      () => ({ text: `${card.name} 诊毕` }),
    )
  const leave = async (card: Seen) => {
    const owes = registrationStates.is(card.status, 'toCharge') && can('/orderSet:arrears') && Number(card.due ?? 0) > 0
    if (
      owes &&
      !(await confirm({ title: `${card.name} 还有 ${card.due} 元没有收，仍要离开？`, okText: '离开', danger: true }))
    )
      return
    void run(
      card.id,
      { kind: 'leave', id: card.id },
      () =>
        send(visit.leave, { id: card.id }).catch((error: unknown) => {
          if (error instanceof ApiError && error.is(visitErrors.VISIT_NOT_CHARGED) && can('/orderSet:charge'))
            void navigate(chargeTo(card))
          throw error
        }),
      () => ({ text: `${card.name} 已离开` }),
    )
  }
  const requeue = (card: Seen) =>
    void run(
      card.id,
      { kind: 'requeue', id: card.id },
      () => send(visit.requeue, { id: card.id }),
      () => ({ text: `${card.name} 已转回候诊` }),
    )

  const settledTag = (id: string): ReactNode => {
    const word = settling.get(id)
    return word === undefined ? null : (
      <Tag tone="done" icon="check">
        {word}
      </Tag>
    )
  }

  /** The next step of a visit as a button; the first card of the queue has the filled one. */
  const actionOf = (card: Seen, primary = false): ReactNode => {
    const done = settledTag(card.id)
    if (done) return done
    const variant = primary ? 'primary' : 'row'
    const pending = card.queueNo === 0
    const common = { size: 'xs', variant, busy: busy.has(card.id) || pending, disabled: lost } as const
    if (
      registrationStates.is(card.status, 'toCome') &&
      can('/inTreatment:treat') &&
      (registrationStates.is(card.status, 'called') || !can('/inTreatment:call'))
    )
      return (
        <Button {...common} onClick={() => void begin(card)}>
          开始
        </Button>
      )
    if (registrationStates.is(card.status, 'waiting') && can('/inTreatment:call'))
      return (
        <Button {...common} onClick={() => callIn(card)}>
          叫号
        </Button>
      )
    if (registrationStates.is(card.status, 'inTreatment') && can('/inTreatment:treat'))
      return (
        <Button {...common} onClick={() => finish(card)}>
          诊毕
        </Button>
      )
    if (
      registrationStates.is(card.status, 'toCharge') &&
      can('/orderSet:charge') &&
      (card.due === null || Number(card.due) > 0)
    )
      return (
        <Button {...common} onClick={() => void navigate(chargeTo(card))}>
          收费
        </Button>
      )
    const free = registrationStates.is(card.status, 'toCharge') && card.due !== null && Number(card.due) === 0
    if ((registrationStates.is(card.status, 'charged') || free) && can('/inTreatment:leave'))
      return (
        <Button {...common} onClick={() => void leave(card)}>
          离开
        </Button>
      )
    return null
  }
  const bookedActionOf = (card: Expected): ReactNode =>
    settledTag(card.id) ??
    (can('/inTreatment:register') && registrationStates.is(card.status, 'toCome', 'passedOver') ? (
      <Button size="xs" variant="row" busy={busy.has(card.id)} disabled={lost} onClick={() => checkIn(card)}>
        签到
      </Button>
    ) : null)

  const dialogs = (
    <>
      {starting && (
        <StartDialog
          name={starting.card.name}
          alerts={starting.alerts}
          busy={false}
          onStart={() => void start(starting.card)}
          onClose={() => setStarting(null)}
        />
      )}
      {unfiled && (
        <FileForCheckIn
          name={unfiled.name}
          busy={false}
          onSubmit={(patientId) => checkIn(unfiled, patientId)}
          onClose={() => setUnfiled(null)}
        />
      )}
    </>
  )
  return {
    actionOf,
    bookedActionOf,
    begin,
    callIn,
    checkIn,
    finish,
    leave,
    requeue,
    refresh,
    dialogs,
    busy,
    shown: still ? still.shown : fresh,
  }
}
