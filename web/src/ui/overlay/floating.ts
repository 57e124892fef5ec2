import { useLayoutEffect, type RefObject } from 'react'

/** Puts a fixed box under its anchor, or over it for want of room, inside the window. */
function place(anchor: HTMLElement | null, box: HTMLElement, align: 'start' | 'end' | 'stretch') {
  const at = anchor?.getBoundingClientRect()
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
    const follow = () => place(anchor.current, box, align)
    follow()
    const watch = new ResizeObserver(follow)
    watch.observe(box)
    window.addEventListener('scroll', follow, true)
    window.addEventListener('resize', follow)
    return () => {
      watch.disconnect()
      window.removeEventListener('scroll', follow, true)
      window.removeEventListener('resize', follow)
      if (box.isConnected && box.matches(':popover-open')) box.hidePopover()
    }
  }, [anchor, popup, open, align])
}
