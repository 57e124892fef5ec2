import { lazy, Suspense, type Ref } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { can } from '../../lib/permission.ts'
import { IconButton, TextField } from '../../ui/index.ts'
import { NewButton } from './FrameActions.tsx'
import s from './layout.module.css'

/** The rows of the search know the whole day: they come after the first screen. */
const DeskSearch = lazy(async () => ({ default: (await import('./DeskSearch.tsx')).DeskSearch }))

/** The patient search of the navbar. */
export function FrameSearch({ inputRef }: { inputRef?: Ref<HTMLInputElement> }) {
  const navigate = useNavigate()
  return (
    <Suspense
      fallback={<TextField readOnly icon="search" placeholder="姓名、拼音首字母、手机尾号、病历号" aria-label="搜索" />}
    >
      <DeskSearch inputRef={inputRef} onOpen={(id) => void navigate(`/patientCenter?id=${id}`)} />
    </Suspense>
  )
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
