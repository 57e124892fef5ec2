import { useState } from 'react'
import { can } from '../../lib/permission.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import {
  Button,
  EmptyState,
  SearchField,
  Segmented,
  Tag,
  Toolbar,
  urlEnum,
  urlText,
  useUrlState,
  Page,
} from '../../ui/index.ts'
import { ApplyTag } from './ApplyTag.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { useApplications, type Application } from './hooks.ts'
import { RejectDialog } from './RejectDialog.tsx'
import { minute } from './words.ts'
import s from './staff.module.css'

const codecs = { ...pageCodecs, state: urlEnum(['pending', 'decided'] as const, 'pending'), q: urlText() }

/** The applications that the clinic has received: decided here, or seen again with who decided, when and why. */
export function Applications() {
  const [state, set] = useUrlState(codecs)
  const [open, setOpen] = useState<{ what: 'approve' | 'reject'; application: Application } | null>(null)
  const page = useApplications({
    state: state.state,
    keyword: state.q,
    pageNum: state.page,
    pageSize: state.size,
  })
  const pending = state.state === 'pending'
  const mayDecide = can('/employeEaudit:audit')
  const actions = (row: Application) => (
    <span className={s.rowActions}>
      <Button size="sm" variant="tint" onClick={() => setOpen({ what: 'approve', application: row })}>
        通过
      </Button>
      <Button size="sm" onClick={() => setOpen({ what: 'reject', application: row })}>
        驳回
      </Button>
    </span>
  )
  const columns: Column<Application>[] = [
    {
      key: 'name',
      title: '申请人',
      width: 160,
      render: (row) => (
        <span className={s.inline}>
          <span className="bold">{row.employeeName ?? row.firstName}</span>
          {row.isDoctorAuth && <Tag tone="brand">已认证医生</Tag>}
        </span>
      ),
    },
    { key: 'phone', title: '手机号', width: 124, numeric: true, render: (row) => row.phone },
    {
      key: 'nick',
      title: '账号昵称',
      width: 104,
      render: (row) => row.nickName || <span className="tertiary">—</span>,
    },
    { key: 'time', title: '申请时间', width: 158, numeric: true, render: (row) => minute(row.applyTime) },
    ...(pending
      ? []
      : ([
          { key: 'status', title: '结果', width: 92, render: (row) => <ApplyTag status={row.status} /> },
          {
            key: 'posts',
            title: '岗位',
            width: 108,
            render: (row) => row.posts.join('、') || <span className="tertiary">—</span>,
          },
          {
            key: 'auditor',
            title: '审核人',
            width: 88,
            render: (row) => row.auditName ?? <span className="tertiary">—</span>,
          },
          {
            key: 'audited',
            title: '处理时间',
            width: 158,
            numeric: true,
            render: (row) => minute(row.auditTime ?? row.endedTime),
          },
        ] satisfies Column<Application>[])),
    {
      key: 'note',
      title: pending ? '附言' : '理由、备注',
      render: (row) => {
        const words = pending ? row.note : row.remark
        return words ? <span title={words}>{words}</span> : <span className="tertiary">—</span>
      },
    },
    ...(pending && mayDecide
      ? [{ key: 'actions', title: '操作', width: 140, render: actions } satisfies Column<Application>]
      : []),
  ]
  return (
    <Page>
      <Toolbar
        className={s.filters}
        end={
          <SearchField
            aria-label="查找申请人"
            placeholder="姓名、手机号"
            value={state.q}
            maxLength={40}
            onChange={(q) => set({ q, page: 1 })}
            boxClassName={s.findBox}
          />
        }
      >
        <Segmented
          label="申请"
          options={[
            { value: 'pending', label: '待审核', ...(page.data ? { count: page.data.pendingCount } : {}) },
            { value: 'decided', label: '已处理' },
          ]}
          value={state.state}
          onChange={(next) => set({ state: next, page: 1 }, { push: true })}
        />
      </Toolbar>
      <DataTable<Application>
        label={pending ? '待审核的关联申请' : '已处理的关联申请'}
        columns={columns}
        keyOf={(row) => row.applyId}
        {...pagedProps(page, state, set, { what: '申请' })}
        rowHeight={44}
        empty={
          <EmptyState
            layout="stack"
            icon="user-check"
            title={state.q ? '没有符合的申请' : pending ? '没有待审核的申请' : '还没有处理过申请'}
            hint={
              state.q
                ? '换个名字或手机号再查'
                : pending
                  ? '员工注册后搜索本门诊名称提交申请，就会出现在这里'
                  : '通过和驳回的申请会留在这里'
            }
          />
        }
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.words}>
              <div className={s.lineHead}>
                <span className="bold">{row.employeeName ?? row.firstName}</span>
                <ApplyTag status={row.status} />
                {row.isDoctorAuth && <Tag tone="brand">已认证医生</Tag>}
              </div>
              <div className="t-13 secondary num">
                {row.phone}　{minute(row.applyTime)}
              </div>
              {(pending ? row.note : row.remark) && (
                <div className="t-13 secondary">{pending ? row.note : row.remark}</div>
              )}
              {!pending && row.auditName && (
                <div className="t-13 secondary">
                  {row.auditName}　{minute(row.auditTime)}
                </div>
              )}
              {pending && mayDecide && actions(row)}
            </div>
          </div>
        )}
      />
      {open?.what === 'approve' && <ApproveDialog application={open.application} onClose={() => setOpen(null)} />}
      {open?.what === 'reject' && <RejectDialog application={open.application} onClose={() => setOpen(null)} />}
    </Page>
  )
}
