import { MOST_CHOSEN, patient as calls } from '@dentin/contract/patient'
import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useStaff } from '../../domain/staff.ts'
import { ApiError, send } from '../../lib/client.ts'
import { usePreload } from '../../lib/deferred.ts'
import { can } from '../../lib/permission.ts'
import { useSend } from '../../lib/query.ts'
import { BatchButton, ColumnButton, pagedProps, Select } from '../../ui/heavy.ts'
import {
  Button,
  confirm,
  EmptyState,
  FilterChip,
  Money,
  SearchField,
  Tabs,
  TextButton,
  toast,
  Toolbar,
  useIsMobile,
  type TabItem,
} from '../../ui/index.ts'
import { ExportButton } from './ExportButton.tsx'
import {
  activeFilters,
  conditionsOf,
  noFilters,
  patchOf,
  queryOf,
  spanDays,
  spanOf,
  useListState,
  visitSpans,
  type FilterNames,
  type TabKey,
} from './filters.ts'
import { centreReads, useGroups, useKeptFilters, usePatientList, useSources } from './hooks.ts'
import { useTariffChoices } from './tariff-choices.ts'
import type { PatientListLinks } from './list-links.ts'
import {
  AddToGroup,
  Birthdays,
  ArchiveDialog,
  DeleteDialog,
  Groups,
  ImportDialog,
  MoreFilters,
  PatientDialog,
  PatientPeek,
  SaveFilter,
} from './deferred.ts'
import { PatientTable, usePatientColumns } from './PatientTable.tsx'
import s from './patient.module.css'

const AHEAD = [MoreFilters, PatientPeek]
/** How far this person may share a group. */
const widestShare = (): 1 | 3 => (can('/allTimePatients:share') ? 3 : 1)

/** So many are archived or deleted at once. */
const MOST_AT_ONCE = 100

/** In place of a patient's id: whoever stands first or last on the page that is being turned to. */
const FIRST = '@first'
const LAST = '@last'

/** All patients of the company: saved filters, filters, table and a look at one beside it. Everything is in the address. */
export function PatientList({
  links,
  scope = 'all',
  beside,
}: {
  links: PatientListLinks
  /** all: with the saved filters as tabs. today: only whom today concerns here. service: with what customer service looks at. */
  scope?: 'all' | 'today' | 'service'
  /** At the right of the tabs. */
  beside?: ReactNode
}) {
  const [state, set] = useListState()
  const [chosen, setChosen] = useState<string[]>([])
  /** Names of those who were chosen beyond this page. */
  const [beyond, setBeyond] = useState<ReadonlyMap<string, string>>(new Map())
  const [following, setFollowing] = useState(false)
  const navigate = useNavigate()
  const mobile = useIsMobile()
  const query = { ...queryOf(state), today: scope === 'today' }
  const { page, counts } = usePatientList(query)
  const columns = usePatientColumns(links.book, scope === 'service')
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
  const birthdays = scope === 'all' && state.tab === 'birthday'
  const names = useFilterNames(state)
  const chips = activeFilters(state, names)
  const may = {
    group: can('/allTimePatients:group'),
    archive: can('/allTimePatients:archive'),
    remove: can('/allTimePatients:delete'),
    import: scope === 'all' && can('/allTimePatients:import'),
  }
  const ended = () => {
    setChosen([])
    set({ edit: null })
  }
  /** What is done with so many at most leaves the others chosen. */
  const endedFew = () => {
    setChosen(chosen.slice(MOST_AT_ONCE))
    set({ edit: null })
  }
  const begin = async (edit: 'archive' | 'delete', word: string) => {
    const more = chosen.length - MOST_AT_ONCE
    if (
      more > 0 &&
      !(await confirm({
        title: `一次最多${word} ${MOST_AT_ONCE} 人`,
        body: `已选 ${chosen.length} 人。先${word}前 ${MOST_AT_ONCE} 人，其余 ${more} 人保持选中，接着再来一次。`,
        okText: `先${word} ${MOST_AT_ONCE} 人`,
      }))
    )
      return
    set({ edit })
  }
  const takeAll = async () => {
    const { pageNum: _page, pageSize: _size, ...filter } = query
    try {
      const found = await send(calls.everybody, filter)
      setBeyond(new Map(found.list.map(({ id, name }) => [id, name])))
      setChosen(found.list.map(({ id }) => id))
      if (found.total > found.list.length) toast.info(`一次最多选 ${MOST_CHOSEN} 人，已选前 ${found.list.length} 人`)
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : '没有成功，请重试')
    }
  }
  const people = () =>
    chosen.map((id) => ({ id, name: rows?.find((row) => row.id === id)?.name ?? beyond.get(id) ?? '' }))
  const narrowed = chips.length > 0 || state.doctor !== null || state.source !== null

  return (
    <div className={s.listPage}>
      <div className={s.listMain}>
        {scope === 'all' && (
          <ListTabs
            counts={counts.data}
            beside={beside}
            narrowed={!birthdays && (narrowed || state.tab !== 'all')}
            may={may.group}
          />
        )}
        {birthdays ? (
          <Birthdays links={links} onOpen={(to) => void navigate(to)} />
        ) : (
          <>
            <Filters
              columns={
                <>
                  <ColumnButton columns={columns} />
                  {may.import && (
                    <Button icon="upload" aria-label="导入" onClick={() => set({ edit: 'import' })}>
                      {mobile ? null : '导入'}
                    </Button>
                  )}
                  {can('/allTimePatients:export') && <ExportButton query={query} columns={columns.visible} />}
                </>
              }
              chips={chips}
            />
            <PatientTable
              {...(may.group || may.archive || may.remove || links.sms || links.follow
                ? {
                    selected: chosen,
                    onSelect: setChosen,
                    noun: '人',
                    batch: (
                      <>
                        {total !== undefined && total > pageSize && chosen.length < Math.min(total, MOST_CHOSEN) && (
                          <BatchButton onClick={() => void takeAll()}>
                            选全部筛选结果（{Math.min(total, MOST_CHOSEN)} 人）
                          </BatchButton>
                        )}
                        {may.group && <BatchButton onClick={() => set({ edit: 'group' })}>加入分组</BatchButton>}
                        {may.group && state.groups.length > 0 && (
                          <TakeOut groupIds={state.groups} patientIds={chosen} onDone={() => setChosen([])} />
                        )}
                        {links.follow && <BatchButton onClick={() => setFollowing(true)}>加随访</BatchButton>}
                        {links.sms && (
                          <BatchButton onClick={() => void navigate(links.sms?.(people()) ?? '')}>发短信</BatchButton>
                        )}
                        {may.archive && state.archived !== '1' && (
                          <BatchButton onClick={() => void begin('archive', '归档')}>归档</BatchButton>
                        )}
                        {may.remove && <BatchButton onClick={() => void begin('delete', '删除')}>删除</BatchButton>}
                      </>
                    ),
                  }
                : {})}
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
          </>
        )}
      </div>
      {!birthdays && state.open !== null && state.open !== FIRST && state.open !== LAST && !mobile && (
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
      {following &&
        chosen.length > 0 &&
        links.follow?.(chosen, {
          onClose: () => setFollowing(false),
          onDone: () => {
            setFollowing(false)
            setChosen([])
          },
        })}
      {chosen.length > 0 && state.edit === 'group' && may.group && (
        <AddToGroup patientIds={chosen} widest={widestShare()} onClose={() => set({ edit: null })} onDone={ended} />
      )}
      {chosen.length > 0 && state.edit === 'archive' && may.archive && (
        <ArchiveDialog
          patientIds={chosen.slice(0, MOST_AT_ONCE)}
          name={nameOf(rows, chosen)}
          onClose={() => set({ edit: null })}
          onDone={endedFew}
        />
      )}
      {chosen.length > 0 && state.edit === 'delete' && may.remove && (
        <DeleteDialog
          patientIds={chosen.slice(0, MOST_AT_ONCE)}
          name={nameOf(rows, chosen)}
          onClose={() => set({ edit: null })}
          onDone={endedFew}
        />
      )}
      {state.edit === 'groups' && may.group && (
        <Groups
          widest={widestShare()}
          onShow={(id) => set({ ...noFilters, tab: 'all', groups: [id], edit: null, open: null })}
          onClose={() => set({ edit: null })}
        />
      )}
      {state.edit === 'import' && may.import && (
        <ImportDialog
          onShow={(id) => set({ ...noFilters, tab: 'all', groups: [id], edit: null, open: null })}
          onClose={() => set({ edit: null })}
          fileTo={links.file}
        />
      )}
      {state.edit === 'keep' && (
        <SaveFilter
          conditions={conditionsOf(state)}
          onClose={() => set({ edit: null })}
          onSaved={(saved) => set({ saved, edit: null })}
        />
      )}
      {adding && can('/allTimePatients:add') && (
        <PatientDialog onClose={() => set({ edit: null })} onDone={(id) => void navigate(links.file(id))} />
      )}
    </div>
  )
}

/** The name when one is chosen, and it stands on the page. */
const nameOf = (rows: readonly { id: string; name: string }[] | undefined, chosen: readonly string[]) =>
  chosen.length === 1 ? rows?.find((row) => row.id === chosen[0])?.name : undefined

/** Names of the groups and items in the filters, read only when there are any. */
function useFilterNames(state: ReturnType<typeof useListState>[0]): FilterNames {
  const groups = useGroups().data
  const tariffs = useTariffChoices(state.items.length > 0)
  return {
    group: (id) => groups?.find((each) => each.id === id)?.name,
    tariff: (id) => tariffs.find((each) => each.value === id)?.label,
  }
}

function TakeOut({
  groupIds,
  patientIds,
  onDone,
}: {
  groupIds: readonly string[]
  patientIds: readonly string[]
  onDone: () => void
}) {
  const groups = useGroups().data ?? []
  const takeOut = useSend(calls.groupTakeOut, { refresh: centreReads })
  const mine = groups.filter((group) => groupIds.includes(group.id) && group.type === 1 && group.canEdit)
  if (mine.length === 0) return null
  const take = async () => {
    try {
      await takeOut.mutateAsync({ groupIds: mine.map((group) => group.id), patientIds: [...patientIds] })
      toast.success('已移出分组')
      onDone()
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : '没有移出，请重试')
    }
  }
  return (
    <BatchButton disabled={takeOut.isPending} onClick={() => void take()}>
      移出分组
    </BatchButton>
  )
}

/** The usual views, then the filters this person keeps. */
function ListTabs({
  counts,
  beside,
  narrowed,
  may,
}: {
  counts: { all: number; absent: number; arrears: number | null; birthday: number } | undefined
  beside: ReactNode
  narrowed: boolean
  may: boolean
}) {
  const [state, set] = useListState()
  const kept = useKeptFilters().data ?? []
  const mobile = useIsMobile()
  const items: TabItem<string>[] = [
    { key: 'all', label: '全部', count: counts?.all },
    { key: 'absent', label: '半年未到', count: counts?.absent },
    ...(can('/field:amounts') ? [{ key: 'arrears', label: '有欠费', count: counts?.arrears ?? undefined }] : []),
    { key: 'birthday', label: '本月生日', count: counts?.birthday },
    ...kept.map(({ id, name }) => ({ key: id, label: name })),
  ]
  const saved = kept.find((each) => each.id === state.saved)
  const go = (key: string) => {
    const filter = kept.find((each) => each.id === key)
    const leaving = saved ? noFilters : {}
    if (filter)
      set({ ...patchOf(filter.conditions), tab: 'all', saved: filter.id, page: 1, open: null }, { push: true })
    else set({ ...leaving, tab: key as TabKey, saved: null, page: 1, open: null }, { push: true })
  }
  return (
    <Tabs
      label="常用筛选"
      inset="gutter"
      items={items}
      value={saved?.id ?? state.tab}
      onChange={go}
      extraAfter={
        narrowed && (
          <TextButton icon="plus" onClick={() => set({ edit: 'keep' })}>
            存为筛选
          </TextButton>
        )
      }
      extra={
        <>
          {may && (
            <Button size="sm" variant="text" icon="tag" aria-label="分组" onClick={() => set({ edit: 'groups' })}>
              {mobile ? null : '分组'}
            </Button>
          )}
          {beside}
        </>
      }
    />
  )
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
              onChange={(q) => set({ q, page: 1, saved: null })}
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
              onChange={(doctor) => set({ doctor, page: 1, saved: null })}
            />
            <Select
              label="来源"
              placeholder="来源"
              width={104}
              clearable
              searchable
              options={sources}
              value={state.source}
              onChange={(source) => set({ source, page: 1, saved: null })}
            />
            <Select
              label="最近就诊"
              placeholder="最近就诊"
              width={128}
              clearable
              options={visitSpans}
              value={spanOf(state)}
              onChange={(days) => set({ ...spanDays(days), page: 1, saved: null })}
            />
          </>
        )}
        <Button icon="sliders" onClick={() => set({ edit: 'filters' })}>
          更多
        </Button>
        {chips
          .filter((chip) => chip.key !== 'q' && !(chip.key === 'visit' && !mobile && spanOf(state) !== null))
          .map((chip) => (
            <FilterChip key={chip.key} name={chip.text} onRemove={() => set({ ...chip.clear, page: 1, saved: null })}>
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
