import { reviewStates } from '@dentin/contract/core/status'
import { provider } from '@dentin/contract/provider'
import type { WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall, useSend } from '../../lib/query.ts'
import {
  Button,
  confirm,
  EmptyState,
  FooterBar,
  Notice,
  SearchField,
  Segmented,
  Tag,
  toast,
  Toolbar,
  urlNumber,
  urlText,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import s from './provider.module.css'

export type ReviewSubject = 'doctor' | 'organisation'
type Entry = WireOutput<typeof provider.reviews>['list'][number]

const codecs = { status: urlNumber(0), q: urlText(), ...pageCodecs }
const KINDS: Readonly<Record<number, string>> = { 1: '单店', 2: '分店', 3: '连锁' }
/** Where the list of a subject is. */
export const listOf = (subject: ReviewSubject) =>
  subject === 'doctor' ? '/platform/doctors' : '/platform/organisations'

/** What kind of review it is: a first one, a change, which kind of organisation. */
export function ReviewTags({ entry }: { entry: Pick<Entry, 'kind' | 'isChange'> }) {
  return (
    <>
      {entry.kind !== null && KINDS[entry.kind] && <Tag tone="outline">{KINDS[entry.kind]}</Tag>}
      {entry.isChange ? <Tag tone="booked">变更</Tag> : <Tag>首次</Tag>}
    </>
  )
}

/** What the address asks for; without it what waits. */
const tabOf = (asked: number | null) => reviewStates.sets.all.find((one) => one === asked) ?? reviewStates.code.waiting

/** The queue of doctors or organisations: who waits longest stands first. */
export function Reviews({ subject }: { subject: ReviewSubject }) {
  const [state, set] = useUrlState(codecs)
  const navigate = useNavigate()
  const status = tabOf(state.status)
  const found = useCall(provider.reviews, {
    subject,
    status,
    keyword: state.q,
    pageNum: state.page,
    pageSize: state.size,
  })
  const doctor = subject === 'doctor'
  const columns: Column<Entry>[] = [
    {
      key: 'name',
      title: doctor ? '姓名' : '门诊',
      render: (row) => (
        <span className={s.inline}>
          <span className="ellipsis">{row.name}</span>
          <ReviewTags entry={row} />
        </span>
      ),
    },
    {
      key: 'about',
      title: doctor ? '职称' : '机构',
      render: (row) => <span className="ellipsis">{row.about}</span>,
    },
    { key: 'phone', title: '提交人手机', width: 140, numeric: true, render: (row) => row.phone },
    { key: 'at', title: '提交时间', width: 172, numeric: true, render: (row) => row.submittedAt.slice(0, 16) },
    ...(reviewStates.is(status, 'waiting')
      ? []
      : ([
          {
            key: 'decided',
            title: '审核',
            width: 260,
            render: (row) => (
              <span className="ellipsis">
                {row.decidedBy} <span className="num">{row.decidedAt?.slice(0, 16)}</span>
                {row.rejectReason && `：${row.rejectReason}`}
              </span>
            ),
          },
        ] satisfies Column<Entry>[])),
  ]
  const open = (row: Entry) => void navigate(`${listOf(subject)}/${row.id}`)
  return (
    <>
      <Toolbar
        end={
          <SearchField
            aria-label="查找"
            placeholder={doctor ? '姓名或手机' : '门诊、机构或手机'}
            value={state.q}
            maxLength={40}
            onChange={(q) => set({ q, page: 1 })}
          />
        }
      >
        <Segmented
          label="状态"
          options={reviewStates.sets.all.map((code) => ({
            value: String(code),
            label: reviewStates.names[code] ?? '',
          }))}
          value={String(status)}
          onChange={(to) => set({ status: Number(to), page: 1 })}
        />
      </Toolbar>
      <DataTable
        label={doctor ? '医生审核' : '机构审核'}
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, state, set)}
        onOpen={open}
        empty={
          <EmptyState
            layout="stack"
            icon="check-circle"
            title={reviewStates.is(status, 'waiting') ? '没有待审核的资质' : `没有${reviewStates.names[status]}的资质`}
            hint={reviewStates.is(status, 'waiting') ? '提交后会出现在这里，先来的在前' : undefined}
          />
        }
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.cardHead}>
              <strong className="ellipsis">{row.name}</strong>
              <ReviewTags entry={row} />
              <span className={`${s.push} num t-12 tertiary`}>{row.submittedAt.slice(5, 16)}</span>
            </div>
            <div className="t-13 secondary">
              {row.about} · <span className="num">{row.phone}</span>
            </div>
            {row.rejectReason && <div className="t-13 tertiary">{row.rejectReason}</div>}
          </div>
        )}
      />
    </>
  )
}

/** What was decided, or the two buttons that decide. */
export function Decision({ review }: { review: Pick<Entry, 'id' | 'subject' | 'name' | 'status' | 'isChange'> }) {
  const { id, subject, name } = review
  const refresh = [provider.reviews, provider.overview]
  const approve = useSend(provider.approveReview, { refresh })
  const reject = useSend(provider.rejectReview, { refresh })
  const [asking, setAsking] = useState(false)
  const mobile = useIsMobile()
  const navigate = useNavigate()
  const leave = (words: string) => {
    toast.success(words)
    void navigate(listOf(subject))
  }
  const pass = async () => {
    const founds = subject === 'organisation' && !review.isChange
    const yes = await confirm({
      title: `通过 ${name} 的${subject === 'doctor' ? '医生' : '机构'}资质？`,
      body: founds ? '通过后机构随即开通，赠送 99 天会员，提交人成为机构管理员。' : '通过后立即生效，并告知提交人。',
      okText: '通过',
    })
    if (!yes) return
    try {
      await approve.mutateAsync({ subject, id })
      leave('已通过')
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Error')
    }
  }
  if (!reviewStates.is(review.status, 'waiting')) return null
  return (
    <FooterBar start={!mobile && <span className="t-13 secondary">查看与决定都会留在操作记录里</span>}>
      <Button onClick={() => setAsking(true)}>驳回</Button>
      <Button variant="primary" busy={approve.isPending} onClick={() => void pass()}>
        通过
      </Button>
      {asking && (
        <ReasonDialog
          title={`驳回 ${name} 的资质`}
          text={review.isChange ? '理由会告知提交人，现行的资质继续有效。' : '理由会告知提交人，修改后可以重新提交。'}
          label="不通过理由"
          missing="请输入不通过理由"
          submitText="驳回"
          onClose={() => setAsking(false)}
          send={async (reason) => {
            await reject.mutateAsync({ subject, id, reason })
            leave('已驳回')
          }}
        />
      )}
    </FooterBar>
  )
}

/** How a decided review ended. */
export function Decided({ review }: { review: Pick<Entry, 'status' | 'decidedBy' | 'decidedAt' | 'rejectReason'> }) {
  if (reviewStates.is(review.status, 'waiting')) return null
  const passed = reviewStates.is(review.status, 'passed')
  return (
    <Notice tone={passed ? 'brand' : 'danger'} icon={passed ? 'check-circle' : 'x-circle'}>
      {review.decidedBy} 于 {review.decidedAt?.slice(0, 16)} {passed ? '通过' : `驳回：${review.rejectReason}`}
    </Notice>
  )
}
