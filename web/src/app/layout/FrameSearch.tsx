import type { Ref } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { PatientSearch } from '../../features/patient/PatientSearch.tsx'
import { can } from '../../lib/permission.ts'
import { IconButton } from '../../ui/index.ts'
import { Drawer } from '../../ui/heavy.ts'
import { NewButton } from './FrameActions.tsx'
import s from './layout.module.css'

const fileOf = (id: string) => `/patientCenter?id=${id}`

/** The patient search of the navbar. */
export function FrameSearch({ inputRef }: { inputRef?: Ref<HTMLInputElement> }) {
  const navigate = useNavigate()
  return <PatientSearch inputRef={inputRef} onOpen={(id) => void navigate(fileOf(id))} />
}

/** The search of the phone, over the page; `?search=1` in the address, so that back closes it. */
export function MobileSearch() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const close = () =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('search')
        return next
      },
      { replace: true },
    )
  return (
    <Drawer open={params.get('search') === '1'} title="搜索患者" onClose={close}>
      <PatientSearch onOpen={(id) => void navigate(fileOf(id), { replace: true })} />
    </Drawer>
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
