import type { WireOutput } from '@dentin/contract/core/call'
import type { discountApproval } from '@dentin/contract/discount-approval'
import type { payAdjust } from '@dentin/contract/pay-adjust'
import { formatYuanText } from '@dentin/kit/money'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Button, EmptyState, ErrorLine, Money, ScrollRegion, SkeletonRows, Tag } from '../../ui/index.ts'
import { RefuseAdjustDialog } from './dialogs.ts'
import { useAdjustSends, useWaitingDecisions } from './hooks.ts'
import { chargeDeskLink } from './links.ts'
import s from './decisions.module.css'

type Approval = WireOutput<typeof discountApproval.waiting>[number]
type Adjust = WireOutput<typeof payAdjust.waiting>[number]

/** What waits for a second person's word: discounts beyond somebody's limit, and ways of payment that are set right. */
export function Decisions({ onApproval }: { onApproval: (id: string) => void }) {
  const { approvals, adjusts, error, isPending, refetch } = useWaitingDecisions()
  const empty = approvals.length + adjusts.length === 0
  return (
    <ScrollRegion label="待审批" className={s.desk}>
      {error && empty ? (
        <ErrorLine onRetry={refetch}>{error.message}</ErrorLine>
      ) : isPending ? (
        <SkeletonRows rows={3} height={64} double />
      ) : empty ? (
        <EmptyState
          layout="stack"
          icon="check"
          title="没有等审批的"
          hint="超出本人权限的优惠、已交班后的改账会到这里"
        />
      ) : (
        <ul className={s.list}>
          {approvals.map((one) => (
            <ApprovalRow key={one.id} one={one} onOpen={() => onApproval(one.id)} />
          ))}
          {adjusts.map((one) => (
            <AdjustRow key={one.id} one={one} />
          ))}
        </ul>
      )}
    </ScrollRegion>
  )
}

interface WaitingProps {
  one: Pick<Approval, 'patientName' | 'billId' | 'billNo' | 'applicantName' | 'appliedAt' | 'reason'>
  no: string
  kind: string
  amount: string
  /** What is asked for, in one line. */
  what: string
  stale?: boolean
  acts: ReactNode
  children?: ReactNode
}

function Waiting({ one, no, kind, amount, what, stale, acts, children }: WaitingProps) {
  return (
    <li className={s.row}>
      <div className={s.main}>
        <div className={s.line}>
          <b>{one.patientName}</b>
          <Tag tone="wait">{kind}</Tag>
          <Link to={chargeDeskLink(one.billId)} className="t-12 num">
            {one.billNo}
          </Link>
          <span className="t-12 tertiary num">{no}</span>
        </div>
        <p className="t-13">{what}</p>
        <p className="t-12 secondary">
          {one.applicantName} <span className="num">{one.appliedAt.slice(5, 16)}</span> 申请：{one.reason}
          {stale && <span className="danger">　账单在申请之后有变动</span>}
        </p>
        {children}
      </div>
      <div className={s.end}>
        <Money yuan={amount} strong />
        <span className={s.acts}>{acts}</span>
      </div>
    </li>
  )
}

function ApprovalRow({ one, onOpen }: { one: Approval; onOpen: () => void }) {
  return (
    <Waiting
      one={one}
      no={one.approvalNo}
      kind="优惠"
      amount={one.discountAmount}
      what={`原价 ${formatYuanText(one.originalAmount)}，优惠 ${formatYuanText(one.discountAmount)}，改后应收 ${formatYuanText(one.receivableAmount)}`}
      stale={one.isStale}
      acts={
        <Button size="sm" variant="tint" onClick={onOpen}>
          {one.allowed.decide ? '审批' : '查看'}
        </Button>
      }
    />
  )
}

function AdjustRow({ one }: { one: Adjust }) {
  const { decide } = useAdjustSends()
  const [refusing, setRefusing] = useState(false)
  return (
    <Waiting
      one={one}
      no={one.adjustNo}
      kind="改账"
      amount={one.amount}
      what={`${one.oldMethodName} → ${one.ways.map(({ name, amount }) => `${name} ${formatYuanText(amount)}`).join('，')}`}
      acts={
        one.allowed.decide ? (
          <>
            <Button size="sm" disabled={decide.isPending} onClick={() => setRefusing(true)}>
              拒绝
            </Button>
            <Button
              size="sm"
              variant="primary"
              busy={decide.isPending}
              onClick={() => decide.mutate({ id: one.id, version: one.version, agree: true })}
            >
              同意
            </Button>
          </>
        ) : (
          <span className="t-12 tertiary">由另一个人审批</span>
        )
      }
    >
      {decide.error && <ErrorLine>{decide.error.message}</ErrorLine>}
      {refusing && <RefuseAdjustDialog id={one.id} version={one.version} onClose={() => setRefusing(false)} />}
    </Waiting>
  )
}
