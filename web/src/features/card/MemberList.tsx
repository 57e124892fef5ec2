import { cardStates, memberCard } from '@dentin/contract/card'
import { cardTypeCalls } from '@dentin/contract/lists/card-types'
import { formatYuanText } from '@dentin/kit/money'
import { Link, useNavigate } from 'react-router'
import { Traced } from '../../domain/Traced.tsx'
import { genderAge } from '../../domain/person.ts'
import { useLive } from '../../lib/live.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'
import {
  Checkbox,
  EmptyState,
  Money,
  SearchField,
  Tag,
  Toolbar,
  urlFlag,
  urlOptional,
  urlText,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import { DataTable, ExportButton, pageCodecs, pagedProps, Select, type Column } from '../../ui/heavy.ts'
import type { Member } from './hooks.ts'
import { spaced } from './words.ts'
import { CardState } from './CardState.tsx'
import s from './card.module.css'

const codecs = { ...pageCodecs, q: urlText(), type: urlOptional, state: urlOptional, full: urlFlag }

/** Everybody who has a card: found by name, phone or card number. */
export function MemberList({ cardsTo }: { cardsTo: (patientId: string) => string }) {
  const can = useCan()
  const mobile = useIsMobile()
  const navigate = useNavigate()
  const [url, set] = useUrlState(codecs)
  useLive(['memberCard'], [memberCard.list])
  const filter = {
    keyword: url.q,
    typeId: url.type,
    status: url.state ? (Number(url.state) as 1) : null,
    hasBalance: url.full,
  }
  const found = useCall(memberCard.list, { ...filter, pageNum: url.page, pageSize: url.size })
  const types = useCall(cardTypeCalls.forSale, {}, { staleTime: 60_000 }).data ?? []
  const columns: Column<Member>[] = [
    {
      key: 'card',
      title: '卡号',
      width: 160,
      locked: true,
      render: (row) => (
        <Link className="num" to={cardsTo(row.patientId)}>
          {spaced(row.cardNo)}
        </Link>
      ),
    },
    {
      key: 'who',
      title: '姓名',
      width: 150,
      render: (row) => (
        <>
          <span className="bold">{row.patientName}</span> <span className="t-12 tertiary">{genderAge(row)}</span>
        </>
      ),
    },
    { key: 'mobile', title: '手机号', width: 124, numeric: true, render: (row) => row.mobile ?? '—' },
    {
      key: 'type',
      title: '卡种',
      width: 130,
      render: (row) => <Tag tone="member">{row.typeName}</Tag>,
    },
    {
      key: 'principal',
      title: '本金',
      width: 104,
      align: 'right',
      numeric: true,
      render: (row) => <Money yuan={row.principalAmount} />,
    },
    {
      key: 'bonus',
      title: '赠金',
      width: 96,
      align: 'right',
      numeric: true,
      render: (row) => <Money yuan={row.bonusAmount} />,
    },
    {
      key: 'balance',
      title: '余额',
      width: 112,
      align: 'right',
      numeric: true,
      render: (row) => (row.kind === 3 ? `${row.timesLeft} 次` : <Money yuan={row.balance} strong />),
    },
    { key: 'points', title: '积分', width: 80, align: 'right', numeric: true, render: (row) => row.points },
    {
      key: 'recharged',
      title: '累计充值',
      width: 112,
      align: 'right',
      numeric: true,
      hiddenFirst: true,
      render: (row) => <Money yuan={row.rechargeTotal} />,
    },
    {
      key: 'consumed',
      title: '累计消费',
      width: 112,
      align: 'right',
      numeric: true,
      render: (row) => <Money yuan={row.consumeTotal} />,
    },
    { key: 'clinic', title: '开卡门诊', width: 150, hiddenFirst: true, render: (row) => row.openClinicName },
    { key: 'opened', title: '开卡日期', width: 104, numeric: true, render: (row) => row.openedAt.slice(0, 10) },
    { key: 'until', title: '到期', width: 104, numeric: true, render: (row) => row.expireDate ?? '长期' },
    { key: 'state', title: '状态', width: 88, render: (row) => <CardState status={row.status} /> },
    { key: 'sales', title: '销售人', width: 88, hiddenFirst: true, render: (row) => row.salesName || '—' },
  ]
  const sums = found.data?.sums
  return (
    <>
      <Toolbar
        end={can('/membercard:export') && !mobile && <ExportButton call={memberCard.listExport} input={filter} />}
      >
        <SearchField
          aria-label="查找会员"
          placeholder="姓名、手机尾号、卡号"
          value={url.q}
          onChange={(q) => set({ q, page: 1 })}
        />
        <Select
          label="卡种"
          clearable
          placeholder="全部卡种"
          width={140}
          options={types.map(({ id, name }) => ({ value: id, label: name }))}
          value={url.type}
          onChange={(type) => set({ type: (type as string | null) ?? null, page: 1 })}
        />
        <Select
          label="状态"
          clearable
          placeholder="全部状态"
          width={120}
          options={Object.entries(cardStates.names).map(([value, label]) => ({ value, label }))}
          value={url.state}
          onChange={(state) => set({ state: (state as string | null) ?? null, page: 1 })}
        />
        <Checkbox checked={url.full} onChange={(event) => set({ full: event.target.checked, page: 1 })}>
          有余额
        </Checkbox>
      </Toolbar>
      <DataTable<Member>
        label="会员"
        columns={columns}
        keyOf={(row) => row.id}
        onOpen={(row) => void navigate(cardsTo(row.patientId))}
        {...pagedProps(found, url, set, {
          what: '会员',
          noun: '张卡',
          sum: sums && (
            <>
              <span className={s.sumPart}>
                本金{' '}
                <Traced figure="members.principal" listed={filter} yuan={sums.principal}>
                  {formatYuanText(sums.principal)}
                </Traced>
              </span>{' '}
              <span className={s.sumPart}>
                赠金{' '}
                <Traced figure="members.bonus" listed={filter} yuan={sums.bonus}>
                  {formatYuanText(sums.bonus)}
                </Traced>
              </span>
            </>
          ),
        })}
        muted={(row) => cardStates.is(row.status, 'closed')}
        empty={
          <EmptyState
            layout="stack"
            icon="crown"
            title={url.q || url.type || url.state || url.full ? '没有找到会员' : '还没有会员卡'}
            hint={url.q ? '换一个姓名、手机尾号或卡号' : '在患者档案的“会员卡”里开卡'}
          />
        }
        mobile={(row) => (
          <div className={s.memberCard}>
            <span className={s.memberLine}>
              <span className="bold">{row.patientName}</span>
              {row.kind === 3 ? <span className="num">{row.timesLeft} 次</span> : <Money yuan={row.balance} strong />}
            </span>
            <span className={s.memberLine}>
              <span className="t-12 tertiary num">
                {row.typeName}　{spaced(row.cardNo)}
              </span>
              <CardState status={row.status} />
            </span>
          </div>
        )}
      />
    </>
  )
}
