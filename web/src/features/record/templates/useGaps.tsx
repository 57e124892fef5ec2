import type { Gap } from '@dentin/clinical/placeholders'
import { toothText, type TeethSelection } from '@dentin/clinical/teeth'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { GapBar } from './GapBar.tsx'
import { gapAt, gapFrom } from './gap-order.ts'

type TextField = HTMLTextAreaElement | HTMLInputElement

const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')

/** The fields of the record, in the order in which they are written. The bar's own are none of them. */
const fieldsIn = (root: HTMLElement): TextField[] =>
  [...root.querySelectorAll('textarea, input')].filter(
    (each): each is TextField => isTextField(each) && !each.readOnly && each.closest('[data-gap-bar]') === null,
  )

/** The first injection without its lot: no template knows it, and it is read off the cartridge last of all. */
const emptyLot = (root: HTMLElement | null): HTMLInputElement | null =>
  [...(root?.querySelectorAll<HTMLInputElement>('input[data-lot]') ?? [])].find(({ value }) => value === '') ?? null

/**
 * The gaps that templates leave in a record: Tab and Shift+Tab go from one to the next, across the fields; at a gap a bar
 * below its field offers the answers. Without gaps Tab does what it always does.
 * @param root what the fields stand in
 * @param teeth chosen on the chart
 */
export function useGaps(
  root: RefObject<HTMLElement | null>,
  teeth: TeethSelection,
  enabled: boolean,
): { bar: ReactNode; visitFirst: (field?: string) => void } {
  const [open, setOpen] = useState<{ field: TextField; gap: Gap } | null>(null)
  const answer = useRef<HTMLInputElement>(null)
  /** How often a gap was asked for, as far as it is drawn. */
  const [drawn, setDrawn] = useState(0)
  /** The field whose gap is to be visited once the asking is drawn; '' : the first of all. */
  const wanted = useRef<{ field: string; asking: number }>({ field: '', asking: 0 })
  const visited = useRef(0)

  const go = (field: TextField, gap: Gap) => {
    field.focus()
    field.setSelectionRange(gap.start, gap.end)
    field.scrollIntoView({ block: 'nearest' })
    setOpen({ field, gap })
  }

  /** To the gap behind the place where somebody is, or before it. @returns whether there is one */
  const step = (from: Element | null, back: boolean): boolean => {
    if (!root.current) return false
    const fields = fieldsIn(root.current)
    const own = fields.findIndex((each) => each === from)
    const after = from
      ? fields.findIndex((each) => from.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING)
      : 0
    const field = own >= 0 ? own : after < 0 ? fields.length : after
    const { selectionStart = 0, selectionEnd = 0 } = own >= 0 ? (fields[own] as TextField) : {}
    const found = gapFrom(
      fields.map((each) => each.value),
      { field, start: selectionStart ?? 0, end: selectionEnd ?? 0 },
      back,
    )
    const place = found && fields[found.field]
    if (place) go(place, found.gap)
    return Boolean(place)
  }

  // The bar stands where the caret is.
  useEffect(() => {
    if (!enabled) return
    const look = () => {
      const field = document.activeElement
      if (field?.closest('[data-gap-bar]')) return
      const isOurs = isTextField(field) && root.current?.contains(field)
      const gap = isOurs ? gapAt(field.value, field.selectionStart ?? 0, field.selectionEnd ?? 0) : null
      setOpen((now) =>
        // Teeth are chosen on the chart, the bar waits for them.
        !isOurs && now?.gap.asks.kind === 'teeth'
          ? now
          : gap && isOurs
            ? now?.field === field && now.gap.start === gap.start && now.gap.text === gap.text
              ? now
              : { field, gap }
            : null,
      )
    }
    document.addEventListener('selectionchange', look)
    document.addEventListener('focusin', look)
    return () => {
      document.removeEventListener('selectionchange', look)
      document.removeEventListener('focusin', look)
    }
  }, [enabled, root])

  // After a template was put in and drawn. The effect of an earlier drawing may still be due, and would find no gap.
  useEffect(() => {
    const { field, asking } = wanted.current
    if (asking !== drawn || asking === visited.current) return
    visited.current = asking
    const place = root.current?.querySelector(`[data-field="${field}"]`)
    if (isTextField(place ?? null)) (place as TextField).setSelectionRange(0, 0)
    step(place ?? null, false)
  })

  const fill = (words: string) => {
    if (!open) return
    const { field, gap } = open
    field.focus()
    field.setRangeText(words, gap.start, gap.end, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    setOpen(null)
    if (!step(field, false) && !step(null, false)) emptyLot(root.current)?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (!enabled || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    const target = event.target
    if (!(target instanceof Element)) return
    if (event.key === 'Tab') {
      const from = target.closest('[data-gap-bar]') ? (open?.field ?? null) : target
      if (step(from, event.shiftKey)) event.preventDefault()
    } else if (open && target === open.field) {
      const { asks } = open.gap
      const isWhole = open.field.selectionStart === open.gap.start && open.field.selectionEnd === open.gap.end
      // A digit typed over a number's gap goes where its limits are looked after.
      if (asks.kind === 'number' && isWhole && /^[\d.-]$/.test(event.key)) answer.current?.focus()
      if (asks.kind === 'choice' && isWhole && !asks.many && /^[1-9]$/.test(event.key)) {
        const choice = asks.choices[Number(event.key) - 1]
        if (choice) {
          event.preventDefault()
          fill(choice)
        }
      }
    }
  }

  useLayoutEffect(() => {
    const frame = root.current
    frame?.addEventListener('keydown', onKeyDown)
    return () => frame?.removeEventListener('keydown', onKeyDown)
  })

  const words = toothText(teeth.map(({ code }) => ({ code, surfaces: '' })))
  return {
    visitFirst: (field = '') => {
      wanted.current = { field, asking: wanted.current.asking + 1 }
      setDrawn(wanted.current.asking)
    },
    bar:
      enabled && open ? (
        <GapBar
          key={`${open.gap.start} ${open.gap.text}`}
          root={root}
          field={open.field}
          asks={open.gap.asks}
          teethWords={words}
          answer={answer}
          onAnswer={fill}
        />
      ) : null,
  }
}
