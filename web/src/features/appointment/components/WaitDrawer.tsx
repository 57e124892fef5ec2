import { appointment } from '@dentin/contract/appointment'
import { waitlistStatusNames, waitlistStates } from '@dentin/contract/waitlist'
import { useState } from 'react'
import { useCall } from '../../../lib/query.ts'
import { Button, EmptyState, SearchField, Segmented, Tag } from '../../../ui/index.ts'
import { DataTable, Drawer, pagedProps, type Column } from '../../../ui/heavy.ts'
import { useWaiting, waitedText, wishText, type WaitEntry } from '../waitlist.ts'
import { HeldActions, Openings, placeText, PriorityTag } from './WaitPanel.tsx'
import s from './waitlist.module.css'

const kinds = [
  { value: 'open', label: '候补中' },
  { value: 'done', label: '已安排' },
  { value: 'gone', label: '放弃与过期' },
] as const
const statusesOf = { open: [0, 1], done: [2], gone: [3, 4] } as const

/** The whole waiting list: who waits, who was placed, who left it. */
export function WaitDrawer({
  mayEdit,
  onAdd,
  onEdit,
  onClose,
}: {
  mayEdit: boolean
  onAdd: () => void
  onEdit: (entry: WaitEntry) => void
  onClose: () => void
}) {
  const [kind, setKind] = useState<'open' | 'done' | 'gone'>('open')
  const [keyword, setKeyword] = useState('')
  const [place, setPlace] = useState({ page: 1, size: 20 })
  const { openings } = useWaiting()
  const found = useCall(appointment.waitlist, {
    statuses: [...statusesOf[kind]],
    keyword: keyword.trim(),
    pageNum: place.page,
    pageSize: place.size,
  })
  const columns: Column<WaitEntry>[] = [
    {
      key: 'name',
      title: '患者',
      width: 150,
      render: (row) => (
        <span className={s.rowHead}>
          <b className="ellipsis">{row.name}</b>
          <PriorityTag priority={row.priority} />
        </span>
      ),
    },
    { key: 'mobile', title: '手机', width: 120, numeric: true, render: (row) => row.mobile || '—' },
    { key: 'title', title: '项目', width: 140, render: (row) => `${row.title || '就诊'} ${row.duration} 分` },
    { key: 'wish', title: '希望', render: (row) => <span className="ellipsis">{wishText(row)}</span> },
    { key: 'wait', title: '等待', width: 80, render: (row) => waitedText(row.waitDays) },
    {
      key: 'state',
      title: '状态',
      width: 200,
      render: (row) =>
        row.offer ? (
          <span className="wait num">
            {placeText(row.offer)} 保留到 {row.offer.holdUntil.slice(11, 16)}
          </span>
        ) : (
          <span>
            {waitlistStatusNames[row.status]}
            {row.missed > 0 && <span className="tertiary">　{row.missed} 次未答复</span>}
          </span>
        ),
    },
    {
      key: 'act',
      title: '',
      width: 110,
      render: (row) => mayEdit && row.offer && <HeldActions offer={row.offer} name={row.name} />,
    },
  ]
  return (
    <Drawer
      open
      title="候补名单"
      width={1040}
      onClose={onClose}
      extra={
        mayEdit && (
          <Button variant="primary" size="sm" icon="plus" onClick={onAdd}>
            加入候补
          </Button>
        )
      }
    >
      <div className={s.drawer}>
        <div className={s.drawerBar}>
          <Segmented
            label="候补状态"
            options={kinds}
            value={kind}
            onChange={(next) => {
              setKind(next)
              setPlace({ ...place, page: 1 })
            }}
          />
          <div style={{ width: 220 }}>
            <SearchField
              aria-label="搜索候补"
              placeholder="姓名、手机、病历号"
              value={keyword}
              maxLength={50}
              onChange={(text) => {
                setKeyword(text)
                setPlace({ ...place, page: 1 })
              }}
            />
          </div>
        </div>
        {kind === 'open' && mayEdit && openings.data && <Openings openings={openings.data} />}
        <DataTable
          label="候补名单"
          columns={columns}
          keyOf={(row) => row.id}
          {...pagedProps(found, place, (next) => setPlace({ ...place, ...next }), { what: '候补名单', noun: '人' })}
          onOpen={(row) => mayEdit && waitlistStates.is(row.status, 'waiting') && onEdit(row)}
          empty={<EmptyState layout="stack" title="暂无数据" hint={kind === 'open' ? '没有人候补' : undefined} />}
          mobile={(row) => (
            <div className={s.mobileRow}>
              <span className={s.rowHead}>
                <b className="ellipsis">{row.name}</b>
                <PriorityTag priority={row.priority} />
                {!waitlistStates.is(row.status, 'waiting') && <Tag>{waitlistStatusNames[row.status]}</Tag>}
                <span className={s.waited}>{waitedText(row.waitDays)}</span>
              </span>
              <span className={s.words}>
                {row.title || '就诊'} {row.duration} 分　{wishText(row)}
              </span>
              {row.offer && (
                <span className={s.rowHead}>
                  <span className="wait num t-13">
                    {placeText(row.offer)} 保留到 {row.offer.holdUntil.slice(11, 16)}
                  </span>
                  <span style={{ marginLeft: 'auto' }}>
                    {mayEdit && <HeldActions offer={row.offer} name={row.name} />}
                  </span>
                </span>
              )}
            </div>
          )}
        />
      </div>
    </Drawer>
  )
}
