import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { confirm } from '../feedback/confirm.tsx'

/** What is not saved, and whether this computer keeps it until it can be. */
export interface Unsaved {
  what: string
  kept?: boolean
}

/**
 * Asks before unsaved work is left: on a change of page within the product and when the tab is closed or reloaded.
 * A change of the search parameters alone (a tab, a drawer) is let through.
 * @param dirty whether there is something to lose
 * @param what what is not saved, for the question: '这份病历有未保存的修改'
 * @param kept this computer keeps it: leaving only puts it off
 */
export function useLeaveGuard(dirty: boolean, what = '有未保存的内容', kept = false): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let live = true
    const body = kept ? '内容留在这台电脑上，再打开时继续同步。' : '离开后将会丢失。'
    void confirm({ title: what, body, okText: '离开', cancelText: '留在这里', danger: !kept }).then((leave) => {
      if (!live) return
      if (leave) blocker.proceed()
      else blocker.reset()
    })
    return () => {
      live = false
    }
  }, [blocker, what, kept])
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
}
