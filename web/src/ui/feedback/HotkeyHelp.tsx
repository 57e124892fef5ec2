import { lazy, Suspense, useState } from 'react'
import { useHotkeys } from '../hooks/useHotkeys.ts'

const HotkeyList = lazy(() => import('./HotkeyList.tsx'))

/** The list of keys that work on the screen; opens with `?`. One per page. */
export function HotkeyHelp() {
  const [open, setOpen] = useState(false)
  useHotkeys([{ key: '?', does: '显示快捷键', run: () => setOpen(true) }])
  if (!open) return null
  return (
    <Suspense>
      <HotkeyList onClose={() => setOpen(false)} />
    </Suspense>
  )
}
