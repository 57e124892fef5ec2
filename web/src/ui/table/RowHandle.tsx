import type { PointerEvent } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon/Icon.tsx'
import s from './table.module.css'

/** So near to its edge the list scrolls along, and so far at each step. */
const EDGE = 40
const STEP = 8

/** By it a row of a `DataTable` is dragged to another place, with the mouse or a finger. Esc leaves it where it was. */
export function RowHandle({
  label,
  disabled,
  onDrop,
}: {
  label: string
  disabled?: boolean | undefined
  onDrop: (to: number) => void
}) {
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    const row = event.currentTarget.closest<HTMLElement>('[data-row]')
    if (!row?.parentElement || disabled || event.button !== 0) return
    event.preventDefault()
    drag(row, event.clientY, onDrop)
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={disabled ? undefined : '拖动排序'}
      className={cx(s.handle, disabled && s.handleOff)}
      onPointerDown={onPointerDown}
    >
      <Icon name="grip" size={16} />
    </button>
  )
}

/** Moves a row among its neighbours until the pointer is let go. */
function drag(row: HTMLElement, startY: number, onDrop: (to: number) => void) {
  const rows = [...(row.parentElement?.children ?? [])].filter(
    (each): each is HTMLElement => each instanceof HTMLElement,
  )
  const from = rows.indexOf(row)
  const tops = rows.map((each) => each.offsetTop)
  const height = row.offsetHeight
  const scroller = scrollerOf(row)
  const startScroll = scroller.scrollTop
  let pointerY = startY
  let to = from
  let frame = 0

  const place = () => {
    const moved = pointerY - startY + scroller.scrollTop - startScroll
    const middle = (tops[from] ?? 0) + moved + height / 2
    to = rows.reduce(
      (last, each, i) => ((tops[i] ?? 0) + (i > from ? each.offsetHeight / 2 : 0) <= middle ? i : last),
      0,
    )
    rows.forEach((each, i) => {
      const gap = i > from && i <= to ? -height : i < from && i >= to ? height : 0
      each.style.transform = each === row ? `translateY(${moved}px)` : gap ? `translateY(${gap}px)` : ''
    })
  }
  const follow = () => {
    const { top, bottom } = scroller.getBoundingClientRect()
    const by = pointerY < top + EDGE ? -STEP : pointerY > bottom - EDGE ? STEP : 0
    if (by) scroller.scrollTop += by
    place()
    frame = requestAnimationFrame(follow)
  }
  const onMove = (event: globalThis.PointerEvent) => {
    pointerY = event.clientY
  }
  const end = (keep: boolean) => {
    cancelAnimationFrame(frame)
    delete row.dataset.dragged
    for (const each of rows) each.style.transform = ''
    window.removeEventListener('pointermove', onMove)
    window.removeEventListener('pointerup', onUp)
    window.removeEventListener('pointercancel', onCancel)
    window.removeEventListener('keydown', onKey, true)
    if (keep && to !== from) onDrop(to)
  }
  const onUp = (event: globalThis.PointerEvent) => {
    pointerY = event.clientY
    place()
    end(true)
  }
  const onCancel = () => end(false)
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(false)
  }
  row.dataset.dragged = ''
  window.addEventListener('pointermove', onMove)
  window.addEventListener('pointerup', onUp)
  window.addEventListener('pointercancel', onCancel)
  window.addEventListener('keydown', onKey, true)
  frame = requestAnimationFrame(follow)
}

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let each = element.parentElement; each; each = each.parentElement)
    if (each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY)) return each
  return document.documentElement
}
