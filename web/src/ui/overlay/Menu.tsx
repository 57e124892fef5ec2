import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
} from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { useDismiss, useFloating, type Placement } from './floating.ts'
import s from './menu.module.css'

/** What a panel's button must take. */
export type Trigger = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>

const stop = (event: SyntheticEvent) => event.stopPropagation()

export type MenuEntry =
  | {
      key: string
      label: ReactNode
      icon?: IconName
      /** Words or a key at the right. */
      extra?: ReactNode
      danger?: boolean
      disabled?: boolean
      onSelect: () => void
    }
  | 'divider'

export interface MenuProps {
  items: readonly MenuEntry[]
  /** The button that opens it. */
  children: Trigger
  /** The edge of the button it lines up with. */
  align?: 'start' | 'end'
}

/** Actions behind a button: opens on click, Enter or ↓; arrows move, Esc closes. */
export function Menu({ items, children, align = 'start' }: MenuProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  useFloating(anchor, popup, open, { align })
  useDismiss(anchor, open, close)
  const enabled = () => [...(popup.current?.querySelectorAll<HTMLElement>('[role=menuitem]:enabled') ?? [])]
  useEffect(() => {
    if (open) popup.current?.querySelector<HTMLElement>('[role=menuitem]:enabled')?.focus({ preventScroll: true })
  }, [open])
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Tab') {
      close()
      anchor?.focus()
      return
    }
    const entries = enabled()
    const at = entries.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    entries.at(to % entries.length)?.focus()
  }
  const trigger = cloneElement(children, {
    ref: setAnchor,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: (event) => {
      children.props.onClick?.(event)
      setOpen(!open)
    },
    onKeyDown: (event) => {
      children.props.onKeyDown?.(event)
      if (event.key !== 'ArrowDown' || open) return
      event.preventDefault()
      setOpen(true)
    },
  })
  return (
    <>
      {trigger}
      {open && (
        <div
          ref={popup}
          id={id}
          popover="manual"
          role="menu"
          tabIndex={-1}
          className={cx(s.popup, s.menu)}
          onKeyDown={onKeyDown}
          onPointerDown={stop}
          onClick={stop}
        >
          {items.map((item, i) =>
            item === 'divider' ? (
              <hr key={`divider-${i}`} className={s.divider} />
            ) : (
              <button
                key={item.key}
                type="button"
                role="menuitem"
                tabIndex={-1}
                disabled={item.disabled}
                className={cx(s.item, item.danger && s.danger)}
                onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
                onClick={() => {
                  close()
                  anchor?.focus()
                  item.onSelect()
                }}
              >
                {item.icon && <Icon name={item.icon} size={16} />}
                <span className={s.label}>{item.label}</span>
                {item.extra != null && <span className={s.extra}>{item.extra}</span>}
              </button>
            ),
          )}
        </div>
      )}
    </>
  )
}

export interface PopoverProps extends Placement {
  content: ReactNode
  title?: ReactNode
  /** The button that opens it. */
  children: Trigger
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A small panel at its button, to do something in. */
export function Popover({ content, title, children, open: given, onOpenChange, align, side }: PopoverProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState(false)
  const open = given ?? own
  const change = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  useFloating(anchor, popup, open, { align, side })
  useDismiss(anchor, open, () => change(false))
  const trigger = cloneElement(children, {
    ref: setAnchor,
    id: children.props.id ?? id,
    'aria-expanded': open,
    onClick: (event) => {
      children.props.onClick?.(event)
      change(!open)
    },
  })
  return (
    <>
      {trigger}
      {open && (
        <div
          ref={popup}
          popover="manual"
          role="presentation"
          className={cx(s.popup, s.panel)}
          onPointerDown={stop}
          onKeyDown={stop}
          onClick={stop}
        >
          <div role="group" aria-labelledby={children.props.id ?? id}>
            {title != null && <div className={s.title}>{title}</div>}
            {content}
          </div>
        </div>
      )}
    </>
  )
}

export interface TooltipProps {
  /** Nothing is shown when empty. */
  text: ReactNode
  children: Trigger
  side?: 'top' | 'bottom'
}

/** How long the pointer rests before the words come. */
const DELAY = 300

/** A word of help on hover and focus; never the only place of something needed. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState<'pointer' | 'focus' | null>(null)
  const [rested, setRested] = useState(false)
  useEffect(() => {
    if (near !== 'pointer') return
    const timer = setTimeout(() => setRested(true), DELAY)
    return () => clearTimeout(timer)
  }, [near])
  const open = (near === 'focus' || (near === 'pointer' && rested)) && text != null && text !== ''
  const leave = () => setNear(null)
  useFloating(anchor, popup, open, { align: 'center', side })
  useDismiss(anchor, open, leave)
  const { props } = children
  const trigger = cloneElement(children, {
    ref: setAnchor,
    'aria-describedby': open ? id : props['aria-describedby'],
    onMouseEnter: (event) => {
      props.onMouseEnter?.(event)
      setRested(false)
      setNear('pointer')
    },
    onMouseLeave: (event) => {
      props.onMouseLeave?.(event)
      leave()
    },
    onFocus: (event) => {
      props.onFocus?.(event)
      setNear('focus')
    },
    onBlur: (event) => {
      props.onBlur?.(event)
      leave()
    },
  })
  return (
    <>
      {trigger}
      {open && (
        <div ref={popup} id={id} popover="manual" role="tooltip" className={s.tip}>
          {text}
        </div>
      )}
    </>
  )
}
