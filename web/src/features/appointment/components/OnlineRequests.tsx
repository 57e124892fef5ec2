import { appointmentSourceNames } from '@dentin/contract/core/visit-words'
import { dayText } from '@dentin/kit/date-text'
import { appointmentStates } from '@dentin/contract/core/status'
import { appointment } from '@dentin/contract/appointment'
import { booking } from '@dentin/contract/booking'
import type { WireOutput } from '@dentin/contract'
import { useState, type ReactNode } from 'react'
import { ApiError, send } from '../../../lib/client.ts'
import { deferred } from '../../../lib/deferred.ts'
import { useCallForm } from '../../../lib/form.ts'
import { useLive } from '../../../lib/live.ts'
import { useCan } from '../../../lib/permission.ts'
import { useCall, useInvalidate, useSend } from '../../../lib/query.ts'
import {
  Button,
  EmptyState,
  ErrorLine,
  Field,
  LinkButton,
  PageTitle,
  Segmented,
  SkeletonRows,
  SplitPane,
  StatusTag,
  Tag,
  TextField,
  toast,
  Toolbar,
  urlEnum,
  useUrlState,
} from '../../../ui/index.ts'
import { DataTable, FormDialog, pageCodecs, pagedProps, type Column } from '../../../ui/heavy.ts'
import { onlineReads, useOnlineCount } from '../hooks.ts'
import { timeWords } from '../overtaken.ts'
import { spanOf, spanText, wireDate } from '../model.ts'
import b from './board.module.css'
import s from './online.module.css'
import { PageSettings } from './OnlineSettings.tsx'

type Request = WireOutput<typeof booking.requests>['list'][number]

const ProposeDialog = deferred(async () => (await import('./ProposeDialog.tsx')).ProposeDialog)

const codecs = { ...pageCodecs, state: urlEnum(['open', 'proposed', 'done'], 'open') }

const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className={s.lines}>
    <span className="ellipsis">{first}</span>
    <span className="t-13 secondary ellipsis">{second}</span>
  </span>
)

/** What patients ask for over the clinic's page: accepted, refused, or another time is proposed. */
export function OnlineRequests({ patientHref }: { patientHref: (id: string) => string }) {
  const [url, setUrl] = useUrlState(codecs)
  const may = useCan()
  const invalidate = useInvalidate()
  const [side, setSide] = useState<'left' | 'right' | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [refusing, setRefusing] = useState<Request | null>(null)
  const [proposing, setProposing] = useState<Request | null>(null)
  const count = useOnlineCount(true)
  useLive(['appointment'], [booking.requests])
  const found = useCall(booking.requests, { state: url.state, pageNum: url.page, pageSize: url.size })
  const mayAnswer = may('/myAppointmentBoard:edit')
  const accept = async (row: Request) => {
    setBusy(row.id)
    try {
      await send(appointment.accept, { id: row.id, version: row.version })
      toast.success(`已通过 ${row.name} 的预约`)
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : '没有成功，请重试')
    } finally {
      setBusy(null)
      await invalidate(onlineReads)
    }
  }
  const actions = (row: Request) =>
    mayAnswer &&
    appointmentStates.is(row.status, 'requested') && (
      <span className={s.actions}>
        <Button size="sm" variant="tint" busy={busy === row.id} onClick={() => void accept(row)}>
          通过
        </Button>
        <Button size="sm" onClick={() => setProposing(row)} disabled={row.source !== 9}>
          换时间
        </Button>
        {may('/myAppointmentBoard:cancel') && (
          <Button size="sm" variant="danger" onClick={() => setRefusing(row)}>
            拒绝
          </Button>
        )}
      </span>
    )
  const state = (row: Request) =>
    appointmentStates.is(row.status, 'requested') && row.proposedTime ? (
      <Tag tone="wait">等患者答复</Tag>
    ) : (
      <StatusTag kind="appointment" value={row.status} />
    )
  const columns: Column<Request>[] = [
    {
      key: 'time',
      title: url.state === 'proposed' ? '建议时间' : '预约时间',
      width: 132,
      numeric: true,
      render: (row) => {
        const { start, end } = spanOf(row)
        return <TwoLines first={<b>{dayText(wireDate(row.startTime))}</b>} second={spanText(start, end)} />
      },
    },
    {
      key: 'name',
      title: '患者',
      width: 148,
      render: (row) => (
        <TwoLines
          first={
            <span className={b.agendaName}>
              <b className="ellipsis">{row.name}</b>
              {row.treatType === 1 && <Tag tone="outline">初诊</Tag>}
            </span>
          }
          second={<span className="num">{row.mobile || '—'}</span>}
        />
      ),
    },
    {
      key: 'doctor',
      title: '医生、项目',
      width: 132,
      render: (row) => <TwoLines first={row.doctorName} second={row.title || '—'} />,
    },
    {
      key: 'note',
      title: '留言',
      render: (row) => (
        <span className="ellipsis">{appointmentStates.is(row.status, 'over') ? row.reason : row.note}</span>
      ),
    },
    ...(url.state === 'open'
      ? []
      : [{ key: 'state', title: '状态', width: 110, render: state } satisfies Column<Request>]),
    ...(url.state === 'done'
      ? [
          {
            key: 'source',
            title: '来源',
            width: 76,
            render: (row) => appointmentSourceNames[row.source],
          } satisfies Column<Request>,
        ]
      : [{ key: 'act', title: '', width: 206, align: 'right', render: actions } satisfies Column<Request>]),
  ]
  return (
    <div className={b.page}>
      <PageTitle
        extra={
          may('/myAppointmentBoard:view') && (
            <LinkButton variant="text" icon="calendar" to="/myAppointmentBoard">
              预约板
            </LinkButton>
          )
        }
      />
      <div className={b.main}>
        <SplitPane right={{ label: '预约页', width: 288, content: <PagePanel /> }} open={side} onOpen={setSide}>
          <div className={b.listMain}>
            <Toolbar>
              <Segmented
                label="申请状态"
                options={[
                  { value: 'open', label: '待处理', count },
                  { value: 'proposed', label: '等患者答复' },
                  { value: 'done', label: '已处理' },
                ]}
                value={url.state}
                onChange={(next) => setUrl({ state: next, page: 1 })}
              />
            </Toolbar>
            <DataTable
              label="网上预约"
              columns={columns}
              keyOf={(row) => row.id}
              {...pagedProps(found, url, setUrl, { what: '网上预约', noun: '个' })}
              empty={
                <EmptyState
                  layout="stack"
                  icon="inbox"
                  title="暂无数据"
                  hint={url.state === 'open' ? '患者在预约页提交后会立即出现在这里' : undefined}
                />
              }
              mobile={(row) => (
                <div className={s.mobile}>
                  <span className={b.agendaName}>
                    <b className="ellipsis">{row.name}</b>
                    <span className="secondary t-13 num">{row.mobile}</span>
                    <span style={{ marginLeft: 'auto' }}>{state(row)}</span>
                  </span>
                  <span className="secondary t-13 num">
                    {[timeWords(row), row.doctorName, row.title].filter(Boolean).join('　')}
                  </span>
                  {(row.note || row.reason) && (
                    <span className="tertiary t-13">
                      {appointmentStates.is(row.status, 'over') ? row.reason : row.note}
                    </span>
                  )}
                  {actions(row)}
                </div>
              )}
            />
          </div>
        </SplitPane>
      </div>
      {refusing && <RefuseForm row={refusing} onClose={() => setRefusing(null)} patientHref={patientHref} />}
      {proposing && <ProposeDialog row={proposing} onClose={() => setProposing(null)} />}
    </div>
  )
}

function RefuseForm({
  row,
  onClose,
  patientHref,
}: {
  row: Request
  onClose: () => void
  patientHref: (id: string) => string
}) {
  const refuse = useSend(appointment.refuse, { refresh: onlineReads })
  const form = useCallForm(appointment.refuse, { defaultValues: { id: row.id, version: row.version, reason: '' } })
  const submit = form.save(refuse.mutateAsync, () => {
    toast.success('已拒绝')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={`拒绝 ${row.name} 的预约？`}
      onClose={onClose}
      onSubmit={submit}
      submitText="拒绝"
      danger
    >
      <p className="secondary t-13 num">
        {timeWords(row)}　{row.doctorName}
        {row.patientId && (
          <>
            {'　'}
            <LinkButton variant="text" size="sm" to={patientHref(row.patientId)}>
              查看档案
            </LinkButton>
          </>
        )}
      </p>
      <Field label="拒绝原因" required help="会短信告诉患者" error={form.errorOf('reason')}>
        <TextField maxLength={100} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

/** The clinic's page: its code to be scanned, whether it is open, and how far patients may book. */
function PagePanel() {
  const settings = useCall(booking.settings, {})
  if (settings.error && !settings.data)
    return <ErrorLine onRetry={() => void settings.refetch()}>{settings.error.message}</ErrorLine>
  if (!settings.data) return <SkeletonRows rows={6} height={40} />
  return <PageSettings key={settings.data.version} settings={settings.data} />
}
