import { followUpStates } from '@dentin/contract/core/status'
import { Link } from 'react-router'
import type { Column } from '../../ui/heavy.ts'
import { Avatar, Icon, StatusTag, Tag } from '../../ui/index.ts'
import type { FollowRow } from './hooks.ts'
import { dueWords, methodWord, ownerWords, typeWord } from './words.ts'
import { ageYears, genderAge } from '../../domain/person.ts'
import s from './follow.module.css'

/** Who it is about. */
export function PersonCell({
  row,
  to,
}: {
  row: { patientId: string; patientName: string; gender: number; birthDay: string | null; hasAllergy?: boolean }
  to?: string | undefined
}) {
  return (
    <span className={s.person}>
      <Avatar gender={row.gender} age={ageYears(row.birthDay)} size={26} />
      {to ? (
        <Link to={to} className="bold ellipsis">
          {row.patientName}
        </Link>
      ) : (
        <b className="ellipsis">{row.patientName}</b>
      )}
      <span className="t-13 secondary">{genderAge(row)}</span>
      {row.hasAllergy && (
        <span className="danger">
          <Icon name="alert" size={14} label="过敏" />
        </span>
      )}
    </span>
  )
}

/** Stars in words: 5 分. */
function Satisfaction({ value }: { value: number | null }) {
  if (value === null) return <span className="tertiary">—</span>
  return <span className={value <= 2 ? 'danger bold num' : 'num'}>{value} 分</span>
}

const dash = <span className="tertiary">—</span>

/** Columns of follow-ups; each list takes those it shows. */
export const followColumns = {
  person: { key: 'person', title: '患者', width: 190, render: (row) => <PersonCell row={row} /> },
  plan: {
    key: 'plan',
    title: '计划时间',
    width: 160,
    render: (row) => (
      <span className={followUpStates.is(row.status, 'overdue') ? 'danger num' : 'num'}>{dueWords(row.planTime)}</span>
    ),
  },
  day: {
    key: 'day',
    title: '计划日期',
    width: 122,
    render: (row) => <span className="num">{row.planTime.slice(0, 10)}</span>,
  },
  type: { key: 'type', title: '类型', width: 92, render: (row) => typeWord(row.type) },
  subject: {
    key: 'subject',
    title: '事由',
    width: 190,
    render: (row) => <span className="ellipsis">{row.subject || row.content}</span>,
  },
  mobile: { key: 'mobile', title: '手机号', width: 122, numeric: true, render: (row) => row.mobile || dash },
  doctor: { key: 'doctor', title: '医生', width: 84, render: (row) => row.doctorName ?? dash },
  owner: { key: 'owner', title: '执行人', width: 110, render: (row) => ownerWords(row) },
  method: { key: 'method', title: '方式', width: 64, render: (row) => methodWord(row.method) },
  status: {
    key: 'status',
    title: '状态',
    width: 132,
    render: (row) => (
      <span className={s.inline}>
        <StatusTag kind="followUp" value={row.status} />
        {row.attempts > 0 && !followUpStates.is(row.status, 'done') && (
          <span className="t-12 secondary num">{row.attempts} 次</span>
        )}
        {row.handedOver && !followUpStates.is(row.status, 'done') && <Tag tone="wait">转前台</Tag>}
      </span>
    ),
  },
  result: { key: 'result', title: '结果', width: 132, render: (row) => row.result ?? row.cancelReason ?? dash },
  satisfaction: {
    key: 'satisfaction',
    title: '满意度',
    width: 72,
    render: (row) => <Satisfaction value={row.satisfaction} />,
  },
  done: {
    key: 'done',
    title: '随访时间',
    width: 128,
    render: (row) => (row.doneTime ? <span className="num">{row.doneTime.slice(5, 16)}</span> : dash),
  },
  doneBy: { key: 'doneBy', title: '随访人', width: 84, render: (row) => row.doneName ?? dash },
  clinic: { key: 'clinic', title: '门诊', width: 110, render: (row) => row.clinicName },
  note: { key: 'note', title: '记录', render: (row) => <span className="ellipsis">{row.note}</span> },
} satisfies Record<string, Column<FollowRow>>

/** A follow-up as a card of the phone. */
export function FollowCard({ row }: { row: FollowRow }) {
  return (
    <div className={s.card}>
      <Avatar gender={row.gender} age={ageYears(row.birthDay)} size={40} />
      <div className={s.words}>
        <div className={s.lineHead}>
          <b className="ellipsis">{row.patientName}</b>
          <span className="t-13 secondary">{genderAge(row)}</span>
          <span className={s.end}>
            <StatusTag kind="followUp" value={row.status} />
          </span>
        </div>
        <div className="t-13 ellipsis">
          {typeWord(row.type)}　{row.subject || row.content}
        </div>
        <div className="t-13 secondary num ellipsis">
          {[
            row.doneTime ? `${row.result ?? ''} ${row.doneTime.slice(5, 16)}` : dueWords(row.planTime),
            ownerWords(row),
            row.attempts > 0 && !followUpStates.is(row.status, 'done') ? `${row.attempts} 次未接通` : '',
          ]
            .filter(Boolean)
            .join('　')}
        </div>
      </div>
    </div>
  )
}
