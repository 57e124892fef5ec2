import type { Ref } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { can } from '../../lib/permission.ts'
import { IconButton } from '../../ui/index.ts'
import { DeskSearch } from './DeskSearch.tsx'
import { NewButton } from './FrameActions.tsx'
import s from './layout.module.css'

/** The patient search of the navbar. */
export function FrameSearch({ inputRef }: { inputRef?: Ref<HTMLInputElement> }) {
  const navigate = useNavigate()
  return <DeskSearch inputRef={inputRef} onOpen={(id) => void navigate(`/patientCenter?id=${id}`)} />
}

/** Right of a page's title on the phone: search and 新建. Pages hand it to `PageTitle mobileActions`. */
export function MobileActions() {
  const [, setParams] = useSearchParams()
  const open = () =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set('search', '1')
      return next
    })
  return (
    <div className={s.mobileActions}>
      {can('/allTimePatients:view') && (
        <IconButton icon="search" label="搜索患者" size="lg" iconSize={22} onClick={open} />
      )}
      <NewButton mobile />
    </div>
  )
}
