import { formatYuanText } from '@dentin/kit/money'
import { deferred } from '../../lib/deferred.ts'
import { EmptyState, LinkButton, Money, Page, PageTitle, Tag } from '../../ui/index.ts'
import { DataTable, type Column } from '../../ui/heavy.ts'
import { AgeBar, AgeTable } from './Ages.tsx'
import { useBalances, type UnitRow } from './hooks.ts'
import type { UnitLinks } from './links.ts'
import type { UnitTab } from './UnitDrawer.tsx'
import s from './unit-account.module.css'

const UnitDrawer = deferred(async () => (await import('./UnitDrawer.tsx')).UnitDrawer)

export interface UnitAccountsPageProps {
  /** The unit whose drawer is open, and what is shown of it. */
  unitId: string | null
  tab: UnitTab
  month: string | null
  onUnit: (unitId: string | null) => void
  onTab: (tab: UnitTab) => void
  onMonth: (month: string) => void
  links: UnitLinks
}

/** What units owe the clinic, by how late it is; each opens its claims, its statements and what it paid. */
export function UnitAccountsPage({ unitId, tab, month, onUnit, onTab, onMonth, links }: UnitAccountsPageProps) {
  const { data, error, refetch, isFetching } = useBalances()
  const row = data?.list.find(({ id }) => id === unitId)
  return (
    <Page>
      <PageTitle
        extra={
          links.units && (
            <LinkButton to={links.units} icon="sliders" size="sm">
              记账单位
            </LinkButton>
          )
        }
      />
      <div className={s.page}>
        {data && data.list.length > 0 && <AgeTable open={data.open} ages={data.ages} />}
        <DataTable<UnitRow>
          label="记账单位"
          columns={columns}
          rows={data?.list}
          keyOf={({ id }) => id}
          loading={isFetching}
          error={error && !data ? error.message : null}
          onRetry={() => void refetch()}
          empty={
            <EmptyState
              layout="stack"
              icon="building"
              title="还没有记账单位"
              hint="先建单位，收费时就能选「单位记账」"
              action={
                links.units && (
                  <LinkButton to={links.units} icon="plus">
                    去建记账单位
                  </LinkButton>
                )
              }
            />
          }
          rowHeight={46}
          onOpen={({ id }) => onUnit(id)}
          openKey={unitId}
          mobile={(one) => <UnitCard row={one} />}
          fill={false}
        />
      </div>
      {row && data && (
        <UnitDrawer
          key={row.id}
          row={row}
          maySettle={data.allowed.settle}
          tab={tab}
          month={month}
          onTab={onTab}
          onMonth={onMonth}
          links={links}
          onClose={() => onUnit(null)}
        />
      )}
    </Page>
  )
}

const columns: readonly Column<UnitRow>[] = [
  {
    key: 'name',
    title: '单位',
    render: (row) => (
      <>
        <b className="ellipsis">{row.name}</b> {!row.enabled && <Tag>已停用</Tag>}
        <span className={s.under}>{[row.contact, row.phone].filter(Boolean).join('　') || '没有联系人'}</span>
      </>
    ),
  },
  { key: 'count', title: '未结', width: 72, align: 'right', numeric: true, render: (row) => `${row.count} 笔` },
  {
    key: 'open',
    title: '未结金额',
    width: 130,
    align: 'right',
    numeric: true,
    render: (row) => <Money yuan={row.open} strong />,
  },
  {
    key: 'overdue',
    title: '其中逾期',
    width: 120,
    align: 'right',
    numeric: true,
    render: (row) => (Number(row.overdue) > 0 ? <Money yuan={row.overdue} as="debt" /> : '—'),
  },
  {
    key: 'ages',
    title: '账龄',
    width: 200,
    render: (row) => (Number(row.open) > 0 ? <AgeBar ages={row.ages} /> : <span className="tertiary">—</span>),
  },
  {
    key: 'limit',
    title: '已用 / 额度',
    width: 190,
    align: 'right',
    numeric: true,
    render: (row) => (
      <span className="num">
        {formatYuanText(row.used)} <span className="tertiary">/ {formatYuanText(row.creditLimit)}</span>
      </span>
    ),
  },
]

/** A unit on the phone: who, how much, how late. */
function UnitCard({ row }: { row: UnitRow }) {
  return (
    <div className={s.card}>
      <div className={s.cardHead}>
        <strong>{row.name}</strong>
        {!row.enabled && <Tag>已停用</Tag>}
        <span className={s.push}>
          <Money yuan={row.open} strong />
        </span>
      </div>
      {Number(row.open) > 0 && <AgeBar ages={row.ages} />}
      <div className="t-13 secondary">
        {row.count} 笔未结
        {Number(row.overdue) > 0 && (
          <>
            ，逾期 <Money yuan={row.overdue} as="debt" />
          </>
        )}
        {' · '}额度 <span className="num">{formatYuanText(row.creditLimit)}</span>
      </div>
    </div>
  )
}
