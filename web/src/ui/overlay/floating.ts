import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

export interface Placement {
  /** Which edges meet; `stretch` also gives the popover the anchor's width at least. By default `start`. */
  align?: 'start' | 'end' | 'center' | 'stretch'
  /** Where it goes while there is room; by default `bottom`. */
  side?: 'top' | 'bottom'
}

/** Puts a fixed box under its anchor, or over it for want of room (or the other way round), inside the window. */
function place(anchor: HTMLElement | null, box: HTMLElement, { align = 'start', side = 'bottom' }: Placement) {
  const at = anchor?.getBoundingClientRect()
  if (!at) return
  if (align === 'stretch') box.style.minWidth = `${at.width}px`
  const { width, height } = box.getBoundingClientRect()
  const below = window.innerHeight - at.bottom - 8
  const above = at.top - 12
  const wanted = Math.min(height, 240)
  const over = side === 'top' ? above >= wanted || above > below : below < wanted && above > below
  const starts = { start: at.left, stretch: at.left, end: at.right - width, center: (at.left + at.right - width) / 2 }
  box.style.left = `${Math.max(8, Math.min(starts[align], window.innerWidth - width - 8))}px`
  box.style.top = over ? `${Math.max(8, at.top - height - 4)}px` : `${at.bottom + 4}px`
  box.style.maxHeight = `${Math.max(120, over ? above : below)}px`
}

/**
 * Keeps a `popover="manual"` element at its anchor while it is open. The popover is in the browser's top layer, so no
 * scrolling parent can cut it.
 */
export function useFloating(
  anchor: HTMLElement | null,
  popup: RefObject<HTMLElement | null>,
  open: boolean,
  { align, side }: Placement = {},
): void {
  useLayoutEffect(() => {
    const box = popup.current
    if (!box || !open) return
    if (!box.matches(':popover-open')) box.showPopover()
    const follow = () => place(anchor, box, { align, side })
    follow()
    const watch = new ResizeObserver(follow)
    watch.observe(box)
    window.addEventListener('scroll', follow, true)
    window.addEventListener('resize', follow)
    // What loads above the anchor pushes it down: nobody tells of that.
    let frame = 0
    let stood = 0
    const look = () => {
      const top = anchor?.getBoundingClientRect().top ?? 0
      if (top !== stood) follow()
      stood = top
      frame = requestAnimationFrame(look)
    }
    look()
    return () => {
      cancelAnimationFrame(frame)
      watch.disconnect()
      window.removeEventListener('scroll', follow, true)
      window.removeEventListener('resize', follow)
      if (box.isConnected && box.matches(':popover-open')) box.hidePopover()
    }
  }, [anchor, popup, open, align, side])
}

/** What is open now, the innermost last: Esc closes that one only. */
const layers: object[] = []

/**
 * Closes a floating panel on Esc (the focus goes back to its anchor) and on a press elsewhere. Presses inside the panel
 * must be stopped by it, so that those of its portals count as inside, too.
 */
export function useDismiss(anchor: HTMLElement | null, open: boolean, close: () => void): void {
  const closing = useRef(close)
  useLayoutEffect(() => {
    closing.current = close
  })
  useEffect(() => {
    if (!open) return
    const layer = {}
    layers.push(layer)
    const onPress = (event: PointerEvent) => {
      if (!(event.target instanceof Node && anchor?.contains(event.target))) closing.current()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || layers.at(-1) !== layer) return
      // Before a dialog around it takes the same key.
      event.preventDefault()
      event.stopImmediatePropagation()
      closing.current()
      anchor?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    window.addEventListener('keydown', onKey, true)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      document.removeEventListener('pointerdown', onPress)
      window.removeEventListener('keydown', onKey, true)
    }
  }, [anchor, open])
}
