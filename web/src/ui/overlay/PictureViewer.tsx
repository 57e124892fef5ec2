import { useRef, type KeyboardEvent } from 'react'
import { IconButton } from '../control/Button.tsx'
import { useZoom } from '../hooks/useZoom.ts'
import { Dialog } from './Dialog.tsx'
import s from './viewer.module.css'

export interface PictureViewerProps {
  src: string
  /** What the picture is of. */
  label: string
  onClose: () => void
}

/** One picture, large: wheel, buttons or + − zoom, R turns, drag or arrows move, 0 shows the whole again. */
export function PictureViewer({ src, label, onClose }: PictureViewerProps) {
  const stage = useRef<HTMLDivElement>(null)
  const view = useZoom(stage)
  const keys: Record<string, () => void> = {
    '+': view.larger,
    '=': view.larger,
    '-': view.smaller,
    '0': view.whole,
    r: view.turn,
    ArrowLeft: () => view.move(60, 0),
    ArrowRight: () => view.move(-60, 0),
    ArrowUp: () => view.move(0, 60),
    ArrowDown: () => view.move(0, -60),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
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
        {...view.hands}
      >
        <img src={src} alt={label} draggable={false} className={s.picture} style={{ transform: view.transform }} />
      </div>
      <div className={s.tools}>
        <IconButton icon="zoom-out" label="缩小" disabled={view.zoom === 1} onClick={view.smaller} />
        <span className={s.level}>{Math.round(view.zoom * 100)}%</span>
        <IconButton icon="zoom-in" label="放大" disabled={view.isLargest} onClick={view.larger} />
        <IconButton icon="rotate" label="旋转" onClick={view.turn} />
      </div>
    </Dialog>
  )
}
