import { useNavigate } from 'react-router'
import { Button, EmptyState, Page, PageTitle } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import { screens } from '../routes.ts'
import s from './layout.module.css'

const PROMPT = '您还没有所属门诊信息，可以先申请创建门诊或者关联门诊，通过审核后即可体验全部功能！'
const exists = (path: string) => screens.some((screen) => (screen.path as string) === path)

/**
 * What somebody without a clinic may do about it. Menu type 2 has the choice between founding a clinic and belonging to
 * one; type 3, a recognised doctor, goes to the guide page.
 */
function Options({ menuType, onGone }: { menuType: 2 | 3; onGone?: () => void }) {
  const navigate = useNavigate()
  const go = (path: string) => () => {
    onGone?.()
    void navigate(path)
  }
  if (menuType === 3)
    return (
      <Button variant="primary" onClick={go('/clinicManage')}>
        确定
      </Button>
    )
  return (
    <>
      {exists('/userFactoryNav') && <Button onClick={go('/userFactoryNav')}>创建门诊</Button>}
      <Button variant="primary" onClick={go('/relateClinic')}>
        关联门诊
      </Button>
    </>
  )
}

/** In place of a screen that belongs to a clinic. */
export function NoClinicPrompt({ title, menuType }: { title: string; menuType: 2 | 3 }) {
  return (
    <Page padded>
      <PageTitle title={title} />
      <EmptyState
        layout="stack"
        icon="building"
        title={PROMPT}
        action={
          <div className={s.foot}>
            <Options menuType={menuType} />
          </div>
        }
      />
    </Page>
  )
}

/** What a menu item says instead of leading somewhere. */
export function NoClinicDialog({ menuType, onClose }: { menuType: 2 | 3; onClose: () => void }) {
  return (
    <Dialog
      open
      title="还没有所属门诊"
      onClose={onClose}
      footer={
        <div className={s.foot}>
          <Options menuType={menuType} onGone={onClose} />
        </div>
      }
    >
      <p>{PROMPT}</p>
    </Dialog>
  )
}
