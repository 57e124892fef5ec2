import { invoice, invoiceKinds, invoiceStates, type InvoiceKind } from '@dentin/contract/invoice'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { Dialog, FormDialog, Picked } from '../../ui/heavy.ts'
import {
  Button,
  Checkbox,
  ErrorLine,
  Field,
  Money,
  MoneyInput,
  Notice,
  Segmented,
  SkeletonRows,
  StatusTag,
  Tag,
  TextField,
  toast,
} from '../../ui/index.ts'
import { FileButtons } from './FileButtons.tsx'
import { isWaiting, useInvoiceSend, useOffer, type Invoice, type Offer } from './hooks.ts'
import s from './invoice.module.css'

export interface InvoiceDialogProps {
  kind: InvoiceKind
  holderId: string
  onClose: () => void
}

/** Issues an invoice for a bill, a card or a prepayment, and shows what became of those that were asked for. */
export function InvoiceDialog({ kind, holderId, onClose }: InvoiceDialogProps) {
  const [waiting, setWaiting] = useState(false)
  const { data, error, refetch, isFetching } = useOffer(kind, holderId, waiting)
  const waits = data ? isWaiting(data.invoices) : waiting
  if (waits !== waiting) setWaiting(waits)
  const title = data ? `开票　${invoiceKinds[kind]} ${data.holder.no}` : '开票'
  if (error && !data)
    return (
      <Dialog open title={title} onClose={onClose}>
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      </Dialog>
    )
  if (!data)
    return (
      <Dialog open title={title} onClose={onClose}>
        <SkeletonRows rows={4} height={44} />
      </Dialog>
    )
  if (data.why === '' && data.mayIssue)
    return <IssueForm key={data.holder.freeAmount} offer={data} title={title} onClose={onClose} />
  return (
    <Dialog open title={title} width={520} onClose={onClose}>
      <Standing offer={data} />
      {data.why && <Notice tone={data.offered ? 'muted' : 'wait'}>{data.why}</Notice>}
    </Dialog>
  )
}

/** What was paid, invoiced and is left; and the invoices that there are. */
function Standing({ offer }: { offer: Offer }) {
  const { holder, invoices } = offer
  return (
    <>
      <dl className={s.sums}>
        <div>
          <dt>患者</dt>
          <dd>{offer.patientName}</dd>
        </div>
        <div>
          <dt>可开票</dt>
          <dd>
            <Money yuan={holder.rightAmount} />
          </dd>
        </div>
        <div>
          <dt>已开</dt>
          <dd>
            <Money yuan={holder.invoicedAmount} />
          </dd>
        </div>
        <div>
          <dt>还可开</dt>
          <dd>
            <Money yuan={holder.freeAmount} strong />
          </dd>
        </div>
      </dl>
      {offer.sandbox && <Notice tone="wait">模拟开票：开出的不是真实发票，不能报销</Notice>}
      {invoices.length > 0 && (
        <ul className={s.issued} aria-label="已申请的发票">
          {invoices.map((row) => (
            <IssuedRow key={row.id} row={row} />
          ))}
        </ul>
      )}
    </>
  )
}

function IssuedRow({ row }: { row: Invoice }) {
  return (
    <li>
      <StatusTag kind={invoiceStates} value={row.status} />
      <span className={s.words}>
        {row.title}
        {Number(row.redAmount) > 0 && invoiceStates.is(row.status, 'issued') && (
          <Tag tone="wait">已红冲 {formatYuanText(row.redAmount)}</Tag>
        )}
      </span>
      <Money yuan={row.amount} strong />
      <span className={s.under}>
        <span className="t-12 tertiary num">{row.number || row.invoiceNo}</span>
        {row.message && <span className="t-12 danger">{row.message}</span>}
        {row.hasFile && <FileButtons id={row.id} />}
      </span>
    </li>
  )
}

function IssueForm({ offer, title, onClose }: { offer: Offer; title: string; onClose: () => void }) {
  const send = useInvoiceSend(invoice.issue)
  const { holder, titles } = offer
  const [last] = titles
  const blank = {
    type: 0,
    titleType: 0,
    title: offer.patientName,
    taxNo: '',
    regAddress: '',
    regPhone: '',
    bankName: '',
    bankAccount: '',
    email: '',
    mobile: '',
  }
  // A phone that is covered here is not sent back.
  const typed = (one: typeof blank) => ({ ...one, mobile: one.mobile.includes('*') ? '' : one.mobile })
  const form = useCallForm(invoice.issue, {
    defaultValues: {
      ...typed(last ?? blank),
      covers: [{ kind: holder.kind, holderId: holder.id, amount: holder.freeAmount }],
    } as never,
  })
  const [titleType, type, amount] = [
    form.watch('titleType') as number,
    form.watch('type') as number,
    form.watch('covers.0.amount' as never) as string,
  ]
  const submit = form.save(send.mutateAsync, ({ invoiceNo }) => {
    toast.success(`已提交开票（${invoiceNo}）`)
  })
  const take = (one: Offer['titles'][number]) => {
    for (const [key, value] of Object.entries(typed(one)))
      form.setValue(key as never, value as never, { shouldDirty: true })
    form.clearErrors()
  }
  const company = titleType === 1
  const text = (name: string, label: string, max: number, required = false, placeholder?: string) => (
    <Field label={label} required={required} error={form.errorOf(name as never)}>
      <TextField maxLength={max} placeholder={placeholder} {...form.register(name as never)} />
    </Field>
  )
  return (
    <FormDialog
      form={form}
      title={title}
      width={520}
      onClose={onClose}
      onSubmit={submit}
      submitText={`开票 ${formatYuanText(amount || '0')}`}
    >
      <Standing offer={offer} />
      {titles.length > 1 && (
        <div className={s.titles} role="group" aria-label="用过的抬头">
          {titles.map((one) => (
            <Button key={`${one.title}${one.taxNo}`} size="xs" onClick={() => take(one)}>
              {one.title}
            </Button>
          ))}
        </div>
      )}
      <Picked form={form} name={'titleType' as never} label="抬头类型" group>
        {(field) => (
          <Segmented
            label="抬头类型"
            options={[
              { value: '0', label: '个人' },
              { value: '1', label: '企业' },
            ]}
            value={String(field.value)}
            onChange={(next) => field.onChange(Number(next))}
          />
        )}
      </Picked>
      {text('title', '发票抬头', 100, true)}
      {company && text('taxNo', '税号', 20, true, '统一社会信用代码')}
      {company && (
        <Picked form={form} name={'type' as never} label="发票类型" group>
          {(field) => (
            <Checkbox checked={field.value === 1} onChange={(event) => field.onChange(event.target.checked ? 1 : 0)}>
              开增值税专用发票
            </Checkbox>
          )}
        </Picked>
      )}
      {company && type === 1 && (
        <>
          {text('regAddress', '注册地址', 100, true)}
          {text('regPhone', '注册电话', 20, true)}
          {text('bankName', '开户银行', 60, true)}
          {text('bankAccount', '银行账号', 30, true)}
        </>
      )}
      <Picked form={form} name={'covers.0.amount' as never} label="开票金额" required>
        {(field) => <MoneyInput value={String(field.value ?? '')} onChange={field.onChange} />}
      </Picked>
      <p className={s.items}>
        {offer.items
          .map(
            (item) =>
              `${item.name} ${formatYuanText(item.amount)}（${item.rate === 0 ? '免税' : `税率 ${item.rate}%`}）`,
          )
          .join('、')}
      </p>
      {text('mobile', '收票手机号', 11)}
      {text('email', '收票邮箱', 80)}
    </FormDialog>
  )
}
