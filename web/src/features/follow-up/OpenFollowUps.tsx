import { followUp } from '@dentin/contract/follow-up'
import { Link } from 'react-router'
import { useLive } from '../../lib/live.ts'
import { useCall } from '../../lib/query.ts'
import { EmptyState, ErrorLine, Skeleton, Tag } from '../../ui/index.ts'
import type { FollowRow } from './hooks.ts'
import { daysLate, dueWords, ownerWords, typeWord } from './words.ts'
import s from './follow.module.css'

const SHOWN = 5

/** What still has to be asked of a patient, the most urgent first; each line leads to where it is done. */
export function OpenFollowUps({ patientId, linkTo }: { patientId: string; linkTo: (row: FollowRow) => string }) {
  useLive(['followUp'], [followUp.ofPatient])
  const { data, error, refetch } = useCall(
    followUp.ofPatient,
    { patientId, open: true, pageSize: SHOWN },
    { offline: true },
  )
  if (error) return <ErrorLine onRetry={() => void refetch()}>没有读到：{error.message}</ErrorLine>
  if (!data) return <Skeleton height={24} light />
  if (data.total === 0) return <EmptyState title="没有待随访" icon="phone" />
  return (
    <>
      {data.list.map((row) => {
        const late = daysLate(row.deadline)
        return (
          <Link key={row.id} to={linkTo(row)} className={s.openLine}>
            <span className="num">{dueWords(row.planTime, false)}</span>
            <span className="ellipsis">{[typeWord(row.type), row.subject].filter(Boolean).join('　')}</span>
            {late > 0 ? <Tag tone="danger">逾期 {late} 天</Tag> : <span className="secondary">{ownerWords(row)}</span>}
          </Link>
        )
      })}
      {data.total > SHOWN && <p className="t-12 secondary">另有 {data.total - SHOWN} 条，见随访</p>}
    </>
  )
}
