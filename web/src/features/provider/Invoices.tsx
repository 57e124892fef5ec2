import { provider } from '@dentin/contract/provider'
import type { WireOutput } from '@dentin/contract/core/call'
import { invoiceStatusNames, invoiceTypeNames, invoiceStates } from '@dentin/contract/membership'
import { useRef, useState } from 'react'
import { ApiError, sendFile } from '../../lib/client.ts'
import { useCall, useInvalidate, useSend } from '../../lib/query.ts'
import {
  Button,
  EmptyState,
  ErrorLine,
  Field,
  Money,
  Notice,
  Segmented,
  SkeletonRows,
  Tag,
  TextButton,
  toast,
  Toolbar,
  urlNumber,
  urlOptional,
  useUrlState,
} from '../../ui/index.ts'
import { DataTable, Drawer, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { orderFacts } from './OrderFacts.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import s from './provider.module.css'

type Request = WireOutput<typeof provider.invoices>['list'][number]
type Status = 0 | 1 | 2 | 3

const codecs = { status: urlNumber(0), ...pageCodecs, open: urlOptional }
const refresh = [provider.invoices, provider.invoice, provider.overview]
const TONES = ['wait', 'done', 'danger', 'muted'] as const
const isStatus = (value: number): value is Status => value in invoiceStatusNames

/** Requests for invoices: issued with the file of the tax system, refused with a reason, reversed. */
export function Invoices() {
  const [state, set] = useUrlState(codecs)
  const status = isStatus(state.status) ? state.status : 0
  const found = useCall(provider.invoices, { status, pageNum: state.page, pageSize: state.size })
  const columns: Column<Request>[] = [
    ...orderFacts<Request>().filter((column) => column.key !== 'at' && column.key !== 'buyer'),
    { key: 'type', title: '发票', width: 130, render: (row) => invoiceTypeNames[row.invoiceType as 0 | 1] },
    { key: 'head', title: '抬头', render: (row) => <span className="ellipsis">{row.invoiceTitle}</span> },
    { key: 'asked', title: '申请时间', width: 172, numeric: true, render: (row) => row.requestedAt.slice(0, 16) },
  ]
  return (
    <>
      <Toolbar>
        <Segmented
          label="状态"
          options={Object.entries(invoiceStatusNames).map(([value, label]) => ({ value, label }))}
          value={String(status)}
          onChange={(to) => set({ status: Number(to), page: 1, open: null })}
        />
      </Toolbar>
      <DataTable
        label="发票申请"
        columns={columns}
        keyOf={(row) => row.orderId}
        {...pagedProps(found, state, set)}
        onOpen={(row) => set({ open: row.orderId }, { push: true })}
        openKey={state.open}
        empty={
          <EmptyState
            layout="stack"
            icon="receipt"
            title={`没有${invoiceStatusNames[status]}的发票`}
            hint={invoiceStates.is(status, 'waiting') ? '门诊为已支付的会员订单申请发票后，会出现在这里' : undefined}
          />
        }
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.cardHead}>
              <strong className="ellipsis">{row.invoiceTitle}</strong>
              <span className={s.push}>
                <Money yuan={row.amount} strong />
              </span>
            </div>
            <div className="t-13 secondary">
              {invoiceTypeNames[row.invoiceType as 0 | 1]} · {row.clinicName} ·{' '}
              <span className="num">{row.requestedAt.slice(5, 16)}</span>
            </div>
          </div>
        )}
      />
      <Drawer open={state.open !== null} title="发票申请" onClose={() => set({ open: null })} width={480}>
        {state.open && <Invoice orderId={state.open} onDone={() => set({ open: null })} />}
      </Drawer>
    </>
  )
}

function Invoice({ orderId, onDone }: { orderId: string; onDone: () => void }) {
  const found = useCall(provider.invoice, { orderId }, { keep: false })
  const [asking, setAsking] = useState<'reject' | 'reverse' | null>(null)
  const reject = useSend(provider.rejectInvoice, { refresh })
  const reverse = useSend(provider.reverseInvoice, { refresh })
  if (found.error) return <ErrorLine onRetry={() => void found.refetch()}>{found.error.message}</ErrorLine>
  if (!found.data) return <SkeletonRows rows={8} />
  const invoice = found.data
  const facts: [string, string][] = [
    ['发票类型', invoiceTypeNames[invoice.invoiceType as 0 | 1]],
    ['抬头类型', invoice.titleType === 1 ? '企业' : '个人'],
    ['发票抬头', invoice.invoiceTitle],
    ['税号', invoice.taxNo],
    ['注册地址', invoice.regAddress],
    ['注册电话', invoice.regPhone],
    ['开户银行', invoice.bankName],
    ['银行账号', invoice.bankAccount],
    ['收票邮箱', invoice.receiverEmail],
    ['订单', `${invoice.title}（${invoice.orderNo}）`],
  ]
  const copy = () =>
    void navigator.clipboard
      .writeText(facts.map(([label, value]) => `${label}：${value}`).join('\n'))
      .then(() => toast.success('已复制'))
  return (
    <div className={s.stack}>
      <div className={s.cardHead}>
        <Tag tone={TONES[invoice.status] ?? 'muted'}>{invoiceStatusNames[invoice.status as Status]}</Tag>
        <Money yuan={invoice.amount} strong sign />
        <span className={s.push}>
          <TextButton icon="copy" onClick={copy}>
            复制开票资料
          </TextButton>
        </span>
      </div>
      <dl className={s.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label} className={s.fact}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {invoiceStates.is(invoice.status, 'waiting') && (
        <Issue orderId={orderId} onDone={onDone} onReject={() => setAsking('reject')} />
      )}
      {invoiceStates.is(invoice.status, 'rejected') && (
        <Notice tone="danger" icon="alert">
          {invoice.refuseReason}
        </Notice>
      )}
      {invoiceStates.is(invoice.status, 'issued') && (
        <div className={s.actions}>
          <Button variant="danger" onClick={() => setAsking('reverse')}>
            红冲
          </Button>
        </div>
      )}
      {asking && (
        <ReasonDialog
          title={asking === 'reject' ? '驳回发票申请' : '红冲发票'}
          text={
            asking === 'reject' ? '理由会告知门诊，改后可以重新提交。' : '门诊会收到通知。请先在税务系统里完成红冲。'
          }
          submitText={asking === 'reject' ? '驳回' : '红冲'}
          onClose={() => setAsking(null)}
          send={async (reason) => {
            await (asking === 'reject' ? reject : reverse).mutateAsync({ orderId, reason })
            toast.success(asking === 'reject' ? '已驳回' : '已红冲')
            onDone()
          }}
        />
      )}
    </div>
  )
}

/** The file of the tax system goes in; with it the invoice is issued and the clinic can fetch it. */
function Issue({ orderId, onDone, onReject }: { orderId: string; onDone: () => void; onReject: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const invalidate = useInvalidate()
  const issue = async () => {
    if (!file) return setFailure('请选择发票文件')
    setBusy(true)
    setFailure(null)
    try {
      await sendFile(provider.issueInvoice, { orderId }, file)
      await invalidate(refresh)
      toast.success('已开票，门诊可以下载')
      onDone()
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'Error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={s.stack}>
      <Field label="发票文件" required help="pdf、jpg 或 png，不超过 10M" error={failure}>
        <div className={s.filePick}>
          <Button icon="upload" onClick={() => input.current?.click()}>
            选择文件
          </Button>
          <span className="ellipsis secondary">{file?.name ?? '未选择'}</span>
          <input
            ref={input}
            type="file"
            hidden
            tabIndex={-1}
            aria-label="发票文件"
            accept="application/pdf,image/jpeg,image/png"
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null)
              setFailure(null)
            }}
          />
        </div>
      </Field>
      <div className={s.actions}>
        <Button variant="primary" busy={busy} onClick={() => void issue()}>
          开票
        </Button>
        <Button onClick={onReject}>驳回</Button>
      </div>
    </div>
  )
}
