import { useEffect } from 'react'

/** A part of the page that says what it is, or a row of a list. */
const PLACES =
  '[role=dialog], [role=tabpanel], [role=region][aria-label], [role=group][aria-label], [role=table], [data-row], section[aria-label], aside[aria-label], table, main'
/** What lies over the page and takes the keys while it is there. */
const LAYERS = '[role=dialog], dialog, [popover]'
const MODAL = '[role=dialog], dialog[open]'

/** Where the focus was within the page or one of its layers: the element, those around it, and the place of each among its siblings. */
interface Stood {
  layer: Element | null
  path: readonly { element: Element; at: number }[]
}

function standingAt(element: Element): Stood {
  const path: { element: Element; at: number }[] = []
  for (let each: Element | null = element; each && each !== document.body; each = each.parentElement)
    path.push({ element: each, at: each.parentElement ? [...each.parentElement.children].indexOf(each) : 0 })
  // What stands beside the page in the document lies over it.
  const beside = element.closest('#root') ? null : path.at(-1)?.element
  return { layer: element.closest(LAYERS) ?? beside ?? null, path }
}

/** What has come into the place of what is gone, else the part of the page around it. */
function placeNear({ path }: Stood): Element | null {
  const left = path.findIndex(({ element }) => element.isConnected)
  if (left < 0) return null
  const around = (path[left] as { element: Element }).element
  if (around.id === 'main') return around
  const gone = path[left - 1]
  const next = gone && (around.children[gone.at] ?? around.lastElementChild)
  const inside = next && (next.matches(PLACES) ? next : next.querySelector(PLACES))
  if (inside) return inside
  // What comes into its place may still be loading: then Tab goes on from there, not from the head of the page.
  const place = around.closest(PLACES)
  return place?.id === 'main' ? around : place
}

/** The dialog over the page, the last that opened. */
const modal = () => [...document.querySelectorAll(MODAL)].filter((each) => each.checkVisibility()).at(-1)

/** Is the focus nowhere in particular: on the page itself, or on the part of it that took the place of what is gone? */
export const isNowhere = (focused: EventTarget | null): boolean =>
  !(focused instanceof Element) || focused.matches('body, #main, [data-kept]')

/** Focuses an element, also one that has no part in the order of Tab: then for as long as it has the focus. */
function take(element: HTMLElement): boolean {
  const isFocused = () => document.activeElement === element
  element.focus({ preventScroll: true })
  if (isFocused()) return true
  element.tabIndex = -1
  element.dataset.kept = ''
  const release = () => {
    element.removeAttribute('tabindex')
    delete element.dataset.kept
  }
  element.addEventListener('blur', release, { once: true })
  element.focus({ preventScroll: true })
  if (!isFocused()) release()
  return isFocused()
}

/**
 * Whoever works by keys goes on where they were. The browser drops the focus when what had it is taken away or can't be
 * pressed any more: a row that is removed, a button that opened a dialog, a panel that has done its work. Then the part of
 * the page that it stood in takes the focus, or what has come into its place; never a button, so that Enter held down does
 * nothing. One per page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let byKeys = false
    let asked = false
    let stood: Stood[] = []
    const hearKey = () => {
      byKeys = true
    }
    const hearPointer = () => {
      byKeys = false
    }
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      // Tab at the end of a dialog comes to the page below it for a moment.
      const open = modal()
      if (open && !open.contains(target)) return
      const now = standingAt(target)
      stood = [...stood.filter(({ layer }) => layer !== now.layer && (layer?.isConnected ?? true)), now]
    }
    const look = () => {
      asked = false
      if (!byKeys || (document.activeElement ?? document.body) !== document.body) return
      // A layer that has just opened takes the focus by itself.
      const open = modal()
      for (const [n, each] of stood.toReversed().entries()) {
        if (each.layer && !each.layer.checkVisibility()) continue
        if (open && !open.contains(each.layer)) return
        const had = each.path[0]?.element
        const stands = had instanceof HTMLElement && had.checkVisibility() && !had.matches(':disabled')
        // Somebody let go of it.
        if (stands && n === 0) return
        const place = stands ? had : placeNear(each)
        if (place instanceof HTMLElement && take(place)) return
      }
    }
    const changes = new MutationObserver(() => {
      if (asked || !byKeys) return
      asked = true
      // The browser lets go of what is disabled when it paints, and what opens takes the focus by itself.
      requestAnimationFrame(() => setTimeout(look))
    })
    document.addEventListener('keydown', hearKey, true)
    document.addEventListener('pointerdown', hearPointer, true)
    document.addEventListener('focusin', note)
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      document.removeEventListener('keydown', hearKey, true)
      document.removeEventListener('pointerdown', hearPointer, true)
      document.removeEventListener('focusin', note)
      changes.disconnect()
    }
  }, [])
}
