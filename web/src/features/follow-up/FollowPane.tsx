import { platformErrors } from '@dentin/contract/core/errors'
import { followUpStates } from '@dentin/contract/core/status'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { deferred } from '../../lib/deferred.ts'
import { noteDialled } from '../../lib/operation-log.ts'
import {
  Alerts,
  DetailPane,
  Avatar,
  Button,
  EmptyState,
  ErrorLine,
  Icon,
  LinkButton,
  Menu,
  SkeletonRows,
  StatusTag,
  Tag,
  type MenuEntry,
} from '../../ui/index.ts'
import { useBooked, useFollowUp, type FollowDetail } from './hooks.ts'
import { ReportForm } from './ReportForm.tsx'
import { shortMoment } from '../../lib/when.ts'
import { daysLate, dueWords, methodWord, ownerWords, typeWord } from './words.ts'
import { ageYears, genderAge } from '../../domain/person.ts'
import s from './follow.module.css'

const PlanDialog = deferred(async () => (await import('./PlanDialog.tsx')).PlanDialog)
const AssignDialog = deferred(async () => (await import('./AssignDialog.tsx')).AssignDialog)
const CancelDialog = deferred(async () => (await import('./CancelDialog.tsx')).CancelDialog)

export interface FollowPaneProps {
  id: string
  index?: number
  total?: number
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  onClose: () => void
  /** It is done (or planned anew): the next one. */
  onDone?: ((id: string) => void) | undefined
  patientHref: (id: string) => string
  recordHref: (id: string) => string
  renderBooking: (follow: FollowDetail, onBooked: (appointmentId: string) => void, onClose: () => void) => ReactNode
}

/** One follow-up: whom to call, what to ask, what was tried, and the result in two keys. */
export function FollowPane({ id, onClose, onDone, patientHref, recordHref, renderBooking, ...place }: FollowPaneProps) {
  const found = useFollowUp(id)
  const data = found.data
  const [dialog, setDialog] = useState<'edit' | 'assign' | 'cancel' | 'book' | null>(null)
  const booked = useBooked()
  const may = (action: FollowDetail['actions'][number]) => data?.actions.includes(action) ?? false
  const more: MenuEntry[] = [
    ...(may('edit')
      ? [{ key: 'edit', label: '改时间与要点', icon: 'pencil' as const, onSelect: () => setDialog('edit') }]
      : []),
    ...(may('assign')
      ? [{ key: 'assign', label: '分派', icon: 'move' as const, onSelect: () => setDialog('assign') }]
      : []),
    ...(may('cancel')
      ? [{ key: 'cancel', label: '取消随访', icon: 'x' as const, danger: true, onSelect: () => setDialog('cancel') }]
      : []),
  ]
  const goOn = () => (onDone ? onDone(id) : undefined)
  return (
    <DetailPane label="随访详情" width={420} onClose={onClose} {...place}>
      {found.error && !data ? (
        found.error.is(platformErrors.NOT_FOUND) ? (
          <EmptyState
            layout="stack"
            icon="phone"
            title="没有这条随访"
            hint="可能不在你的范围内"
            action={<Button onClick={onClose}>关闭</Button>}
          />
        ) : (
          <ErrorLine onRetry={() => void found.refetch()}>{found.error.message}</ErrorLine>
        )
      ) : !data ? (
        <SkeletonRows rows={8} height={40} />
      ) : (
        <div className={s.detail}>
          <header className={s.detailHead}>
            <Avatar gender={data.gender} age={ageYears(data.birthDay)} size={44} />
            <div className={s.words}>
              <div className={s.lineHead}>
                <h2 className="t-18">{data.patientName}</h2>
                <span className="secondary t-13">{genderAge(data)}</span>
                <StatusTag kind="followUp" value={data.status} />
                {data.handedOver && !followUpStates.is(data.status, 'done') && <Tag tone="wait">转前台</Tag>}
              </div>
              <div className="tertiary t-13 num">{data.medicalNumber}</div>
            </div>
            {more.length > 0 && (
              <span className={s.end}>
                <Menu items={more} align="end">
                  <Button size="sm" icon="dots" aria-label="更多操作" />
                </Menu>
              </span>
            )}
          </header>
          {data.hasAllergy && (
            <Alerts look="rows" alerts={[{ kind: 'allergy', level: 'red', text: `过敏：${data.allergyHistory}` }]} />
          )}
          <div className={s.call}>
            {data.mobile ? (
              <>
                <span className={s.number}>{data.masked ? data.mobile : spaced(data.mobile)}</span>
                {!data.masked && (
                  <a
                    className={s.dial}
                    href={`tel:${data.mobile}`}
                    aria-label={`拨打 ${data.patientName} 的电话`}
                    onClick={() => noteDialled(data.patientId)}
                  >
                    <Icon name="phone" size={18} />
                    拨打
                  </a>
                )}
              </>
            ) : (
              <span className="tertiary">没有登记手机号</span>
            )}
          </div>
          <section className={s.points} aria-label="随访要点">
            <div className="t-12 secondary">{[typeWord(data.type), data.subject].filter(Boolean).join(' · ')}</div>
            <p>{data.content}</p>
          </section>
          {may('report') && (
            <ReportForm
              key={data.version}
              follow={data}
              onSaved={(step) => {
                if (step === 'book') setDialog('book')
                else goOn()
              }}
            />
          )}
          {followUpStates.is(data.status, 'done') && <Outcome data={data} />}
          {may('book') && (
            <Button variant="primary" icon="calendar-plus" onClick={() => setDialog('book')}>
              预约复诊
            </Button>
          )}
          <dl className={s.facts}>
            <dt>计划</dt>
            <dd className="num">
              {dueWords(data.planTime)}　{methodWord(data.method)}
            </dd>
            <dt>截止</dt>
            <dd className="num">
              {dueWords(data.deadline, false)}
              {followUpStates.is(data.status, 'overdue') && (
                <span className="danger">　逾期 {Math.max(1, daysLate(data.deadline))} 天</span>
              )}
            </dd>
            <dt>执行人</dt>
            <dd>{ownerWords(data)}</dd>
            {data.doctorName && (
              <>
                <dt>医生</dt>
                <dd>{data.doctorName}</dd>
              </>
            )}
            {data.visitTime && (
              <>
                <dt>就诊</dt>
                <dd className="num">
                  {shortMoment(data.visitTime)}
                  {data.recordId && (
                    <>
                      　<Link to={recordHref(data.recordId)}>看病历</Link>
                    </>
                  )}
                </dd>
              </>
            )}
            {data.nextAppointment && (
              <>
                <dt>下次预约</dt>
                <dd className="num">
                  <Link
                    to={`/myAppointmentBoard?date=${data.nextAppointment.startTime.slice(0, 10)}&appointment=${data.nextAppointment.id}`}
                  >
                    {dueWords(data.nextAppointment.startTime)} {data.nextAppointment.doctorName}
                  </Link>
                </dd>
              </>
            )}
            {data.cancelReason && (
              <>
                <dt>取消</dt>
                <dd>{data.cancelReason}</dd>
              </>
            )}
            <dt>来源</dt>
            <dd className="num">
              {data.ruleName ? `规则：${data.ruleName}` : data.createdName}　{shortMoment(data.createdTime)}
            </dd>
          </dl>
          <LinkButton to={patientHref(data.patientId)} icon="user">
            查看档案
          </LinkButton>
          {data.calls.length > 0 && (
            <section>
              <div className={s.sideHead}>联系记录</div>
              <div className={s.log}>
                {data.calls.map((each) => (
                  <div key={each.id} className={s.logLine}>
                    <span className="tertiary num">{shortMoment(each.time)}</span>
                    <span>
                      {methodWord(each.method)}　{each.reached ? each.result : '未接通'}
                      {each.satisfaction !== null && `　${each.satisfaction} 分`}
                      <span className="tertiary">　{each.actorName}</span>
                      {each.note && <div className="secondary">{each.note}</div>}
                    </span>
                  </div>
                ))}
              </div>
            </section>
          )}
          {dialog === 'edit' && (
            <PlanDialog follow={data} onClose={() => setDialog(null)} onSaved={() => setDialog(null)} />
          )}
          {dialog === 'assign' && (
            <AssignDialog ids={[data.id]} onClose={() => setDialog(null)} onDone={() => setDialog(null)} />
          )}
          {dialog === 'cancel' && (
            <CancelDialog
              follow={data}
              onClose={() => setDialog(null)}
              onDone={() => {
                setDialog(null)
                goOn()
              }}
            />
          )}
          {dialog === 'book' &&
            renderBooking(
              data,
              (appointmentId) => {
                setDialog(null)
                booked.mutate({ id, appointmentId })
                goOn()
              },
              () => {
                setDialog(null)
                goOn()
              },
            )}
        </div>
      )}
    </DetailPane>
  )
}

/** 138 0000 2046 is dialled by the eye. */
const spaced = (mobile: string) => mobile.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3')

/** What came of it. */
function Outcome({ data }: { data: FollowDetail }) {
  return (
    <section className={s.outcome} aria-label="随访结果">
      <div className={s.lineHead}>
        <b>{data.result}</b>
        {data.satisfaction !== null && (
          <Tag tone={data.satisfaction <= 2 ? 'danger' : 'done'}>满意度 {data.satisfaction} 分</Tag>
        )}
        <span className={`t-13 tertiary num ${s.end ?? ''}`}>
          {data.doneName} {data.doneTime?.slice(5, 16)}
        </span>
      </div>
      {data.note && <p className="secondary">{data.note}</p>}
      {data.nextPlanTime && <p className="t-13 num">下次随访 {dueWords(data.nextPlanTime)}</p>}
      {data.audioUrl && (
        <a href={data.audioUrl} target="_blank" rel="noreferrer" className="t-13">
          听录音
        </a>
      )}
      {data.appointmentId && (
        <p className="t-13 done">
          <Icon name="calendar-check" size={14} /> 已约复诊
        </p>
      )}
    </section>
  )
}
