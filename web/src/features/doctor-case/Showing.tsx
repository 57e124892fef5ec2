import { caseStageNames } from '@dentin/contract/doctor-case'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { CompareSlider, IconButton, Skeleton } from '../../ui/index.ts'
import { teethWords } from '../../domain/teeth.ts'
import { CaseImage, kindOf } from './CaseImage.tsx'
import { useCaseImage, type CasePicture, type Detail } from './hooks.ts'
import { slidesOf, type Slide } from './slides.ts'
import { whoOf } from './words.ts'
import s from './showing.module.css'

/** The case on the whole screen, beside the chair: before and after under one line that is drawn, picture by picture. */
export function Showing({ of, onClose }: { of: Detail; onClose: () => void }) {
  const box = useRef<HTMLDialogElement>(null)
  const slides = slidesOf(of.pictures)
  const [at, setAt] = useState(0)
  const now = slides[Math.min(at, slides.length - 1)]
  useEffect(() => {
    const node = box.current
    if (!node) return
    node.showModal()
    // Where the browser has no full screen, the window is filled.
    void node.requestFullscreen?.().catch(() => {})
    return () => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [])
  const step = (by: number) => slides.length > 0 && setAt((was) => (was + by + slides.length) % slides.length)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, PageUp: -1 }[event.key]
    if (by === undefined || event.defaultPrevented) return
    event.preventDefault()
    step(by)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog ref={box} className={s.whole} aria-label={`演示：${of.title}`} onClose={onClose} onKeyDown={onKeyDown}>
      <header className={s.head}>
        <h1 className="ellipsis">{of.title}</h1>
        <span className={s.facts}>
          {[whoOf(of), of.teeth && teethWords(of.teeth), of.months !== null && `疗程 ${of.months} 个月`]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <IconButton icon="x" label="结束演示" className={s.close} onClick={() => box.current?.close()} />
      </header>
      <div className={s.stage}>{now ? <Large slide={now} /> : <p className={s.words}>{of.content}</p>}</div>
      {of.content !== '' && now && <p className={s.told}>{of.content}</p>}
      {slides.length > 1 && (
        <ul className={s.strip}>
          {slides.map((slide, n) => (
            <li key={slide.pictures[0].id}>
              <button
                type="button"
                className={s.small}
                aria-pressed={n === at}
                aria-label={`${slide.label} ${kindOf(slide.pictures[0].type)}`}
                onClick={() => setAt(n)}
              >
                {slide.pictures.map((each) => (
                  <span key={each.id}>
                    <CaseImage picture={each} />
                  </span>
                ))}
                <em>{slide.label}</em>
              </button>
            </li>
          ))}
        </ul>
      )}
    </dialog>
  )
}

function Large({ slide }: { slide: Slide }) {
  const [first, second] = slide.pictures
  return second ? <Pair before={first} after={second} /> : <One picture={first} />
}

function Pair({ before, after }: { before: CasePicture; after: CasePicture }) {
  const [a, b] = [useCaseImage(before, 'screen'), useCaseImage(after, 'screen')]
  if (!a.src || !b.src) return <Waiting failed={a.failed || b.failed} />
  return (
    <CompareSlider
      before={{ src: a.src, alt: kindOf(before.type), label: '术前' }}
      after={{ src: b.src, alt: kindOf(after.type), label: '术后' }}
    />
  )
}

function One({ picture }: { picture: CasePicture }) {
  const { src, failed } = useCaseImage(picture, 'screen')
  if (!src) return <Waiting failed={failed} />
  return (
    <figure className={s.one}>
      <img src={src} alt={kindOf(picture.type)} draggable={false} />
      <figcaption>{caseStageNames[picture.stage]}</figcaption>
    </figure>
  )
}

const Waiting = ({ failed }: { failed: boolean }) =>
  failed ? <p className={s.words}>案例已不能演示</p> : <Skeleton width="60%" height="60%" />
