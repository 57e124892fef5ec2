import { visit } from '@dentin/contract/visit'
import { useCan } from '../../lib/permission.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { shortMoment } from '../../lib/when.ts'
import { Button, confirm, copyText, ErrorLine, Field, SkeletonRows, TextField, toast } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import s from './visit.module.css'

/** The link of the waiting room's screen: opened, copied, renewed, closed. */
export function QueueLink({ onClose }: { onClose: () => void }) {
  const maySet = useCan()('/inTreatment:register')
  const query = useCall(visit.queueLink, {}, { staleTime: 0 })
  const set = useSend(visit.setQueueLink, { refresh: [visit.queueLink] })
  const key = query.data?.key ?? null
  // Behind the #: browsers send that part to no server, so the key stands in no log.
  const address = key === null ? '' : `${location.origin}/queueScreen#${key}`
  const change = async (open: boolean) => {
    const question = open
      ? { title: '更换候诊屏链接？', body: '旧链接马上失效，电视和手机要重新打开。', okText: '更换' }
      : { title: '停用候诊屏？', body: '链接马上失效，电视上不再显示叫号。', okText: '停用', danger: true }
    if (key !== null && !(await confirm(question))) return
    try {
      await set.mutateAsync({ open })
      toast.success(open ? '候诊屏已开通' : '候诊屏已停用')
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '没有成功，请重试')
    }
  }
  return (
    <Dialog
      open
      title="候诊屏"
      width={560}
      onClose={onClose}
      footStart={
        key !== null &&
        maySet && (
          <div className={s.linkActions}>
            <Button variant="danger" onClick={() => void change(false)}>
              停用
            </Button>
            <Button icon="refresh" busy={set.isPending} onClick={() => void change(true)}>
              更换链接
            </Button>
          </div>
        )
      }
    >
      <div className={s.form}>
        <p className="t-13 secondary">
          在候诊区的电视或平板上打开链接，显示叫号和各位医生的候诊，姓名隐去中间。链接不用登录，只能看这一屏。
        </p>
        {query.error ? (
          <ErrorLine onRetry={() => void query.refetch()}>{query.error.message}</ErrorLine>
        ) : !query.data ? (
          <SkeletonRows rows={1} height={40} />
        ) : key === null ? (
          maySet ? (
            <div>
              <Button variant="primary" icon="link" busy={set.isPending} onClick={() => void change(true)}>
                开通候诊屏
              </Button>
            </div>
          ) : (
            <p>还没有开通，请前台开通。</p>
          )
        ) : (
          <>
            <Field label="链接" help={`${query.data.setName} 开通于 ${shortMoment(query.data.setTime ?? '')}`}>
              <TextField readOnly value={address} onFocus={(event) => event.target.select()} />
            </Field>
            <div className={s.linkActions}>
              <Button icon="external" onClick={() => window.open(address, '_blank', 'noopener')}>
                打开
              </Button>
              <Button icon="copy" onClick={() => void copyText(address, '链接')}>
                复制
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
