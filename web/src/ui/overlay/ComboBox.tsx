import {
  Fragment,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { TextButton } from '../control/Button.tsx'
import { cx } from '../cx.ts'
import { useField } from '../form/Field.tsx'
import { TextField, type ControlSize } from '../form/TextField.tsx'
import type { IconName } from '../icon/Icon.tsx'
import { useFloating } from './floating.ts'
import s from './combobox.module.css'

export interface ComboBoxProps<T> {
  /** Finds what matches; called `debounce` ms after the last key, with a signal that is aborted by the next one. */
  search: (text: string, signal: AbortSignal) => Promise<readonly T[]>
  keyOf: (item: T) => string
  /** One row of the list. */
  render: (item: T, marked: boolean) => ReactNode
  /** What stands in the field after a choice; without it the field is emptied. */
  textOf?: (item: T) => string
  /**
   * Enter, and a click unless `onOpen` takes that.
   * @param how by what it was found, and how many others were; hurried: Enter came before the answer did
   * @returns 'stay': the list stays open as it is
   */
  onPick: (item: T, how: Picked) => void | 'stay'
  /** Where a choice does something else: a click on the row, and the right arrow behind the text. */
  onOpen?: (item: T) => void
  /** The heading under which a row stands; rows of one group follow each other. */
  groupOf?: (item: T) => string
  /** Two-line rows over the whole width, as the navbar's search has them. */
  tall?: boolean
  /** The text of what is chosen now; follows changes from outside. */
  value?: string
  /** The field was emptied by hand. */
  onClear?: () => void
  /** Offered while the field is empty. */
  recent?: readonly T[]
  recentTitle?: string
  /** Characters before the search begins. */
  minLength?: number
  debounce?: number
  emptyText?: string | ((text: string) => string)
  /** A last row that is reached by the arrows like the others: 新建患者「…」. Gets the text typed. */
  lastRow?: { render: (text: string) => ReactNode; onPick: (text: string) => void }
  placeholder?: string
  /** Spoken name; inside a `Field` its label is used. */
  label?: string
  icon?: IconName
  suffix?: ReactNode
  size?: ControlSize
  disabled?: boolean
  autoFocus?: boolean
  /** Grey ground, for the navbar. */
  quiet?: boolean
  inputRef?: Ref<HTMLInputElement>
}

export interface Picked {
  text: string
  others: number
  hurried: boolean
}

/** What the last finished search brought, and for which text and attempt. */
interface Found<T> {
  text: string
  attempt: number
  failed: boolean
  items: readonly T[]
}

/** A field that looks things up while typing: arrows move, Enter takes, Esc closes; the old list stays while loading. */
export function ComboBox<T>({
  search,
  keyOf,
  render,
  textOf,
  onPick,
  onOpen,
  groupOf,
  tall,
  value = '',
  onClear,
  recent = [],
  recentTitle = '最近',
  minLength = 1,
  debounce = 180,
  emptyText = '没有找到',
  lastRow,
  placeholder,
  label,
  icon,
  suffix,
  size,
  disabled,
  autoFocus,
  quiet,
  inputRef,
}: ComboBoxProps<T>) {
  const field = useField()
  const listId = useId()
  const [anchor, setAnchor] = useState<HTMLDivElement | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(value)
  const [typing, setTyping] = useState(false)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [found, setFound] = useState<Found<T>>({ text: '', attempt: 0, failed: false, items: [] })
  const [attempt, setAttempt] = useState(0)
  // Enter that was pressed before the answer was there.
  const hurried = useRef('')
  const [given, setGiven] = useState(value)
  if (given !== value) {
    setGiven(value)
    setText(value)
    setTyping(false)
  }
  const finder = useRef(search)
  useLayoutEffect(() => {
    finder.current = search
  })

  const wanted = typing && text.trim().length >= minLength ? text.trim() : ''
  const loading = wanted !== '' && (found.text !== wanted || found.attempt !== attempt)
  const failed = wanted !== '' && !loading && found.failed

  const items = wanted ? found.items : text === '' || !typing ? recent : []
  const shown = open && !disabled && (wanted !== '' || items.length > 0)
  useFloating(anchor, popup, shown, { align: 'stretch' })

  const close = () => {
    setOpen(false)
    if (typing && text !== '') setText(textOf ? value : text)
    setTyping(false)
  }
  const pick = (item: T, others = wanted ? found.items.length - 1 : 0, hurried = false) => {
    if (onPick(item, { text: wanted, others, hurried }) === 'stay') return
    setText(textOf ? textOf(item) : '')
    setTyping(false)
    setOpen(false)
  }
  const openItem = (item: T) => {
    if (!onOpen) return pick(item)
    onOpen(item)
    setText(textOf ? textOf(item) : '')
    setTyping(false)
    setOpen(false)
  }
  const takeLast = () => {
    lastRow?.onPick(text.trim())
    setText('')
    setTyping(false)
    setOpen(false)
  }
  const takeFirst = useEffectEvent((brought: readonly T[]) => {
    const [first] = brought
    if (first === undefined) takeLast()
    else pick(first, brought.length - 1, true)
  })
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    const bring = (failed: boolean, items: readonly T[]) => {
      if (stop.signal.aborted) return
      setFound({ text: wanted, attempt, failed, items })
      setActive(0)
      if (!failed && hurried.current === wanted) takeFirst(items)
      hurried.current = ''
    }
    const timer = setTimeout(() => {
      finder.current(wanted, stop.signal).then(
        (items) => bring(false, items),
        () => bring(true, []),
      )
    }, debounce)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted, debounce, attempt])
  // Whoever is there comes first: until that is known nobody is taken for new.
  const hasLast = lastRow !== undefined && wanted !== '' && !loading
  const rows = items.length + (hasLast ? 1 : 0)
  const takeMarked = () => {
    const item = items[active]
    if (item !== undefined) pick(item)
    else if (active < rows) takeLast()
  }
  const optionId = (i: number) => `${listId}-${i}`
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!shown) {
        setOpen(true)
        return
      }
      const next = (active + (event.key === 'ArrowDown' ? 1 : -1) + rows) % Math.max(1, rows)
      setActive(next)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && (shown || (typing && text.trim() !== ''))) {
      // What is typed and not taken yet is nothing that could be sent.
      event.preventDefault()
      // Pressed before the answer is there, it takes what the answer marks.
      if (loading) hurried.current = wanted
      else if (shown) takeMarked()
    } else if (event.key === 'ArrowRight' && onOpen && shown && event.currentTarget.selectionStart === text.length) {
      const item = items[active]
      if (item === undefined) return
      event.preventDefault()
      openItem(item)
    } else if (event.key === 'Escape' && (shown || text !== '')) {
      event.preventDefault()
      event.stopPropagation()
      if (shown) setOpen(false)
      else if (!textOf) setText('')
    } else if (event.key === 'Tab') close()
  }

  return (
    <div ref={setAnchor} className={s.anchor}>
      <TextField
        ref={inputRef}
        role="combobox"
        aria-label={label}
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && rows > 0 ? optionId(active) : undefined}
        id={field?.id}
        icon={icon}
        size={size}
        disabled={disabled}
        autoFocus={autoFocus}
        placeholder={placeholder}
        suffix={suffix}
        boxClassName={cx(quiet && s.quiet)}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setTyping(true)
          setOpen(true)
          setActive(0)
          if (event.target.value === '') onClear?.()
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <div
        ref={popup}
        popover="manual"
        role="presentation"
        className={cx(s.popup, tall && s.tall)}
        data-loading={loading || undefined}
        onMouseDown={(event) => event.preventDefault()}
      >
        {!wanted && items.length > 0 && !groupOf && <div className={s.title}>{recentTitle}</div>}
        <div id={listId} role="listbox" aria-label={label ?? '结果'}>
          {shown &&
            items.map((item, i) => (
              <Fragment key={keyOf(item)}>
                {groupOf && (i === 0 || groupOf(items[i - 1] as T) !== groupOf(item)) && (
                  <div className={s.group} role="presentation">
                    {groupOf(item)}
                    <span className="num">{items.filter((each) => groupOf(each) === groupOf(item)).length}</span>
                  </div>
                )}
                {/* The keys of an option are handled by the field, which keeps the focus. */}
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
                <div
                  id={optionId(i)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={i === active}
                  className={s.option}
                  onMouseMove={() => setActive(i)}
                  onClick={() => openItem(item)}
                >
                  {render(item, i === active)}
                </div>
              </Fragment>
            ))}
          {shown && hasLast && (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              id={optionId(items.length)}
              role="option"
              tabIndex={-1}
              aria-selected={active === items.length}
              className={cx(s.option, items.length > 0 && s.lastRow)}
              onMouseMove={() => setActive(items.length)}
              onClick={takeLast}
            >
              {lastRow.render(wanted)}
            </div>
          )}
        </div>
        {loading && items.length === 0 && <div className={s.note}>数据加载中</div>}
        {wanted !== '' && !loading && !failed && items.length === 0 && (
          <div className={s.note}>{typeof emptyText === 'function' ? emptyText(wanted) : emptyText}</div>
        )}
        {failed && (
          <div className={s.note} role="alert">
            没有查到，连接出了问题
            <TextButton tone="danger" icon="refresh" onClick={() => setAttempt((n) => n + 1)}>
              重试
            </TextButton>
          </div>
        )}
      </div>
    </div>
  )
}
