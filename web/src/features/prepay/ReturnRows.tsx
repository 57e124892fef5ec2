import { prepay, prepayReturnStates } from '@dentin/contract/prepay'
import { formatYuanText } from '@dentin/kit/money'
import type { ReactNode } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { Button, confirm, cx, Money, StatusTag, TextButton, toast } from '../../ui/index.ts'
import { DataTable, type Column } from '../../ui/heavy.ts'
import { usePrepaySend, type PrepayReturn } from './hooks.ts'
import { printReturn } from './links.ts'
import type { Asking } from './PrepayDialogs.tsx'
import s from './prepay.module.css'

export interface ReturnRowsProps {
  papers: readonly PrepayReturn[]
  ask: (asking: Asking) => void
  /** Whose it is, where the rows are of several patients. */
  patientOf?: (paper: PrepayReturn) => ReactNode
}

/** What is given back of prepayments, those under way with what is to be done. */
export function ReturnRows({ papers, ask, patientOf }: ReturnRowsProps) {
  const can = useCan()
  const send = usePrepaySend(prepay.payReturn)
  const pay = async (paper: PrepayReturn) => {
    const sure = await confirm({
      title: `给${paper.patientName}退 ${formatYuanText(paper.amount)} 元？`,
      body: `${waysOf(paper)}。钱交给患者后再确认。`,
      okText: '已退款',
    })
    if (!sure) return
    send.mutate({ id: paper.id, version: paper.version, requestId: newRequestId() } as never, {
      onSuccess: () =>
        toast.success(
          `已退 ${formatYuanText(paper.amount)}`,
          can('/orderSet:print') ? { action: { label: '打印退款单', onClick: () => printReturn(paper.id) } } : {},
        ),
      onError: (error) => toast.error(error.message),
    })
  }
  const acts = (paper: PrepayReturn) => (
    <span className={cx(s.actions, s.inRow)}>
      {paper.allowed.decide && (
        <Button size="sm" onClick={() => ask({ what: 'decide', paper })}>
          审批
        </Button>
      )}
      {paper.allowed.pay && (
        <Button size="sm" variant="primary" busy={send.isPending} onClick={() => void pay(paper)}>
          退款
        </Button>
      )}
      {paper.allowed.withdraw && (
        <TextButton tone="quiet" onClick={() => ask({ what: 'withdraw', paper })}>
          撤回
        </TextButton>
      )}
      {paper.mayPrint && <TextButton onClick={() => printReturn(paper.id)}>打印</TextButton>}
    </span>
  )
  return (
    <DataTable<PrepayReturn>
      label="退款单"
      columns={columnsFor(patientOf, acts)}
      rows={papers}
      keyOf={(paper) => paper.id}
      rowHeight={46}
      mobile={(paper) => <ReturnCard paper={paper} patient={patientOf?.(paper)} acts={acts(paper)} />}
      fill={false}
    />
  )
}

const waysOf = (paper: PrepayReturn) =>
  paper.ways.map(({ name, amount }) => `${name} ${formatYuanText(amount)}`).join('、')
const peopleOf = ({ applicantName, approverName, payerName }: PrepayReturn) =>
  [applicantName, approverName, payerName].map((name) => name ?? '—').join(' / ')

const columnsFor = (
  patientOf: ReturnRowsProps['patientOf'],
  acts: (paper: PrepayReturn) => ReactNode,
): readonly Column<PrepayReturn>[] => [
  { key: 'time', title: '申请时间', width: 128, numeric: true, render: (paper) => paper.appliedAt.slice(5, 16) },
  ...(patientOf ? [{ key: 'patient', title: '患者', width: 112, render: patientOf }] : []),
  {
    key: 'no',
    title: '退款单',
    width: 156,
    render: (paper) => (
      <>
        <span className="num">{paper.returnNo}</span>
        <span className={cx('t-12 tertiary num', s.below)}>
          {paper.purpose} {paper.prepayNo}
        </span>
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
    render: (paper) => <StatusTag kind={prepayReturnStates} value={paper.status} />,
  },
  { key: 'people', title: '申请 / 审批 / 退款', width: 164, render: peopleOf },
  {
    key: 'reason',
    title: '原因',
    render: (paper) => (paper.decisionReason ? `${paper.reason}（${paper.decisionReason}）` : paper.reason),
  },
  { key: 'acts', title: '操作', width: 112, align: 'right', render: acts },
]

/** What is given back, on the phone: whose, how much, why, and what is to be done. */
function ReturnCard({ paper, patient, acts }: { paper: PrepayReturn; patient: ReactNode; acts: ReactNode }) {
  return (
    <div className={s.card}>
      <div className={s.cardHead}>
        {patient ?? <span className="num">{paper.returnNo}</span>}
        <StatusTag kind={prepayReturnStates} value={paper.status} />
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
