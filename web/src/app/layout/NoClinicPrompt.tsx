import { useNavigate } from 'react-router'
import { Button, EmptyState, Page, PageTitle } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import { exists } from '../routes.ts'
import { NO_CLINIC_PROMPT, waysOn } from './no-clinic.ts'
import s from './layout.module.css'

function Ways({ menuType, onGone }: { menuType: 2 | 3; onGone?: () => void }) {
  const navigate = useNavigate()
  const ways = waysOn(menuType, exists)
  return (
    <div className={s.foot}>
      {ways.map((way, n) => (
        <Button
          key={way.to}
          variant={n === ways.length - 1 ? 'primary' : 'default'}
          onClick={() => {
            onGone?.()
            void navigate(way.to)
          }}
        >
          {way.label}
        </Button>
      ))}
    </div>
  )
}

/** In place of a screen that belongs to a clinic. */
export function NoClinicPrompt({ menuType }: { menuType: 2 | 3 }) {
  return (
    <Page padded>
      <PageTitle />
      <EmptyState layout="stack" icon="building" title={NO_CLINIC_PROMPT} action={<Ways menuType={menuType} />} />
    </Page>
  )
}

/** What a menu item says instead of leading somewhere. */
export function NoClinicDialog({ menuType, onClose }: { menuType: 2 | 3; onClose: () => void }) {
  return (
    <Dialog open title="还没有所属门诊" onClose={onClose} footer={<Ways menuType={menuType} onGone={onClose} />}>
      <p>{NO_CLINIC_PROMPT}</p>
    </Dialog>
  )
}
