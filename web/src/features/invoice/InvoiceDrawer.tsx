import {
  invoice,
  invoiceKinds,
  invoiceRedStates,
  invoiceTypes,
  redReasons,
  titleTypes,
  type InvoiceKind,
} from '@dentin/contract/invoice'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCallForm } from '../../lib/form.ts'
import { Drawer, FormDialog, Picked, Select } from '../../ui/heavy.ts'
import {
  Button,
  confirm,
  Field,
  Money,
  MoneyInput,
  Notice,
  StatusTag,
  Tag,
  TextButton,
  TextField,
  toast,
} from '../../ui/index.ts'
import { FileButtons } from './FileButtons.tsx'
import { useInvoiceSend, type Invoice, type Red } from './hooks.ts'
import { Standing } from './InvoicesPage.tsx'
import s from './invoice.module.css'

/** One invoice: its buyer, what it covers, its reds, and what may be done with it. */
export function InvoiceDrawer({
  row,
  fileTo,
  onClose,
}: {
  row: Invoice
  fileTo: (patientId: string) => string
  onClose: () => void
}) {
  const [asking, setAsking] = useState<'red' | 'cancel' | null>(null)
  const retry = useInvoiceSend(invoice.retry)
  const ask = useInvoiceSend(invoice.ask)
  const { allowed } = row
  const facts: [string, React.ReactNode][] = [
    ['金额', <Money key="amount" yuan={row.amount} strong />],
    ['税额', <Money key="tax" yuan={row.taxAmount} />],
    [
      '患者',
      <Link key="patient" to={fileTo(row.patientId)}>
        {row.patientName}
      </Link>,
    ],
    ['抬头', `${row.title}（${titleTypes[row.titleType as keyof typeof titleTypes]}）`],
    ...(row.taxNo ? [['税号', row.taxNo] as [string, string]] : []),
    ['类型', invoiceTypes[row.type as keyof typeof invoiceTypes]],
    ['内容', row.items.map((item) => `${item.name} ${formatYuanText(item.amount)}`).join('、')],
    [
      '对应',
      row.covers
        .map((cover) => `${invoiceKinds[cover.kind as InvoiceKind]} ${cover.no} ${formatYuanText(cover.amount)}`)
        .join('、'),
    ],
    ...(row.number ? [['发票号码', `${row.number}　${row.issueDate ?? ''}`] as [string, string]] : []),
    ...(row.mobile || row.email
      ? [['收票', [row.mobile, row.email].filter(Boolean).join('　')] as [string, string]]
      : []),
    ['申请', `${row.createdAt.slice(0, 16)}　${row.drawerName}${row.attempt > 1 ? `　第 ${row.attempt} 次` : ''}`],
  ]
  return (
    <>
      <Drawer open title={row.invoiceNo} extra={<Standing row={row} />} onClose={onClose}>
        <div className={s.drawer}>
          {row.sandbox && <Notice tone="wait">模拟开票：不是真实发票，不能报销</Notice>}
          {row.message && <Notice tone={row.status === 3 ? 'danger' : 'wait'}>{row.message}</Notice>}
          <dl className={s.facts}>
            {facts.map(([label, value]) => (
              <Pair key={label} label={label}>
                {value}
              </Pair>
            ))}
          </dl>
          <div className={s.acts}>
            {row.hasFile && <FileButtons id={row.id} />}
            {allowed.retry && (
              <Button
                size="sm"
                variant="primary"
                busy={retry.isPending}
                onClick={() => retry.mutate({ id: row.id, version: row.version })}
              >
                重新开票
              </Button>
            )}
            {allowed.ask && (
              <Button size="sm" busy={ask.isPending} onClick={() => ask.mutate({ id: row.id })}>
                查询结果
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
          </div>
          {row.reds.length > 0 && (
            <ul className={s.reds} aria-label="红字发票">
              {row.reds.map((red) => (
                <RedRow key={red.id} id={row.id} red={red} />
              ))}
            </ul>
          )}
        </div>
      </Drawer>
      {asking === 'red' && <RedDialog row={row} onClose={() => setAsking(null)} />}
      {asking === 'cancel' && <CancelDialog row={row} onClose={() => setAsking(null)} />}
    </>
  )
}

const Pair = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

function RedRow({ id, red }: { id: string; red: Red }) {
  const retry = useInvoiceSend(invoice.retryRed)
  const withdraw = useInvoiceSend(invoice.withdrawRed)
  return (
    <li>
      <StatusTag kind={invoiceRedStates} value={red.status} />
      <span className={s.words}>
        {redReasons[red.reason as keyof typeof redReasons]}
        {red.source === 2 && <Tag tone="muted">退款带来</Tag>}
      </span>
      <Money yuan={`-${red.amount}`} strong />
      <span className={s.under}>
        <span className="t-12 tertiary num">
          {red.createdAt.slice(0, 16)} {red.raisedName} {red.number}
        </span>
        {red.remark && <span className="t-12 tertiary">{red.remark}</span>}
        {red.message && <span className="t-12 danger">{red.message}</span>}
        {red.hasFile && <FileButtons id={id} redId={red.id} />}
        {red.allowed.retry && (
          <TextButton disabled={retry.isPending} onClick={() => retry.mutate({ redId: red.id })}>
            重新红冲
          </TextButton>
        )}
        {red.allowed.withdraw && (
          <TextButton
            tone="danger"
            disabled={withdraw.isPending}
            onClick={() =>
              void confirm({ title: '撤回这次红冲？', okText: '撤回' }).then(
                (yes) => yes && withdraw.mutate({ redId: red.id }),
              )
            }
          >
            撤回
          </TextButton>
        )}
      </span>
    </li>
  )
}

function RedDialog({ row, onClose }: { row: Invoice; onClose: () => void }) {
  const send = useInvoiceSend(invoice.red)
  const form = useCallForm(invoice.red, {
    defaultValues: { id: row.id, version: row.version, amount: row.restAmount, reason: 1, remark: '' } as never,
  })
  const submit = form.save(send.mutateAsync, () => {
    toast.success('已提交红冲')
    onClose()
  })
  return (
    <FormDialog form={form} title={`红冲 ${row.number}`} onClose={onClose} onSubmit={submit} submitText="红冲">
      <Notice tone="muted">开出之前不释放可开票金额，提交平台之前可以撤回</Notice>
      <Picked
        form={form}
        name={'amount' as never}
        label={`红冲金额（最多 ${formatYuanText(row.restAmount)}）`}
        required
      >
        {(field) => <MoneyInput autoFocus value={String(field.value ?? '')} onChange={field.onChange} />}
      </Picked>
      <Picked form={form} name={'reason' as never} label="原因" required>
        {(field) => (
          <Select
            label="原因"
            options={Object.entries(redReasons).map(([value, label]) => ({ value, label }))}
            value={String(field.value)}
            onChange={(next) => field.onChange(Number(next))}
          />
        )}
      </Picked>
      <Field label="说明" error={form.errorOf('remark')}>
        <TextField maxLength={200} {...form.register('remark' as never)} />
      </Field>
    </FormDialog>
  )
}

function CancelDialog({ row, onClose }: { row: Invoice; onClose: () => void }) {
  const send = useInvoiceSend(invoice.cancel)
  const form = useCallForm(invoice.cancel, { defaultValues: { id: row.id, version: row.version, reason: '' } as never })
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
      {row.status === 1 && <Notice tone="wait">已提交平台的，先向平台查询：平台没有这张发票才能取消</Notice>}
      <Field label="取消原因" required error={form.errorOf('reason')}>
        <TextField autoFocus maxLength={200} {...form.register('reason' as never)} />
      </Field>
    </FormDialog>
  )
}
