import { prescriptionStates } from '@dentin/contract/core/prescription-states'
import { prescriptionKinds } from '@dentin/contract/core/prescription-words'
import { useState } from 'react'
import { genderAge } from '../../domain/person.ts'
import { deferred } from '../../lib/deferred.ts'
import { useCan } from '../../lib/permission.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import {
  EmptyState,
  SearchField,
  StatusTag,
  Tabs,
  Tag,
  Toolbar,
  urlEnum,
  urlOptional,
  urlText,
  useUrlState,
} from '../../ui/index.ts'
import { useRxList, type RxRow } from './hooks.ts'
import s from './prescription.module.css'

const OverstepList = deferred(async () => (await import('./OverstepList.tsx')).OverstepList)
const PrescriptionPane = deferred(async () => (await import('./PrescriptionPane.tsx')).PrescriptionPane)

const codecs = {
  tab: urlEnum(['audit', 'dispense', 'all', 'overridden', 'overstep'], 'audit'),
  q: urlText(),
  id: urlOptional,
  ...pageCodecs,
}

const Marks = ({ row }: { row: RxRow }) => (
  <>
    {row.refusedReason !== null && (
      <Tag tone="danger" title={`${row.refusedName ?? ''}：${row.refusedReason}`}>
        已退回
      </Tag>
    )}
    {row.overridden && (
      <Tag
        tone="wait"
        title={row.overrides.map(({ text, reason }) => [text, reason].filter(Boolean).join('：')).join('\n')}
      >
        越过提醒
      </Tag>
    )}
  </>
)

const columns: Column<RxRow>[] = [
  { key: 'no', title: '处方号', width: 152, numeric: true, render: (row) => row.rxNo },
  {
    key: 'patient',
    title: '患者',
    width: 112,
    render: (row) => (
      <span className={s.two}>
        <b className="ellipsis">{row.patientName}</b>
        <span className="t-12 tertiary">{genderAge(row)}</span>
      </span>
    ),
  },
  { key: 'kind', title: '类型', width: 62, render: (row) => prescriptionKinds[row.kind] },
  {
    key: 'drugs',
    title: '药品',
    render: (row) => (
      <span className={s.two}>
        <span className="ellipsis" title={row.summary}>
          {row.summary}
        </span>
        <span className={s.under}>
          <span className="t-12 tertiary ellipsis">{row.diagnosis}</span>
          <Marks row={row} />
        </span>
      </span>
    ),
  },
  { key: 'doctor', title: '医生', width: 78, render: (row) => row.doctorName },
  { key: 'at', title: '开方时间', width: 112, numeric: true, render: (row) => row.prescribedAt.slice(5, 16) },
  {
    key: 'status',
    title: '状态',
    width: 96,
    render: (row) => <StatusTag kind={prescriptionStates} value={row.status} />,
  },
]

const empty = {
  audit: ['没有待审的处方', '医生在病历里开的处方，会出现在这里'],
  dispense: ['没有待发药的处方', '审核通过的处方，会出现在这里'],
  all: ['没有处方', '在病历里点「开处方」'],
  overridden: ['没有越过提醒的处方', '写明理由或确认后仍开具的处方，会列在这里'],
} as const

/** The prescriptions of the clinic: what is to be audited, handed out, all, and what went against a check. */
export function PrescriptionList({ printTo }: { printTo: (id: string) => string }) {
  const can = useCan()
  const [url, set] = useUrlState(codecs)
  const [typed, setTyped] = useState(url.q)
  const tabs = [
    { key: 'audit', label: '待审' },
    { key: 'dispense', label: '待发药' },
    { key: 'all', label: '全部' },
    ...(can('/prescription:review') ? [{ key: 'overridden', label: '越过提醒' }] : []),
    ...(can('/prescription:add') || can('/prescription:review') ? [{ key: 'overstep', label: '越级补办' }] : []),
  ]
  // An address with a tab that is not for this post opens the first one.
  const opened = tabs.some(({ key }) => key === url.tab) ? url.tab : 'audit'
  const isOversteps = opened === 'overstep'
  const tab = opened === 'overstep' ? 'all' : opened
  const found = useRxList({ tab, keyword: url.q, pageNum: url.page, pageSize: url.size }, !isOversteps)
  const rows = isOversteps ? [] : (found.data?.list ?? [])
  const at = rows.findIndex(({ id }) => id === url.id)
  const step = (by: -1 | 1) => {
    const next = at < 0 ? undefined : rows[at + by]
    return next && (() => set({ id: next.id }))
  }
  return (
    <div className={s.listPage}>
      <div className={s.listMain}>
        <Tabs
          label="处方"
          inset="gutter"
          value={opened}
          items={tabs}
          onChange={(next) => set({ tab: codecs.tab.parse(next), page: 1, id: null })}
        />
        {isOversteps ? (
          <OverstepList onOpen={(id) => set({ id })} />
        ) : (
          <>
            <Toolbar>
              <SearchField
                aria-label="查找处方"
                placeholder="患者、处方号、药名"
                maxLength={40}
                value={typed}
                onChange={(q) => {
                  setTyped(q)
                  set({ q: q.trim(), page: 1 })
                }}
                boxClassName={s.find}
              />
            </Toolbar>
            <DataTable<RxRow>
              label="处方"
              columns={columns}
              keyOf={(row) => row.id}
              {...pagedProps(found, url, set, { what: '处方', noun: '张' })}
              rowHeight={46}
              openKey={url.id}
              onOpen={(row) => set({ id: row.id })}
              empty={
                <EmptyState
                  layout="stack"
                  icon="file-plus"
                  title={empty[tab][0]}
                  hint={url.q ? '换个词再找' : empty[tab][1]}
                />
              }
              mobile={(row) => (
                <span className={s.card}>
                  <span className={s.cardLine}>
                    <span>
                      <b>{row.patientName}</b> <span className="t-12 tertiary">{genderAge(row)}</span>
                    </span>
                    <StatusTag kind={prescriptionStates} value={row.status} />
                  </span>
                  <span className="ellipsis">{row.summary}</span>
                  <span className={s.cardLine}>
                    <span className="t-12 tertiary num">
                      {row.doctorName} {row.prescribedAt.slice(5, 16)}
                    </span>
                    <Marks row={row} />
                  </span>
                </span>
              )}
            />
          </>
        )}
      </div>
      {url.id !== null && (
        <PrescriptionPane
          key={url.id}
          id={url.id}
          printTo={printTo(url.id)}
          onPrevious={step(-1)}
          onNext={step(1)}
          onClose={() => set({ id: null })}
        />
      )}
    </div>
  )
}
