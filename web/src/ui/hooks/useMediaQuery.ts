import { useSyncExternalStore } from 'react'

/** Whether a media query matches now. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    // Where there is no window, as in tests of what is drawn: a large one.
    () => false,
  )
}

/** Below 992 px: the phone layout. */
export function useIsMobile(): boolean {
  return useMediaQuery('(max-width: 991.98px)')
}

/** Up to 1024 px: side panels are drawers. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 1024px)')
}

/** Whether this person has asked their system for less motion: dialogs and lists then appear where they end. */
export function useWantsStillness(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)')
}
