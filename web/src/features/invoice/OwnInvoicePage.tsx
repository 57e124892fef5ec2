import { invoice, patientInvoiceStates } from '@dentin/contract/invoice'
import type { WireOutput } from '@dentin/contract/core/call'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { AskCode, CodeFacts, CodePage } from '../../domain/code-page.tsx'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { Button, Icon, Notice, SkeletonRows, StatusTag, Tag } from '../../ui/index.ts'
import { BuyerFields } from './BuyerFields.tsx'
import s from './own.module.css'

type Look = WireOutput<typeof invoice.look>
/** While the platform is at it, the page asks again. */
const WAITS_MS = 4_000

const newKey = () =>
  btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const KEY = 'dentin.invoice'

/** What proves that this browser asked for an invoice; made once for the device, and for the visit where it keeps nothing. */
function ownKey(): string {
  const key = newKey()
  try {
    const known = localStorage.getItem(KEY)
    if (known) return known
    localStorage.setItem(KEY, key)
  } catch {
    // A browser that stores nothing asks without a memory.
  }
  return key
}
/** The public page behind the code of a receipt: whoever paid asks for the invoice without signing in. */
export function OwnInvoicePage({
  title,
  code,
  onCode,
}: {
  title: string
  code: string
  onCode: (code: string) => void
}) {
  return (
    <CodePage title={title} note="本页不含患者资料。发票由门诊开具，有疑问请联系门诊前台。">
      {code ? <Behind key={code} code={code} onCode={onCode} /> : <AskCode {...asked} onCode={onCode} />}
    </CodePage>
  )
}

const asked = { label: '开票码', placeholder: '印在收据二维码旁的 16 位字母和数字', submit: '查看' }

function Behind({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  const [key] = useState(ownKey)
  const [waits, setWaits] = useState(false)
  const { data, error, refetch, isFetching } = useCall(
    invoice.look,
    { code, key },
    { keep: false, ...(waits ? { refetchInterval: WAITS_MS } : {}) },
  )
  const pending = data?.invoices.some(({ status }) => patientInvoiceStates.is(status, 'issuing')) ?? waits
  if (pending !== waits) setWaits(pending)
  if (error && !data)
    return <AskCode {...asked} onCode={onCode} error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <SkeletonRows rows={5} />
  return (
    <>
      <CodeFacts>
        <dt>门诊</dt>
        <dd>{data.clinicName}</dd>
        <dt>单据</dt>
        <dd>{data.what}</dd>
        <dt>可开票</dt>
        <dd>
          <strong className="num">¥ {formatYuanText(data.invoiceable)}</strong>{' '}
          {data.sandbox && <Tag tone="wait">模拟开票</Tag>}
        </dd>
      </CodeFacts>
      {data.invoices.map((one) => (
        <OneInvoice key={`${one.createdAt} ${one.amount}`} one={one} />
      ))}
      {data.closed ? (
        <Notice tone="wait">{data.closed}</Notice>
      ) : Number(data.invoiceable) > 0 ? (
        <AskForm code={code} invoiceKey={key} sum={data.invoiceable} />
      ) : (
        data.invoices.length === 0 && <Notice tone="muted">没有可开票的金额</Notice>
      )}
    </>
  )
}

function OneInvoice({ one }: { one: Look['invoices'][number] }) {
  return (
    <section className={s.one}>
      <StatusTag kind={patientInvoiceStates} value={one.status} />
      <strong className="num">¥ {formatYuanText(one.amount)}</strong>
      <span className="t-12 tertiary num">{one.createdAt.slice(0, 16)}</span>
      {one.platformNo && (
        <p className={s.number}>
          <Icon name="file" size={16} /> 发票号码 <span className="num">{one.platformNo}</span>
        </p>
      )}
      {patientInvoiceStates.is(one.status, 'issuing') && (
        <p className="t-13 secondary" role="status">
          正在开具，一般几秒钟；可以关闭本页，稍后再扫码查看
        </p>
      )}
      {patientInvoiceStates.is(one.status, 'failed') && (
        <p className="t-13 danger">{one.why || '没有开成'}。请核对抬头后重新申请，或联系门诊</p>
      )}
    </section>
  )
}

function AskForm({ code, invoiceKey, sum }: { code: string; invoiceKey: string; sum: string }) {
  const send = useSend(invoice.ownIssue, { refresh: [invoice.look] })
  const form = useCallForm(invoice.ownIssue, {
    defaultValues: { code, key: invoiceKey, titleType: 0, title: '', taxNo: '', mail: '', phone: '' },
  })
  const submit = form.save(send.mutateAsync, () => undefined)
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      <BuyerFields form={form} />
      {form.errorOf('code') && (
        <p className="t-13 danger" role="alert">
          {form.errorOf('code')}
        </p>
      )}
      <Button type="submit" variant="primary" block busy={send.isPending}>
        申请开票 {formatYuanText(sum)}
      </Button>
    </form>
  )
}
