import { workStates } from '@dentin/contract/staff'
import { useState, type ReactNode } from 'react'
import { can } from '../../lib/permission.ts'
import { DataTable, listProps, Select, type Column } from '../../ui/heavy.ts'
import { EmptyState, IconButton, Notice, Switch, Tag, toast, Page } from '../../ui/index.ts'
import {
  useClinicStaff,
  useInduction,
  useOrderClinicStaff,
  useSetClinicStaff,
  useSetReception,
  type ClinicPerson,
  type StillWaiting,
} from './hooks.ts'
import { labelIn } from './words.ts'
import s from './staff.module.css'

const reception = [
  { value: 0, label: '接诊' },
  { value: 2, label: '限号' },
  { value: 1, label: '停诊' },
]

/**
 * How the present clinic has settled its staff: their order on the board, department, chair, net booking, reception.
 * @param renderWaiting who still waits for a doctor who has just been stopped
 */
export function ClinicStaff({
  renderWaiting,
}: {
  renderWaiting: (waiting: StillWaiting, close: () => void) => ReactNode
}) {
  const page = useClinicStaff()
  const { jobTypes } = useInduction()
  const set = useSetClinicStaff()
  const order = useOrderClinicStaff()
  const receive = useSetReception()
  const [waiting, setWaiting] = useState<StillWaiting>([])
  /** The order just chosen, until the server has it. */
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const mayEdit = can('/employeeSet:edit')
  const depts = (page.data?.depts ?? []).map((each) => ({ value: each.id, label: each.name }))
  const chairs = (page.data?.chairs ?? []).map((each) => ({ value: each.id, label: each.name }))
  const rows =
    wanted && page.data
      ? [...page.data.list].sort((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id))
      : page.data?.list

  const change = (row: ClinicPerson, patch: Partial<ClinicPerson>) => {
    const next = { ...row, ...patch }
    set.mutate(
      {
        id: row.id,
        version: row.version,
        deptId: next.deptId,
        chairId: next.chairId,
        isOpenEntry: next.isOpenEntry,
        registrationStatus: next.registrationStatus as 0 | 1 | 2,
      },
      {
        onSuccess: () => toast.success('已保存'),
        onError: (error) => {
          toast.error(error.isConflict ? '别人刚刚改过，已显示最新设置' : error.message)
          void page.refetch()
        },
      },
    )
  }
  const setReception = (row: ClinicPerson, status: 0 | 1 | 2) =>
    receive.mutate(
      { doctorId: row.id, status },
      {
        onSuccess: (answer) => {
          toast.success(`${row.name} ${answer.message}`)
          setWaiting(answer.waiting)
        },
        onError: (error) => {
          toast.error(error.message)
          void page.refetch()
        },
      },
    )
  const move = (at: number, by: -1 | 1) => {
    if (!rows || order.isPending) return
    const ids = rows.map((row) => row.id)
    const [id] = ids.splice(at, 1)
    ids.splice(at + by, 0, id as string)
    setWanted(ids)
    order.mutate(
      { ids },
      {
        onError: (error) => toast.error(error.message),
        onSettled: () => void page.refetch().then(() => setWanted(null)),
      },
    )
  }
  const busy = (row: ClinicPerson) =>
    !mayEdit ||
    (set.isPending && set.variables?.id === row.id) ||
    (receive.isPending && receive.variables?.doctorId === row.id)
  /** Where somebody works, or nowhere. */
  const place = (row: ClinicPerson, at: 'deptId' | 'chairId', what: string, unset: string, options: typeof depts) => (
    <Select
      label={`${row.name}的${what}`}
      placeholder={unset}
      clearable
      size="sm"
      disabled={busy(row)}
      options={options}
      value={row[at]}
      onChange={(id) => change(row, { [at]: id })}
    />
  )
  const dept = (row: ClinicPerson) => place(row, 'deptId', '科室', '科室未设', depts)
  const chair = (row: ClinicPerson) => place(row, 'chairId', '默认诊椅', '诊椅未设', chairs)
  const net = (row: ClinicPerson, words: boolean) => (
    <Switch
      checked={row.isOpenEntry}
      disabled={busy(row)}
      {...(words ? { children: '网上预约' } : { label: `${row.name}开放网上预约` })}
      onChange={(isOpenEntry) => change(row, { isOpenEntry })}
    />
  )
  const receives = (row: ClinicPerson, width: number | string = '100%') => (
    <Select
      label={`${row.name}的接诊状态`}
      size="sm"
      width={width}
      disabled={busy(row)}
      options={reception}
      value={row.registrationStatus}
      onChange={(status) => setReception(row, (status ?? 0) as 0 | 1 | 2)}
    />
  )
  const moves = (row: ClinicPerson, at: number) => (
    <span className={s.rowActions}>
      <IconButton
        icon="arrow-up"
        label={`${row.name}上移`}
        size="sm"
        iconSize={15}
        disabled={at === 0 || order.isPending}
        onClick={() => move(at, -1)}
      />
      <IconButton
        icon="arrow-down"
        label={`${row.name}下移`}
        size="sm"
        iconSize={15}
        disabled={at === (rows?.length ?? 0) - 1 || order.isPending}
        onClick={() => move(at, 1)}
      />
    </span>
  )
  const name = (row: ClinicPerson) => (
    <span className={s.inline}>
      <span className={s.dot} style={row.colour ? { background: row.colour } : undefined} />
      <span className="bold">{row.name}</span>
      {workStates.is(row.workStatus, 'away') && <Tag tone="wait">停职/休假</Tag>}
    </span>
  )
  const columns: Column<ClinicPerson>[] = [
    { key: 'no', title: '次序', width: 52, align: 'right', numeric: true, render: (_, i) => i + 1 },
    ...(mayEdit ? [{ key: 'move', title: '移动', width: 84, render: moves } satisfies Column<ClinicPerson>] : []),
    { key: 'name', title: '姓名', width: 190, render: name },
    {
      key: 'job',
      title: '工种',
      width: 130,
      render: (row) => <span className="secondary">{row.titlePost || labelIn(jobTypes, row.jobType)}</span>,
    },
    { key: 'dept', title: '科室', width: 150, render: dept },
    {
      key: 'chair',
      title: '默认诊椅',
      width: 150,
      render: (row) => (row.isDoctor ? chair(row) : <span className="tertiary">—</span>),
    },
    {
      key: 'net',
      title: '网上预约',
      width: 84,
      render: (row) => (row.isDoctor ? net(row, false) : <span className="tertiary">—</span>),
    },
    {
      key: 'reception',
      title: '接诊状态',
      width: 104,
      render: (row) => (row.isDoctor ? receives(row) : <span className="tertiary">—</span>),
    },
  ]
  return (
    <Page>
      <div className={s.hint}>
        <Notice icon="info">
          次序用于预约板、候诊和名单；限号时只接已预约的和复诊患者。改动立即保存，只影响当前门诊。
        </Notice>
      </div>
      <DataTable<ClinicPerson>
        label="本店员工设置"
        columns={columns}
        keyOf={(row) => row.id}
        rowHeight={46}
        {...listProps(page, '员工设置')}
        rows={rows}
        empty={<EmptyState layout="stack" icon="users" title="本店还没有员工" />}
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.words}>
              <div className={s.lineHead}>
                {name(row)}
                <span className="t-13 secondary">{row.titlePost || labelIn(jobTypes, row.jobType)}</span>
                {mayEdit && rows && <span className={s.end}>{moves(row, rows.indexOf(row))}</span>}
              </div>
              {row.isDoctor && (
                <>
                  <div className={s.two}>
                    {dept(row)}
                    {chair(row)}
                  </div>
                  <div className={s.lineHead}>
                    {receives(row, 96)}
                    <span className={s.end}>{net(row, true)}</span>
                  </div>
                </>
              )}
            </div>
          </div>
        )}
      />
      {waiting.length > 0 && renderWaiting(waiting, () => setWaiting([]))}
    </Page>
  )
}
