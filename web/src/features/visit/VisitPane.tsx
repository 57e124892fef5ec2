import { registrationStates } from '@dentin/contract/core/status'
import { appointmentSourceNames, treatTypeNames } from '@dentin/contract/core/visit-words'
import { regTypeNames, visit } from '@dentin/contract/visit'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ApiError, send } from '../../lib/client.ts'
import { deferred, usePreload } from '../../lib/deferred.ts'
import { can } from '../../lib/permission.ts'
import { useCall, useInvalidate } from '../../lib/query.ts'
import {
  Alerts,
  DetailPane,
  Avatar,
  Button,
  ErrorLine,
  Money,
  SkeletonRows,
  StatusTag,
  Tag,
  TextButton,
  toast,
  Menu,
  type MenuEntry,
} from '../../ui/index.ts'
import { useAlerts, useTreatmentTime, useWarnings, visitReads } from './hooks.ts'
import s from './visit.module.css'

/** What the pane shows of a visit beside what it reads itself. */
export interface PaneVisit {
  id: string
  queueNo: number
  patientId: string
  name: string
  gender: number | null
  doctorId: string
  doctorName: string
  chairName: string
  regType: number
  treatType: number
  status: number
  pinnedReason: string | null
  due?: string | null
  paid?: string | null
}

export interface VisitPaneProps {
  visit: PaneVisit
  /** '女 34' and whole years for the portrait. */
  aside: string
  age: number | null
  /** What is done: '根管治疗 16'. */
  work: string
  patientHref: string
  /** Where the record is written; left out when nobody here writes one. */
  recordHref?: string
  /** The next step, as on the card. */
  next: ReactNode
  /** Back to the waiting list. */
  onRequeue: () => void
  /** Something changed that other screens show. */
  onChanged: () => void
  onClose: () => void
}

const ReasonDialog = deferred(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)
const ReferralDialog = deferred(async () => (await import('./ReferralDialog.tsx')).ReferralDialog)
const MedicareDialog = deferred(async () => (await import('./MedicareDialog.tsx')).MedicareDialog)
const AHEAD = [ReasonDialog, ReferralDialog]
type Asked = 'cancel' | 'walkOut' | 'pin' | 'referral' | 'medicare'

/** A look at one visit: who, how long each stretch took, what to know, and everything that can be done. */
export function VisitPane(props: VisitPaneProps) {
  const { visit: one, aside, age, work, patientHref, recordHref, next, onRequeue, onChanged, onClose } = props
  const times = useTreatmentTime(one.id)
  const notes = useCall(visit.detail, { id: one.id }, { keep: false }).data
  const alerts = useAlerts(one.id)
  const warnings = useWarnings(one.id)
  const invalidate = useInvalidate()
  usePreload(AHEAD)
  const [asked, setAsked] = useState<Asked | null>(null)
  const done = (text: string) => {
    toast.success(text)
    void invalidate(visitReads)
    onChanged()
  }
  const unpin = async () => {
    try {
      await send(visit.pin, { id: one.id, reason: null })
      done('已取消置顶')
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : '没有成功，请重试')
    }
  }
  const waiting = registrationStates.is(one.status, 'waiting', 'called')
  const refers =
    registrationStates.is(one.status, 'live') && (can('/inTreatment:register') || can('/inTreatment:treat'))
  const entries: MenuEntry[] = [
    ...(waiting && can('/inTreatment:call')
      ? [
          one.pinnedReason === null
            ? { key: 'pin', label: '置顶', icon: 'pin' as const, onSelect: () => setAsked('pin') }
            : { key: 'unpin', label: '取消置顶', icon: 'pin' as const, onSelect: () => void unpin() },
        ]
      : []),
    ...((registrationStates.is(one.status, 'called') && can('/inTreatment:call')) ||
    (registrationStates.is(one.status, 'inTreatment') && can('/inTreatment:treat'))
      ? [{ key: 'requeue', label: '转回候诊', icon: 'undo' as const, onSelect: onRequeue }]
      : []),
    ...(refers
      ? [{ key: 'referral', label: '转诊', icon: 'transfer' as const, onSelect: () => setAsked('referral') }]
      : []),
    ...(waiting && can('/inTreatment:cancel')
      ? [
          { key: 'walkOut', label: '未诊离开', icon: 'logout' as const, onSelect: () => setAsked('walkOut') },
          { key: 'cancel', label: '退号', icon: 'x-circle' as const, danger: true, onSelect: () => setAsked('cancel') },
        ]
      : []),
  ]
  const all = [...(warnings.data ?? []), ...(alerts.data?.alerts ?? [])]
  return (
    <DetailPane
      label="就诊详情"
      onClose={onClose}
      footer={
        <div className={s.paneFoot}>
          {entries.length > 0 && (
            <Menu items={entries}>
              <Button iconRight="chevron-down">更多</Button>
            </Menu>
          )}
          {recordHref && (
            <Link to={recordHref} className={s.paneLink}>
              病历
            </Link>
          )}
          <span className={s.gap} />
          {next}
        </div>
      }
    >
      <div className={s.paneHead}>
        <Avatar gender={one.gender} age={age} size={44} />
        <div className={s.paneWho}>
          <div className={s.paneName}>
            <Link to={patientHref} className="t-18">
              {one.name}
            </Link>
            <span className="t-13 secondary">{aside}</span>
          </div>
          <div className={s.paneTags}>
            <StatusTag kind="registration" value={one.status} />
            <Tag tone="outline">{treatTypeNames[one.treatType]}</Tag>
            {one.regType !== 1 && <Tag tone={one.regType === 3 ? 'danger' : 'muted'}>{regTypeNames[one.regType]}</Tag>}
          </div>
        </div>
      </div>
      <Alerts look="rows" alerts={all} className={s.alerts} />
      <dl className={s.facts}>
        <Fact label="项目">{work}</Fact>
        <Fact label="医生">{[one.doctorName, one.chairName].filter(Boolean).join(' · ')}</Fact>
        <Fact label="号">{one.queueNo > 0 ? String(one.queueNo).padStart(2, '0') : '—'}</Fact>
        {notes && (
          <>
            {notes.deptName && <Fact label="科室">{notes.deptName}</Fact>}
            {notes.consultantName && <Fact label="咨询师">{notes.consultantName}</Fact>}
            <Fact label="来源">{appointmentSourceNames[notes.source] || '现场'}</Fact>
            {notes.feePaid !== null && (
              <Fact label="挂号费">
                <span className={s.inFact}>
                  <Money yuan={notes.regFee} />
                  <Tag tone={notes.feePaid ? 'done' : 'wait'}>{notes.feePaid ? '已收' : '未收'}</Tag>
                  {!notes.feePaid && can('/orderSet:charge') && registrationStates.is(one.status, 'live') && (
                    <Link to={`/orderSet?patientId=${one.patientId}&registrationId=${one.id}`}>去收</Link>
                  )}
                </span>
              </Fact>
            )}
            {(notes.isMedicare || notes.mayChange) && (
              <Fact label="医保">
                <span className={s.inFact}>
                  <span className="num">{notes.isMedicare ? notes.medicareNo || '是，未填就诊号' : '否'}</span>
                  {notes.mayChange && <TextButton onClick={() => setAsked('medicare')}>登记</TextButton>}
                </span>
              </Fact>
            )}
          </>
        )}
        {one.pinnedReason !== null && <Fact label="置顶原因">{one.pinnedReason}</Fact>}
        {one.due != null && Number(one.due) > 0 && (
          <Fact label="待收">
            <Money yuan={one.due} strong />
          </Fact>
        )}
        {one.paid != null && Number(one.paid) > 0 && (
          <Fact label="已收">
            <Money yuan={one.paid} />
          </Fact>
        )}
      </dl>
      <h3 className={s.paneTitle}>时长</h3>
      {times.error ? (
        <ErrorLine onRetry={() => void times.refetch()}>{times.error.message}</ErrorLine>
      ) : times.data ? (
        <>
          <div className={s.stretches}>
            <Stretch label="等待" minutes={times.data.waitMinutes} />
            <Stretch label="诊疗" minutes={times.data.treatMinutes} />
            <Stretch label="收费" minutes={times.data.chargeMinutes} />
          </div>
          <ol className={s.stamps}>
            {(
              [
                ['到店', times.data.regTime],
                ['叫号', times.data.callTime],
                ['开始', times.data.startTime],
                ['诊毕', times.data.endTime],
                ['收费', times.data.chargeTime],
                ['离开', times.data.leaveTime],
              ] as const
            ).map(([label, moment]) => (
              <li key={label} className={moment === null ? s.stampOpen : undefined}>
                <span>{label}</span>
                <span className="num">{moment?.slice(11, 16) ?? '—'}</span>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <SkeletonRows rows={3} height={36} />
      )}
      {asked === 'pin' && (
        <ReasonDialog
          title={`置顶 ${one.name}`}
          submitText="置顶"
          label="置顶原因"
          dictionary="pin_reason"
          max={60}
          onSubmit={async (reason) => {
            await send(visit.pin, { id: one.id, reason })
            done('已置顶')
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'cancel' && (
        <ReasonDialog
          title={`退掉 ${one.name} 的号？`}
          submitText="退号"
          label="退号原因"
          dictionary="void_visit_reason"
          danger
          onSubmit={async (reason) => {
            await send(visit.cancel, { id: one.id, reason })
            done('已退号')
            onClose()
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'walkOut' && (
        <ReasonDialog
          title={`${one.name} 未诊离开`}
          submitText="登记离开"
          label="离开原因"
          dictionary="walk_out_reason"
          onSubmit={async (reason) => {
            await send(visit.walkOut, { id: one.id, reason })
            done('已登记')
            onClose()
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'medicare' && notes && (
        <MedicareDialog
          id={one.id}
          name={one.name}
          notes={notes}
          onDone={() => done('已登记')}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'referral' && (
        <ReferralDialog
          visit={one}
          onDone={(text) => {
            done(text)
            onClose()
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </DetailPane>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={s.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Stretch({ label, minutes }: { label: string; minutes: number | null }) {
  return (
    <div className={s.stretch}>
      <span className="t-12 secondary">{label}</span>
      <span className="t-18 num">{minutes ?? '—'}</span>
      <span className="t-12 tertiary">分</span>
    </div>
  )
}
