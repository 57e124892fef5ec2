import type { LocalDate } from '@dentin/kit/datetime'
import {
  Fragment,
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { Link } from 'react-router'
import { cx, Icon } from '../../../ui/index.ts'
import {
  clockOf,
  gapsOf,
  isHolding,
  isMovable,
  crowdsOf,
  laneOf,
  LEAST_GAP,
  offStretches,
  minutesOf,
  PX_PER_MINUTE,
  spanOf,
  spanText,
  type Card,
  type DoctorDay,
  type Dragged,
  type Refusal,
  type Target,
} from '../model.ts'
import { AppointmentCard } from './AppointmentCard.tsx'
import s from './board.module.css'

/** One column: a doctor on a day. */
export interface BoardColumn {
  key: string
  date: LocalDate
  doctor: DoctorDay
  cards: readonly Card[]
  head: ReactNode
  /** By chair: a card dropped here keeps its doctor and takes this chair. */
  chairId?: string | null
  /** Named on the drag's tag. */
  name: string
  /** First column of another day: a stronger line before it. */
  startsDay: boolean
  /** In a week: the column of today. */
  isToday?: boolean
  /** In a week two cards stand beside each other at most: where the others are seen. */
  moreTo?: string
  /** In a week: free time from this minute on is offered as places to click. */
  freeFrom?: number
  /** Why nobody is received, in the middle of the day. */
  offNote?: ReactNode
}

export interface BoardGridProps {
  columns: readonly BoardColumn[]
  hours: { from: number; to: number }
  snap: number
  /** Minute of the day now, and the day it is. */
  present: { date: LocalDate; minute: number; clock: string }
  selectedId: string | null
  mayEdit: boolean
  mayAdd: boolean
  onOpen: (id: string) => void
  /** An empty stretch was clicked or drawn; a click gives no end. */
  onCreate: (column: BoardColumn, start: number, end: number | null) => void
  /** Settles when the move was made or given up. */
  onMove: (card: Dragged, target: Target, refusal: Refusal | null) => Promise<unknown>
  judge: (target: Target, moving: Dragged | null) => Refusal | null
  wish: Wish | null
  /** A card was dropped on the place for what is put aside. */
  onPark: (card: Dragged) => void
  /** Takes over the drag of a card that stands outside of the board. */
  handle?: Ref<BoardHandle>
  /** Spoken name of the board. */
  label: string
}

/** The place that a pane beside the board is choosing. */
export interface Wish {
  date: LocalDate
  doctorId: string
  /** null: no time is chosen yet. */
  start: number | null
  minutes: number
  name: string
  what: string
  /** What this patient has besides is ringed. */
  patientId: string | null
}

/** What the board does for those around it. */
export interface BoardHandle {
  take: (card: Dragged, pointer: { pointerId: number; clientX: number; clientY: number }) => void
}

type DragKind = 'move' | 'stretch' | 'create'
interface Drag {
  kind: DragKind
  card: Dragged | null
  /** It comes from the place for what is put aside. */
  outside: boolean
  /** Minutes between the card's start and the pointer. */
  grab: number
  fromX: number
  fromY: number
  column: number
  anchor: number
  active: boolean
  pointerId: number
  touch: boolean
  hold: ReturnType<typeof setTimeout> | null
  x: number
  y: number
  target: Target | null
  refusal: Refusal | null
}

const THRESHOLD = 4
const HEAD_HEIGHT = 54
/** In a week the head has the day and its load. */
const WEEK_HEAD_HEIGHT = 64
const GUTTER_WIDTH = 48
/** For the time above a ghost. */
const TAG_ROOM = 34
const HOLD_MS = 350
const EDGE = 44
/** Kind of a block that is drawn like time off. */
const REST = 2

/** The board: a column per doctor or day, 72 px an hour. Dragging moves one overlay by transform; the cards rest. */
export function BoardGrid(props: BoardGridProps) {
  const { columns, hours, snap, present, selectedId, mayEdit, mayAdd, label, wish } = props
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const hint = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const frame = useRef(0)
  const moving = useRef(new Map<string, Target>())
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const [ghostId, setGhostId] = useState<string | null>(null)
  const height = (hours.to - hours.from) * PX_PER_MINUTE
  const byChair = columns[0]?.chairId !== undefined
  const ofWeek = columns[0]?.freeFrom !== undefined
  const headHeight = ofWeek ? WEEK_HEAD_HEIGHT : HEAD_HEIGHT
  const cards = useMemo(() => {
    const map = new Map<string, { card: Card; column: number }>()
    for (const [n, column] of columns.entries()) for (const card of column.cards) map.set(card.id, { card, column: n })
    return map
  }, [columns])

  // The first look is at the present hour.
  const looked = useRef(false)
  useLayoutEffect(() => {
    if (looked.current || columns.length === 0) return
    looked.current = true
    const at = clearOf(columns, present.minute - 90, hours.from)
    if (scroller.current && columns.some((column) => column.date === present.date)) {
      scroller.current.scrollTop = at
      const first = columns.findIndex((column) => column.date === present.date)
      if (body.current) scroller.current.scrollLeft = (body.current.scrollWidth / columns.length) * first
    }
  }, [columns, hours.from, present.date, present.minute])

  // The place that is being chosen is in sight.
  const wishedAt = wish?.start == null ? null : (wish.start - hours.from) * PX_PER_MINUTE
  const wishedColumn = columns.findIndex((column) => isWished(column, wish))
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || wishedAt === null || wishedColumn < 0) return
    const [top, bottom] = [wishedAt - TAG_ROOM, wishedAt + TAG_ROOM * 2]
    const room = box.clientHeight - headHeight
    if (top < box.scrollTop) box.scrollTop = Math.max(0, top)
    else if (bottom > box.scrollTop + room) box.scrollTop = bottom - room
    const width = (box.scrollWidth - GUTTER_WIDTH) / columns.length
    const [left, right] = [wishedColumn * width, (wishedColumn + 1) * width]
    if (left < box.scrollLeft) box.scrollLeft = left
    else if (right > box.scrollLeft + box.clientWidth - GUTTER_WIDTH)
      box.scrollLeft = right - box.clientWidth + GUTTER_WIDTH
  }, [wishedAt, wishedColumn, columns.length, headHeight])

  /** Where the pointer is, on the grid. */
  const locate = (x: number, y: number) => {
    const box = (body.current as HTMLDivElement).getBoundingClientRect()
    const { columns: list, hours: range } = latest.current
    const width = box.width / list.length
    const column = Math.min(list.length - 1, Math.max(0, Math.floor((x - box.left) / width)))
    return { column, width, minute: range.from + (y - box.top) / PX_PER_MINUTE }
  }

  const place = (state: Drag): { target: Target; column: number; width: number } => {
    const { columns: list, hours: range, snap: step } = latest.current
    const { column: over, width, minute } = locate(state.x, state.y)
    const near = (value: number) => Math.round(value / step) * step
    if (state.kind === 'create' || !state.card) {
      const column = list[state.column] as BoardColumn
      const low = Math.min(state.anchor, Math.floor(minute / step) * step)
      const high = Math.max(state.anchor + step, Math.ceil(minute / step) * step)
      const target = {
        date: column.date,
        doctorId: column.doctor.doctorId,
        start: Math.max(range.from, low),
        end: Math.min(range.to, high),
      }
      return { target, column: state.column, width }
    }
    const { start, end } = spanOf(state.card)
    if (state.kind === 'stretch') {
      const column = list[state.column] as BoardColumn
      const target = {
        ...placeOf(column, state.card),
        start,
        end: Math.min(range.to, Math.max(start + step, near(minute))),
      }
      return { target, column: state.column, width }
    }
    const column = list[over] as BoardColumn
    const length = end - start
    const from = Math.min(range.to - length, Math.max(range.from, near(minute - state.grab)))
    return {
      target: { ...placeOf(column, state.card), start: from, end: from + length },
      column: over,
      width,
    }
  }

  const draw = () => {
    const state = drag.current
    const element = overlay.current
    if (!state?.active || !element) return
    const aside = overParking(state)
    markParking(aside && !state.outside)
    if (aside || (state.outside && !overBoard(state))) {
      element.className = cx(s.overlay, s.hidden)
      frame.current = requestAnimationFrame(draw)
      return
    }
    autoScroll(state)
    const { target, column, width } = place(state)
    const list = latest.current.columns
    state.target = target
    state.refusal = latest.current.judge(target, state.card)
    const top = (target.start - latest.current.hours.from) * PX_PER_MINUTE + 1
    element.style.transform = `translate3d(${column * width + 4}px, ${top}px, 0)`
    element.style.width = `${width - 9}px`
    element.style.height = `${Math.max(18, (target.end - target.start) * PX_PER_MINUTE - 2)}px`
    element.className = cx(s.overlay, state.refusal !== null && s.refused)
    const [tag, title, line] = element.querySelectorAll('[data-part]')
    const length = target.end - target.start
    if (tag) tag.textContent = `${list[column]?.name ?? ''}　${spanText(target.start, target.end)}`
    if (title) title.textContent = state.refusal ? '不能放这里' : (state.card?.name ?? '新预约')
    if (line)
      line.textContent = state.refusal?.reason ?? `${state.card?.title ? `${state.card.title}　` : ''}${length} 分`
    frame.current = requestAnimationFrame(draw)
  }

  const overBoard = (state: Drag): boolean => isIn(scroller.current, state)

  const autoScroll = (state: Drag) => {
    const box = scroller.current?.getBoundingClientRect()
    if (!box || !scroller.current) return
    const down = state.y > box.bottom - EDGE ? 8 : state.y < box.top + EDGE + 52 ? -8 : 0
    const right = state.x > box.right - EDGE ? 8 : state.x < box.left + EDGE ? -8 : 0
    if (down !== 0 || right !== 0) scroller.current.scrollBy(right, down)
  }

  const begin = (state: Drag) => {
    if (state.hold) clearTimeout(state.hold)
    state.active = true
    body.current?.setPointerCapture(state.pointerId)
    setGhostId(state.card?.id ?? '')
    frame.current = requestAnimationFrame(draw)
  }

  const finish = (): Drag | null => {
    const state = drag.current
    drag.current = null
    cancelAnimationFrame(frame.current)
    if (state?.hold) clearTimeout(state.hold)
    if (overlay.current) overlay.current.className = cx(s.overlay, s.hidden)
    markParking(false)
    setGhostId(null)
    return state
  }

  useImperativeHandle(props.handle, () => ({
    take: (card, { pointerId, clientX, clientY }) => {
      if (drag.current || !body.current) return
      drag.current = {
        kind: 'move',
        card,
        outside: true,
        grab: 0,
        column: 0,
        anchor: 0,
        fromX: clientX,
        fromY: clientY,
        x: clientX,
        y: clientY,
        active: false,
        pointerId,
        touch: false,
        hold: null,
        target: null,
        refusal: null,
      }
      begin(drag.current)
    },
  }))

  const cancel = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || !drag.current) return
    event.preventDefault()
    finish()
  })
  useEffect(() => {
    const hold = (event: TouchEvent) => drag.current?.active && event.preventDefault()
    const element = body.current
    element?.addEventListener('touchmove', hold, { passive: false })
    const onKey = (event: globalThis.KeyboardEvent) => cancel(event)
    document.addEventListener('keydown', onKey, true)
    return () => {
      element?.removeEventListener('touchmove', hold)
      document.removeEventListener('keydown', onKey, true)
      cancelAnimationFrame(frame.current)
    }
  }, [])

  const onGap = useCallback((column: BoardColumn, start: number) => latest.current.onCreate(column, start, null), [])
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || drag.current) return
    const element = event.target as Element
    const found = cards.get(element.closest('[data-card]')?.getAttribute('data-card') ?? '')
    const touch = event.pointerType === 'touch'
    const { column, minute } = locate(event.clientX, event.clientY)
    const base = {
      fromX: event.clientX,
      fromY: event.clientY,
      x: event.clientX,
      y: event.clientY,
      active: false,
      pointerId: event.pointerId,
      touch,
      outside: false,
      hold: null,
      target: null,
      refusal: null,
    }
    if (found) {
      if (!mayEdit || !isMovable(found.card)) return
      const kind = element.closest('[data-stretch]') ? 'stretch' : 'move'
      drag.current = {
        ...base,
        kind,
        card: found.card,
        grab: minute - spanOf(found.card).start,
        column: found.column,
        anchor: 0,
      }
    } else {
      if (!mayAdd) return
      drag.current = { ...base, kind: 'create', card: null, grab: 0, column, anchor: Math.floor(minute / snap) * snap }
    }
    const state = drag.current
    if (touch) state.hold = setTimeout(() => begin(state), HOLD_MS)
  }

  // What a click would book, under a resting hand.
  const hover = (event: PointerEvent<HTMLDivElement> | null) => {
    const element = hint.current
    if (!element) return
    const over = event?.target as Element | undefined
    if (
      !event ||
      !mayAdd ||
      event.pointerType !== 'mouse' ||
      drag.current ||
      over?.closest('[data-card], [data-gap]')
    ) {
      element.hidden = true
      return
    }
    const { column, width, minute } = locate(event.clientX, event.clientY)
    const start = Math.floor(minute / snap) * snap
    element.hidden = false
    element.style.transform = `translate3d(${column * width + 4}px, ${(start - hours.from) * PX_PER_MINUTE}px, 0)`
    element.style.width = `${width - 9}px`
    element.textContent = `+ ${clockOf(start)}`
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    hover(event)
    const state = drag.current
    if (!state || event.pointerId !== state.pointerId) return
    state.x = event.clientX
    state.y = event.clientY
    if (state.active) return
    const far = Math.hypot(event.clientX - state.fromX, event.clientY - state.fromY) > THRESHOLD
    if (!far) return
    if (state.touch) finish()
    else begin(state)
  }

  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const element = event.target as Element
    const state = drag.current
    if (!state?.active) {
      finish()
      const id = element.closest('[data-card]')?.getAttribute('data-card')
      const gap = element.closest('[data-gap]')?.getAttribute('data-gap')
      if (id && event.button === 0) props.onOpen(id)
      else if (state?.kind === 'create' && gap) props.onCreate(columns[state.column] as BoardColumn, Number(gap), null)
      else if (state?.kind === 'create') props.onCreate(columns[state.column] as BoardColumn, state.anchor, null)
      return
    }
    const { target } = place(state)
    const refusal = props.judge(target, state.card)
    const aside = state.kind === 'move' && overParking(state)
    const missed = state.outside && !overBoard(state)
    finish()
    if (missed) return
    if (aside && state.card) return props.onPark(state.card)
    if (!state.card) return props.onCreate(columns[state.column] as BoardColumn, target.start, target.end)
    drop(state.card, target, refusal, state.outside)
  }

  /** Where a card is or is on its way to: quick keys build on each other. */
  const standing = (card: Dragged): Target =>
    moving.current.get(card.id) ?? {
      date: card.startTime.slice(0, 10),
      doctorId: card.doctorId,
      ...spanOf(card),
      ...(byChair ? { chairId: card.chairId } : {}),
    }

  const drop = (card: Dragged, target: Target, refusal: Refusal | null, anew = false) => {
    const now = standing(card)
    const same =
      !anew &&
      now.start === target.start &&
      now.end === target.end &&
      now.doctorId === target.doctorId &&
      now.chairId === target.chairId &&
      now.date === target.date
    if (same) return
    moving.current.set(card.id, target)
    void props.onMove(card, target, refusal).finally(() => {
      if (moving.current.get(card.id) === target) moving.current.delete(card.id)
    })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const found = cards.get((event.target as Element).closest('[data-card]')?.getAttribute('data-card') ?? '')
    if (!found) return
    const { card, column } = found
    const here = standing(card)
    const { start, end, date, doctorId } = here
    const movable = mayEdit && isMovable(card)
    const go = (day: LocalDate, doctor: string, from: number, to: number, chairId = here.chairId) => {
      const target: Target = { date: day, doctorId: doctor, start: from, end: to }
      if (chairId !== undefined) target.chairId = chairId
      if (from < hours.from || to > hours.to || to <= from) return
      drop(card, target, props.judge(target, card))
    }
    const step = event.key === 'ArrowDown' ? snap : event.key === 'ArrowUp' ? -snap : 0
    const side = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (event.key === 'Enter' || event.key === ' ') props.onOpen(card.id)
    else if (event.altKey && step !== 0 && movable) go(date, doctorId, start + step, end + step)
    else if (event.altKey && side !== 0 && movable) {
      const at = columns.findIndex(
        (each) => each.date === date && (byChair ? each.chairId === here.chairId : each.doctor.doctorId === doctorId),
      )
      const to = columns[(at === -1 ? column : at) + side]
      if (to) go(to.date, byChair ? doctorId : to.doctor.doctorId, start, end, to.chairId)
    } else if (event.shiftKey && step !== 0 && movable) go(date, doctorId, start, end + step)
    else if (!event.altKey && !event.shiftKey && (step !== 0 || side !== 0))
      focusNear(body.current, columns, column, card, step, side)
    else return
    event.preventDefault()
  }

  const lines = []
  for (let minute = Math.ceil(hours.from / 30) * 30; minute < hours.to; minute += 30) lines.push(minute)
  const shownNow =
    columns.some((column) => column.date === present.date) && present.minute >= hours.from && present.minute <= hours.to
  const nowTop = (present.minute - hours.from) * PX_PER_MINUTE

  return (
    <div ref={scroller} className={s.scroller} role="region" aria-label={label} tabIndex={-1}>
      <div className={s.sheet} style={{ '--columns': columns.length } as CSSProperties}>
        <div className={s.heads} style={{ height: headHeight }}>
          <div className={s.corner} />
          {columns.map((column) => (
            <div
              key={column.key}
              className={cx(
                s.head,
                column.startsDay && s.dayStart,
                (isWished(column, wish) || column.isToday) && s.headWished,
              )}
            >
              {column.head}
            </div>
          ))}
        </div>
        <div className={s.rows}>
          <div className={s.gutter} style={{ height }} aria-hidden>
            {lines.map((minute) => (
              <span
                key={minute}
                className={cx(s.hour, minute % 60 === 0 && s.full, minute === hours.from && s.firstHour)}
                style={{ top: (minute - hours.from) * PX_PER_MINUTE }}
              >
                {clockOf(minute)}
              </span>
            ))}
            {shownNow && (
              <span className={s.nowTag} style={{ top: nowTop }}>
                {present.clock}
              </span>
            )}
          </div>
          <div
            ref={body}
            role="presentation"
            className={s.body}
            style={{ height, '--first': `${-(hours.from % 60) * PX_PER_MINUTE}px` } as CSSProperties}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onPointerCancel={finish}
            onPointerLeave={() => hover(null)}
            onKeyDown={onKeyDown}
            onContextMenu={(event) => drag.current?.active && event.preventDefault()}
          >
            {columns.map((column) => (
              <Column
                key={column.key}
                column={column}
                hours={hours}
                selectedId={
                  selectedId !== null && cards.get(selectedId)?.column === columns.indexOf(column) ? selectedId : null
                }
                ghostId={ghostId && cards.get(ghostId)?.column === columns.indexOf(column) ? ghostId : null}
                movable={mayEdit}
                nowTop={shownNow && (ofWeek || column.date === present.date) ? nowTop : null}
                onGap={mayAdd ? onGap : null}
                wish={isWished(column, wish) ? wish : null}
                present={isWished(column, wish) ? present : null}
                ringed={wish?.date === column.date ? wish.patientId : null}
              />
            ))}
            <div ref={hint} className={s.hint} aria-hidden hidden />
            <div ref={overlay} className={cx(s.overlay, s.hidden)} aria-hidden>
              <span data-part className={s.tag} />
              <span className={s.overlayLine}>
                <span className={s.refusedMark}>
                  <Icon name="calendar-x" size={14} />
                </span>
                <span className={s.grip}>
                  <Icon name="grip" size={14} />
                </span>
                <b data-part />
              </span>
              <span data-part className={s.overlaySub} />
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}

/** The place for what is put aside, beside the board. */
const parking = (): Element | null => document.querySelector('[data-parking]')
const overParking = (at: { kind: DragKind; x: number; y: number }): boolean => at.kind === 'move' && isIn(parking(), at)
const markParking = (over: boolean): void => void parking()?.toggleAttribute('data-over', over)

function isIn(element: Element | null, { x, y }: { x: number; y: number }): boolean {
  const box = element?.getBoundingClientRect()
  return box !== undefined && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}

/** Does time around a card stay free for it? */
const keepsBuffer = (card: Card): boolean => isHolding(card.status) && card.bufferBefore + card.bufferAfter > 0

/** The place that a column gives a card. */
const placeOf = (column: BoardColumn, card: Dragged): Pick<Target, 'date' | 'doctorId' | 'chairId'> =>
  column.chairId === undefined
    ? { date: column.date, doctorId: column.doctor.doctorId }
    : { date: column.date, doctorId: card.doctorId, chairId: column.chairId }

interface ColumnProps {
  column: BoardColumn
  hours: { from: number; to: number }
  selectedId: string | null
  ghostId: string | null
  movable: boolean
  nowTop: number | null
  /** A free place of a week was taken by key. */
  onGap: ((column: BoardColumn, start: number) => void) | null
  wish: Wish | null
  present: { date: LocalDate; minute: number } | null
  /** The cards of this patient are ringed. */
  ringed: string | null
}

/** How far a board is scrolled that begins about this minute, without a card under the head. */
function clearOf(columns: readonly BoardColumn[], minute: number, from: number): number {
  const spans = columns.flatMap((column) => column.cards.map(spanOf))
  let at = minute
  for (let crossed; (crossed = spans.find((each) => each.start < at && each.end > at));) at = crossed.start
  return Math.max(0, (at - from) * PX_PER_MINUTE - 4)
}

/** Is this the column of the place that is being chosen? */
const isWished = (column: BoardColumn, wish: Wish | null): boolean =>
  wish !== null && column.chairId === undefined && column.date === wish.date && column.doctor.doctorId === wish.doctorId

const Column = memo(function Column({
  column,
  hours,
  selectedId,
  ghostId,
  movable,
  nowTop,
  onGap,
  wish,
  present,
  ringed,
}: ColumnProps) {
  const { doctor } = column
  const isNarrow = column.moreTo !== undefined
  const lanes = useMemo(() => laneOf(column.cards, isNarrow ? 2 : Infinity), [column.cards, isNarrow])
  const rests = doctor.blocks.filter((each) => each.kind === REST)
  const off = offStretches(doctor.shifts, hours.from, hours.to)
  const boxOf = (start: number, end: number) => ({
    top: (Math.max(start, hours.from) - hours.from) * PX_PER_MINUTE,
    height: (Math.min(end, hours.to) - Math.max(start, hours.from)) * PX_PER_MINUTE,
  })
  return (
    <div className={cx(s.column, column.startsDay && s.dayStart)}>
      {off.map((each) => (
        <div key={each.start} className={s.off} style={boxOf(each.start, each.end)}>
          {doctor.restFlag ? (column.offNote ?? '休息') : each.between ? '午休' : ''}
        </div>
      ))}
      {rests
        .filter((each) => !off.some((o) => o.start <= minutesOf(each.start) && minutesOf(each.end) <= o.end))
        .map((each) => (
          <div key={`rest ${each.start}`} className={s.off} style={boxOf(minutesOf(each.start), minutesOf(each.end))}>
            {each.title}
          </div>
        ))}
      {wish &&
        gapsOf(doctor, present?.date === wish.date ? present.minute : 0)
          .filter((gap) => gap.end - gap.start >= wish.minutes)
          .map((gap) => <div key={`gap ${gap.start}`} className={s.gap} style={boxOf(gap.start, gap.end)} />)}
      {column.cards.filter(keepsBuffer).map((card) => {
        const { start, end } = spanOf(card)
        return (
          <Fragment key={`buffer ${card.id}`}>
            {card.bufferBefore > 0 && <div className={s.buffer} style={boxOf(start - card.bufferBefore, start)} />}
            {card.bufferAfter > 0 && <div className={s.buffer} style={boxOf(end, end + card.bufferAfter)} />}
          </Fragment>
        )
      })}
      {doctor.blocks
        .filter((each) => each.kind !== REST)
        .map((each) => (
          <div
            key={`${each.kind} ${each.start}`}
            className={s.block}
            style={boxOf(minutesOf(each.start), minutesOf(each.end))}
          >
            <Icon name="ban" size={14} />
            {each.title}
          </div>
        ))}
      {nowTop !== null && (
        <div className={cx(s.now, column.isToday === false && s.nowElsewhere)} style={{ top: nowTop }} />
      )}
      {column.freeFrom !== undefined &&
        onGap &&
        gapsOf(doctor, column.freeFrom)
          .filter((gap) => gap.end - gap.start >= LEAST_GAP)
          .map((gap) => (
            <button
              key={`free ${gap.start}`}
              type="button"
              className={s.freeGap}
              style={wishBox(boxOf(gap.start, gap.end))}
              data-gap={gap.start}
              aria-label={`${column.name} ${spanText(gap.start, gap.end)} 空 ${gap.end - gap.start} 分`}
              // The pointer is heard by the board.
              onClick={(event) => event.detail === 0 && onGap(column, gap.start)}
            >
              + 空 {gap.end - gap.start} 分
            </button>
          ))}
      {column.cards
        .filter((card) => !lanes.get(card.id)?.over)
        .map((card) => (
          <AppointmentCard
            key={card.id}
            card={card}
            lane={lanes.get(card.id) ?? { lane: 0, lanes: 1 }}
            from={hours.from}
            selected={card.id === selectedId}
            ghost={card.id === ghostId}
            movable={movable}
            ringed={ringed !== null && card.patientId === ringed && isHolding(card.status)}
          />
        ))}
      {column.moreTo !== undefined &&
        crowdsOf(column.cards, lanes).map(({ start, count }) => (
          <Link
            key={`more ${start}`}
            to={column.moreTo ?? ''}
            className={s.more}
            style={{ top: boxOf(start, start).top + 3 }}
            aria-label={`${column.name} ${clockOf(start)} 还有 ${count} 个预约，看当天`}
            onPointerDown={(event) => event.stopPropagation()}
          >
            +{count}
          </Link>
        ))}
      {wish?.start != null && (
        <div
          className={cx(s.wish, wish.start - hours.from < 25 && s.wishTop)}
          style={wishBox(boxOf(wish.start, wish.start + wish.minutes))}
          data-wish
        >
          <span className={s.tag}>{spanText(wish.start, wish.start + wish.minutes)}</span>
          <span className={s.wishName}>
            <Icon name="plus" size={12} /> {wish.name || '新预约'}
          </span>
          {wish.minutes * PX_PER_MINUTE >= 30 && (
            <span className={s.wishWhat}>{wish.what || `${wish.minutes} 分`}</span>
          )}
        </div>
      )}
    </div>
  )
})

/** A ghost stands in its column as a card does. */
const wishBox = ({ top, height }: { top: number; height: number }) => ({
  top: top + 1,
  height: Math.max(18, height - 2),
})

/** Moves the focus to the next card above, below or in the next column with cards. */
function focusNear(
  root: HTMLElement | null,
  columns: readonly BoardColumn[],
  column: number,
  card: Card,
  step: number,
  side: number,
) {
  const ordered = (n: number) => [...(columns[n]?.cards ?? [])].sort((a, b) => a.startTime.localeCompare(b.startTime))
  let to: Card | undefined
  if (step !== 0) {
    const list = ordered(column)
    to = list[list.findIndex((each) => each.id === card.id) + Math.sign(step)]
  } else {
    for (let n = column + side; n >= 0 && n < columns.length && !to; n += side) {
      to = ordered(n).find((each) => each.endTime > card.startTime) ?? ordered(n).at(-1)
    }
  }
  if (to) root?.querySelector<HTMLElement>(`[data-card="${to.id}"]`)?.focus()
}
