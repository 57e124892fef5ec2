import { useSearchParams } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { globalDialogs, type GlobalDialog } from '../dialogs.ts'

/** What the person may make from here, and the way to begin it. */
export function useNew(): { entries: GlobalDialog[]; open: (key: string) => void } {
  const [, setParams] = useSearchParams()
  const allowed = useCan()
  const open = (key: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set('new', key)
      return next
    })
  return { entries: globalDialogs.filter((entry) => allowed(entry.resource)), open }
}
