import { mergeStates } from '@dentin/contract/core/status'
import { useState } from 'react'
import { Link } from 'react-router'
import { can } from '../../lib/permission.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { Button, EmptyState, Page, Tag, useUrlState } from '../../ui/index.ts'
import { useMergeHistory, type MergeRow } from './hooks.ts'
import { UndoDialog } from './UndoDialog.tsx'
import { minute } from './words.ts'
import s from './merge.module.css'

/** What was merged, by whom and why; for 30 days it can be taken back. */
export function History({ fileTo }: { fileTo: (id: string) => string }) {
  const [state, set] = useUrlState(pageCodecs)
  const [open, setOpen] = useState<string | null>(null)
  const page = useMergeHistory({ pageNum: state.page, pageSize: state.size })
  const may = can('/duplicate:merge')
  const result = (row: MergeRow) =>
    mergeStates.is(row.status, 'undone') ? <Tag tone="muted">已撤销</Tag> : <Tag tone="done">已合并</Tag>
  const undoable = (row: MergeRow) => may && row.undoUntil !== null
  const act = (row: MergeRow) => (
    <Button size="sm" onClick={() => setOpen(row.id)}>
      {undoable(row) ? '撤销' : '查看'}
    </Button>
  )
  const kept = (row: MergeRow) => (
    <span className={s.fileLine}>
      <Link to={fileTo(row.keepId)} className="bold">
        {row.keepName}
      </Link>
      <span className="t-12 secondary num">{row.keepNumber}</span>
    </span>
  )
  const removed = (row: MergeRow) => (
    <span className={s.fileLine}>
      <span>{row.removeName}</span>
      <span className="t-12 secondary num">{row.removeNumber}</span>
    </span>
  )
  const columns: Column<MergeRow>[] = [
    { key: 'time', title: '合并时间', width: 156, numeric: true, render: (row) => minute(row.createdAt) },
    { key: 'remove', title: '并入的档案', width: 190, render: removed },
    { key: 'keep', title: '保留的档案', width: 190, render: kept },
    { key: 'by', title: '操作人', width: 90, render: (row) => row.createdName },
    { key: 'reason', title: '原因', render: (row) => <span title={row.reason}>{row.reason}</span> },
    { key: 'status', title: '状态', width: 88, render: result },
    {
      key: 'undone',
      title: '撤销',
      width: 190,
      render: (row) =>
        row.undoneAt ? (
          `${row.undoneName ?? ''} ${minute(row.undoneAt)}`
        ) : row.undoUntil ? (
          <span className="secondary">{row.undoUntil.slice(0, 10)} 前可撤销</span>
        ) : (
          <span className="tertiary">已过 30 天</span>
        ),
    },
    { key: 'actions', title: '操作', width: 84, render: act },
  ]
  return (
    <Page>
      <DataTable<MergeRow>
        label="合并记录"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(page, state, set, { what: '合并记录' })}
        rowHeight={44}
        empty={
          <EmptyState layout="stack" icon="history" title="还没有合并过档案" hint="在疑似重复里对照两份档案后合并" />
        }
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.fileLine}>
              {removed(row)} → {kept(row)}
              {result(row)}
            </div>
            <span className="t-12 secondary">
              {minute(row.createdAt)} {row.createdName}　{row.reason}
            </span>
            <div className={s.rowActions}>{act(row)}</div>
          </div>
        )}
      />
      {open && <UndoDialog id={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}
