import { refundStates, refundTypes } from '@dentin/contract/refund'
import { fenToYuan, sum, yuanToFen } from '@dentin/kit/money'
import { Link } from 'react-router'
import { Traced } from '../../domain/Traced.tsx'
import { cx, EmptyState, ErrorLine, Money, SkeletonRows, StatusTag } from '../../ui/index.ts'
import { usePatientRefunds } from './hooks.ts'
import { billLink, refundLink } from './links.ts'
import s from './refund.module.css'

/** A patient's refunds, the latest first. */
export function PatientRefunds({ patientId }: { patientId: string }) {
  const { data, error, refetch, isFetching } = usePatientRefunds(patientId)
  if (error && !data)
    return (
      <div className={s.tableWrap}>
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      </div>
    )
  if (!data) return <SkeletonRows rows={4} />
  if (data.length === 0) return <EmptyState layout="stack" icon="undo" title="没有退过费" />
  const paid = fenToYuan(
    sum(data.filter(({ status }) => refundStates.is(status, 'paid')).map((row) => yuanToFen(row.refundAmount))),
  )
  return (
    <>
      {Number(paid) > 0 && (
        <p className={cx(s.paidSum, 't-13 secondary')}>
          本门诊实退合计{' '}
          <Traced figure="refunds.paid" id={patientId} yuan={paid}>
            <Money yuan={paid} strong />
          </Traced>
        </p>
      )}
      <div className={s.tableWrap}>
        <table className={s.table}>
          <thead>
            <tr>
              <th scope="col">申请时间</th>
              <th scope="col">退费单</th>
              <th scope="col">账单</th>
              <th scope="col">类型</th>
              <th scope="col" className={s.right}>
                退项
              </th>
              <th scope="col" className={s.right}>
                冲欠费
              </th>
              <th scope="col" className={s.right}>
                退给患者
              </th>
              <th scope="col">原因</th>
              <th scope="col">申请人</th>
              <th scope="col">退款</th>
              <th scope="col">状态</th>
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.id} data-row>
                <td className="num">{row.appliedAt.slice(0, 16)}</td>
                <td className="num">
                  <Link to={refundLink(row.id)}>{row.refundNo}</Link>
                </td>
                <td className="num">
                  <Link to={billLink(row.billId)}>{row.billNo}</Link>
                </td>
                <td>{refundTypes[row.type as 1]}</td>
                <td className={s.right}>
                  <Money yuan={row.itemAmount} />
                </td>
                <td className={s.right}>{Number(row.arrearsAmount) > 0 ? <Money yuan={row.arrearsAmount} /> : '—'}</td>
                <td className={s.right}>
                  <Traced
                    figure="refund.paid"
                    id={row.id}
                    yuan={refundStates.is(row.status, 'paid') ? row.refundAmount : null}
                  >
                    <Money yuan={row.refundAmount} strong />
                  </Traced>
                </td>
                <td>{row.reason}</td>
                <td>{row.applicantName}</td>
                <td className="num">
                  {row.refundedAt ? `${row.payerName ?? ''} ${row.refundedAt.slice(5, 16)}` : '—'}
                </td>
                <td>
                  <StatusTag kind={refundStates} value={row.status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
