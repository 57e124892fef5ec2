import { schedule } from '@dentin/contract/schedule'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCan } from '../../lib/permission.ts'
import { useSend } from '../../lib/query.ts'
import { DataTable, FormDialog, listProps, Picked, Select, TimeField, type Column } from '../../ui/heavy.ts'
import {
  Button,
  Checkbox,
  confirm,
  cx,
  EmptyState,
  Field,
  IconButton,
  Menu,
  Segmented,
  Tag,
  TextField,
  toast,
  Toolbar,
} from '../../ui/index.ts'
import { useShifts, type Shift } from './hooks.ts'
import { chipFrom, COLOURS, TYPE_NAMES } from './model.ts'
import s from './schedule.module.css'

const TYPES = [1, 2, 3, 4, 5].map((value) => ({ value: value as 1, label: TYPE_NAMES[value] ?? '' }))
const refresh = [schedule.shifts, schedule.plan, schedule.view, schedule.mine]
const words = (error: unknown) => (error instanceof Error ? error.message : '没有成功，请重试')

/** The shifts of the clinic. */
export function ShiftSettings() {
  const may = useCan()
  const mayEdit = may('/baseScheduleSet:edit')
  const query = useShifts()
  const [editing, setEditing] = useState<Shift | 'new' | null>(null)
  const enable = useSend(schedule.enableShift, { refresh })
  const remove = useSend(schedule.removeShift, { refresh })
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      toast.success(done)
    } catch (error) {
      toast.error(words(error))
    }
  }
  const actions = (row: Shift) =>
    mayEdit && (
      <Menu
        align="end"
        items={[
          { key: 'edit', label: '修改', icon: 'pencil', onSelect: () => setEditing(row) },
          {
            key: 'enable',
            label: row.enabled ? '停用' : '启用',
            icon: row.enabled ? 'ban' : 'check',
            onSelect: () =>
              void run(
                () => enable.mutateAsync({ id: row.id, version: row.version, enabled: !row.enabled }),
                row.enabled ? '已停用' : '已启用',
              ),
          },
          {
            key: 'remove',
            label: '删除',
            icon: 'trash',
            danger: true,
            disabled: row.used,
            ...(row.used ? { extra: '已排过' } : {}),
            onSelect: () =>
              void (async () => {
                if (await confirm({ title: `删除班次 ${row.name}？`, okText: '删除', danger: true }))
                  await run(() => remove.mutateAsync({ id: row.id, version: row.version }), '删除成功')
              })(),
          },
        ]}
      >
        <IconButton icon="menu" label={`${row.name}的操作`} size="sm" />
      </Menu>
    )
  const columns: Column<Shift>[] = [
    {
      key: 'name',
      title: '班次',
      width: 180,
      render: (row) => (
        <span className={s.lineHead}>
          <span className={cx(s.dot, s[chipFrom(row).colour])} />
          <span className="bold">{row.name}</span>
          <span className="t-12 tertiary">{row.shortName}</span>
        </span>
      ),
    },
    { key: 'type', title: '类型', width: 80, render: (row) => TYPE_NAMES[row.type] },
    {
      key: 'periods',
      title: '时段',
      width: 240,
      numeric: true,
      align: 'left',
      render: (row) => row.periods.map(({ start, end }) => `${start}–${end}`).join('、'),
    },
    {
      key: 'bookable',
      title: '可预约',
      width: 90,
      render: (row) => (row.bookable ? '可预约' : <span className="tertiary">不可</span>),
    },
    {
      key: 'state',
      title: '状态',
      width: 90,
      render: (row) => (row.enabled ? <Tag tone="done">启用</Tag> : <Tag tone="muted">停用</Tag>),
    },
    { key: 'actions', title: '', width: 60, align: 'right', locked: true, render: actions },
  ]
  return (
    <>
      <Toolbar
        className={s.bar}
        end={
          mayEdit && (
            <Button variant="primary" icon="plus" onClick={() => setEditing('new')}>
              新建班次
            </Button>
          )
        }
      >
        <span className="t-13 secondary">修改班次不影响已经排好的班；排过的班次只能停用</span>
      </Toolbar>
      <DataTable<Shift>
        label="班次列表"
        columns={columns}
        keyOf={(row) => row.id}
        {...listProps(query, '班次')}
        muted={(row) => !row.enabled}
        empty={
          <EmptyState
            layout="stack"
            icon="clock"
            title="还没有班次"
            hint="先建立班次，再到排班中心排班"
            action={mayEdit && <Button onClick={() => setEditing('new')}>新建班次</Button>}
          />
        }
        mobile={(row) => (
          <div className={s.entry}>
            <div>
              <div className={s.lineHead}>
                <span className={cx(s.dot, s[chipFrom(row).colour])} />
                <span className="bold">{row.name}</span>
                <span className="t-12 tertiary">{TYPE_NAMES[row.type]}</span>
                {!row.enabled && <Tag tone="muted">停用</Tag>}
              </div>
              <div className="t-13 secondary num">
                {row.periods.map(({ start, end }) => `${start}–${end}`).join('、')}
              </div>
            </div>
            {actions(row)}
          </div>
        )}
      />
      {editing && <ShiftDialog shift={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  )
}

function ShiftDialog({ shift, onClose }: { shift: Shift | null; onClose: () => void }) {
  const save = useSend(schedule.saveShift, { refresh })
  const form = useCallForm(schedule.saveShift, {
    defaultValues: {
      id: shift?.id ?? null,
      version: shift?.version,
      name: shift?.name ?? '',
      shortName: shift?.shortName ?? '',
      colour: (shift ? (chipFrom(shift).colour as 'teal') : 'teal') ?? 'teal',
      type: (shift?.type ?? 1) as 1,
      periods: shift?.periods ?? [
        { start: '08:30', end: '12:00' },
        { start: '13:30', end: '17:30' },
      ],
      bookable: shift?.bookable ?? true,
    },
  })
  const type = form.watch('type')
  const periods = form.watch('periods')
  const setPeriods = (next: typeof periods) =>
    form.setValue('periods', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const submit = form.save(save.mutateAsync, () => {
    toast.success(shift ? '更新成功' : '班次已建立')
    onClose()
  })
  return (
    <FormDialog
      title={shift ? '修改班次' : '新建班次'}
      width={480}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      <div className={s.two}>
        <Field label="班次名称" required error={form.errorOf('name')}>
          <TextField maxLength={12} autoFocus {...form.register('name')} />
        </Field>
        <Field label="简称" required error={form.errorOf('shortName')} help="1–3 个字，格子窄时显示">
          <TextField maxLength={3} {...form.register('shortName')} />
        </Field>
      </div>
      <Field label="类型" group error={form.errorOf('type')}>
        <Segmented
          label="类型"
          options={TYPES}
          value={type}
          onChange={(value) => {
            form.setValue('type', value, { shouldDirty: true })
            form.setValue('bookable', value === (1 as number))
          }}
        />
      </Field>
      <Field label="时段" required group error={form.errorOf('periods')}>
        <div>
          {periods.map((period, n) => (
            <div key={n} className={s.lineHead}>
              <TimeField
                label={`第 ${n + 1} 段开始`}
                clearable={false}
                step={5}
                width={120}
                value={period.start || null}
                onChange={(start) =>
                  setPeriods(periods.map((each, at) => (at === n ? { ...each, start: start ?? '' } : each)))
                }
              />
              <span className="tertiary">至</span>
              <TimeField
                label={`第 ${n + 1} 段结束`}
                clearable={false}
                step={5}
                width={120}
                value={period.end || null}
                onChange={(end) =>
                  setPeriods(periods.map((each, at) => (at === n ? { ...each, end: end ?? '' } : each)))
                }
              />
              {periods.length > 1 && (
                <IconButton
                  icon="minus"
                  label={`去掉第 ${n + 1} 段`}
                  onClick={() => setPeriods(periods.filter((_, at) => at !== n))}
                />
              )}
            </div>
          ))}
          {periods.length < 4 && (
            <Button
              size="sm"
              variant="text"
              icon="plus"
              onClick={() => setPeriods([...periods, { start: '18:00', end: '20:00' }])}
            >
              加一段
            </Button>
          )}
        </div>
      </Field>
      <Picked form={form} name="colour" label="颜色">
        {(field) => <Select label="颜色" options={COLOURS} {...field} />}
      </Picked>
      {type === 1 && (
        <Checkbox
          checked={form.watch('bookable')}
          onChange={(event) => form.setValue('bookable', event.target.checked)}
        >
          这个班次可以预约患者
        </Checkbox>
      )}
    </FormDialog>
  )
}
