import { readCallout, type Callout } from '@dentin/clinical/callout'
import { isBridgePart } from '@dentin/clinical/mark-words'
import {
  formatTeeth,
  normaliseTeeth,
  parseTeeth,
  surfaceText,
  toothText,
  type TeethSelection,
} from '@dentin/clinical/teeth'
import {
  isPlan,
  lacksReason,
  markLayer,
  toothCondition,
  toothMarkStatuses,
  type ToothMark,
} from '@dentin/clinical/tooth-conditions'
import type { RecordContent } from '@dentin/contract/record'
import { lazy, Suspense, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { newRequestId } from '../../../lib/client.ts'
import { cx, Icon, IconButton, Kbd, Tag, useHotkeys } from '../../../ui/index.ts'
import { ToothCross, type PaletteStatus } from '../../../ui/tooth/index.ts'
import { useCan } from '../../../lib/permission.ts'
import { useCalloutKeys } from '../hooks.ts'
import { RemovalDialog } from '../dialogs.tsx'
import { putMarks, takenOff } from '../marks.ts'
import { leftOver, piecesOf, takeBack } from './taking.ts'
import s from './callout.module.css'

const CalloutKeys = lazy(() => import('./CalloutKeys.tsx'))

/** What a chart can ask of the line. */
export interface CalloutHandle {
  /** Goes on in the line with what was typed on the chart. */
  begin: (text: string) => void
}

interface Taken {
  text: string
  marks: readonly ToothMark[]
  before: RecordContent
  after: RecordContent
}

export interface CalloutLineProps {
  content: RecordContent
  change: (make: (now: RecordContent) => RecordContent) => void
  /** The mouth that the visit found. */
  before: readonly ToothMark[]
  /** The same with what this record charts. */
  mouth: readonly ToothMark[]
  selection: TeethSelection
  onSelection: (selection: TeethSelection) => void
  status: PaletteStatus
  ref?: Ref<CalloutHandle>
}

/** 口述行: what the dentist says, typed by whoever listens; Enter writes it down, Ctrl+Z takes the last one back. */
export function CalloutLine(props: CalloutLineProps) {
  const { content, change, before, mouth, selection, onSelection, status, ref } = props
  const [text, setText] = useState('')
  const [taken, setTaken] = useState<readonly Taken[]>([])
  const [listed, setListed] = useState(false)
  const [removal, setRemoval] = useState<{ what: string; marks: readonly ToothMark[] } | null>(null)
  const own = useCalloutKeys(useCan()('/patientMedicalRecord:add'))
  const input = useRef<HTMLInputElement>(null)
  const recall = useRef(0)
  useHotkeys([{ key: 'F4', does: '口述行：说牙位和所见', run: () => input.current?.focus() }])

  const read = (said: string, selected = selection): Callout =>
    readCallout(said, {
      status,
      before,
      charted: content.toothMarks,
      mouth,
      selected: selected.map(({ code }) => code),
      newGroup: newRequestId,
      own,
    })
  const callout = read(text)

  const type = (next: string) => {
    setText(next)
    const { teeth } = read(next, [])
    if (teeth.length === 0) return
    const said = normaliseTeeth(teeth.map((code) => ({ code, surfaces: '' })))
    // Every key after the number says the same teeth again.
    if (formatTeeth(said) !== formatTeeth(selection)) onSelection(said)
  }
  useImperativeHandle(ref, () => ({
    begin(typed) {
      input.current?.focus()
      type(typed)
    },
  }))
  const take = () => {
    if (callout.marks.length === 0) {
      if (callout.problems.length === 0) setText('')
      return
    }
    const marks = piecesOf(callout.marks, mouth)
    const what = takenOff(content, putMarks(content, marks))
    if (what === null) put(marks)
    else setRemoval({ what, marks })
  }
  const put = (marks: readonly ToothMark[]) => {
    const after = putMarks(content, marks)
    change((now) => (now === content ? after : putMarks(now, marks)))
    setTaken((now) => [...now, { text: text.trim(), marks, before: content, after }].slice(-50))
    recall.current = 0
    setText(leftOver(text, callout))
  }
  const undo = () => {
    const last = taken.at(-1)
    if (!last) return
    change((now) => (now === last.after ? last.before : takeBack(now, last.marks)))
    setTaken(taken.slice(0, -1))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') take()
    else if (event.key === 'Escape' && text !== '') setText('')
    else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && text === '') undo()
    else if (event.key === '?' && text === '') setListed(true)
    else if (event.key === 'ArrowUp' && taken.length > 0) {
      recall.current = Math.min(recall.current + 1, taken.length)
      setText(taken.at(-recall.current)?.text ?? '')
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const last = taken.at(-1)
  const problem = callout.problems[0]
  return (
    <div className={s.line} role="group" aria-label="口述行">
      <label className={s.field}>
        <Icon name="keyboard" size={16} className={s.icon} />
        <span className={s.label}>口述行</span>
        <input
          ref={input}
          className={cx(s.input, problem && callout.marks.length === 0 && s.wrong)}
          value={text}
          placeholder="36 mo c3　或　左下6近中𬌗面深龋"
          aria-describedby="callout-said"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <div id="callout-said" className={s.said} aria-live="polite">
        {callout.marks.length > 0 && text !== '' && <Said marks={callout.marks} />}
        {problem && text !== '' && <span className={s.problem}>{problem.message}</span>}
        {text === '' && last && <span className="secondary">已记「{last.text}」</span>}
      </div>
      <div className={s.hints}>
        {text !== '' && callout.marks.length > 0 && (
          <button type="button" className={s.hint} onClick={take}>
            <Kbd>Enter</Kbd> 记下
          </button>
        )}
        {text === '' && last && (
          <button type="button" className={s.hint} onClick={undo}>
            <Kbd>Ctrl Z</Kbd> 撤销
          </button>
        )}
        <IconButton size="xs" icon="help" label="口述行的字母" onClick={() => setListed(true)} />
      </div>
      {removal && (
        <RemovalDialog
          what={removal.what}
          onClose={() => setRemoval(null)}
          onSubmit={(reason) => {
            put(removal.marks.map((mark) => (lacksReason(mark) ? { ...mark, reason } : mark)))
            setRemoval(null)
          }}
        />
      )}
      {listed && (
        <Suspense>
          <CalloutKeys own={own} onClose={() => setListed(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** What would be written down: teeth with the same finding stand together. */
function Said({ marks }: { marks: readonly ToothMark[] }) {
  const groups = new Map<string, ToothMark[]>()
  for (const mark of marks) {
    const key = mark.group ?? [mark.condition, mark.surfaces, mark.detail, mark.status].join()
    groups.set(key, [...(groups.get(key) ?? []), mark])
  }
  return [...groups].map(([key, list]) => {
    const [first] = list
    if (!first) return null
    const teeth = parseTeeth(list.map(({ tooth }) => tooth).join(';'))
    return (
      <span key={key} className={s.saying}>
        {teeth.length > 4 ? <b>{toothText(teeth)}</b> : <ToothCross teeth={teeth} />}
        <span className={cx(s.finding, s[markLayer(first)])}>
          {isBridgePart(first) ? '固定桥' : toothCondition(first.condition).nameZh}
        </span>
        {first.surfaces && <span>{surfaceText(first.tooth, first.surfaces)}</span>}
        {first.detail && <Tag>{first.detail}</Tag>}
        {first.reason && <Tag>{first.reason}</Tag>}
        {(first.status !== 'present' || isPlan(first)) && (
          <Tag tone="confirmed">{toothMarkStatuses.find(({ id }) => id === first.status)?.nameZh}</Tag>
        )}
      </span>
    )
  })
}
