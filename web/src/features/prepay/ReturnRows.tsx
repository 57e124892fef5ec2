import { prepay, prepayReturnStates } from '@dentin/contract/prepay'
import { formatYuanText } from '@dentin/kit/money'
import type { ReactNode } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { Button, confirm, cx, Money, StatusTag, TextButton, toast } from '../../ui/index.ts'
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
    const ways = paper.ways.map(({ name, amount }) => `${name} ${formatYuanText(amount)}`).join('、')
    const sure = await confirm({
      title: `给${paper.patientName}退 ${formatYuanText(paper.amount)} 元？`,
      body: `${ways}。钱交给患者后再确认。`,
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
  return (
    <div className={s.scroll}>
      <table className={s.table}>
        <thead>
          <tr>
            <th scope="col">申请时间</th>
            {patientOf && <th scope="col">患者</th>}
            <th scope="col">退款单</th>
            <th scope="col" className={s.right}>
              金额
            </th>
            <th scope="col">方式</th>
            <th scope="col">原因</th>
            <th scope="col">申请 / 审批 / 退款</th>
            <th scope="col">状态</th>
            <th scope="col">
              <span className="sr-only">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {papers.map((paper) => (
            <tr key={paper.id} data-row>
              <td className="num secondary">{paper.appliedAt.slice(5, 16)}</td>
              {patientOf && <td>{patientOf(paper)}</td>}
              <td className="num">
                {paper.returnNo}
                <span className={cx('t-12 tertiary', s.below)}>
                  {paper.purpose} {paper.prepayNo}
                </span>
              </td>
              <td className={s.right}>
                <Money yuan={paper.amount} strong />
              </td>
              <td>{paper.ways.map(({ name, amount }) => `${name} ${formatYuanText(amount)}`).join('、')}</td>
              <td className={s.words}>{paper.reason}</td>
              <td>
                {[paper.applicantName, paper.approverName, paper.payerName].map((name) => name ?? '—').join(' / ')}
              </td>
              <td>
                <StatusTag kind={prepayReturnStates} value={paper.status} />
                {paper.decisionReason && <span className="t-12 tertiary">　{paper.decisionReason}</span>}
              </td>
              <td className={s.right}>
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
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
