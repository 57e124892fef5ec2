import { dayText } from '@dentin/kit/date-text'
import { platformErrors } from '@dentin/contract/core/errors'
import { appointmentStates, confirmStates } from '@dentin/contract/core/status'
import type { PatientChoice } from '@dentin/contract/patient'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { appointment } from '@dentin/contract/appointment'
import { appointmentSourceNames, treatTypeNames } from '@dentin/contract/core/visit-words'
import { clinic } from '@dentin/contract/clinic'
import { teethWords } from '../../../domain/teeth.ts'
import { ageYears, briefGenderAge } from '../../../domain/person.ts'
import { ApiError, send } from '../../../lib/client.ts'
import { deferred, usePreload } from '../../../lib/deferred.ts'
import { useCan } from '../../../lib/permission.ts'
import { shortMoment } from '../../../lib/when.ts'
import { useCall, useInvalidate } from '../../../lib/query.ts'
import {
  Alerts,
  type Alert,
  DetailPane,
  Avatar,
  Button,
  confirm,
  EmptyState,
  ErrorLine,
  Field,
  LinkButton,
  Money,
  Notice,
  SkeletonRows,
  Tag,
  TextButton,
  TextField,
  toast,
  Menu,
  type MenuEntry,
} from '../../../ui/index.ts'
import { Dialog } from '../../../ui/heavy.ts'
import { appointmentReads, useAppointment, usePark } from '../hooks.ts'
import { isToday, spanOf, spanText, wireDate, type Detail } from '../model.ts'
import { CardStatus } from './AppointmentCard.tsx'
import { AppointmentTrace } from './AppointmentTrace.tsx'
import type { PatientPicker } from './BookForm.tsx'
import { useWaiting } from '../waitlist.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { HeldActions } from './WaitPanel.tsx'
import s from './board.module.css'

const calls = appointment
const Moving = deferred(async () => (await import('./MoveForm.tsx')).Moving)
const EditDialog = deferred(async () => (await import('./EditDialog.tsx')).EditDialog)
const ElsewhereDialog = deferred(async () => (await import('./ElsewhereDialog.tsx')).ElsewhereDialog)
const WaitDialog = deferred(async () => (await import('./WaitDialog.tsx')).WaitDialog)
const AHEAD = [Moving, EditDialog]
const handledNames = ['', '已改约', '已取消', '已加入随访', '已忽略']

export interface AppointmentPaneProps {
  id: string
  onClose: () => void
  /** Shows another appointment: the one a no-show was moved to. */
  onShow: (id: string) => void
  patientHref: (patientId: string) => string
  recordHref: (recordId: string) => string
  renderPicker: PatientPicker
  /** The check-in of the visits' feature; shown when the status and the post allow it. */
  renderCheckIn?: ((appointment: Detail, done: () => void) => ReactNode) | undefined
  index?: number
  total?: number
  onPrevious?: () => void
  onNext?: () => void
}

/** A look at one appointment beside a list. */
export function AppointmentPane({
  id,
  onClose,
  onShow,
  patientHref,
  recordHref,
  renderPicker,
  renderCheckIn,
  ...place
}: AppointmentPaneProps) {
  return (
    <DetailPane label="预约详情" onClose={onClose} {...place}>
      <AppointmentDetail
        id={id}
        onClose={onClose}
        onShow={onShow}
        patientHref={patientHref}
        recordHref={recordHref}
        renderPicker={renderPicker}
        renderCheckIn={renderCheckIn}
      />
    </DetailPane>
  )
}

type DetailProps = Omit<AppointmentPaneProps, 'index' | 'total' | 'onPrevious' | 'onNext'> & {
  /** Beside a board: the pane in which it gets another time. Left out: a form over the page. */
  onMove?: (appointment: Detail, missed: boolean) => void
}

/** One appointment: who, when, what, what to watch, what can be done, and what happened to it. */
export function AppointmentDetail({ id, onClose, ...rest }: DetailProps) {
  const { detail, warnings } = useAppointment(id)
  const data = detail.data
  usePreload(AHEAD, data !== undefined)
  return (
    <>
      {detail.error && !data ? (
        detail.error.is(platformErrors.NOT_FOUND) ? (
          <EmptyState
            layout="stack"
            icon="calendar-x"
            title="没有这个预约"
            hint="可能已被删除，或不在你的范围内"
            action={<Button onClick={onClose}>关闭</Button>}
          />
        ) : (
          <ErrorLine onRetry={() => void detail.refetch()}>{detail.error.message}</ErrorLine>
        )
      ) : !data ? (
        <SkeletonRows rows={8} height={40} />
      ) : (
        <PaneBody data={data} warnings={warnings.data ?? []} onClose={onClose} {...rest} />
      )}
    </>
  )
}

type BodyProps = Omit<DetailProps, 'id'> & {
  data: Detail
  warnings: readonly Alert[]
}

function PaneBody({
  data,
  warnings,
  onClose,
  onShow,
  patientHref,
  recordHref,
  renderPicker,
  renderCheckIn,
  onMove,
}: BodyProps) {
  const invalidate = useInvalidate()
  const park = usePark()
  const others = useCall(clinic.others, {}, { staleTime: 5 * 60_000, enabled: data.actions.includes('move') }).data
  const [dialog, setDialog] = useState<'move' | 'cancel' | 'edit' | 'attach' | 'refuse' | 'wait' | 'elsewhere' | null>(
    null,
  )
  const [busy, setBusy] = useState(false)
  const date = wireDate(data.startTime)
  const { start, end } = spanOf(data)
  const may = (action: Detail['actions'][number]) => data.actions.includes(action)
  const key = { id: data.id, version: data.version }
  const act = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      toast.success(done)
    } catch (error) {
      toast.error(
        error instanceof ApiError
          ? error.isConflict
            ? '已被他人修改，已刷新，请再看一遍'
            : error.message
          : '没有成功，请重试',
      )
    } finally {
      setBusy(false)
      await invalidate(appointmentReads)
    }
  }
  const remove = async () => {
    if (
      !(await confirm({
        title: `删除 ${data.name} ${dayText(date)} 的预约？`,
        body: '只用于录错的预约；患者不来请用取消。',
        danger: true,
        okText: '删除',
      }))
    )
      return
    await act(() => send(calls.remove, key), '删除成功')
    onClose()
  }
  const ignore = () => act(() => send(calls.handleMissed, { ...key, how: 4 }), '已忽略')
  const askWhy = () => act(() => send(calls.handleMissed, { ...key, how: 3 }), '已加入今日随访')
  const dropMissed = () => act(() => send(calls.handleMissed, { ...key, how: 2 }), '已按取消处理')
  const more: MenuEntry[] = [
    ...(may('park')
      ? [{ key: 'park', label: '放入待安排', icon: 'inbox' as const, onSelect: () => void park(data) }]
      : []),
    ...(may('edit')
      ? [{ key: 'edit', label: '修改内容', icon: 'pencil' as const, onSelect: () => setDialog('edit') }]
      : []),
    ...(may('confirm')
      ? [
          {
            key: 'unreachable',
            label: '联系不上',
            icon: 'phone' as const,
            onSelect: () => void act(() => send(calls.confirm, { ...key, result: 3 }), '已记录'),
          },
        ]
      : []),
    ...(may('confirm')
      ? [
          {
            key: 'later',
            label: '患者要求改期',
            icon: 'calendar-clock' as const,
            onSelect: () => void act(() => send(calls.confirm, { ...key, result: 4 }), '已记录'),
          },
        ]
      : []),
    ...(may('move') && !appointmentStates.is(data.status, 'requested') && others && others.length > 0
      ? [
          {
            key: 'elsewhere',
            label: '改到其他门诊',
            icon: 'building' as const,
            onSelect: () => setDialog('elsewhere'),
          },
        ]
      : []),
    ...(may('move') && data.patientId
      ? [
          {
            key: 'wait',
            label: '想提前，加入候补',
            icon: 'clock' as const,
            onSelect: () => setDialog('wait'),
          },
        ]
      : []),
    ...(may('handleMissed') && data.patientId !== null
      ? [{ key: 'follow', label: '加入随访', icon: 'phone-call' as const, onSelect: () => void askWhy() }]
      : []),
    ...(may('handleMissed')
      ? [{ key: 'drop', label: '按取消处理', icon: 'calendar-x' as const, onSelect: () => void dropMissed() }]
      : []),
    ...(may('handleMissed')
      ? [{ key: 'ignore', label: '忽略', icon: 'ban' as const, onSelect: () => void ignore() }]
      : []),
    ...(may('delete')
      ? ([
          'divider',
          { key: 'delete', label: '删除', icon: 'trash' as const, danger: true, onSelect: () => void remove() },
        ] as const)
      : []),
  ]
  const tags = [
    data.isOverbook && '加号',
    data.offShift && '班次外',
    data.isBackfilled && '补录',
    data.isUrgent && '加急',
  ].filter((each) => each !== false)
  return (
    <div className={s.detail}>
      <header className={s.detailHead}>
        <Avatar gender={data.gender} age={ageYears(data.birthDay, date)} size={44} />
        <div>
          <div className={s.detailName}>
            <h2 className="t-18">{data.name}</h2>
            <span className="secondary t-13">{briefGenderAge(data, date)}</span>
            <CardStatus card={data} />
          </div>
          <div className="tertiary t-12 num">
            {[data.medicalNumber ?? '未建档', data.mobile, data.appointNo].filter(Boolean).join('　')}
          </div>
        </div>
      </header>
      <Alerts look="rows" alerts={warnings} />
      {data.parkedTime && (
        <Notice tone="wait" icon="inbox">
          在待安排区，时段已让出；改约即重新安排
        </Notice>
      )}
      {data.heldUntil && <Held id={data.id} until={data.heldUntil} name={data.name} />}
      <div className={s.actions}>
        {may('accept') && (
          <Button variant="primary" busy={busy} onClick={() => void act(() => send(calls.accept, key), '已通过')}>
            通过
          </Button>
        )}
        {may('refuse') && <Button onClick={() => setDialog('refuse')}>拒绝</Button>}
        {may('checkIn') && isToday(date) && renderCheckIn?.(data, () => void invalidate(appointmentReads))}
        {may('confirm') && appointmentStates.is(data.status, 'booked') && (
          <Button
            variant={may('checkIn') && isToday(date) && renderCheckIn ? 'default' : 'primary'}
            busy={busy}
            onClick={() => void act(() => send(calls.confirm, { ...key, result: 2 }), '已确认')}
          >
            确认
          </Button>
        )}
        {(may('move') || may('rebook')) && (
          <Button onClick={() => (onMove ? onMove(data, may('rebook')) : setDialog('move'))}>
            {data.parkedTime ? '安排时间' : '改约'}
          </Button>
        )}
        {may('cancel') && (
          <Button variant="danger" onClick={() => setDialog('cancel')}>
            取消预约
          </Button>
        )}
        {more.length > 0 && (
          <Menu items={more} align="end">
            <Button icon="dots" aria-label="更多操作" />
          </Menu>
        )}
      </div>
      <dl className={s.facts}>
        <dt>{data.parkedTime ? '原时间' : '时间'}</dt>
        <dd className="num">
          <b>{dayText(date)}</b> {spanText(start, end)}　{end - start} 分
        </dd>
        <dt>医生</dt>
        <dd>{[data.doctorName, data.chairName].filter(Boolean).join(' · ')}</dd>
        {data.nurseName && (
          <>
            <dt>护士</dt>
            <dd>{data.nurseName}</dd>
          </>
        )}
        {data.consultantName && (
          <>
            <dt>咨询师</dt>
            <dd>{data.consultantName}</dd>
          </>
        )}
        <dt>项目</dt>
        <dd>{[data.title, teethWords(data.teeth)].filter(Boolean).join('　') || '—'}</dd>
        <dt>就诊</dt>
        <dd className={s.inline}>
          <Tag tone="outline">{treatTypeNames[data.treatType]}</Tag>
          {tags.map((each) => (
            <Tag key={each} tone={each === '补录' ? 'muted' : 'danger'}>
              {each}
            </Tag>
          ))}
        </dd>
        <dt>确认</dt>
        <dd>{confirmStates.names[data.confirmStatus]}</dd>
        {Number(data.arrears) > 0 && (
          <>
            <dt>欠费</dt>
            <dd>
              <Money yuan={data.arrears} as="debt" />
            </dd>
          </>
        )}
        {data.remark && (
          <>
            <dt>备注</dt>
            <dd>{data.remark}</dd>
          </>
        )}
        {data.visibleRemark && (
          <>
            <dt>给患者</dt>
            <dd>{data.visibleRemark}</dd>
          </>
        )}
        {data.cancelReason && (
          <>
            <dt>原因</dt>
            <dd>{[data.cancelReason, data.cancelledName].filter(Boolean).join('　')}</dd>
          </>
        )}
        {data.noShowHandled !== null && (
          <>
            <dt>爽约处理</dt>
            <dd>
              {handledNames[data.noShowHandled]}{' '}
              {data.rebookedToId && (
                <TextButton onClick={() => onShow(data.rebookedToId as string)}>查看新预约</TextButton>
              )}
            </dd>
          </>
        )}
        {data.records.length > 0 && (
          <>
            <dt>病历</dt>
            <dd>
              {data.records.map(({ id, visitTime, came }) => (
                <div key={id}>
                  <Link className="brand" to={recordHref(id)}>
                    {dayText(visitTime.slice(0, 10))}就诊的病历
                  </Link>
                  <span className="secondary t-12">　{came ? '本预约的就诊' : '约于这次就诊当天'}</span>
                </div>
              ))}
            </dd>
          </>
        )}
        <dt>来源</dt>
        <dd className="num">
          {appointmentSourceNames[data.source]}　{data.createdName} {shortMoment(data.createdTime)}
        </dd>
      </dl>
      {data.patientId ? (
        <LinkButton to={patientHref(data.patientId)} icon="user">
          查看档案
        </LinkButton>
      ) : (
        may('attachPatient') && (
          <Button icon="user-plus" onClick={() => setDialog('attach')}>
            关联患者档案
          </Button>
        )
      )}
      <AppointmentTrace trace={data} />
      {dialog === 'move' && (
        <Moving
          appointment={data}
          missed={may('rebook')}
          onClose={() => setDialog(null)}
          onDone={(to) => {
            setDialog(null)
            onShow(to)
          }}
        />
      )}
      {dialog === 'elsewhere' && <ElsewhereDialog appointment={data} onClose={() => setDialog(null)} />}
      {dialog === 'cancel' && (
        <CancelDialog appointment={data} onClose={() => setDialog(null)} onDone={() => setDialog(null)} />
      )}
      {dialog === 'wait' && data.patientId && (
        <WaitDialog
          start={{
            patient: {
              id: data.patientId,
              name: data.name,
              gender: data.gender ?? 2,
              birthDay: data.birthDay,
              medicalNumber: data.medicalNumber ?? '',
              mobile: data.mobile,
            },
            currentId: data.id,
            itemIds: data.itemIds,
            duration: end - start,
            doctorId: data.doctorId,
          }}
          renderPicker={renderPicker}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'edit' && <EditDialog appointment={data} onClose={() => setDialog(null)} />}
      {dialog === 'attach' && (
        <AttachDialog
          name={data.name}
          renderPicker={renderPicker}
          onClose={() => setDialog(null)}
          onPick={(patient) => {
            setDialog(null)
            void act(() => send(calls.attachPatient, { ...key, patientId: patient.id }), '已关联档案')
          }}
        />
      )}
      {dialog === 'refuse' && (
        <RefuseDialog
          name={data.name}
          onClose={() => setDialog(null)}
          onRefuse={(reason) => {
            setDialog(null)
            void act(() => send(calls.refuse, { ...key, reason }), '已拒绝')
          }}
        />
      )}
    </div>
  )
}

/** A place held for the waiting list is answered for here as well. */
function Held({ id, until, name }: { id: string; until: string; name: string }) {
  const may = useCan()
  const { list } = useWaiting()
  const offer = list.data?.list.find((each) => each.offer?.appointmentId === id)?.offer
  return (
    <Notice
      tone="wait"
      icon="clock"
      action={offer && may('/myAppointmentBoard:edit') ? <HeldActions offer={offer} name={name} /> : undefined}
    >
      为候补保留到 {until.slice(11, 16)}，到时没有答复自动转给下一位
    </Notice>
  )
}

function AttachDialog({
  name,
  renderPicker,
  onClose,
  onPick,
}: {
  name: string
  renderPicker: PatientPicker
  onClose: () => void
  onPick: (patient: PatientChoice) => void
}) {
  const [patient, setPatient] = useState<PatientChoice | null>(null)
  return (
    <Dialog
      open
      title={`把「${name}」的预约关联到档案`}
      onClose={onClose}
      onSubmit={() => patient && onPick(patient)}
      submitText="关联"
      submitDisabled={!patient}
    >
      {renderPicker({ value: patient, onPick: setPatient, onNew: () => toast.info('请先在患者中心新建档案') })}
    </Dialog>
  )
}

function RefuseDialog({
  name,
  onClose,
  onRefuse,
}: {
  name: string
  onClose: () => void
  onRefuse: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  return (
    <Dialog
      open
      title={`拒绝 ${name} 的网上预约？`}
      onClose={onClose}
      onSubmit={() => reason.trim() && onRefuse(reason.trim())}
      submitText="拒绝"
      danger
      submitDisabled={!reason.trim()}
    >
      <Field label="拒绝原因" required>
        <TextField value={reason} maxLength={100} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  )
}
