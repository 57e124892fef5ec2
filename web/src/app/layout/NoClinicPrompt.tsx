import { useNavigate } from 'react-router'
import { Button, EmptyState, Page } from '../../ui/index.ts'

/** What somebody without a clinic sees in place of a screen that belongs to one. */
export function NoClinicPrompt() {
  const navigate = useNavigate()
  return (
    <Page padded>
      <EmptyState
        layout="stack"
        icon="building"
        title="您还没有所属门诊信息，可以先申请创建门诊或者关联门诊，通过审核后即可体验全部功能！"
        action={
          <Button variant="primary" onClick={() => void navigate('/clinicManage')}>
            确定
          </Button>
        }
      />
    </Page>
  )
}
