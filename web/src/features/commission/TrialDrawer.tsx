import { payRoles } from '@dentin/contract/commission'
import { useState } from 'react'
import { Drawer } from '../../ui/heavy.ts'
import { EmptyState, ErrorLine, Money, ScrollRegion, SkeletonRows, Tag } from '../../ui/index.ts'
import { useTrial, type TermsAsked, type Trial } from './hooks.ts'
import { lastMonth, MonthStep } from './MonthStep.tsx'
import s from './commission.module.css'

/** What a month would pay by the rules as they are, with one that is not saved yet: beside what stands for it. Nothing is changed. */
export function TrialDrawer({ draft, onClose }: { draft: TermsAsked | null; onClose: () => void }) {
  const [month, setMonth] = useState(lastMonth)
  const { data, error, refetch, isFetching } = useTrial(month, draft)
  return (
    <Drawer open width={760} title="试算" onClose={onClose}>
      <div className={s.trialHead}>
        <MonthStep month={month} onChange={setMonth} />
        <span className="t-13 secondary">
          {draft ? '现在的规则，加上这条还没保存的' : '全部按现在的规则'}；只算不存，已月结的月份不会改变
        </span>
      </div>
      {error && !data && (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      )}
      {!data && !error && <SkeletonRows rows={8} height={40} />}
      {data && data.people.length === 0 && (
        <EmptyState
          layout="stack"
          icon="percent"
          title="这个月没有人有提成"
          hint="换一个月，或看看规则给谁、算哪些项目"
        />
      )}
      {data && data.people.length > 0 && <TrialTable data={data} />}
    </Drawer>
  )
}

function TrialTable({ data }: { data: Trial }) {
  return (
    <ScrollRegion label="试算结果" className={s.scroll ?? ''}>
      <table className={s.table}>
        <thead>
          <tr>
            <th scope="col">员工</th>
            <th scope="col">岗位</th>
            <th scope="col">门诊</th>
            <th scope="col">基数</th>
            <th scope="col">试算提成</th>
            <th scope="col">现有提成</th>
            <th scope="col">相差</th>
          </tr>
        </thead>
        <tbody>
          {data.people.map((row) => (
            <tr key={`${row.employeeId} ${row.role} ${row.clinicId}`}>
              <th scope="row">{row.employeeName}</th>
              <td>{payRoles[row.role]}</td>
              <td>
                {row.clinicName} {row.frozen && <Tag>已冻结</Tag>}
              </td>
              <td>
                <Money yuan={row.base} />
              </td>
              <td>
                <Money yuan={row.pay} />
              </td>
              <td>
                <Money yuan={row.present} />
              </td>
              <td>
                <Difference now={row.pay} then={row.present} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              合计
            </th>
            <td>
              <Money yuan={data.base} />
            </td>
            <td>
              <Money yuan={data.pay} />
            </td>
            <td>
              <Money yuan={data.present} />
            </td>
            <td>
              <Difference now={data.pay} then={data.present} />
            </td>
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}

function Difference({ now, then }: { now: string; then: string }) {
  const difference = (Number(now) - Number(then)).toFixed(2)
  if (Number(difference) === 0) return <span className="tertiary">—</span>
  return <Money yuan={difference} />
}
