import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Icon } from '../icon/Icon.tsx'
import s from './compare-slider.module.css'

export interface CompareSliderProps {
  before: { src: string; alt: string; label: string }
  after: { src: string; alt: string; label: string }
}

const STEP = 5
const within = (percent: number) => Math.min(100, Math.max(0, percent))

/** Two pictures over each other, and a line that is drawn between them: by finger, mouse or the arrow keys. */
export function CompareSlider({ before, after }: CompareSliderProps) {
  const [at, setAt] = useState(50)
  const box = useRef<HTMLDivElement>(null)
  const follow = (event: PointerEvent) => {
    const frame = box.current?.getBoundingClientRect()
    if (frame && frame.width > 0) setAt(within(((event.clientX - frame.left) / frame.width) * 100))
  }
  const moves: Record<string, (now: number) => number> = {
    ArrowLeft: (now) => now - STEP,
    ArrowRight: (now) => now + STEP,
    Home: () => 0,
    End: () => 100,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    setAt((now) => within(move(now)))
  }
  return (
    <div
      ref={box}
      className={s.box}
      role="slider"
      tabIndex={0}
      aria-label={`${before.label}与${after.label}对比`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(at)}
      aria-valuetext={`${before.label} ${Math.round(at)}%`}
      onPointerDown={(event) => (event.currentTarget.setPointerCapture(event.pointerId), follow(event))}
      onPointerMove={(event) => event.buttons > 0 && follow(event)}
      onKeyDown={onKeyDown}
    >
      <img src={after.src} alt={after.alt} draggable={false} />
      <div className={s.over} style={{ clipPath: `inset(0 ${100 - at}% 0 0)` }}>
        <img src={before.src} alt={before.alt} draggable={false} />
      </div>
      <span className={s.before}>{before.label}</span>
      <span className={s.after}>{after.label}</span>
      <span className={s.line} style={{ left: `${at}%` }} aria-hidden>
        <span className={s.handle}>
          <Icon name="selector" size={16} />
        </span>
      </span>
    </div>
  )
}
