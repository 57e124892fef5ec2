import { answerProblem, type Asked } from '@dentin/clinical/placeholders'
import { useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode, type Ref, type RefObject } from 'react'
import { presentDay } from '../../../lib/present.ts'
import { Button, TextField } from '../../../ui/index.ts'
import s from './gaps.module.css'

const faces = ['近中', '远中', '颊侧', '唇侧', '舌侧', '腭侧', '𬌗面', '切缘', '颈部']

const hints: Record<Asked['kind'], string> = {
  teeth: '在牙位图上选牙，再点所选的牙；也可直接写',
  surfaces: '牙面',
  choice: '选择',
  number: '数字',
  date: '日期',
  last: '没有上次的内容，请直接写',
  films: '辅助检查里还没有所见，请直接写',
}

/** The answers to a gap, below the field in which it stands. */
export function GapBar({
  root,
  field,
  asks,
  teethWords,
  answer,
  onAnswer,
}: {
  root: RefObject<HTMLElement | null>
  field: HTMLElement
  asks: Asked
  /** The teeth chosen on the chart, in words. */
  teethWords: string
  answer: Ref<HTMLInputElement>
  onAnswer: (words: string) => void
}) {
  const own = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [bar, frame] = [own.current, root.current]
    if (!bar || !frame) return
    const [place, within] = [field.getBoundingClientRect(), frame.getBoundingClientRect()]
    bar.style.top = `${place.bottom - within.top + 2}px`
    bar.style.left = `${Math.max(0, Math.min(place.left - within.left, within.width - bar.offsetWidth - 8))}px`
  })
  return (
    // The field keeps the focus while something of the bar is pressed.
    <div
      ref={own}
      data-gap-bar
      className={s.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label="填空"
      onMouseDown={(event: MouseEvent) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
      }}
    >
      {answersOf(asks, teethWords, answer, onAnswer)}
    </div>
  )
}

function answersOf(
  asks: Asked,
  teethWords: string,
  answer: Ref<HTMLInputElement>,
  onAnswer: (words: string) => void,
): ReactNode {
  switch (asks.kind) {
    case 'choice':
      return asks.many ? (
        <Several choices={asks.choices} onAnswer={onAnswer} />
      ) : (
        asks.choices.map((choice, index) => (
          <button key={choice} type="button" className={s.choice} onClick={() => onAnswer(choice)}>
            {index < 9 && <kbd>{index + 1}</kbd>}
            {choice}
          </button>
        ))
      )
    case 'surfaces':
      return <Several choices={faces} onAnswer={onAnswer} />
    case 'number':
      return <NumberAnswer asks={asks} answer={answer} onAnswer={onAnswer} />
    case 'date':
      return (
        <button type="button" className={s.choice} onClick={() => onAnswer(presentDay())}>
          今天 {presentDay()}
        </button>
      )
    case 'teeth':
      return teethWords ? (
        <button type="button" className={s.choice} onClick={() => onAnswer(teethWords)}>
          所选的牙 {teethWords}
        </button>
      ) : (
        <span className="tertiary">{hints.teeth}</span>
      )
    default:
      return <span className="tertiary">{hints[asks.kind]}</span>
  }
}

function Several({ choices, onAnswer }: { choices: readonly string[]; onAnswer: (words: string) => void }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const toggle = (choice: string) =>
    setChosen((now) => (now.includes(choice) ? now.filter((each) => each !== choice) : [...now, choice]))
  return (
    <>
      {choices.map((choice) => (
        <button
          key={choice}
          type="button"
          className={s.choice}
          aria-pressed={chosen.includes(choice)}
          onClick={() => toggle(choice)}
        >
          {choice}
        </button>
      ))}
      <Button
        size="xs"
        variant="tint"
        disabled={chosen.length === 0}
        onClick={() => onAnswer(choices.filter((each) => chosen.includes(each)).join('、'))}
      >
        填入
      </Button>
    </>
  )
}

function NumberAnswer({
  asks,
  answer,
  onAnswer,
}: {
  asks: Extract<Asked, { kind: 'number' }>
  answer: Ref<HTMLInputElement>
  onAnswer: (words: string) => void
}) {
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const problem = answerProblem(asks, text)
  const take = () => {
    setTried(true)
    if (!problem) onAnswer(text.trim())
  }
  return (
    <>
      <span className={s.number}>
        <TextField
          ref={answer}
          size="sm"
          numeric
          inputMode="decimal"
          aria-label={asks.min === null ? '数字' : `数字，${asks.min}到${asks.max}`}
          maxLength={12}
          invalid={tried && problem !== null}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            take()
          }}
        />
      </span>
      {asks.min !== null && <span className="tertiary num">{`${asks.min} – ${asks.max}`}</span>}
      <Button size="xs" variant="tint" onClick={take}>
        填入
      </Button>
      {tried && problem && (
        <span className={s.problem} role="alert">
          {problem}
        </span>
      )}
    </>
  )
}
