import { recordKinds, type RecordType } from '@dentin/contract/core/record-kinds'
import { recordKindWords, visitWords } from '@dentin/contract/core/record-origins'
import { treatTypeNames } from '@dentin/contract/core/visit-words'
import { shortDayText } from '@dentin/kit/date-text'
import { consentStates } from '@dentin/contract/core/consent-states'
import { registrationStates } from '@dentin/contract/core/status'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { teethOf } from '../../domain/teeth.ts'
import { session } from '../../lib/session.ts'
import {
  Button,
  cx,
  EmptyState,
  ErrorLine,
  Icon,
  Money,
  SearchField,
  Segmented,
  SkeletonRows,
  statusOf,
  StatusTag,
  Tag,
  Timeline,
  useIsMobile,
  type TimelineItem,
} from '../../ui/index.ts'
import { ToothCross } from '../../ui/tooth/index.ts'
import { useTimeline, type RecordApart, type Visit } from './hooks.ts'
import s from './patient.module.css'
import { presentDay } from '../../lib/present.ts'

/** What a visit was about, in as few words as there are. */
export function visitTitle(visit: Visit): string {
  return visit.diagnosisText || visit.title || visit.chiefComplaint || '就诊'
}

const kinds = [
  { value: 'all', label: '全部' },
  { value: 'endo', label: '根管' },
  { value: 'ortho', label: '正畸' },
  { value: 'perio', label: '牙周' },
] as const

/** As many visits as one answer holds. */
const MOST = 500

export interface VisitTimelineProps {
  patientId: string
  /** Where the record and the bill of a visit are read; without an address the chip only tells. */
  recordTo?: (visit: Pick<Visit, 'recordId'>) => string
  billTo?: (visit: Visit) => string
  consentTo?: (id: string) => string
  /** What can be done with a visit that is under way: 叫号, 开始就诊. */
  actions?: (visit: Visit) => ReactNode
  /** What to offer when there was no visit yet. */
  emptyAction?: ReactNode
}

/** A patient's visits in all clinics, newest first, each with its record and its bill one click away. */
export function VisitTimeline({ patientId, recordTo, billTo, consentTo, actions, emptyAction }: VisitTimelineProps) {
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('all')
  const [keyword, setKeyword] = useState('')
  const [pages, setPages] = useState(1)
  const mobile = useIsMobile()
  const { data, error, refetch, isFetching } = useTimeline({
    id: patientId,
    kind,
    keyword: keyword.trim(),
    pageSize: Math.min(MOST, pages * 20),
  })
  const last = data && data.total > data.list.length ? (data.list.at(-1)?.visitTime ?? '') : ''
  // What no visit leads to stands between the visits of its days, as far back as visits are shown.
  const items = [
    ...(data?.list ?? []).map((visit) => ({
      at: visit.visitTime,
      item: itemOf(visit, { recordTo, billTo, consentTo, actions, mobile }),
    })),
    ...(data?.apart ?? [])
      .filter(({ visitTime }) => visitTime >= last)
      .map((each) => ({ at: each.visitTime, item: apartItem(each, recordTo, consentTo) })),
  ]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .map(({ item }) => item)
  const narrowed = kind !== 'all' || keyword.trim() !== ''
  return (
    <section aria-labelledby="timeline-title">
      <div className={s.timelineHead}>
        <h2 id="timeline-title" className="t-14 bold">
          就诊时间轴
        </h2>
        <div className={s.timelineFilters}>
          <Segmented label="类别" size="sm" options={[...kinds]} value={kind} onChange={setKind} />
          {!mobile && (
            <SearchField
              size="sm"
              aria-label="牙位或诊断"
              placeholder="牙位或诊断"
              value={keyword}
              onChange={setKeyword}
              boxClassName={s.timelineFind}
            />
          )}
        </div>
      </div>
      {error && (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          就诊记录没有读到：{error.message}
        </ErrorLine>
      )}
      {!data && !error && <SkeletonRows rows={5} height={88} double />}
      {data && items.length === 0 && (
        <EmptyState
          layout="stack"
          icon="history"
          title={narrowed ? '没有符合的就诊' : '还没有就诊记录'}
          hint={narrowed ? '换一个类别，或清空查找的文字' : '预约或挂号后，每次就诊会按时间排在这里'}
          action={
            narrowed ? (
              <Button
                onClick={() => {
                  setKind('all')
                  setKeyword('')
                }}
              >
                看全部
              </Button>
            ) : (
              emptyAction
            )
          }
        />
      )}
      {items.length > 0 && <Timeline label="就诊时间轴" items={items} />}
      {data && data.total > data.list.length && data.list.length < MOST && (
        <div className={s.more}>
          <Button size="sm" busy={isFetching} onClick={() => setPages((now) => now + 1)}>
            更早的 {data.total - data.list.length} 次
          </Button>
        </div>
      )}
    </section>
  )
}

/** 病历, or the kind of a special one. */
const recordLabel = (type: RecordType | null) => (type === null || type === 1 ? '病历' : recordKinds[type].name)

/** A record that no visit leads to. */
function apartItem(
  row: RecordApart,
  recordTo: VisitTimelineProps['recordTo'],
  consentTo: VisitTimelineProps['consentTo'],
): TimelineItem {
  const teeth = teethOf(row.teeth)
  const words = row.treatmentText || row.advice || (row.diagnosisText ? row.chiefComplaint : '')
  const elsewhere = row.clinicId !== session.get()?.clinicId
  const time = visitWords(row.origin, row.visitTime).slice(11)
  return {
    key: row.recordId,
    date: row.visitTime.slice(0, 10) === presentDay() ? '今天' : shortDayText(row.visitTime),
    sub: time || row.visitTime.slice(0, 4),
    content: (
      <article>
        <div className={s.visitHead}>
          <h3 className={s.visitTitle}>{row.diagnosisText || row.chiefComplaint || '病历'}</h3>
          <Tag tone="outline">{recordKindWords(row)}</Tag>
          <span className="t-12 secondary">
            {row.doctorName}
            {elsewhere && `　${row.clinicName}`}
          </span>
        </div>
        {(teeth.length > 0 || words) && (
          <div className={s.visitLine}>
            {teeth.length > 0 && <ToothCross teeth={teeth} />}
            <span>{words}</span>
          </div>
        )}
        <div className={s.chips}>
          <Chip to={recordTo?.(row)} icon="file" label="病历" value={statusOf('record', row.recordStatus).label} />
          <Consents of={row.consents} consentTo={consentTo} />
        </div>
      </article>
    ),
  }
}

function itemOf(
  visit: Visit,
  how: Pick<VisitTimelineProps, 'recordTo' | 'billTo' | 'consentTo' | 'actions'> & { mobile: boolean },
): TimelineItem {
  const isToday = visit.visitTime.slice(0, 10) === presentDay()
  const underWay = isToday && registrationStates.is(visit.status, 'underWay')
  const look = statusOf('registration', visit.status)
  const year = visit.visitTime.slice(0, 4)
  const time = `${visit.visitTime.slice(11, 16)} ${visit.treatmentId ? '就诊' : '到店'}`
  return {
    key: visit.registrationId,
    date: isToday ? '今天' : shortDayText(visit.visitTime),
    sub: isToday ? time : year,
    ...(underWay ? { mark: { tone: look.tone, shape: look.shape } } : {}),
    tinted: underWay,
    content: <VisitBody visit={visit} underWay={underWay} {...how} />,
  }
}

function VisitBody({
  visit,
  underWay,
  recordTo,
  billTo,
  consentTo,
  actions,
  mobile,
}: { visit: Visit; underWay: boolean; mobile: boolean } & Pick<
  VisitTimelineProps,
  'recordTo' | 'billTo' | 'consentTo' | 'actions'
>) {
  const teeth = teethOf(visit.teeth)
  const words = visit.treatmentText || (visit.diagnosisText ? visit.chiefComplaint : '') || visit.nextPlan
  const elsewhere = visit.clinicId !== session.get()?.clinicId
  const owes = visit.arrearsAmount !== null && Number(visit.arrearsAmount) > 0
  const place = [visit.doctorName, visit.chairName, underWay ? `${visit.queueNo} 号` : null].filter(Boolean).join(' · ')
  return (
    <article>
      <div className={s.visitHead}>
        <h3 className={s.visitTitle}>{visitTitle(visit)}</h3>
        {underWay && <StatusTag kind="registration" value={visit.status} />}
        <span className="t-12 secondary">
          {treatTypeNames[visit.treatType]}　{place}
          {elsewhere && `　${visit.clinicName}`}
        </span>
        {mobile && visit.billAmount !== null && (
          <span className={s.visitMoney}>
            {owes ? (
              <>
                欠 <Money yuan={visit.arrearsAmount} as="debt" />
              </>
            ) : (
              <Money yuan={visit.billAmount} />
            )}
          </span>
        )}
        {underWay && actions && <div className={s.visitEnd}>{actions(visit)}</div>}
      </div>
      {(teeth.length > 0 || words) && (
        <div className={s.visitLine}>
          {teeth.length > 0 && <ToothCross teeth={teeth} />}
          <span>{words}</span>
        </div>
      )}
      {!mobile && (visit.recordId || visit.billAmount !== null || visit.consents.length > 0) && (
        <div className={s.chips}>
          {visit.recordId && visit.recordStatus !== null && (
            <Chip
              to={recordTo?.(visit)}
              icon="file"
              label={recordLabel(visit.recordType)}
              value={statusOf('record', visit.recordStatus).label}
            />
          )}
          {visit.otherRecords.map((each) => (
            <Chip
              key={each.id}
              to={recordTo?.({ recordId: each.id })}
              icon="file"
              label={recordLabel(each.recordType)}
              value={statusOf('record', each.status).label}
            />
          ))}
          <Consents of={visit.consents} consentTo={consentTo} />
          {visit.billAmount !== null && (
            <Chip to={billTo?.(visit)} icon="receipt" label="账单" value={<Money yuan={visit.billAmount} />} />
          )}
          {owes && (
            <Chip to={billTo?.(visit)} icon="yen" label="欠费" value={<Money yuan={visit.arrearsAmount} />} debt />
          )}
        </div>
      )}
    </article>
  )
}

/** The consents of a record, each a way to its text. */
function Consents({ of, consentTo }: { of: Visit['consents']; consentTo: VisitTimelineProps['consentTo'] }) {
  return of.map(({ id, name, status }) => (
    <Chip key={id} to={consentTo?.(id)} icon="signature" label={name} value={consentStates.names[status] ?? ''} />
  ))
}

function Chip({
  to,
  icon,
  label,
  value,
  debt,
}: {
  to: string | undefined
  icon: 'file' | 'receipt' | 'yen' | 'signature'
  label: string
  value: ReactNode
  debt?: boolean
}) {
  const inside = (
    <>
      <Icon name={icon} size={13} />
      {label}
      <b>{value}</b>
    </>
  )
  const look = cx(s.chip, debt && s.chipDebt)
  return to ? (
    <Link to={to} className={look}>
      {inside}
    </Link>
  ) : (
    <span className={look}>{inside}</span>
  )
}
