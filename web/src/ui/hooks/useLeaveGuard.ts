import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { confirm } from '../feedback/confirm.tsx'

/**
 * Asks before unsaved work is left: on a change of page within the product and when the tab is closed or reloaded.
 * A change of the search parameters alone (a tab, a drawer) is let through.
 * @param dirty whether there is something to lose
 * @param what what would be lost, for the question: '这份病历有未保存的修改'
 */
export function useLeaveGuard(dirty: boolean, what = '有未保存的内容'): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let live = true
    void confirm({ title: what, body: '离开后将会丢失。', okText: '离开', cancelText: '留在这里', danger: true }).then(
      (leave) => {
        if (!live) return
        if (leave) blocker.proceed()
        else blocker.reset()
      },
    )
    return () => {
      live = false
    }
  }, [blocker, what])
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
}
