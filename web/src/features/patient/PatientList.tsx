import { useEffect, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { usePreload } from '../../lib/deferred.ts'
import { can } from '../../lib/permission.ts'
import { ColumnButton, pagedProps, Select } from '../../ui/heavy.ts'
import {
  Button,
  EmptyState,
  FilterChip,
  Money,
  SearchField,
  Tabs,
  Toolbar,
  useIsMobile,
  type TabItem,
} from '../../ui/index.ts'
import { ExportButton } from './ExportButton.tsx'
import {
  activeFilters,
  noFilters,
  queryOf,
  spanDays,
  spanOf,
  useListState,
  visitSpans,
  type TabKey,
} from './filters.ts'
import { usePatientList, useSources, useStaff } from './hooks.ts'
import { MoreFilters, PatientDialog, PatientPeek } from './parts.ts'
import { PatientTable, usePatientColumns } from './PatientTable.tsx'
import s from './patient.module.css'

const AHEAD = [MoreFilters, PatientPeek]

/** Addresses that the list leads to; those of screens that a person may not open are left out. */
export interface PatientListLinks {
  file: (id: string) => string
  book: ((id: string) => string) | null
  charge: ((id: string) => string) | null
  pay: ((id: string, billId: string) => string) | null
}

/** In place of a patient's id: whoever stands first or last on the page that is being turned to. */
const FIRST = '@first'
const LAST = '@last'

/** All patients of the company: saved filters, filters, table and a look at one beside it. Everything is in the address. */
export function PatientList({ links }: { links: PatientListLinks }) {
  const [state, set] = useListState()
  const navigate = useNavigate()
  const mobile = useIsMobile()
  const query = queryOf(state)
  const { page, counts } = usePatientList(query)
  const columns = usePatientColumns(links.book)
  const { list: rows, total } = page.data ?? {}
  const { pageNum = 1, pageSize = 20 } = query
  usePreload(AHEAD, rows !== undefined)

  useEffect(() => {
    if (page.isPlaceholderData || !rows) return
    if (state.open === FIRST) set({ open: rows[0]?.id ?? null })
    if (state.open === LAST) set({ open: rows.at(-1)?.id ?? null })
    // A page beyond the last one (others left the filter meanwhile): go to the last.
    if (rows.length === 0 && total && pageNum > 1) set({ page: Math.ceil(total / pageSize) })
  }, [rows, total, pageNum, pageSize, state.open, page.isPlaceholderData, set])

  const at = rows?.findIndex((row) => row.id === state.open) ?? -1
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / pageSize))
  const step = (by: 1 | -1) => {
    const row = rows?.[at + by]
    if (row) return () => set({ open: row.id })
    const to = pageNum + by
    return to >= 1 && to <= lastPage ? () => set({ page: to, open: by === 1 ? FIRST : LAST }) : undefined
  }
  const adding = state.edit === 'new'
  const chips = activeFilters(state)
  const narrowed = chips.length > 0 || state.doctor !== null || state.source !== null

  return (
    <div className={s.listPage}>
      <div className={s.listMain}>
        <ListTabs
          counts={counts.data}
          value={state.tab}
          onChange={(tab) => set({ tab, page: 1, open: null }, { push: true })}
        />
        <Filters
          columns={
            <>
              <ColumnButton columns={columns} />
              {can('/allTimePatients:export') && <ExportButton query={query} columns={columns.visible} />}
            </>
          }
          chips={chips}
        />
        <PatientTable
          columns={columns}
          {...pagedProps(page, state, (place) => set({ ...place, open: null }), {
            what: '患者列表',
            noun: '人',
            sum: page.data?.arrearsTotal != null && (
              <span>
                欠费合计 <Money yuan={page.data.arrearsTotal} as="debt" />
              </span>
            ),
          })}
          empty={
            <EmptyState
              layout="stack"
              icon="users"
              title={narrowed || state.tab !== 'all' ? '没有符合的患者' : '还没有患者'}
              hint={
                narrowed
                  ? '减少筛选条件再看'
                  : state.tab === 'all'
                    ? '第一位患者建档后就会出现在这里'
                    : '这一类现在没有人'
              }
              action={
                narrowed || state.tab !== 'all' ? (
                  <Button onClick={() => set({ ...noFilters, tab: 'all' })}>看全部患者</Button>
                ) : (
                  can('/allTimePatients:add') && (
                    <Button variant="primary" icon="user-plus" onClick={() => set({ edit: 'new' })}>
                      新建患者
                    </Button>
                  )
                )
              }
            />
          }
          sort={{ key: state.sort, order: state.order }}
          onSort={(sort) =>
            set({ sort: (sort?.key ?? 'lastVisit') as typeof state.sort, order: sort?.order ?? 'desc', page: 1 })
          }
          onOpen={(row) =>
            mobile ? void navigate(links.file(row.id)) : set({ open: row.id }, { push: state.open === null })
          }
          openKey={state.open}
        />
      </div>
      {state.open !== null && state.open !== FIRST && state.open !== LAST && !mobile && (
        <PatientPeek
          id={state.open}
          index={at >= 0 ? (pageNum - 1) * pageSize + at + 1 : undefined}
          total={at >= 0 ? total : undefined}
          onPrevious={at >= 0 ? step(-1) : undefined}
          onNext={at >= 0 ? step(1) : undefined}
          onClose={() => set({ open: null })}
          fileTo={links.file(state.open)}
          bookTo={links.book?.(state.open)}
          chargeTo={links.charge?.(state.open)}
          payTo={links.pay ? (billId) => links.pay?.(state.open ?? '', billId) ?? '' : undefined}
          withVisits={can('/patientCenter:view')}
        />
      )}
      {adding && can('/allTimePatients:add') && (
        <PatientDialog onClose={() => set({ edit: null })} onDone={(id) => void navigate(links.file(id))} />
      )}
    </div>
  )
}

function ListTabs({
  counts,
  value,
  onChange,
}: {
  counts: { all: number; absent: number; arrears: number | null; birthday: number } | undefined
  value: TabKey
  onChange: (tab: TabKey) => void
}) {
  const items: TabItem<TabKey>[] = [
    { key: 'all', label: '全部', count: counts?.all },
    { key: 'absent', label: '半年未到', count: counts?.absent },
    ...(can('/field:amounts')
      ? [{ key: 'arrears' as const, label: '有欠费', count: counts?.arrears ?? undefined }]
      : []),
    { key: 'birthday', label: '本月生日', count: counts?.birthday },
  ]
  return <Tabs label="常用筛选" inset="gutter" items={items} value={value} onChange={onChange} />
}

function Filters({ columns, chips }: { columns: ReactNode; chips: ReturnType<typeof activeFilters> }) {
  const [state, set] = useListState()
  const sources = useSources()
  const { doctors } = useStaff()
  const mobile = useIsMobile()
  const more = state.edit === 'filters'
  return (
    <>
      <Toolbar
        className={s.filters}
        end={
          <>
            <SearchField
              aria-label="在列表中查找"
              placeholder="在列表中查找"
              value={state.q}
              maxLength={40}
              onChange={(q) => set({ q, page: 1 })}
              boxClassName={s.findBox}
            />
            {columns}
          </>
        }
      >
        {!mobile && (
          <>
            <Select
              label="责任医生"
              placeholder="责任医生"
              width={116}
              clearable
              searchable
              options={doctors}
              value={state.doctor}
              onChange={(doctor) => set({ doctor, page: 1 })}
            />
            <Select
              label="来源"
              placeholder="来源"
              width={104}
              clearable
              searchable
              options={sources}
              value={state.source}
              onChange={(source) => set({ source, page: 1 })}
            />
            <Select
              label="最近就诊"
              placeholder="最近就诊"
              width={128}
              clearable
              options={visitSpans}
              value={spanOf(state)}
              onChange={(days) => set({ ...spanDays(days), page: 1 })}
            />
          </>
        )}
        <Button icon="sliders" onClick={() => set({ edit: 'filters' })}>
          更多
        </Button>
        {chips
          .filter((chip) => chip.key !== 'q' && !(chip.key === 'visit' && !mobile && spanOf(state) !== null))
          .map((chip) => (
            <FilterChip key={chip.key} name={chip.text} onRemove={() => set({ ...chip.clear, page: 1 })}>
              {chip.text}
            </FilterChip>
          ))}
      </Toolbar>
      {more && (
        <MoreFilters
          state={state}
          onClose={() => set({ edit: null })}
          onApply={(patch) => set({ ...patch, edit: null, open: null })}
        />
      )}
    </>
  )
}
