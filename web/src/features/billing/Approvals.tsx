import { discountApprovalStates } from '@dentin/contract/discount-approval'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { Button, Notice, toast } from '../../ui/index.ts'
import { ApprovalDrawer, ReasonDialog } from './dialogs.ts'
import { bodyOf, type Draft } from './draft.ts'
import { useRequestIds } from '../../lib/request-ids.ts'
import { useApprovals, useApprovalSends, type BillDetail } from './hooks.ts'

export interface ApprovalsProps {
  bill: BillDetail | null
  draft: Draft
  /** What is typed is beyond what this person may give. */
  isBeyond: boolean
  /** Keeps the bill as it may be kept, so that it can be asked for. */
  onKeep: () => Promise<{ id: string; version: number }>
  /** Runs a step; null when it was refused, which is told by the desk. */
  run: <T>(work: () => Promise<T>) => Promise<T | null>
  busy: boolean
  failure: string | undefined
  onAsked: (billId: string) => void
}

/** How somebody is asked for a discount beyond one's limit, and what became of it. */
export function Approvals({ bill, draft, isBeyond, onKeep, run, busy, failure, onAsked }: ApprovalsProps) {
  const [asking, setAsking] = useState(false)
  const [deciding, setDeciding] = useState(false)
  const sends = useApprovalSends()
  const ids = useRequestIds()
  const [last] = useApprovals(bill?.id ?? null)
  const waits = last && discountApprovalStates.is(last.status, 'asked') ? last : null
  const ask = async (reason: string) => {
    const id = await run(async () => {
      const { id: billId, version } = await onKeep()
      const content = { billId, version, ...bodyOf(draft), reason }
      await sends.request.mutateAsync({ ...content, requestId: ids.of('request', content) })
      ids.done('request')
      return billId
    })
    if (id === null) return
    setAsking(false)
    toast.success('已提交，等审批；同意后这里会变')
    onAsked(id)
  }
  const withdraw = () =>
    run(async () => {
      if (waits) await sends.withdraw.mutateAsync({ id: waits.id, version: waits.version })
    })
  return (
    <>
      {waits && (
        <Notice
          tone="wait"
          icon="clock"
          action={
            waits.allowed.decide ? (
              <Button size="xs" variant="tint" onClick={() => setDeciding(true)}>
                审批
              </Button>
            ) : (
              waits.allowed.withdraw && (
                <Button size="xs" busy={busy} onClick={() => void withdraw()}>
                  撤回申请
                </Button>
              )
            )
          }
        >
          {waits.applicantName}申请优惠 {formatYuanText(waits.discountAmount)}，改后应收{' '}
          {formatYuanText(waits.receivableAmount)}，等审批
          {waits.isStale && '。账单在申请之后有变动，请撤回后重新申请'}
        </Notice>
      )}
      {!waits && isBeyond && (
        <Notice
          tone="wait"
          icon="lock"
          action={
            <Button size="xs" variant="tint" onClick={() => setAsking(true)}>
              申请审批
            </Button>
          }
        >
          优惠或价格超过你的权限，可以请店长同意
        </Notice>
      )}
      {last && discountApprovalStates.is(last.status, 'refused') && (
        <Notice tone="muted" icon="history">
          {last.approverName}没有同意优惠 {formatYuanText(last.discountAmount)}：{last.decisionReason}
        </Notice>
      )}
      {bill?.discountApproverName && (
        <Notice tone="muted" icon="check">
          优惠由{bill.discountApproverName}同意
        </Notice>
      )}
      {deciding && last && <ApprovalDrawer id={last.id} onClose={() => setDeciding(false)} />}
      {asking && (
        <ReasonDialog
          title="申请优惠审批"
          label="申请原因"
          dictionary="discount-reason"
          submitText="提交申请"
          busy={busy}
          failure={failure}
          onClose={() => setAsking(false)}
          onSubmit={(reason) => void ask(reason)}
        />
      )}
    </>
  )
}
