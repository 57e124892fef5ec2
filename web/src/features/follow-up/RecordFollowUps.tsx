import { followUp } from '@dentin/contract/follow-up'
import { Link } from 'react-router'
import { useLive } from '../../lib/live.ts'
import { useCall } from '../../lib/query.ts'
import { StatusTag } from '../../ui/index.ts'
import type { FollowRow } from './hooks.ts'
import { dueWords, typeWord } from './words.ts'
import s from './follow.module.css'

export interface RecordFollowUpsProps {
  patientId: string
  recordId: string
  linkTo: (row: FollowRow) => string
}

/** 随访 beside a record: what is asked of the patient after it, with how far it is. */
export function RecordFollowUps({ patientId, recordId, linkTo }: RecordFollowUpsProps) {
  useLive(['followUp'], [followUp.ofPatient])
  const rows = useCall(followUp.ofPatient, { patientId, recordId }).data?.list
  if (!rows || rows.length === 0) return null
  return (
    <section className={s.ofRecord} aria-label="随访">
      <h2>随访</h2>
      {rows.map((row) => (
        <Link key={row.id} to={linkTo(row)} className={s.ofRecordLine}>
          <StatusTag kind="followUp" value={row.status} />
          <span className="num">{dueWords(row.planTime, false)}</span>
          <span className="ellipsis">{[typeWord(row.type), row.subject].filter(Boolean).join('　')}</span>
        </Link>
      ))}
    </section>
  )
}
