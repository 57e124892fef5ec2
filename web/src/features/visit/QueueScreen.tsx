import type { QueueTurn } from '@dentin/contract/queue'
import { visit, visitErrors } from '@dentin/contract/visit'
import { formatTime, parseDateTime } from '@dentin/kit/datetime'
import { useEffect, useRef, useState } from 'react'
import { follow } from '../../lib/live.ts'
import { useCall } from '../../lib/query.ts'
import { useServerNow } from '../../lib/when.ts'
import { cx, EmptyState, Icon, Switch } from '../../ui/index.ts'
import s from './queue.module.css'

/** Read again now and then: for a network that swallows streams, and at midnight. */
const READ_MS = 30_000
/** A call is new for so long. */
const NEW_MS = 60_000
/** Doctors who stand on the screen at once; with more, they take turns. */
const DOCTORS = 12
const CALLS = 4
const TURN_MS = 12_000

const number = (queueNo: number) => String(queueNo).padStart(2, '0')
const keyOf = ({ doctorId, queueNo }: Pick<QueueTurn, 'doctorId' | 'queueNo'>) => `${doctorId} ${queueNo}`
const place = (room: string) => (room === '' ? '诊室' : /[室椅台间区]$/.test(room) ? room : `${room}诊室`)

/** The screen of the waiting room: who is called stands in front, large; each doctor's queue below. */
export function QueueScreen() {
  const key = useHash()
  const query = useCall(visit.queueScreen, { key }, { refetchInterval: READ_MS, staleTime: 0, keep: false })
  useQueueEvents(key, () => void query.refetch())
  const now = useServerNow(query.data?.now, query.dataUpdatedAt)
  const [speaks, setSpeaks] = useState(false)
  const closed = query.error?.is(visitErrors.QUEUE_CLOSED) === true
  const screen = closed ? undefined : query.data
  useSpoken(speaks, screen?.called)
  useAwake()
  const page = useTurns(Math.ceil((screen?.queues.length ?? 0) / DOCTORS))
  useEffect(() => {
    document.title = screen ? `候诊 · ${screen.clinicName}` : '候诊'
  }, [screen])
  if (closed)
    return (
      <main className={s.page} id="main">
        <EmptyState layout="stack" icon="link" title={query.error?.message} hint="链接由门诊的前台给出" />
      </main>
    )
  const time = formatTime(new Date(now))
  const [first, ...others] = screen?.called.slice(0, CALLS) ?? []
  const queues = screen?.queues.slice(page * DOCTORS, (page + 1) * DOCTORS) ?? []
  const most = queues.length > DOCTORS / 2 ? 3 : 6
  const isNew = (turn: QueueTurn) => turn.callTime !== null && now - parseDateTime(turn.callTime).getTime() < NEW_MS
  return (
    <main className={s.page} id="main">
      <header className={s.head}>
        <h1>{screen?.clinicName ?? '候诊'}</h1>
        <span className={s.end}>
          {query.error && (
            <span className={s.lost} role="status">
              <Icon name="wifi-off" size={20} /> 连接中断，正在重新连接
            </span>
          )}
          <Switch checked={speaks} onChange={setSpeaks}>
            语音叫号
          </Switch>
          <time className="num">{time}</time>
        </span>
      </header>
      {screen && (
        <>
          <section className={s.called} aria-label="请就诊" aria-live="polite">
            {!first && (
              <p className={s.none}>{queues.length > 0 ? '请在候诊区稍候，叫到后请到诊室' : '现在没有候诊的患者'}</p>
            )}
            {first && (
              <div key={keyOf(first)} className={cx(s.first, isNew(first) && s.new)}>
                <span className={s.number}>{number(first.queueNo)}</span>
                <span className={s.who}>
                  <span>请</span>
                  <b>{first.name}</b>
                  <span>
                    到 <em>{place(first.room)}</em> 就诊
                  </span>
                  <small>{first.doctorName} 医生</small>
                </span>
              </div>
            )}
            {others.length > 0 && (
              <div className={s.others}>
                {others.map((turn) => (
                  <div key={keyOf(turn)} className={cx(s.next, isNew(turn) && s.new)}>
                    <span className={s.number}>{number(turn.queueNo)}</span>
                    <span className={s.who}>
                      <b>{turn.name}</b>
                      <span>
                        到 <em>{place(turn.room)}</em>
                      </span>
                      <small>{turn.doctorName} 医生</small>
                    </span>
                  </div>
                ))}
              </div>
            )}
          </section>
          <section className={s.queues} aria-label="候诊">
            {queues.map((queue) => (
              <div key={queue.doctorId} className={s.queue}>
                <h2>
                  <span>{queue.doctorName}</span>
                  <small className="ellipsis">{queue.room && place(queue.room)}</small>
                  <small className={s.count}>候诊 {queue.waiting.length}</small>
                </h2>
                <ol>
                  {queue.waiting.slice(0, most).map((turn) => (
                    <li key={keyOf(turn)}>
                      <span className="num">{number(turn.queueNo)}</span> {turn.name}
                    </li>
                  ))}
                </ol>
                {queue.waiting.length > most && <p>还有 {queue.waiting.length - most} 位</p>}
              </div>
            ))}
          </section>
        </>
      )}
    </main>
  )
}

/** What stands behind the # of the address. */
function useHash(): string {
  const read = () => {
    try {
      return decodeURIComponent(location.hash.slice(1))
    } catch {
      return ''
    }
  }
  const [hash, setHash] = useState(read)
  useEffect(() => {
    const change = () => setHash(read())
    window.addEventListener('hashchange', change)
    return () => window.removeEventListener('hashchange', change)
  }, [])
  return hash
}

/** Looks again whenever the clinic's reception changed. */
function useQueueEvents(key: string, onChange: () => void): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (key === '') return
    const abort = new AbortController()
    const open = async (signal: AbortSignal) => {
      const answer = await fetch('/platform-api/queue-events', { headers: { 'x-queue-key': key }, signal })
      if (answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer
      const { code } = (await answer.json()) as { code: number }
      // The link holds no longer: the read says so on the screen.
      if (code === visitErrors.QUEUE_CLOSED.code) return null
      throw new Error(String(code))
    }
    void follow(abort.signal, open, (block) => {
      if (/^event: (changed|closed)$/m.test(block)) latest.current()
    })
    return () => abort.abort()
  }, [key])
}

/** Keeps the display from going to sleep, where the browser lets it. */
function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    // The lock ends whenever the page is hidden.
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      lock = await navigator.wakeLock.request('screen').catch(() => null)
    }
    const again = () => void hold()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [])
}

/** Which of several pages is shown: each in its turn. */
function useTurns(pages: number): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (pages < 2) return
    const timer = setInterval(() => setTurn((before) => before + 1), TURN_MS)
    return () => clearInterval(timer)
  }, [pages])
  return pages < 2 ? 0 : turn % pages
}

/** Says each call once, from the moment the voice is switched on. */
function useSpoken(speaks: boolean, called: readonly QueueTurn[] | undefined): void {
  const said = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!called) return
    const marks = new Map(called.map((turn) => [`${keyOf(turn)} ${turn.callTime}`, turn]))
    // What is no longer called is forgotten: the page runs all day.
    const before = said.current
    said.current = new Set(marks.keys())
    if (!speaks || !('speechSynthesis' in window)) return
    for (const [mark, { doctorName, queueNo, room }] of marks) {
      if (before.has(mark)) continue
      const words = new SpeechSynthesisUtterance(`请${doctorName}医生的${queueNo}号患者，到${place(room)}就诊`)
      words.lang = 'zh-CN'
      window.speechSynthesis.speak(words)
    }
  }, [speaks, called])
}
