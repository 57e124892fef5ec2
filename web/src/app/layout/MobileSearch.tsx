import { useNavigate, useSearchParams } from 'react-router'
import { Drawer } from '../../ui/heavy.ts'
import { DeskSearch } from './DeskSearch.tsx'
import s from './layout.module.css'

/** The search of the phone, over the page; `?search=1` in the address, so that back closes it. */
export default function MobileSearch() {
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
      <div className={s.noKeys}>
        <DeskSearch onOpen={(id) => void navigate(`/patientCenter?id=${id}`, { replace: true })} />
      </div>
    </Drawer>
  )
}
