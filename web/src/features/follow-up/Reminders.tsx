import { remindStates } from '@dentin/contract/core/status'
import { useState } from 'react'
import { deferred } from '../../lib/deferred.ts'
import { can } from '../../lib/permission.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import {
  Button,
  Checkbox,
  confirm,
  EmptyState,
  IconButton,
  Menu,
  SearchField,
  Segmented,
  StatusTag,
  toast,
  Toolbar,
  urlEnum,
  urlFlag,
  urlOptional,
  urlText,
  useUrlState,
} from '../../ui/index.ts'
import { PersonCell } from './columns.tsx'
import { useFinishReminder, useReminders, type RemindRow } from './hooks.ts'
import type { FollowPicker } from './parts.tsx'
import { dueWords, repeatWord } from './words.ts'
import s from './follow.module.css'

const RemindDialog = deferred(async () => (await import('./RemindDialog.tsx')).RemindDialog)

const codecs = {
  state: urlEnum(['open', 'ended'] as const, 'open'),
  mine: urlFlag,
  q: urlText(),
  remind: urlOptional,
  ...pageCodecs,
}
const dash = <span className="tertiary">—</span>

/** Reminders of the clinic, or of one patient: who is told what, when, and how often. */
export function Reminders({
  patientId,
  patientHref,
  renderPicker,
}: {
  /** One patient's; without it the clinic's. */
  patientId?: string
  patientHref: (id: string) => string
  renderPicker?: FollowPicker
}) {
  const [url, set] = useUrlState(codecs)
  const found = useReminders({
    patientId: patientId ?? null,
    tab: url.state,
    mine: url.mine,
    keyword: url.q,
    pageNum: url.page,
    pageSize: url.size,
  })
  const finish = useFinishReminder()
  const [adding, setAdding] = useState(false)
  const edit = can('/remindManage:edit')
  const editing = found.data?.list.find((row) => row.id === url.remind) ?? null
  const end = async (row: RemindRow, status: 2 | 3) => {
    if (
      remindStates.is(status, 'closed') &&
      !(await confirm({ title: `关闭「${row.title}」的提醒？`, body: '以后不再提醒。', okText: '关闭提醒' }))
    )
      return
    finish.mutate(
      { id: row.id, version: row.version, status },
      {
        onSuccess: () => toast.success(remindStates.is(status, 'completed') ? '已完成' : '已关闭'),
        onError: (error) => toast.error(error.message),
      },
    )
  }
  const actions = (row: RemindRow) =>
    edit && remindStates.is(row.status, 'open') ? (
      <span className={s.inline}>
        <Button size="xs" variant="row" icon="check" onClick={() => void end(row, 2)}>
          完成
        </Button>
        <Menu
          align="end"
          items={[
            { key: 'edit', label: '修改', icon: 'pencil', onSelect: () => set({ remind: row.id }) },
            { key: 'close', label: '关闭提醒', icon: 'x', onSelect: () => void end(row, 3) },
          ]}
        >
          <IconButton icon="dots" label={`${row.title} 的更多操作`} size="xs" />
        </Menu>
      </span>
    ) : null
  const columns: Column<RemindRow>[] = [
    {
      key: 'next',
      title: url.state === 'open' ? '下次提醒' : '提醒时间',
      width: 150,
      render: (row) => <span className="num">{dueWords(row.nextTime ?? row.remindTime)}</span>,
    },
    ...(patientId
      ? []
      : [
          {
            key: 'person',
            title: '患者',
            width: 180,
            render: (row: RemindRow) => <PersonCell row={row} to={patientHref(row.patientId)} />,
          },
        ]),
    { key: 'title', title: '标题', width: 170, render: (row) => <b className="ellipsis">{row.title}</b> },
    { key: 'content', title: '内容', render: (row) => <span className="ellipsis">{row.content}</span> },
    { key: 'repeat', title: '重复', width: 76, render: (row) => (row.repeat === 0 ? dash : repeatWord(row.repeat)) },
    {
      key: 'to',
      title: '提醒谁',
      width: 150,
      render: (row) => <span className="ellipsis">{row.remindTo.map((each) => each.name).join('、')}</span>,
    },
    { key: 'status', title: '状态', width: 96, render: (row) => <StatusTag kind="remind" value={row.status} /> },
    {
      key: 'last',
      title: url.state === 'open' ? '上次提醒' : '结束',
      width: 130,
      render: (row) => {
        const time = url.state === 'open' ? row.lastSentTime : row.endedTime
        return time ? <span className="num">{time.slice(5, 16)}</span> : dash
      },
    },
    { key: 'act', title: '', width: 140, align: 'right', render: actions },
  ]
  const add = edit && (
    <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
      新建提醒
    </Button>
  )
  const narrowed = url.q !== '' || url.mine
  return (
    <>
      <Toolbar
        end={
          <>
            {!patientId && (
              <SearchField
                aria-label="查找提醒"
                placeholder="姓名、病历号、标题"
                value={url.q}
                maxLength={50}
                onChange={(q) => set({ q, page: 1 })}
                boxClassName={s.find}
              />
            )}
            {add}
          </>
        }
      >
        <Segmented
          label="提醒状态"
          options={[
            { value: 'open', label: '进行中' },
            { value: 'ended', label: '已结束' },
          ]}
          value={url.state}
          onChange={(state) => set({ state, page: 1, remind: null })}
        />
        <Checkbox checked={url.mine} onChange={(event) => set({ mine: event.target.checked, page: 1 })}>
          提醒我的
        </Checkbox>
      </Toolbar>
      <DataTable
        label="患者提醒"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, url, set, { what: '提醒', noun: '条' })}
        empty={
          <EmptyState
            layout="stack"
            icon="bell-ring"
            title={narrowed ? '没有符合的提醒' : url.state === 'open' ? '没有进行中的提醒' : '没有结束的提醒'}
            hint={narrowed ? '减少筛选条件再看' : '到时间会发到消息中心，可按天、周、月、年重复'}
            action={narrowed ? <Button onClick={() => set({ q: '', mine: false, page: 1 })}>看全部</Button> : add}
          />
        }
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.words}>
              <div className={s.lineHead}>
                <b className="ellipsis">{patientId ? row.title : `${row.patientName}：${row.title}`}</b>
                <span className={s.end}>
                  <StatusTag kind="remind" value={row.status} />
                </span>
              </div>
              {row.content && <div className="t-13 ellipsis">{row.content}</div>}
              <div className="t-13 secondary num ellipsis">
                {[
                  dueWords(row.nextTime ?? row.remindTime),
                  row.repeat === 0 ? '' : repeatWord(row.repeat),
                  row.remindTo.map((each) => each.name).join('、'),
                ]
                  .filter(Boolean)
                  .join('　')}
              </div>
              {actions(row)}
            </div>
          </div>
        )}
      />
      {(adding || editing) && (
        <RemindDialog
          key={editing?.id ?? 'new'}
          remind={editing}
          patient={patientId ? { id: patientId } : null}
          renderPicker={renderPicker}
          onClose={() => {
            setAdding(false)
            set({ remind: null })
          }}
        />
      )}
    </>
  )
}
