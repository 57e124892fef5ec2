import { employeeFields as fields } from '@dentin/contract/employee-fields'
import { workStates } from '@dentin/contract/staff'
import { lazy, Suspense, useState } from 'react'
import { can } from '../../lib/permission.ts'
import { session } from '../../lib/session.ts'
import { DataTable, Dialog, pageCodecs, pagedProps, Select, type Column } from '../../ui/heavy.ts'
import {
  Button,
  EmptyState,
  LetterAvatar,
  SearchField,
  Segmented,
  Tag,
  Toolbar,
  urlEnum,
  urlOptional,
  urlText,
  useIsMobile,
  useUrlState,
  Page,
} from '../../ui/index.ts'
import { EmployeeDrawer } from './EmployeeDrawer.tsx'
import { useEmployeeClinics, useEmployees, useInduction, type EmployeeRow } from './hooks.ts'
import { labelIn } from './words.ts'
import s from './staff.module.css'

// Looked at now and then: the list need not wait for it.
const StaffInvite = lazy(async () => ({ default: (await import('./StaffInvite.tsx')).StaffInvite }))

const codecs = {
  state: urlEnum(['working', 'suspended', 'gone'] as const, 'working'),
  clinic: urlOptional,
  q: urlText(),
  job: urlOptional,
  post: urlOptional,
  ...pageCodecs,
  open: urlOptional,
  /** Somebody new is being entered. */
  add: urlOptional,
}

/** Everybody who works or worked in a clinic; one of them is looked at and changed at the side. */
export function Employees() {
  const [state, set] = useUrlState(codecs)
  const mobile = useIsMobile()
  const clinics = useEmployeeClinics().data ?? []
  const { jobTypes, workTypes, posts } = useInduction()
  const clinicId = clinics.some((each) => each.id === state.clinic) ? state.clinic : (session.get()?.clinicId ?? null)
  const jobType = jobTypes.find((each) => String(each.value) === state.job)?.value ?? null
  const page = useEmployees({
    clinicId,
    keyword: state.q,
    jobType,
    postId: state.post,
    state: state.state,
    pageNum: state.page,
    pageSize: state.size,
  })
  const [inviting, setInviting] = useState(false)
  const mayEdit = can('/baseEmployee:edit')
  const adding = state.add !== null && mayEdit
  const counts = page.data?.counts
  const narrowed = state.q !== '' || jobType !== null || state.post !== null
  const columns: Column<EmployeeRow>[] = [
    {
      key: 'name',
      title: fields.name.label,
      width: 170,
      render: (row) => (
        <span className={s.inline}>
          <LetterAvatar name={row.name} size={26} />
          <span className="bold">{row.name}</span>
          {row.isMe && <Tag tone="brand">本人</Tag>}
        </span>
      ),
    },
    { key: 'no', title: fields.jobNumber.label, width: 84, numeric: true, render: (row) => row.jobNumber },
    {
      key: 'posts',
      title: '岗位',
      width: 150,
      render: (row) => row.posts.map((post) => post.name).join('、') || <span className="tertiary">—</span>,
    },
    { key: 'job', title: fields.jobType.label, width: 84, render: (row) => labelIn(jobTypes, row.jobType) },
    {
      key: 'title',
      title: fields.titlePost.label,
      width: 100,
      render: (row) => row.titlePost || <span className="tertiary">—</span>,
    },
    { key: 'dept', title: '科室', width: 110, render: (row) => row.deptName ?? <span className="tertiary">—</span> },
    {
      key: 'phone',
      title: fields.phone.label,
      width: 124,
      numeric: true,
      render: (row) => row.phone || <span className="tertiary">—</span>,
    },
    { key: 'work', title: fields.workType.label, width: 92, render: (row) => labelIn(workTypes, row.workType) },
    {
      key: 'account',
      title: '账号',
      width: 90,
      render: (row) => (row.hasAccount ? '已关联' : <span className="tertiary">无账号</span>),
    },
  ]
  return (
    <Page>
      <Toolbar
        className={s.filters}
        end={
          <>
            <SearchField
              aria-label="查找员工"
              placeholder="姓名、拼音、工号、手机号"
              value={state.q}
              maxLength={40}
              onChange={(q) => set({ q, page: 1 })}
              boxClassName={s.findBox}
            />
            {can('/employeEaudit:view') && (
              <Button icon="qr" aria-label="扫码加入" onClick={() => setInviting(true)}>
                {mobile ? null : '扫码加入'}
              </Button>
            )}
            {mayEdit && !mobile && (
              <Button variant="primary" icon="user-plus" onClick={() => set({ add: '1' })}>
                登记员工
              </Button>
            )}
          </>
        }
      >
        <Segmented
          label="在职状态"
          options={[
            { value: 'working', label: '在职', ...(counts ? { count: counts.working } : {}) },
            { value: 'suspended', label: '停职/休假', ...(counts ? { count: counts.suspended } : {}) },
            { value: 'gone', label: '已离开', ...(counts ? { count: counts.gone } : {}) },
          ]}
          value={state.state}
          onChange={(next) => set({ state: next, page: 1, open: null }, { push: true })}
        />
        {clinics.length > 1 && (
          <Select
            label="门诊"
            width={132}
            options={clinics.map((each) => ({ value: each.id, label: each.name }))}
            value={clinicId}
            onChange={(clinic) => set({ clinic, page: 1, open: null })}
          />
        )}
        {!mobile && (
          <>
            <Select
              label="工种"
              placeholder="工种"
              width={104}
              clearable
              options={jobTypes.map((each) => ({ value: String(each.value), label: each.label }))}
              value={jobType === null ? null : String(jobType)}
              onChange={(job) => set({ job, page: 1 })}
            />
            <Select
              label="岗位"
              placeholder="岗位"
              width={128}
              clearable
              options={posts.map((post) => ({ value: post.id, label: post.name }))}
              value={state.post}
              onChange={(post) => set({ post, page: 1 })}
            />
          </>
        )}
      </Toolbar>
      <DataTable<EmployeeRow>
        label="员工列表"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(page, state, (place) => set({ ...place, open: null }), { what: '员工', noun: '人' })}
        onOpen={(row) => set({ open: row.id }, { push: state.open === null })}
        openKey={state.open}
        muted={(row) => !row.active || workStates.is(row.workStatus, 'left')}
        empty={
          <EmptyState
            layout="stack"
            icon="users"
            title={
              narrowed
                ? '没有符合的员工'
                : { working: '还没有员工', suspended: '没有停职或休假的员工', gone: '没有人离开过' }[state.state]
            }
            hint={narrowed ? '减少筛选条件再看' : undefined}
            action={narrowed && <Button onClick={() => set({ q: '', job: null, post: null, page: 1 })}>看全部</Button>}
          />
        }
        mobile={(row) => (
          <div className={s.card}>
            <LetterAvatar name={row.name} size={40} />
            <div className={s.words}>
              <div className={s.lineHead}>
                <span className="bold">{row.name}</span>
                <span className="t-13 secondary">{row.posts.map((post) => post.name).join('、')}</span>
                {row.isMe && <Tag tone="brand">本人</Tag>}
              </div>
              <div className="t-13 secondary num">
                {row.jobNumber}　{[row.titlePost, row.deptName].filter(Boolean).join('　')}
              </div>
            </div>
          </div>
        )}
      />
      {(adding || state.open !== null) && (
        <EmployeeDrawer
          key={adding ? 'new' : state.open}
          id={adding ? null : state.open}
          clinicId={clinicId}
          onClose={() => {
            set({ open: null, add: null })
          }}
        />
      )}
      {inviting && (
        <Dialog open title="同事扫码加入" width={440} onClose={() => setInviting(false)}>
          <Suspense>
            <StaffInvite />
          </Suspense>
        </Dialog>
      )}
    </Page>
  )
}
