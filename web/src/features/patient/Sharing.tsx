import { patient as calls } from '@dentin/contract/patient'
import { ApiError, newRequestId } from '../../lib/client.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { confirm, ErrorLine, Field, FormSection, LinkButton, Switch, toast } from '../../ui/index.ts'
import { centreReads } from './hooks.ts'

/** Whether the branches of the company share their patients' files; nothing where there is only one. */
export function PatientSharing({ requestsTo }: { requestsTo: string }) {
  const found = useCall(calls.sharing, {})
  const save = useSend(calls.setSharing, { refresh: [calls.sharing, calls.search, ...centreReads] })
  if (found.error) return <ErrorLine onRetry={() => void found.refetch()}>{found.error.message}</ErrorLine>
  if (!found.data?.branches) return null
  const { shared, version, mayChange } = found.data
  const change = async (on: boolean) => {
    const sure =
      on ||
      (await confirm({
        title: '关闭门诊间共享？',
        body: '关闭后，各门诊只能看到本店建档、预约或接诊过的患者；要看其他门诊的档案，须向建档门诊申请。',
        okText: '关闭共享',
      }))
    if (!sure) return
    try {
      await save.mutateAsync({ shared: on, version, requestId: newRequestId() })
      toast.success('更新成功')
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : '没有成功，请重试')
    }
  }
  return (
    <FormSection title="连锁" columns={1}>
      <Field
        label="患者档案"
        help={mayChange ? '整个公司一项设置；金额始终只属于收费的门诊' : '整个公司一项设置，由机构管理员或总部修改'}
        group
      >
        <Switch checked={shared} disabled={!mayChange || save.isPending} onChange={(on) => void change(on)}>
          门诊间共享患者档案
        </Switch>
      </Field>
      <p className="t-13 secondary">
        {shared ? '各门诊可以搜到并打开其他门诊的患者档案' : '各门诊只看到自己的患者，其他门诊的须申请'}　
        <LinkButton to={requestsTo} size="sm">
          档案开放申请
        </LinkButton>
      </p>
    </FormSection>
  )
}
