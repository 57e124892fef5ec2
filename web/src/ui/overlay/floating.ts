import { useLayoutEffect, type RefObject } from 'react'

/**
 * Keeps a `popover="manual"` element under (or, for want of room, over) its anchor while it is open. The popover is in
 * the browser's top layer, so no scrolling parent can cut it.
 * @param align which edges meet; `stretch` also gives the popover the anchor's width at least
 */
export function useFloating(
  anchor: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
  open: boolean,
  align: 'start' | 'end' | 'stretch' = 'start',
): void {
  useLayoutEffect(() => {
    const box = popup.current
    if (!box || !open) return
    if (!box.matches(':popover-open')) box.showPopover()
    const place = () => {
      const at = anchor.current?.getBoundingClientRect()
      if (!at) return
      if (align === 'stretch') box.style.minWidth = `${at.width}px`
      const { width, height } = box.getBoundingClientRect()
      const below = window.innerHeight - at.bottom - 8
      const over = below < Math.min(height, 240) && at.top > below
      const left = align === 'end' ? at.right - width : at.left
      box.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`
      box.style.top = over ? `${Math.max(8, at.top - height - 4)}px` : `${at.bottom + 4}px`
      box.style.maxHeight = `${Math.max(120, over ? at.top - 12 : below)}px`
    }
    place()
    const watch = new ResizeObserver(place)
    watch.observe(box)
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      watch.disconnect()
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
      if (box.isConnected && box.matches(':popover-open')) box.hidePopover()
    }
  }, [anchor, popup, open, align])
}
