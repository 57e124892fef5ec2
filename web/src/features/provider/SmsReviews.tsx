import { smsReviewStates } from '@dentin/contract/core/status'
import { provider } from '@dentin/contract/provider'
import { smsAuditNames, smsTypeNames, smsAuditStates } from '@dentin/contract/sms'
import type { WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { useCall, useSend } from '../../lib/query.ts'
import {
  Button,
  confirm,
  EmptyState,
  Notice,
  Segmented,
  Tag,
  toast,
  Toolbar,
  urlNumber,
  urlOptional,
  useUrlState,
} from '../../ui/index.ts'
import { DataTable, Drawer, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import s from './provider.module.css'

type Entry = WireOutput<typeof provider.smsReviews>['list'][number]
const codecs = { status: urlNumber(1), open: urlOptional, ...pageCodecs }
const refresh = [provider.smsReviews, provider.overview]
const STATES = [
  { value: '1', label: '待审核' },
  { value: '2', label: '已通过' },
  { value: '3', label: '已驳回' },
] as const

const { inReview, passed, refused } = smsReviewStates.code
/** What the address asks for; without it what waits. */
const tabOf = (asked: number | null) => [inReview, passed, refused].find((one) => one === asked) ?? inReview

/** Signatures and templates of clinics: who waits longest stands first. */
export function SmsReviews() {
  const [url, set] = useUrlState(codecs)
  const status = tabOf(url.status)
  const found = useCall(provider.smsReviews, { status, pageNum: url.page, pageSize: url.size })
  const kind = (row: Entry) => (
    <Tag tone={row.kind === 'signature' ? 'booked' : 'outline'}>
      {row.kind === 'signature' ? '签名' : `${smsTypeNames[row.type ?? 1]}模板`}
    </Tag>
  )
  const columns: Column<Entry>[] = [
    { key: 'clinic', title: '门诊', width: 220, render: (row) => <span className="ellipsis">{row.clinicName}</span> },
    { key: 'kind', title: '种类', width: 100, render: kind },
    { key: 'name', title: '名称', width: 140, render: (row) => <span className="ellipsis">{row.name}</span> },
    { key: 'content', title: '内容', render: (row) => <span className="ellipsis">{row.content}</span> },
    { key: 'by', title: '提交人', width: 96, hiddenFirst: true, render: (row) => row.submittedBy },
    { key: 'at', title: '提交时间', width: 156, numeric: true, render: (row) => row.submittedAt.slice(0, 16) },
  ]
  const open = found.data?.list.find((row) => row.id === url.open)
  return (
    <>
      <Toolbar>
        <Segmented
          label="状态"
          options={[...STATES]}
          value={String(status) as '1' | '2' | '3'}
          onChange={(to) => set({ status: Number(to), page: 1, open: null })}
        />
      </Toolbar>
      <DataTable<Entry>
        label="短信审核"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, url, set)}
        onOpen={(row) => set({ open: row.id }, { push: true })}
        openKey={url.open}
        empty={
          <EmptyState
            layout="stack"
            icon="check-circle"
            title={
              smsAuditStates.is(status, 'inReview')
                ? '没有待审核的短信签名和模板'
                : `没有${smsAuditNames[status]}的记录`
            }
          />
        }
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.cardHead}>
              <strong className="ellipsis">{row.clinicName}</strong>
              {kind(row)}
              <span className={`${s.push} num t-12 tertiary`}>{row.submittedAt.slice(5, 16)}</span>
            </div>
            <div className="t-13 secondary">{row.content}</div>
          </div>
        )}
      />
      <Drawer open={open !== undefined} title="短信审核" onClose={() => set({ open: null })} width={480}>
        {open && <Review key={open.id} entry={open} onDone={() => set({ open: null })} />}
      </Drawer>
    </>
  )
}

function Review({ entry, onDone }: { entry: Entry; onDone: () => void }) {
  const approve = useSend(provider.approveSms, { refresh })
  const reject = useSend(provider.rejectSms, { refresh })
  const [asking, setAsking] = useState(false)
  const what = entry.kind === 'signature' ? `签名“${entry.content}”` : `模板“${entry.name}”`
  const pass = async () => {
    if (!(await confirm({ title: `通过${what}？`, body: '通过后门诊立即可以使用。', okText: '通过' }))) return
    approve.mutate(
      { id: entry.id },
      {
        onSuccess: () => {
          toast.success('已通过')
          onDone()
        },
        onError: (error) => toast.error(error.message),
      },
    )
  }
  const facts: [string, string][] = [
    ['门诊', entry.clinicName],
    ['机构', entry.companyName],
    ['种类', entry.kind === 'signature' ? '短信签名' : `${smsTypeNames[entry.type ?? 1]}模板`],
    ['名称', entry.name],
    ['内容', entry.content],
    ['提交', `${entry.submittedBy} ${entry.submittedAt.slice(0, 16)}`],
  ]
  return (
    <div className={s.stack}>
      <dl className={s.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={s.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {smsAuditStates.is(entry.status, 'inReview') ? (
        <div className={s.actions}>
          <Button onClick={() => setAsking(true)}>驳回</Button>
          <Button variant="primary" busy={approve.isPending} onClick={() => void pass()}>
            通过
          </Button>
        </div>
      ) : (
        <Notice
          tone={smsAuditStates.is(entry.status, 'passed') ? 'brand' : 'danger'}
          icon={smsAuditStates.is(entry.status, 'passed') ? 'check-circle' : 'x-circle'}
        >
          {entry.decidedBy} 于 {entry.decidedAt?.slice(0, 16)}{' '}
          {smsAuditStates.is(entry.status, 'passed') ? '通过' : `驳回：${entry.refuseReason}`}
        </Notice>
      )}
      {asking && (
        <ReasonDialog
          title={`驳回${what}`}
          text="理由会告知门诊，修改后可以重新提交。"
          label="不通过理由"
          missing="请输入不通过理由"
          submitText="驳回"
          onClose={() => setAsking(false)}
          send={async (reason) => {
            await reject.mutateAsync({ id: entry.id, reason })
            toast.success('已驳回')
            onDone()
          }}
        />
      )}
    </div>
  )
}
