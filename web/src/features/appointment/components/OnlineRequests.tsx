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
  Checkbox,
  copyText,
  EmptyState,
  ErrorLine,
  Field,
  LinkButton,
  Notice,
  NumberField,
  PageTitle,
  QrCode,
  Segmented,
  SkeletonRows,
  SplitPane,
  StatusTag,
  Switch,
  Tag,
  TextButton,
  TextField,
  toast,
  Toolbar,
  urlEnum,
  useUrlState,
} from '../../../ui/index.ts'
import { DataTable, FormDialog, pageCodecs, pagedProps, Picked, type Column } from '../../../ui/heavy.ts'
import { onlineReads, useOnlineCount } from '../hooks.ts'
import { timeWords } from '../overtaken.ts'
import { spanOf, spanText, wireDate } from '../model.ts'
import b from './board.module.css'
import s from './online.module.css'

type Request = WireOutput<typeof booking.requests>['list'][number]
type Settings = WireOutput<typeof booking.settings>
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

function PageSettings({ settings }: { settings: Settings }) {
  const may = useCan()
  const save = useSend(booking.saveSettings, { refresh: [booking.settings] })
  const { code, itemCount, doctorCount, ...values } = settings
  const form = useCallForm(booking.saveSettings, { defaultValues: values })
  const maySet = may('/myAppointmentNetwork:set')
  const submit = form.save(save.mutateAsync, () => toast.success('修改成功'))
  const address = code ? `${window.location.origin}/book?c=${code}` : null
  const figure = (
    name: 'daysAhead' | 'leadHours' | 'slotLimit' | 'patientLimit' | 'holdMinutes',
    label: string,
    unit: string,
    help?: string,
  ) => (
    <Picked form={form} name={name} label={label} {...(help ? { help } : {})}>
      {(field) => <NumberField {...field} value={field.value as number | null} unit={unit} disabled={!maySet} />}
    </Picked>
  )
  return (
    <div className={s.panel}>
      <h2 className={s.title}>
        预约页 <Tag tone={settings.open ? 'done' : 'muted'}>{settings.open ? '已开放' : '未开放'}</Tag>
      </h2>
      {address && (
        <div className={s.qr}>
          <QrCode text={address} label="扫码打开门诊的预约页" size={168} dimmed={!settings.open} />
          <span className={s.link}>{address}</span>
          <span className={s.actions}>
            <TextButton icon="copy" onClick={() => void copyText(address ?? '', '链接')}>
              复制链接
            </TextButton>
            <LinkButton variant="text" size="sm" icon="external" to={`/book?c=${code}`} target="_blank">
              打开
            </LinkButton>
          </span>
        </div>
      )}
      {settings.open && (itemCount === 0 || doctorCount === 0) && (
        <Notice tone="wait" icon="alert">
          {itemCount === 0 ? '没有允许网上预约的预约项目' : '没有开放网上预约的医生'}，患者现在约不到
        </Notice>
      )}
      <p className="secondary t-13">
        开放 {itemCount} 个项目、{doctorCount} 位医生；可约时间按已发布的排班算。
      </p>
      <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
        <Switch
          checked={form.watch('open')}
          disabled={!maySet}
          onChange={(open) => form.setValue('open', open, { shouldDirty: true })}
        >
          开放网上预约
        </Switch>
        {figure('daysAhead', '可约天数', '天')}
        {figure('leadHours', '最晚提前', '小时', '之后患者不能自己约、改、取消')}
        {figure('slotLimit', '每时段限号', '个', '每位医生每个上午、下午、晚间')}
        {figure('patientLimit', '同一手机号并行上限', '个')}
        {figure('holdMinutes', '候补保留', '分钟')}
        <Checkbox
          checked={form.watch('needsReview')}
          disabled={!maySet}
          onChange={(event) => form.setValue('needsReview', event.target.checked, { shouldDirty: true })}
        >
          需要门诊审核
        </Checkbox>
        {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
        {maySet && (
          <Button type="submit" variant="primary" busy={form.sending} disabled={!form.formState.isDirty}>
            保存
          </Button>
        )}
      </form>
    </div>
  )
}
