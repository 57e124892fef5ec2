import { followUpStates } from '@dentin/contract/core/status'
import { addDays } from '@dentin/kit/datetime'
import { useState } from 'react'
import { deferred } from '../../lib/deferred.ts'
import {
  DataTable,
  DateRangePicker,
  MultiSelect,
  pageCodecs,
  pagedProps,
  Select,
  useTableColumns,
} from '../../ui/heavy.ts'
import {
  Button,
  EmptyState,
  Page,
  statusList,
  Toolbar,
  urlList,
  urlOptional,
  urlText,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import { FollowCard, followColumns as c } from './columns.tsx'
import type { FollowPaneProps } from './FollowPane.tsx'
import { useFollowOptions, useRecords } from './hooks.ts'
import { chosenTypes, FindPatient, PersonFilter, placeIn, TypeFilter } from './parts.tsx'

import s from './follow.module.css'
import { presentDay } from '../../lib/present.ts'

const FollowPane = deferred(async () => (await import('./FollowPane.tsx')).FollowPane)

export const rangeCodecs = { from: urlOptional, to: urlOptional, types: urlList }
const codecs = {
  ...rangeCodecs,
  statuses: urlList,
  results: urlList,
  points: urlOptional,
  person: urlOptional,
  q: urlText(),
  follow: urlOptional,
  ...pageCodecs,
}
const columns = [
  c.day,
  c.person,
  c.type,
  c.subject,
  c.status,
  c.result,
  c.satisfaction,
  c.done,
  c.doneBy,
  c.owner,
  c.note,
]

/** The chosen days, or the last thirty. */
export function rangeOf(url: { from: string | null; to: string | null }): [string, string] {
  const present = presentDay()
  return [url.from ?? addDays(present, -29), url.to ?? present]
}

/** Every follow-up of the clinic by the day it was due, with what came of it. */
export function Records(props: Pick<FollowPaneProps, 'patientHref' | 'recordHref' | 'renderBooking'>) {
  const [url, set] = useUrlState(codecs)
  const mobile = useIsMobile()
  const options = useFollowOptions().data
  const range = rangeOf(url)
  const found = useRecords({
    dateFrom: range[0],
    dateTo: range[1],
    types: chosenTypes(url.types),
    statuses: url.statuses.map(Number).filter((each): each is 0 => each >= 0 && each <= 4),
    results: url.results,
    satisfactionTo: url.points ? Number(url.points) : null,
    employeeId: url.person,
    keyword: url.q,
    pageNum: url.page,
    pageSize: url.size,
  })
  const table = useTableColumns('follow-records', columns)
  const [typed, setTyped] = useState(url.q)
  const place = placeIn(found, url, (id) => set({ follow: id }))
  const go = (patch: Partial<typeof url>) => set({ ...patch, page: 1, follow: null })
  const narrowed =
    url.types.length + url.statuses.length + url.results.length > 0 || !!url.points || !!url.person || url.q !== ''
  return (
    <div className={s.listPage}>
      <div className={s.listMain}>
        <Toolbar
          end={
            <FindPatient
              value={typed}
              onChange={(q) => {
                setTyped(q)
                go({ q: q.trim() })
              }}
            />
          }
        >
          <DateRangePicker
            label="计划日期"
            width={260}
            clearable={false}
            value={range}
            onChange={(next) => go({ from: next?.[0] ?? null, to: next?.[1] ?? null })}
          />
          {!mobile && (
            <>
              <TypeFilter value={url.types} onChange={(types) => go({ types })} />
              <MultiSelect
                label="状态"
                placeholder="状态"
                width={130}
                value={url.statuses}
                onChange={(statuses) => go({ statuses })}
                options={statusList('followUp').map((each) => ({ value: String(each.value), label: each.label }))}
              />
              <MultiSelect
                label="结果"
                placeholder="结果"
                width={140}
                value={url.results}
                onChange={(results) => go({ results })}
                options={(options?.results ?? []).map((each) => ({ value: each.code, label: each.name }))}
              />
              <Select
                label="满意度"
                placeholder="满意度"
                width={120}
                clearable
                value={url.points}
                onChange={(points) => go({ points })}
                options={[
                  { value: '2', label: '2 分及以下' },
                  { value: '3', label: '3 分及以下' },
                ]}
              />
              <PersonFilter
                label="随访人"
                people={options?.people}
                value={url.person}
                onChange={(person) => go({ person })}
              />
            </>
          )}
        </Toolbar>
        <Page>
          <DataTable
            label="随访记录"
            columns={table}
            keyOf={(row) => row.id}
            {...pagedProps(found, url, (next) => set({ ...next, follow: null }), { what: '随访记录', noun: '条' })}
            onOpen={(row) => set({ follow: row.id }, { push: url.follow === null })}
            openKey={url.follow}
            muted={(row) => followUpStates.is(row.status, 'cancelled')}
            empty={
              <EmptyState
                layout="stack"
                icon="phone"
                title={narrowed ? '没有符合的随访记录' : '这段时间没有随访'}
                hint={narrowed ? '减少筛选条件再看' : '换一段日期再看'}
                action={
                  narrowed && (
                    <Button
                      onClick={() => {
                        setTyped('')
                        go({ types: [], statuses: [], results: [], points: null, person: null, q: '' })
                      }}
                    >
                      看全部
                    </Button>
                  )
                }
              />
            }
            mobile={(row) => <FollowCard row={row} />}
          />
        </Page>
      </div>
      {url.follow && (
        <FollowPane key={url.follow} id={url.follow} {...place.pane} onClose={() => set({ follow: null })} {...props} />
      )}
    </div>
  )
}
