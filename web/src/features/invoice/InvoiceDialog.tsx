import {
  invoice,
  invoiceOf,
  invoiceParts,
  patientInvoiceStates,
  type InvoiceOf,
  type InvoicePart,
} from '@dentin/contract/invoice'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCan } from '../../lib/permission.ts'
import { Dialog, FormDialog } from '../../ui/heavy.ts'
import { ErrorLine, Field, Money, MoneyInput, Notice, SkeletonRows, StatusTag, Tag, toast } from '../../ui/index.ts'
import { BuyerFields } from './BuyerFields.tsx'
import { isWaiting, uncovered, useInvoiceSend, useOffer, type Invoice, type Offer } from './hooks.ts'
import s from './invoice.module.css'

export interface InvoiceDialogProps {
  of: InvoiceOf
  id: string
  onClose: () => void
}

/** Issues an invoice for a bill, a recharge or a prepayment, and shows what became of those that were asked for. */
export function InvoiceDialog({ of, id, onClose }: InvoiceDialogProps) {
  const can = useCan()
  const [waiting, setWaiting] = useState(false)
  const { data, error, refetch, isFetching } = useOffer(of, id, waiting)
  const waits = data ? isWaiting(data.invoices) : waiting
  if (waits !== waiting) setWaiting(waits)
  const title = `${invoiceOf[of]}开票`
  if (data && data.closed === '' && Number(data.invoiceable) > 0 && can('/invoices:issue'))
    return <IssueForm key={data.invoiceable} of={of} id={id} offer={data} title={title} onClose={onClose} />
  return (
    <Dialog open title={title} width={520} onClose={onClose}>
      {error && !data ? (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      ) : !data ? (
        <SkeletonRows rows={4} height={44} />
      ) : (
        <>
          <Standing offer={data} />
          {(data.closed || Number(data.invoiceable) === 0) && (
            <Notice tone={data.closed ? 'wait' : 'muted'}>{data.closed || whyNothing(data)}</Notice>
          )}
        </>
      )}
    </Dialog>
  )
}

const whyNothing = ({ invoices, rule }: Offer): string =>
  invoices.some(({ status }) => patientInvoiceStates.is(status, 'counted'))
    ? '可开的金额已全部开票'
    : rule === 1
      ? '没有可开票的收款（储值和预交金在充值时开）'
      : '没有可开票的收款（储值和预交金在消费时开）'

/** What may be invoiced and of which parts; and the invoices that there are. */
function Standing({ offer }: { offer: Offer }) {
  const parts = offer.parts.filter((each) => Number(each.amount) > 0)
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
            <Money yuan={offer.invoiceable} strong />
          </dd>
        </div>
        {parts.map((each) => (
          <div key={each.part}>
            <dt>{invoiceParts[each.part as InvoicePart]}</dt>
            <dd>
              <Money yuan={each.amount} />
            </dd>
          </div>
        ))}
      </dl>
      {offer.invoices.length > 0 && (
        <ul className={s.issued} aria-label="已申请的发票">
          {offer.invoices.map((row) => (
            <IssuedRow key={row.id} row={row} />
          ))}
        </ul>
      )}
    </>
  )
}

function IssuedRow({ row }: { row: Invoice }) {
  const partly = patientInvoiceStates.is(row.status, 'issued')
  return (
    <li>
      <StatusTag kind={patientInvoiceStates} value={row.status} />
      <span className={s.words}>
        {row.title}
        {partly && Number(row.redAmount) > 0 && <Tag tone="muted">已红冲 {formatYuanText(row.redAmount)}</Tag>}
        {Number(row.redPending) > 0 && <Tag tone="wait">红冲中 {formatYuanText(row.redPending)}</Tag>}
      </span>
      <Money yuan={row.amount} strong />
      <span className={s.under}>
        <span className="t-12 tertiary num">{row.platformNo || row.invoiceNo}</span>
        {row.failReason && <span className="t-12 danger">{row.failReason}</span>}
      </span>
    </li>
  )
}

function IssueForm({ of, id, offer, title, onClose }: InvoiceDialogProps & { offer: Offer; title: string }) {
  const send = useInvoiceSend(invoice.issue)
  const [amount, setAmount] = useState(offer.invoiceable)
  const buyer = offer.buyer ?? { titleType: 0, title: offer.patientName, taxNo: '', mail: '', phone: '' }
  const form = useCallForm(invoice.issue, {
    defaultValues: {
      ...buyer,
      titleType: buyer.titleType as 0 | 1,
      ...uncovered(buyer),
      sources: [{ of, id, amount: offer.invoiceable }],
    },
  })
  const submit = form.save(send.mutateAsync, ({ invoiceNo }) => {
    toast.success(`已提交开票（${invoiceNo}）`)
  })
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
      <Field label="开票金额" required error={form.errorOf('sources')}>
        <MoneyInput
          value={amount}
          onChange={(next) => {
            setAmount(next)
            form.setValue('sources', [{ of, id, amount: next }] as never, { shouldDirty: true })
            form.clearErrors('sources')
          }}
        />
      </Field>
      <BuyerFields form={form} />
    </FormDialog>
  )
}
