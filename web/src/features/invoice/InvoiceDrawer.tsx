import {
  invoice,
  buyerTypes,
  invoiceParts,
  invoiceRedStates,
  patientInvoiceStates,
  redReasons,
  type InvoicePart,
} from '@dentin/contract/invoice'
import { formatYuanText } from '@dentin/kit/money'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { newRequestId } from '../../lib/client.ts'
import { useCallForm } from '../../lib/form.ts'
import { DatePicker, Drawer, FormDialog, Picked, Select } from '../../ui/heavy.ts'
import {
  Button,
  ErrorLine,
  Field,
  Money,
  MoneyInput,
  Notice,
  Segmented,
  SkeletonRows,
  StatusTag,
  Tag,
  TextButton,
  TextField,
  toast,
} from '../../ui/index.ts'
import { BuyerFields } from './BuyerFields.tsx'
import { isWaiting, uncovered, useInvoice, useInvoiceSend, type InvoiceDetail, type Red } from './hooks.ts'
import { Standing } from './Standing.tsx'
import s from './invoice.module.css'

export interface InvoiceDrawerProps {
  id: string
  fileTo: (patientId: string) => string
  onClose: () => void
}

/** One invoice: its buyer, what it covers, its reds, and what may be done with it. */
export function InvoiceDrawer({ id, fileTo, onClose }: InvoiceDrawerProps) {
  const [waiting, setWaiting] = useState(false)
  const { data, error, refetch, isFetching } = useInvoice(id, waiting)
  const waits = data ? isWaiting([data]) : waiting
  if (waits !== waiting) setWaiting(waits)
  return (
    <Drawer open title={data?.invoiceNo ?? '电子发票'} extra={data && <Standing row={data} />} onClose={onClose}>
      {error && !data ? (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      ) : !data ? (
        <SkeletonRows rows={8} />
      ) : (
        <Detail row={data} fileTo={fileTo} />
      )}
    </Drawer>
  )
}

function Detail({ row, fileTo }: { row: InvoiceDetail; fileTo: (patientId: string) => string }) {
  const [asking, setAsking] = useState<'retry' | 'red' | 'cancel' | 'settle' | null>(null)
  const { allowed, buyer } = row
  const facts: [string, ReactNode][] = [
    ['金额', <Money key="amount" yuan={row.amount} strong />],
    ['税额', `${formatYuanText(row.tax)}（${row.taxRate === 0 ? '免税' : `税率 ${row.taxRate}%`}）`],
    [
      '患者',
      <Link key="patient" to={fileTo(row.patientId)}>
        {row.patientName}
      </Link>,
    ],
    ['抬头', `${buyer.title}（${buyerTypes[buyer.titleType as keyof typeof buyerTypes]}）`],
    ['识别号', buyer.taxNo],
    ['收票', [buyer.phone, buyer.mail].filter(Boolean).join('　')],
    [
      '对应',
      row.sources
        .map((one) => `${invoiceParts[one.part as InvoicePart]} ${one.documentNo} ${formatYuanText(one.amount)}`)
        .join('、'),
    ],
    ['发票号码', row.platformNo],
    ['开票日期', row.issuedOn],
    ['申请', `${row.createdAt.slice(0, 16)}　${row.operatorName}`],
  ]
  return (
    <div className={s.drawer}>
      {row.failReason && (
        <Notice tone={patientInvoiceStates.is(row.status, 'failed') ? 'danger' : 'wait'}>{row.failReason}</Notice>
      )}
      <dl className={s.facts}>
        {facts.map(([label, value]) => value && <Pair key={label} label={label} value={value} />)}
      </dl>
      <div className={s.acts}>
        {allowed.retry && (
          <Button size="sm" variant="primary" onClick={() => setAsking('retry')}>
            重新开票
          </Button>
        )}
        {allowed.red && (
          <Button size="sm" onClick={() => setAsking('red')}>
            红冲
          </Button>
        )}
        {allowed.cancel && (
          <Button size="sm" variant="danger" onClick={() => setAsking('cancel')}>
            取消开票
          </Button>
        )}
        {allowed.settle && (
          <Button size="sm" onClick={() => setAsking('settle')}>
            登记结果
          </Button>
        )}
      </div>
      {row.reds.length > 0 && (
        <ul className={s.reds} aria-label="红字发票">
          {row.reds.map((red) => (
            <RedRow key={red.id} row={row} red={red} />
          ))}
        </ul>
      )}
      {asking === 'retry' && <RetryDialog row={row} onClose={() => setAsking(null)} />}
      {asking === 'red' && <RedDialog row={row} onClose={() => setAsking(null)} />}
      {asking === 'cancel' && <CancelDialog row={row} onClose={() => setAsking(null)} />}
      {asking === 'settle' && <SettleDialog row={row} onClose={() => setAsking(null)} />}
    </div>
  )
}

const Pair = ({ label, value }: { label: string; value: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
)

function RedRow({ row, red }: { row: InvoiceDetail; red: Red }) {
  const [withdraws, setWithdraws] = useState(false)
  const [settles, setSettles] = useState(false)
  const retry = useInvoiceSend(invoice.retry)
  return (
    <li>
      <StatusTag kind={invoiceRedStates} value={red.status} />
      <span className={s.words}>
        {redReasons[red.reason as keyof typeof redReasons]}
        {red.isForced && <Tag tone="muted">退款带来</Tag>}
      </span>
      <Money yuan={`-${red.amount}`} strong />
      <span className={s.under}>
        <span className="t-12 tertiary num">
          {red.createdAt.slice(0, 16)} {red.operatorName} {red.platformNo || red.redNo}
        </span>
        {red.note && <span className="t-12 tertiary">{red.note}</span>}
        {red.failReason && <span className="t-12 danger">{red.failReason}</span>}
        {red.allowed.retry && (
          <TextButton
            disabled={retry.isPending}
            onClick={() => retry.mutate({ id: row.id, version: red.version, redId: red.id, requestId: newRequestId() })}
          >
            重新红冲
          </TextButton>
        )}
        {red.allowed.withdraw && (
          <TextButton tone="danger" onClick={() => setWithdraws(true)}>
            撤回
          </TextButton>
        )}
        {red.allowed.settle && <TextButton onClick={() => setSettles(true)}>登记结果</TextButton>}
      </span>
      {settles && <SettleDialog row={row} red={red} onClose={() => setSettles(false)} />}
      {withdraws && <WithdrawDialog red={red} onClose={() => setWithdraws(false)} />}
    </li>
  )
}

interface OfInvoice {
  row: InvoiceDetail
  onClose: () => void
}

/** Tries one that failed again; whom it is made out to may be set right. */
function RetryDialog({ row, onClose }: OfInvoice) {
  const send = useInvoiceSend(invoice.retry)
  const { titleType, title, taxNo, mail, phone } = row.buyer
  const form = useCallForm(invoice.retry, {
    defaultValues: {
      id: row.id,
      version: row.version,
      buyer: { titleType: titleType as 0 | 1, title, taxNo, ...uncovered({ mail, phone }) },
    },
  })
  const submit = form.save(send.mutateAsync, () => {
    toast.success('已重新提交')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={`重新开票 ${row.invoiceNo}`}
      onClose={onClose}
      onSubmit={submit}
      submitText="重新开票"
    >
      {row.failReason && <Notice tone="danger">{row.failReason}</Notice>}
      <BuyerFields form={form} prefix="buyer." />
    </FormDialog>
  )
}

function RedDialog({ row, onClose }: OfInvoice) {
  const send = useInvoiceSend(invoice.red)
  const form = useCallForm(invoice.red, {
    defaultValues: { id: row.id, version: row.version, amount: row.reddable, reason: 2, note: '' },
  })
  const submit = form.save(send.mutateAsync, () => {
    toast.success('已提交红冲')
    onClose()
  })
  return (
    <FormDialog form={form} title={`红冲 ${row.platformNo}`} onClose={onClose} onSubmit={submit} submitText="红冲">
      <Notice tone="muted">开出之前不释放可开票金额；没有提交平台或被平台拒绝的可以撤回</Notice>
      <Picked form={form} name="amount" label={`红冲金额（最多 ${formatYuanText(row.reddable)}）`} required>
        {(field) => <MoneyInput autoFocus value={String(field.value ?? '')} onChange={field.onChange} />}
      </Picked>
      <Picked form={form} name="reason" label="原因" required>
        {(field) => (
          <Select
            label="原因"
            options={Object.entries(redReasons).map(([value, label]) => ({ value, label }))}
            value={String(field.value)}
            onChange={(next) => field.onChange(Number(next))}
          />
        )}
      </Picked>
      <Field label="说明" error={form.errorOf('note')}>
        <TextField maxLength={50} {...form.register('note')} />
      </Field>
    </FormDialog>
  )
}

function CancelDialog({ row, onClose }: OfInvoice) {
  const send = useInvoiceSend(invoice.cancel)
  const form = useCallForm(invoice.cancel, { defaultValues: { id: row.id, reason: '' } })
  const submit = form.save(send.mutateAsync, () => {
    toast.success('已取消')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={`取消开票 ${row.invoiceNo}`}
      onClose={onClose}
      onSubmit={submit}
      submitText="取消开票"
    >
      <Notice tone="wait">先向平台查询：平台没有这张发票才能取消</Notice>
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextField autoFocus maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

/** Writes down what somebody found at the platform, of an invoice or of one of its reds. */
function SettleDialog({ row, red, onClose }: OfInvoice & { red?: Red }) {
  const send = useInvoiceSend(invoice.settle)
  const form = useCallForm(invoice.settle, {
    defaultValues: {
      id: row.id,
      redId: red?.id ?? null,
      version: (red ?? row).version,
      outcome: 'issued',
      platformNo: '',
      issuedOn: null,
      reason: '',
    },
  })
  const isIssued = form.watch('outcome') === 'issued'
  const submit = form.save(send.mutateAsync, () => {
    toast.success('已登记')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={`登记结果 ${red?.redNo ?? row.invoiceNo}`}
      onClose={onClose}
      onSubmit={submit}
      submitText="登记"
    >
      <Notice tone="wait">先到开票平台查到结果再登记；登记后不再向平台查询</Notice>
      <Picked form={form} name="outcome" label="结果" required>
        {(field) => (
          <Segmented
            label="结果"
            options={[
              { value: 'issued', label: '已开出' },
              { value: 'notIssued', label: '没有开出' },
            ]}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      </Picked>
      {isIssued && (
        <>
          <Field label="发票号码" required error={form.errorOf('platformNo')}>
            <TextField maxLength={20} inputMode="numeric" {...form.register('platformNo')} />
          </Field>
          <Picked form={form} name="issuedOn" label="开票日期" required>
            {(field) => <DatePicker value={field.value || null} onChange={field.onChange} />}
          </Picked>
        </>
      )}
      <Field label="依据" required error={form.errorOf('reason')}>
        <TextField maxLength={50} placeholder="如：平台后台查询、税局核实" {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

function WithdrawDialog({ red, onClose }: { red: Red; onClose: () => void }) {
  const send = useInvoiceSend(invoice.withdrawRed)
  const form = useCallForm(invoice.withdrawRed, { defaultValues: { redId: red.id, version: red.version, reason: '' } })
  const submit = form.save(send.mutateAsync, () => {
    toast.success('已撤回')
    onClose()
  })
  return (
    <FormDialog form={form} title={`撤回红冲 ${red.redNo}`} onClose={onClose} onSubmit={submit} submitText="撤回">
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextField autoFocus maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}
