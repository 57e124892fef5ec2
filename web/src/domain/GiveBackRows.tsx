import { giveBackStates } from '@dentin/contract/core/give-back'
import { formatYuanText } from '@dentin/kit/money'
import type { ReactNode } from 'react'
import { newRequestId } from '../lib/client.ts'
import { useCan } from '../lib/permission.ts'
import { Button, confirm, cx, Money, StatusTag, TextButton, toast } from '../ui/index.ts'
import { DataTable, type Column } from '../ui/heavy.ts'
import s from './give-back.module.css'

/** The paper by which a prepayment or a card's money is given back. */
export interface GiveBackPaper {
  id: string
  patientName: string
  status: number
  amount: string
  ways: readonly { name: string; amount: string }[]
  reason: string
  applicantName: string
  appliedAt: string
  approverName: string | null
  decisionReason: string | null
  payerName: string | null
  version: number
  allowed: { decide: boolean; pay: boolean; withdraw: boolean }
  mayPrint: boolean
}

export interface GiveBackRowsProps<P extends GiveBackPaper> {
  /** What the papers are called: 退款单, 退卡单. */
  label: string
  papers: readonly P[]
  numberOf: (paper: P) => string
  /** Of what it is given back, in words. */
  aboutOf: (paper: P) => string
  onDecide: (paper: P) => void
  onWithdraw: (paper: P) => void
  /** Pays it out; true while it does. */
  pay: {
    send: (input: PayInput, then: { onSuccess: () => void; onError: (error: Error) => void }) => void
    busy: boolean
  }
  print: (id: string) => void
  /** Whose it is, where the rows are of several patients. */
  patientOf?: ((paper: P) => ReactNode) | undefined
}
interface PayInput {
  id: string
  version: number
  requestId: string
}

/** What is given back, those under way with what is to be done. */
export function GiveBackRows<P extends GiveBackPaper>(props: GiveBackRowsProps<P>) {
  const { label, papers, numberOf, onDecide, onWithdraw, pay, print, patientOf } = props
  const can = useCan()
  const payOut = async (paper: P) => {
    const sure = await confirm({
      title: `给${paper.patientName}退 ${formatYuanText(paper.amount)} 元？`,
      body: `${waysOf(paper)}。钱交给患者后再确认。`,
      okText: '已退款',
    })
    if (!sure) return
    pay.send(
      { id: paper.id, version: paper.version, requestId: newRequestId() },
      {
        onSuccess: () =>
          toast.success(
            `已退 ${formatYuanText(paper.amount)}`,
            can('/orderSet:print') ? { action: { label: `打印${label}`, onClick: () => print(paper.id) } } : {},
          ),
        onError: (error) => toast.error(error.message),
      },
    )
  }
  const acts = (paper: P) => (
    <span className={s.acts}>
      {paper.allowed.decide && (
        <Button size="sm" onClick={() => onDecide(paper)}>
          审批
        </Button>
      )}
      {paper.allowed.pay && (
        <Button size="sm" variant="primary" busy={pay.busy} onClick={() => void payOut(paper)}>
          退款
        </Button>
      )}
      {paper.allowed.withdraw && (
        <TextButton tone="quiet" onClick={() => onWithdraw(paper)}>
          撤回
        </TextButton>
      )}
      {paper.mayPrint && <TextButton onClick={() => print(paper.id)}>打印</TextButton>}
    </span>
  )
  return (
    <DataTable<P>
      label={label}
      columns={columnsFor(props, acts)}
      rows={papers}
      keyOf={(paper) => paper.id}
      rowHeight={46}
      mobile={(paper) => <GiveBackCard paper={paper} head={patientOf?.(paper) ?? numberOf(paper)} acts={acts(paper)} />}
      fill={false}
    />
  )
}

const waysOf = (paper: GiveBackPaper) =>
  paper.ways.map(({ name, amount }) => `${name} ${formatYuanText(amount)}`).join('、') || '—'
const peopleOf = ({ applicantName, approverName, payerName }: GiveBackPaper) =>
  [applicantName, approverName, payerName].map((name) => name ?? '—').join(' / ')

function columnsFor<P extends GiveBackPaper>(
  { label, numberOf, aboutOf, patientOf }: GiveBackRowsProps<P>,
  acts: (paper: P) => ReactNode,
): readonly Column<P>[] {
  return [
    { key: 'time', title: '申请时间', width: 128, numeric: true, render: (paper) => paper.appliedAt.slice(5, 16) },
    ...(patientOf ? [{ key: 'patient', title: '患者', width: 112, render: patientOf }] : []),
    {
      key: 'no',
      title: label,
      width: 208,
      render: (paper) => (
        <>
          <span className="num">{numberOf(paper)}</span>
          <span className={cx('t-12 tertiary num', s.below)}>{aboutOf(paper)}</span>
        </>
      ),
    },
    {
      key: 'amount',
      title: '金额',
      width: 104,
      align: 'right',
      numeric: true,
      render: (paper) => <Money yuan={paper.amount} strong />,
    },
    { key: 'ways', title: '方式', width: 132, render: waysOf },
    {
      key: 'state',
      title: '状态',
      width: 92,
      render: (paper) => <StatusTag kind={giveBackStates} value={paper.status} />,
    },
    { key: 'people', title: '申请 / 审批 / 退款', width: 184, render: peopleOf },
    {
      key: 'reason',
      title: '原因',
      render: (paper) => (paper.decisionReason ? `${paper.reason}（${paper.decisionReason}）` : paper.reason),
    },
    { key: 'acts', title: '操作', width: 136, align: 'right', render: acts },
  ]
}

/** What is given back, on the phone: whose, how much, why, and what is to be done. */
function GiveBackCard({ paper, head, acts }: { paper: GiveBackPaper; head: ReactNode; acts: ReactNode }) {
  return (
    <div className={s.card}>
      <div className={s.cardHead}>
        <span>{head}</span>
        <StatusTag kind={giveBackStates} value={paper.status} />
        <span className={s.push}>
          <Money yuan={paper.amount} strong />
        </span>
      </div>
      <div className="t-13 secondary">
        {waysOf(paper)}　{paper.reason}
      </div>
      <div className="t-12 tertiary">
        <span className="num">{paper.appliedAt.slice(5, 16)}</span> {peopleOf(paper)}
      </div>
      {acts}
    </div>
  )
}
