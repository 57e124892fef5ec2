import { amendRequestStates, recordStates } from '@dentin/contract/core/status'
import { useState } from 'react'
import { ApiError, newRequestId } from '../../lib/client.ts'
import { Button, Notice, toast } from '../../ui/index.ts'
import { ReasonDialog } from './dialogs.tsx'
import { useAskAmend, useCountersign, useDecideAmend, type RecordDetail } from './hooks.ts'
import s from './record.module.css'

type Asking = 'sendBack' | 'askAmend' | 'refuse' | null

/** What a superior has to do with the record: the second signature, its filing, and amending one that is filed. */
export function ReviewNotices({ detail }: { detail: RecordDetail }) {
  const [asking, setAsking] = useState<Asking>(null)
  const [requestId, setRequestId] = useState(newRequestId)
  const [countersign, ask, decide] = [useCountersign(), useAskAmend(), useDecideAmend()]
  const { countersign: second, amendRequest: request, can } = detail
  /** Awaited: what is decided may put another editor, with other notices, in this one's place before the answer comes. */
  const say = async (sent: Promise<unknown>, said: string): Promise<boolean> => {
    try {
      await sent
      toast.success(said)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (asking === null) toast.error(error.message)
      return false
    }
  }
  const pass = () => say(countersign.mutateAsync({ id: detail.id, version: detail.version, pass: true }), '已审签')
  const grant = () =>
    request && say(decide.mutateAsync({ id: request.id, version: request.version, grant: true }), '已同意修订')
  const submit = async (words: string) => {
    const { id, version } = detail
    const isDone =
      asking === 'sendBack'
        ? await say(countersign.mutateAsync({ id, version, pass: false, note: words }), '已退回，医生会收到消息')
        : asking === 'askAmend'
          ? await say(ask.mutateAsync({ id, reason: words, requestId }), '已申请，等待批准')
          : request !== null &&
            (await say(
              decide.mutateAsync({ id: request.id, version: request.version, grant: false, note: words }),
              '已拒绝',
            ))
    if (!isDone) return
    setAsking(null)
    setRequestId(newRequestId())
  }
  const isSigned = recordStates.is(detail.status, 'signed')
  const isFiled = recordStates.is(detail.status, 'archived')
  const error = [countersign.error, ask.error, decide.error].find((each) => each instanceof ApiError)?.message
  return (
    <>
      {detail.sealedAt && (
        <Notice icon="lock" className={s.flag}>
          已封存（{detail.sealedAt.slice(0, 16)}）。封存件不变；修订是新版本，与封存件并存，病历不能删除
        </Notice>
      )}
      {isSigned && second.due && second.sentBack !== null && (
        <Notice tone="danger" icon="undo" className={s.flag}>
          {second.sentBackName}退回：{second.sentBack}。请修订后再签名。
        </Notice>
      )}
      {isSigned && second.due && second.sentBack === null && (
        <Notice
          tone="wait"
          icon="signature"
          className={s.flag}
          action={
            can.countersign && (
              <>
                <Button size="xs" variant="tint" busy={countersign.isPending} onClick={() => void pass()}>
                  审签
                </Button>
                <Button size="xs" variant="text" onClick={() => setAsking('sendBack')}>
                  退回
                </Button>
              </>
            )
          }
        >
          {detail.signDoctorName}已签名，待上级审签
        </Notice>
      )}
      {isFiled && (
        <Notice
          tone={request && amendRequestStates.is(request.status, 'open') ? 'wait' : undefined}
          icon="lock"
          className={s.flag}
          action={
            can.decideAmend ? (
              <>
                <Button size="xs" variant="tint" busy={decide.isPending} onClick={() => void grant()}>
                  同意修订
                </Button>
                <Button size="xs" variant="text" onClick={() => setAsking('refuse')}>
                  拒绝
                </Button>
              </>
            ) : (
              can.askAmend && (
                <Button size="xs" variant="tint" onClick={() => setAsking('askAmend')}>
                  申请修订
                </Button>
              )
            )
          }
        >
          {filedWords(detail)}
        </Notice>
      )}
      {asking !== null && (
        <ReasonDialog
          title={titles[asking]}
          hint={hints[asking]}
          submitText={asking === 'sendBack' ? '退回' : asking === 'refuse' ? '拒绝' : '提交申请'}
          required
          busy={countersign.isPending || ask.isPending || decide.isPending}
          error={error}
          onClose={() => setAsking(null)}
          onSubmit={(words) => void submit(words)}
        />
      )}
    </>
  )
}

const titles = { sendBack: '退回病历', askAmend: '申请修订已归档的病历', refuse: '拒绝修订申请' } as const
const hints = {
  sendBack: '写明哪里要改，医生修订后再签名，再由上级审签。',
  askAmend: '写明要改什么、为什么；批准后可以修订一次，原来的版本保留。',
  refuse: '写明原因，申请人会收到消息。',
} as const

function filedWords({ archivedAt, amendRequest: request }: RecordDetail): string {
  const filed = `已归档${archivedAt ? `（${archivedAt.slice(0, 10)}）` : ''}`
  if (!request) return filed
  if (amendRequestStates.is(request.status, 'open')) return `${filed}。${request.askedName}申请修订：${request.reason}`
  if (amendRequestStates.is(request.status, 'granted'))
    return `${filed}。${request.decidedName ?? ''}已同意修订：${request.reason}`
  return amendRequestStates.is(request.status, 'refused')
    ? `${filed}。${request.decidedName ?? ''}没有同意修订：${request.note}`
    : filed
}
