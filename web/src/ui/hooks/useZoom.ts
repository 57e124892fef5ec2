import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'

const STEP = 1.25
const LARGEST = 6
const CLOSE_UP = 2.5

interface View {
  zoom: number
  /** Quarter turns to the right. */
  turns: number
  x: number
  y: number
}
const WHOLE: View = { zoom: 1, turns: 0, x: 0, y: 0 }

/** How a picture is looked at: its size, where it is moved to, and the hands that do it. */
export interface Zoom {
  zoom: number
  isLargest: boolean
  larger: () => void
  smaller: () => void
  /** The whole picture, turned as it is. */
  whole: () => void
  turn: () => void
  move: (dx: number, dy: number) => void
  /** For the picture's style. */
  transform: string
  /** For the box: a drag moves, a double click zooms. */
  hands: {
    onDoubleClick: () => void
    onPointerDown: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: () => void
    onPointerCancel: () => void
  }
}

/**
 * Zooms and moves a picture, by wheel, drag and double click, and by whatever keys the caller binds.
 * @param box in which the wheel zooms; it also takes `hands`
 * @param of another picture begins whole again
 */
export function useZoom(box: RefObject<HTMLDivElement | null>, of = ''): Zoom {
  const [held, setHeld] = useState({ of, view: WHOLE })
  const view = held.of === of ? held.view : WHOLE
  const dragged = useRef<{ x: number; y: number } | null>(null)
  const setView = (change: (now: View) => View) =>
    setHeld((now) => ({ of, view: change(now.of === of ? now.view : WHOLE) }))
  const by = (factor: number) =>
    setView((now) => {
      const zoom = Math.min(LARGEST, Math.max(1, now.zoom * factor))
      return zoom === 1 ? { ...WHOLE, turns: now.turns } : { ...now, zoom }
    })
  const move = (dx: number, dy: number) =>
    setView((now) => (now.zoom === 1 ? now : { ...now, x: now.x + dx, y: now.y + dy }))
  const whole = () => setView(({ turns }) => ({ ...WHOLE, turns }))
  const latest = useRef(by)
  useEffect(() => {
    latest.current = by
  })
  useEffect(() => {
    const node = box.current
    if (!node) return
    // The page behind must not scroll: React's own wheel listener could not prevent that.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      latest.current(event.deltaY < 0 ? STEP : 1 / STEP)
    }
    node.addEventListener('wheel', wheel, { passive: false })
    return () => node.removeEventListener('wheel', wheel)
  }, [box])
  const letGo = () => {
    dragged.current = null
  }
  return {
    zoom: view.zoom,
    isLargest: view.zoom >= LARGEST,
    larger: () => by(STEP),
    smaller: () => by(1 / STEP),
    whole,
    turn: () => setView(({ turns }) => ({ ...WHOLE, turns: (turns + 1) % 4 })),
    move,
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom}) rotate(${view.turns * 90}deg)`,
    hands: {
      onDoubleClick: () => (view.zoom > 1 ? whole() : by(CLOSE_UP)),
      onPointerDown: (event) => {
        // A captured pointer would take the click from a button over the picture.
        if ((event.target as Element).closest('button')) return
        dragged.current = { x: event.clientX, y: event.clientY }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event) => {
        if (!dragged.current) return
        move(event.clientX - dragged.current.x, event.clientY - dragged.current.y)
        dragged.current = { x: event.clientX, y: event.clientY }
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
    },
  }
}
