import { coupon, couponSources, couponStates } from '@dentin/contract/coupon'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { genderAge } from '../../domain/person.ts'
import { deferred } from '../../lib/deferred.ts'
import { useLive } from '../../lib/live.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'
import { DataTable, pageCodecs, pagedProps, Select, type Column } from '../../ui/heavy.ts'
import {
  Button,
  EmptyState,
  Money,
  SearchField,
  TextButton,
  Toolbar,
  urlOptional,
  urlText,
  useUrlState,
} from '../../ui/index.ts'
import { CouponState } from './CouponState.tsx'
import type { Coupon } from './hooks.ts'
import { thresholdWords, worthWords } from './words.ts'
import s from './coupon.module.css'

const IssueManyDialog = deferred(async () => (await import('./IssueDialog.tsx')).IssueManyDialog)
const VoidDialog = deferred(async () => (await import('./IssueDialog.tsx')).VoidDialog)
const codecs = { ...pageCodecs, q: urlText(), state: urlOptional }

export interface CouponListProps {
  cardsTo: (patientId: string) => string
  billTo: (patientId: string, billId: string) => string
  renderPicker: (onPick: (patientId: string | null) => void) => ReactNode
}

/** Every coupon that was given: to whom, until when, what became of it. */
export function CouponList({ cardsTo, billTo, renderPicker }: CouponListProps) {
  const can = useCan()
  const [url, set] = useUrlState(codecs)
  const [issuing, setIssuing] = useState(false)
  const [voiding, setVoiding] = useState<Coupon | null>(null)
  useLive(['coupon'], [coupon.list])
  const found = useCall(coupon.list, {
    keyword: url.q,
    status: url.state ? (Number(url.state) as 1) : null,
    pageNum: url.page,
    pageSize: url.size,
  })
  const columns: Column<Coupon>[] = [
    { key: 'code', title: '券码', width: 152, locked: true, render: (row) => <span className="num">{row.code}</span> },
    { key: 'name', title: '优惠券', width: 120, render: (row) => row.name },
    {
      key: 'worth',
      title: '优惠',
      width: 178,
      render: (row) => (
        <>
          {worthWords(row.rules)}{' '}
          {Number(row.rules.threshold) > 0 && (
            <span className="t-12 tertiary">{thresholdWords(row.rules.threshold)}</span>
          )}
        </>
      ),
    },
    {
      key: 'who',
      title: '患者',
      width: 112,
      render: (row) => (
        <>
          <Link to={cardsTo(row.patientId)}>{row.patientName}</Link>{' '}
          <span className="t-12 tertiary">{genderAge(row)}</span>
        </>
      ),
    },
    { key: 'until', title: '有效期至', width: 104, numeric: true, render: (row) => row.validUntil },
    { key: 'state', title: '状态', width: 76, render: (row) => <CouponState status={row.status} /> },
    {
      key: 'bill',
      title: '用于账单',
      width: 128,
      render: (row) => (row.billId ? <Link to={billTo(row.patientId, row.billId)}>{row.billNo}</Link> : '—'),
    },
    {
      key: 'used',
      title: '已减',
      width: 72,
      align: 'right',
      numeric: true,
      render: (row) => (couponStates.is(row.status, 'used') ? <Money yuan={row.usedAmount} /> : '—'),
    },
    {
      key: 'from',
      title: '来源',
      width: 76,
      render: (row) => couponSources[row.source as keyof typeof couponSources],
    },
    {
      key: 'issued',
      title: '发放',
      width: 124,
      numeric: true,
      render: (row) => `${row.issuedAt.slice(5, 10)} ${row.issuerName}`,
    },
    ...(can('/coupons:void')
      ? [
          {
            key: 'act',
            title: '操作',
            width: 60,
            render: (row: Coupon) =>
              couponStates.may('void', row.status) && row.billId === null ? (
                <TextButton onClick={() => setVoiding(row)}>作废</TextButton>
              ) : null,
          },
        ]
      : []),
  ]
  return (
    <>
      <Toolbar
        end={
          can('/coupons:issue') && (
            <Button variant="primary" icon="plus" onClick={() => setIssuing(true)}>
              发券
            </Button>
          )
        }
      >
        <SearchField
          aria-label="查找优惠券"
          placeholder="姓名、手机尾号、券码"
          value={url.q}
          onChange={(q) => set({ q, page: 1 })}
        />
        <Select
          label="状态"
          clearable
          placeholder="全部状态"
          width={120}
          options={Object.entries(couponStates.names).map(([value, label]) => ({ value, label }))}
          value={url.state}
          onChange={(state) => set({ state: (state as string | null) ?? null, page: 1 })}
        />
      </Toolbar>
      <DataTable<Coupon>
        label="优惠券"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, url, set, { what: '优惠券', noun: '张券' })}
        muted={(row) => couponStates.is(row.status, 'over')}
        empty={
          <EmptyState
            layout="stack"
            icon="ticket"
            title={url.q || url.state ? '没有找到优惠券' : '还没有发过优惠券'}
            hint={url.q ? '换一个姓名、手机尾号或券码' : '先在设置里建优惠券种，再发给患者'}
          />
        }
        mobile={(row) => (
          <div className={s.row}>
            <span className={s.face}>
              <span className="bold">{row.patientName}</span>
              <span className="t-13">{row.name}</span>
              <span className="t-12 tertiary num">{row.code}</span>
            </span>
            <span className={s.state}>
              <span className="t-12 tertiary num">至 {row.validUntil}</span>
              <CouponState status={row.status} />
            </span>
          </div>
        )}
      />
      {issuing && <IssueManyDialog renderPicker={renderPicker} onClose={() => setIssuing(false)} />}
      {voiding && <VoidDialog coupon={voiding} onClose={() => setVoiding(null)} />}
    </>
  )
}
