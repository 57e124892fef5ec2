import { setUpSteps, setUpStepKeys } from '@dentin/contract/set-up'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { cameFrom, firstPageOf, SET_UP, settledOf, useSetUp, useSettleStep } from '../../features/clinic/index.ts'
import { Button, LinkButton, Notice, toast, useIsMobile } from '../../ui/index.ts'

/** Above a page that a step of 开业准备 led to: the way back. On the phone, that there is something left to do. */
export function SetUpBar() {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const mobile = useIsMobile()
  const { data: setUp } = useSetUp()
  const settle = useSettleStep()
  if (!setUp?.open || pathname === SET_UP) return null
  const step = cameFrom(params.get('from'), setUpStepKeys)
  if (!step)
    return mobile && firstPageOf(setUp) ? (
      <Notice
        tone="brand"
        icon="flag"
        edge
        action={
          <LinkButton to={SET_UP} size="sm">
            继续
          </LinkButton>
        }
      >
        开业准备 {settledOf(setUp.steps)} / {setUp.steps.length}
      </Notice>
    ) : null
  const line = setUp.steps.find(({ key }) => key === step)
  const back = () => void navigate(SET_UP)
  const mayConfirm = setUp.mayKeep && setUpSteps[step].byWord && line?.state !== 'done' && (line?.count ?? 0) > 0
  return (
    <Notice
      tone="brand"
      icon="flag"
      edge
      action={
        mayConfirm ? (
          <Button
            size="sm"
            variant="primary"
            icon="check"
            busy={settle.isPending}
            onClick={() =>
              settle.mutate({ step, as: 'done' }, { onSuccess: back, onError: (error) => toast.error(error.message) })
            }
          >
            核对好了
          </Button>
        ) : (
          <LinkButton to={SET_UP} size="sm" icon="arrow-left">
            回到开业准备
          </LinkButton>
        )
      }
    >
      开业准备：{setUpSteps[step].title}
      {mayConfirm && '　看过、改好后点右边'}
    </Notice>
  )
}
