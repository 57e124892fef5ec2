import { payRoles, slipStates } from '@dentin/contract/commission'
import { useState } from 'react'
import { Link } from 'react-router'
import { Drawer } from '../../ui/heavy.ts'
import { EmptyState, ErrorLine, Money, ScrollRegion, SkeletonRows } from '../../ui/index.ts'
import { useSlips } from './hooks.ts'
import { lastMonth, MonthStep } from './MonthStep.tsx'
import { SlipState } from './SlipState.tsx'
import s from './commission.module.css'

/** The slips of a month, of everybody or the own. */
export function SlipsDrawer({ onClose }: { onClose: () => void }) {
  const [month, setMonth] = useState(lastMonth)
  const { data, error, refetch, isFetching } = useSlips(month)
  const waiting = data?.list.filter(({ status }) => slipStates.is(status, 'frozen')).length ?? 0
  return (
    <Drawer open width={760} title="提成单" onClose={onClose}>
      <div className={s.trialHead}>
        <MonthStep month={month} onChange={setMonth} />
        {data && data.list.length > 0 && (
          <span className="t-13 secondary">
            {data.list.length} 张{waiting > 0 && `，${waiting} 张等本人确认`}
          </span>
        )}
      </div>
      {error && !data && (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      )}
      {!data && !error && <SkeletonRows rows={8} height={40} />}
      {data && data.list.length === 0 && (
        <EmptyState
          layout="stack"
          icon="receipt"
          title="这个月没有提成单"
          hint="门诊月结时，提成冻结成每人一张提成单"
        />
      )}
      {data && data.list.length > 0 && (
        <ScrollRegion label="提成单" className={s.scroll ?? ''}>
          <table className={s.table}>
            <thead>
              <tr>
                <th scope="col">员工</th>
                <th scope="col">岗位</th>
                <th scope="col">提成</th>
                <th scope="col">状态</th>
                <th scope="col">基数</th>
                <th scope="col">门诊</th>
                <th scope="col">单号</th>
                <th scope="col">打印</th>
              </tr>
            </thead>
            <tbody>
              {data.list.map((slip) => (
                <tr key={slip.id}>
                  <th scope="row">
                    <Link to={`/employeeReport/person?id=${slip.employeeId}&as=${slip.role}&month=${slip.month}`}>
                      {slip.employeeName}
                    </Link>
                  </th>
                  <td>{payRoles[slip.role]}</td>
                  <td>
                    <Money yuan={slip.pay} />
                  </td>
                  <td>
                    <SlipState status={slip.status} />
                  </td>
                  <td>
                    <Money yuan={slip.base} />
                  </td>
                  <td>{slip.clinicName}</td>
                  <td className="num">{slip.slipNo}</td>
                  <td>
                    <Link to={`/print/commission/${slip.id}`}>打印</Link>
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  合计
                </th>
                <td>
                  <Money yuan={data.pay} />
                </td>
                <td colSpan={5}>{data.list.length} 张</td>
              </tr>
            </tfoot>
          </table>
        </ScrollRegion>
      )}
    </Drawer>
  )
}
