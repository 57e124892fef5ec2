import { FOLLOW_UP_TABS, type FollowUpTab } from '@dentin/contract/core/follow-up-words'
import { useState, type ReactNode } from 'react'
import { deferred, usePreload } from '../../lib/deferred.ts'
import { can } from '../../lib/permission.ts'
import { BatchButton, DataTable, pageCodecs, pagedProps } from '../../ui/heavy.ts'
import {
  Button,
  Checkbox,
  Chips,
  EmptyState,
  Page,
  Segmented,
  Toolbar,
  urlEnum,
  urlFlag,
  urlList,
  urlOptional,
  urlText,
  useHotkeys,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import { FollowCard, followColumns as c } from './columns.tsx'
import { useFollowOptions, useFollowTotals, useWorkList, type FollowDetail } from './hooks.ts'
import { chosenTypes, FindPatient, PersonFilter, placeIn, TypeFilter } from './parts.tsx'
import type { FollowPicker } from './parts.tsx'
import s from './follow.module.css'

const FollowPane = deferred(async () => (await import('./FollowPane.tsx')).FollowPane)
const PlanDialog = deferred(async () => (await import('./PlanDialog.tsx')).PlanDialog)
const AssignDialog = deferred(async () => (await import('./AssignDialog.tsx')).AssignDialog)
const AHEAD = [FollowPane, PlanDialog]

const tabs = Object.keys(FOLLOW_UP_TABS) as FollowUpTab[]
const codecs = {
  tab: urlEnum<FollowUpTab>(tabs, 'today'),
  mine: urlFlag,
  owner: urlOptional,
  types: urlList,
  q: urlText(),
  follow: urlOptional,
  ...pageCodecs,
}
const open = [c.plan, c.person, c.type, c.subject, c.mobile, c.doctor, c.owner, c.status]
const columnsOf: Readonly<Record<FollowUpTab, (typeof open)[number][]>> = {
  today: open,
  overdue: open,
  upcoming: open,
  done: [c.done, c.person, c.type, c.subject, c.result, c.satisfaction, c.doneBy, c.doctor],
  cancelled: [c.day, c.person, c.type, c.subject, c.result, c.owner],
}
const emptyWords: Readonly<Record<FollowUpTab, string>> = {
  today: '今天没有要随访的患者',
  overdue: '没有逾期的随访',
  upcoming: '以后还没有安排随访',
  done: '还没有随访记录',
  cancelled: '没有取消过随访',
}

interface WorkListProps {
  renderPicker: FollowPicker
  patientHref: (id: string) => string
  recordHref: (id: string) => string
  /** The booking of the appointments' feature for a patient: opens at once, tells what was booked. */
  renderBooking: (follow: FollowDetail, onBooked: (appointmentId: string) => void, onClose: () => void) => ReactNode
}

/** /followManagementList: whom to call, one after another: the list, and beside it the one that is being called. */
export function WorkList({ renderPicker, patientHref, recordHref, renderBooking }: WorkListProps) {
  const [url, set] = useUrlState(codecs)
  const mobile = useIsMobile()
  const totals = useFollowTotals(url.mine).data
  const people = useFollowOptions(!mobile).data?.people
  const found = useWorkList({
    tab: url.tab,
    mine: url.mine,
    ownerId: url.owner,
    types: chosenTypes(url.types),
    keyword: url.q,
    pageNum: url.page,
    pageSize: url.size,
  })
  usePreload(AHEAD, found.data !== undefined)
  const [adding, setAdding] = useState(false)
  const [selected, setSelected] = useState<string[]>([])
  const [assigning, setAssigning] = useState(false)
  const rows = found.data?.list
  // Where the open one stood: when it is done and leaves the list, the next one is at its place.
  const [place, setPlace] = useState(0)
  const show = (id: string | null) => set({ follow: id }, { push: url.follow === null && id !== null })
  const { at, next, previous, pane } = placeIn(found, url, show)
  if (at >= 0 && at !== place) setPlace(at)
  /** After a result: the one that comes next in the list as it is now. */
  const goOn = (doneId: string) => {
    const others = (rows ?? []).filter((row) => row.id !== doneId)
    show(others[Math.min(place, others.length - 1)]?.id ?? null)
  }
  const mayAdd = can('/followManagementList:add')
  const mayAssign = can('/followManagementList:assign')
  const isOpenTab = url.tab === 'today' || url.tab === 'overdue' || url.tab === 'upcoming'
  const narrowed = url.q !== '' || url.types.length > 0 || url.owner !== null || url.mine
  const clear = () => set({ q: '', types: [], owner: null, mine: false, page: 1 })
  useHotkeys([
    { key: 'j', does: '下一条随访', run: () => (at < 0 && rows?.[0] ? show(rows[0].id) : next?.()) },
    { key: 'k', does: '上一条随访', run: () => previous?.() },
    { key: 'n', does: '新建随访', enabled: mayAdd, run: () => setAdding(true) },
  ])
  const count = (tab: FollowUpTab) =>
    totals && (tab === 'today' || tab === 'overdue' || tab === 'upcoming') ? { count: totals[tab] } : {}
  const choices = tabs.map((key) => ({ value: key, label: FOLLOW_UP_TABS[key], ...count(key) }))
  const leave = (patch: Partial<typeof url>) => {
    setSelected([])
    set({ ...patch, page: 1, follow: null })
  }
  return (
    <div className={s.listPage}>
      <div className={s.listMain}>
        {mobile && (
          <div className={s.chips}>
            <Chips label="随访" options={choices} value={url.tab} onChange={(tab) => leave({ tab })} />
          </div>
        )}
        <Toolbar
          end={
            <>
              <FindPatient value={url.q} onChange={(q) => set({ q, page: 1 })} />
              {mayAdd && (
                <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
                  {mobile ? '新建' : '新建随访'}
                </Button>
              )}
            </>
          }
        >
          {!mobile && <Segmented label="随访" options={choices} value={url.tab} onChange={(tab) => leave({ tab })} />}
          <Checkbox checked={url.mine} onChange={(event) => leave({ mine: event.target.checked, owner: null })}>
            我的
          </Checkbox>
          {/* While somebody is called, the list is as narrow as its filters let it. */}
          {!mobile && (url.follow === null || narrowed) && (
            <>
              <TypeFilter value={url.types} onChange={(types) => leave({ types })} />
              {!url.mine && (
                <PersonFilter label="执行人" people={people} value={url.owner} onChange={(owner) => leave({ owner })} />
              )}
            </>
          )}
        </Toolbar>
        <Page>
          <DataTable
            label={`${FOLLOW_UP_TABS[url.tab]}随访`}
            columns={columnsOf[url.tab]}
            keyOf={(row) => row.id}
            {...pagedProps(found, url, (next) => set({ ...next, follow: null }), { what: '随访', noun: '条' })}
            onOpen={(row) => show(row.id)}
            openKey={url.follow}
            {...(mayAssign && isOpenTab && !mobile
              ? {
                  selected,
                  onSelect: setSelected,
                  noun: '条',
                  batch: <BatchButton onClick={() => setAssigning(true)}>分派</BatchButton>,
                }
              : {})}
            empty={
              <EmptyState
                layout="stack"
                icon={url.tab === 'today' || url.tab === 'overdue' ? 'check-circle' : 'phone'}
                title={narrowed ? '没有符合的随访' : emptyWords[url.tab]}
                hint={narrowed ? '减少筛选条件再看' : '病历签名和收费后，会按随访规则自动安排'}
                action={
                  narrowed ? (
                    <Button onClick={clear}>看全部</Button>
                  ) : (
                    mayAdd && (
                      <Button icon="plus" onClick={() => setAdding(true)}>
                        新建随访
                      </Button>
                    )
                  )
                }
              />
            }
            mobile={(row) => <FollowCard row={row} />}
          />
        </Page>
      </div>
      {url.follow && (
        <FollowPane
          key={url.follow}
          id={url.follow}
          {...pane}
          onClose={() => show(null)}
          onDone={isOpenTab ? goOn : undefined}
          patientHref={patientHref}
          recordHref={recordHref}
          renderBooking={renderBooking}
        />
      )}
      {adding && (
        <PlanDialog
          patient={null}
          renderPicker={renderPicker}
          onClose={() => setAdding(false)}
          onSaved={() => setAdding(false)}
        />
      )}
      {assigning && (
        <AssignDialog
          ids={selected}
          onClose={() => setAssigning(false)}
          onDone={() => {
            setAssigning(false)
            setSelected([])
          }}
        />
      )}
    </div>
  )
}
