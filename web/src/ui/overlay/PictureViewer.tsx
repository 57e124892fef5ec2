import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { IconButton } from '../control/Button.tsx'
import { Dialog } from './Dialog.tsx'
import s from './viewer.module.css'

const STEP = 1.25
const LARGEST = 6

interface View {
  zoom: number
  /** Quarter turns to the right. */
  turns: number
  x: number
  y: number
}
const WHOLE: View = { zoom: 1, turns: 0, x: 0, y: 0 }

export interface PictureViewerProps {
  src: string
  /** What the picture is of. */
  label: string
  onClose: () => void
}

/** One picture, large: wheel, buttons or + − zoom, R turns, drag or arrows move, 0 shows the whole again. */
export function PictureViewer({ src, label, onClose }: PictureViewerProps) {
  const [view, setView] = useState(WHOLE)
  const stage = useRef<HTMLDivElement>(null)
  const dragged = useRef<{ x: number; y: number } | null>(null)
  const zoom = (by: number) =>
    setView((now) => {
      const next = Math.min(LARGEST, Math.max(1, now.zoom * by))
      return next === 1 ? { ...WHOLE, turns: now.turns } : { ...now, zoom: next }
    })
  const move = (dx: number, dy: number) =>
    setView((now) => (now.zoom === 1 ? now : { ...now, x: now.x + dx, y: now.y + dy }))
  const turn = () => setView((now) => ({ ...WHOLE, turns: (now.turns + 1) % 4 }))
  useEffect(() => {
    const box = stage.current
    if (!box) return
    // The page behind must not scroll: React's own wheel listener could not prevent that.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      zoom(event.deltaY < 0 ? STEP : 1 / STEP)
    }
    box.addEventListener('wheel', wheel, { passive: false })
    return () => box.removeEventListener('wheel', wheel)
  }, [])
  const keys: Record<string, () => void> = {
    '+': () => zoom(STEP),
    '=': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    '0': () => setView(WHOLE),
    r: turn,
    ArrowLeft: () => move(60, 0),
    ArrowRight: () => move(-60, 0),
    ArrowUp: () => move(0, 60),
    ArrowDown: () => move(0, -60),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!dragged.current) return
    move(event.clientX - dragged.current.x, event.clientY - dragged.current.y)
    dragged.current = { x: event.clientX, y: event.clientY }
  }
  const letGo = () => (dragged.current = null)
  return (
    <Dialog open title={label} onClose={onClose} width={960} footer={null}>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={stage}
        className={s.stage}
        role="group"
        tabIndex={0}
        aria-label={`${label}，加减号缩放，方向键移动，R 旋转`}
        data-zoomed={view.zoom > 1 || undefined}
        onKeyDown={onKeyDown}
        onDoubleClick={() => (view.zoom > 1 ? setView({ ...WHOLE, turns: view.turns }) : zoom(2.5))}
        onPointerDown={(event) => {
          dragged.current = { x: event.clientX, y: event.clientY }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      >
        <img
          src={src}
          alt={label}
          draggable={false}
          className={s.picture}
          style={{
            transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom}) rotate(${view.turns * 90}deg)`,
          }}
        />
      </div>
      <div className={s.tools}>
        <IconButton icon="zoom-out" label="缩小" disabled={view.zoom === 1} onClick={() => zoom(1 / STEP)} />
        <span className={s.level}>{Math.round(view.zoom * 100)}%</span>
        <IconButton icon="zoom-in" label="放大" disabled={view.zoom >= LARGEST} onClick={() => zoom(STEP)} />
        <IconButton icon="rotate" label="旋转" onClick={turn} />
      </div>
    </Dialog>
  )
}
