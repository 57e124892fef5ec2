import { SHARED_MOBILE_LIMIT } from '@dentin/contract/merge'
import { useState } from 'react'
import { can } from '../../lib/permission.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import {
  Button,
  EmptyState,
  Page,
  Segmented,
  Tag,
  TextButton,
  toast,
  Toolbar,
  urlEnum,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import { FileCard } from './FileCard.tsx'
import { useDistinct, useDuplicates, type Pair } from './hooks.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { minute } from './words.ts'
import s from './merge.module.css'

const LEVELS = ['strong', 'medium', 'weak', 'distinct'] as const
const codecs = { ...pageCodecs, level: urlEnum(LEVELS, 'medium') }

const labels = { strong: '证件相同', medium: '姓名相同', weak: '仅手机号相同', distinct: '不是同一人' } as const
const hints = {
  strong: '同一个证件号建了两份档案',
  medium: '姓名相同，手机号或生日也相同：多半是同一人重复建档',
  weak: `只有手机号相同，常见于家人共用一个号码；一个号码超过 ${SHARED_MOBILE_LIMIT} 份档案（多为单位电话）时不逐对列出`,
  distinct: '已标为不是同一人，不再提示',
} as const

/** Pairs of files that may be one person: compared and merged, or put aside. */
export function Duplicates({ fileTo }: { fileTo: (id: string) => string }) {
  const [state, set] = useUrlState(codecs)
  const [open, setOpen] = useState<Pair | null>(null)
  const { level } = state
  const page = useDuplicates({ level, pageNum: state.page, pageSize: state.size })
  const distinct = useDistinct()
  const mobile = useIsMobile()
  const may = can('/duplicate:merge')
  const mark = (pair: Pair, apart: boolean) => {
    const mutation = distinct.mutateAsync({ aId: pair.a.id, bId: pair.b.id, distinct: apart })
    mutation.then(
      () =>
        apart
          ? toast.success('已标为不是同一人', { action: { label: '撤销', onClick: () => mark(pair, false) } })
          : toast.success('已恢复提示'),
      (error: Error) => toast.error(error.message),
    )
  }
  const actions = (pair: Pair) =>
    level === 'distinct' ? (
      <Button size="sm" busy={distinct.isPending} onClick={() => mark(pair, false)}>
        恢复提示
      </Button>
    ) : (
      <>
        <Button size="sm" variant="tint" icon="merge" onClick={() => setOpen(pair)}>
          对照合并
        </Button>
        <TextButton tone="quiet" onClick={() => mark(pair, true)}>
          不是同一人
        </TextButton>
      </>
    )
  const reason = (pair: Pair) => (
    <Tag tone={pair.level === 'strong' ? 'danger' : pair.level === 'medium' ? 'wait' : 'muted'}>{pair.reason}</Tag>
  )
  const columns: Column<Pair>[] = [
    { key: 'reason', title: '匹配', width: 140, render: reason },
    { key: 'a', title: '较早的档案', render: (pair) => <FileCard file={pair.a} /> },
    { key: 'b', title: '较晚的档案', render: (pair) => <FileCard file={pair.b} /> },
    ...(level === 'distinct'
      ? [
          {
            key: 'who',
            title: '标记',
            width: 150,
            render: ({ distinct: mark }) => mark && `${mark.name} ${minute(mark.at).slice(0, 10)}`,
          } satisfies Column<Pair>,
        ]
      : []),
    ...(may
      ? [
          {
            key: 'actions',
            title: '操作',
            width: level === 'distinct' ? 108 : 220,
            render: (pair) => <span className={s.rowActions}>{actions(pair)}</span>,
          } satisfies Column<Pair>,
        ]
      : []),
  ]
  return (
    <Page>
      <Toolbar className={s.filters}>
        <Segmented
          label="匹配程度"
          block={mobile}
          options={LEVELS.map((each) => ({
            value: each,
            label: mobile && each === 'weak' ? '手机相同' : labels[each],
            ...(page.data ? { count: page.data.counts[each] } : {}),
          }))}
          value={level}
          onChange={(next) => set({ level: next, page: 1 }, { push: true })}
        />
        {!mobile && <span className="t-12 secondary">{hints[level]}</span>}
      </Toolbar>
      <DataTable<Pair>
        label="疑似重复的档案"
        columns={columns}
        keyOf={(pair) => `${pair.a.id} ${pair.b.id}`}
        {...pagedProps(page, state, set, { what: '疑似重复的档案', noun: '对' })}
        rowHeight={46}
        empty={
          <EmptyState
            layout="stack"
            icon="merge"
            title={level === 'distinct' ? '没有标过不是同一人的档案' : '没有疑似重复的档案'}
            hint={hints[level]}
          />
        }
        mobile={(pair) => (
          <div className={s.card}>
            <div>{reason(pair)}</div>
            <FileCard file={pair.a} />
            <FileCard file={pair.b} />
            {may && <div className={s.rowActions}>{actions(pair)}</div>}
          </div>
        )}
      />
      {open && <MergeDialog first={open.a.id} second={open.b.id} fileTo={fileTo} onClose={() => setOpen(null)} />}
    </Page>
  )
}
