import { invoice, invoiceStates } from '@dentin/contract/invoice'
import { formatYuanText } from '@dentin/kit/money'
import { useEffect, useState } from 'react'
import { fetchFile } from '../../lib/client.ts'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { saveFile } from '../../lib/save-file.ts'
import {
  Button,
  ErrorLine,
  Field,
  Logo,
  Money,
  Notice,
  Segmented,
  SkeletonRows,
  StatusTag,
  TextField,
  toast,
} from '../../ui/index.ts'
import s from './invoice.module.css'

/** At first the page asks every five seconds, after two minutes three times a minute: the limit lies far above it. */
const SOON_MS = 5_000
const LATER_MS = 20_000
const SOON_FOR_MS = 120_000

const kept = (code: string) => `invoice-key.${code}`

/** The buyer's own page: behind the code of a receipt, without signing in. It shows the clinic and the sum, and nothing of the patient. */
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
    <main className={s.own}>
      <Logo />
      <h1 className="t-22">{title}</h1>
      {code === '' ? <TypeCode onCode={onCode} /> : <Behind key={code} code={code} onCode={onCode} />}
    </main>
  )
}

function TypeCode({ onCode }: { onCode: (code: string) => void }) {
  const [typed, setTyped] = useState('')
  return (
    <form
      className={s.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim()) onCode(typed.trim())
      }}
    >
      <Field label="开票码">
        <TextField
          value={typed}
          placeholder="印在收据二维码旁的 16 位字母和数字"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg">
        继续
      </Button>
    </form>
  )
}

function Behind({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  const [key, setKey] = useState(() => sessionStorage.getItem(kept(code)) ?? undefined)
  const [every, setEvery] = useState<number | null>(null)
  const { data, error, refetch } = useCall(
    invoice.look,
    { code, ...(key ? { key } : {}) },
    { staleTime: 0, ...(every === null ? {} : { refetchInterval: every }) },
  )
  const waits = data?.invoices.some(({ status }) => invoiceStates.is(status, 'open')) ?? false
  useEffect(() => {
    if (!waits) {
      setEvery(null)
      return
    }
    setEvery(SOON_MS)
    const timer = setTimeout(() => setEvery(LATER_MS), SOON_FOR_MS)
    return () => clearTimeout(timer)
  }, [waits])
  if (error && !data)
    return (
      <>
        <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>
        <TypeCode onCode={onCode} />
      </>
    )
  if (!data) return <SkeletonRows rows={6} />
  return (
    <>
      <section className={s.due}>
        <span className="secondary">{data.clinicName}</span>
        <span className="t-30">
          <Money yuan={data.freeAmount} sign />
        </span>
        <span className="t-13 tertiary">{data.what}可开票金额</span>
      </section>
      {data.sandbox && <Notice tone="wait">模拟开票：开出的不是真实发票，不能报销</Notice>}
      {data.invoices.length > 0 && (
        <ul className={s.issued} aria-label="已申请的发票">
          {data.invoices.map((row, n) => (
            <li key={`${row.createdAt} ${n}`}>
              <StatusTag kind={invoiceStates} value={row.status} />
              <span className="t-13 secondary num">{row.createdAt.slice(0, 16)}</span>
              <Money yuan={row.amount} strong />
              <span className={s.under}>
                {row.number && <span className="t-13 num">发票号码 {row.number}</span>}
                {row.message && <span className="t-13 danger">{row.message}，请联系门诊</span>}
                {row.own && row.hasFile && key && <Take code={code} own={key} />}
                {!row.own && invoiceStates.is(row.status, 'issued') && (
                  <span className="t-13 tertiary">在别处申请的发票，请向门诊索取</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!data.offered ? (
        <Notice tone="wait">门诊暂时不能开票，请联系门诊</Notice>
      ) : (
        Number(data.freeAmount) > 0 && (
          <Ask
            code={code}
            amount={data.freeAmount}
            onKey={(own) => {
              sessionStorage.setItem(kept(code), own)
              setKey(own)
            }}
          />
        )
      )}
    </>
  )
}

function Take({ code, own }: { code: string; own: string }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      size="sm"
      variant="primary"
      icon="download"
      busy={busy}
      onClick={() => {
        setBusy(true)
        fetchFile(invoice.ownFile, { code, key: own })
          .then((file) => saveFile(file, file.name))
          .catch((error: unknown) => toast.error(error instanceof Error ? error.message : '没有下载，请重试'))
          .finally(() => setBusy(false))
      }}
    >
      下载发票
    </Button>
  )
}

function Ask({ code, amount, onKey }: { code: string; amount: string; onKey: (key: string) => void }) {
  const send = useSend(invoice.ownIssue, { refresh: [invoice.look] })
  const form = useCallForm(invoice.ownIssue, {
    defaultValues: { code, titleType: 0, title: '', taxNo: '', email: '', mobile: '' },
  })
  const company = Number(form.watch('titleType')) === 1
  const submit = form.save(send.mutateAsync, ({ key }) => onKey(key))
  return (
    <form className={s.form} noValidate onSubmit={(event) => void submit(event)}>
      <Segmented
        label="抬头类型"
        block
        options={[
          { value: '0', label: '个人' },
          { value: '1', label: '企业' },
        ]}
        value={company ? '1' : '0'}
        onChange={(next) => form.setValue('titleType', Number(next) as 0 | 1)}
      />
      <Field label="发票抬头" required error={form.errorOf('title')}>
        <TextField size="lg" maxLength={100} {...form.register('title')} />
      </Field>
      {company && (
        <Field label="税号" required error={form.errorOf('taxNo')}>
          <TextField size="lg" maxLength={20} placeholder="统一社会信用代码" {...form.register('taxNo')} />
        </Field>
      )}
      <Field label="手机号" error={form.errorOf('mobile')}>
        <TextField size="lg" maxLength={11} inputMode="numeric" {...form.register('mobile')} />
      </Field>
      <Field label="邮箱" error={form.errorOf('email')}>
        <TextField size="lg" maxLength={80} inputMode="email" {...form.register('email')} />
      </Field>
      {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
      <Button type="submit" variant="primary" size="lg" block busy={form.sending}>
        开票 {formatYuanText(amount)}
      </Button>
    </form>
  )
}
