import { clinic } from '@dentin/contract/clinic'
import { chairTypeName, chairTypes } from '@dentin/contract/core/chair-types'
import { deptTypes, settingCalls } from '@dentin/contract/settings'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'
import { MultiSelect, Picked, Select, type Column } from '../../ui/heavy.ts'
import { Field, numberOptions, RadioGroup, TextField } from '../../ui/index.ts'
import { EntryDialog, keptOf } from './EntryDialog.tsx'
import { useChairs, useDepts, useSaveChair, useSaveDept, type Chair, type Dept } from './hooks.ts'
import { SettingList } from './SettingList.tsx'
import s from './setting.module.css'

const deptWord = (type: number) => deptTypes[type as keyof typeof deptTypes]

/** The departments of the present clinic. */
export function Departments() {
  const chairs = useChairs().data ?? []
  const chairNames = (row: Dept) =>
    row.chairIds
      .map((id) => chairs.find((each) => each.id === id)?.name)
      .filter(Boolean)
      .join('、')
  const columns: Column<Dept>[] = [
    { key: 'name', title: '科室', render: (row) => <span className="bold">{row.name}</span> },
    { key: 'code', title: '编码', width: 110, render: (row) => row.code || '—' },
    { key: 'type', title: '类型', width: 110, render: (row) => deptWord(row.type) },
    { key: 'leader', title: '负责人', width: 120, render: (row) => row.leaderName ?? '—' },
    {
      key: 'chairs',
      title: '诊椅',
      width: 220,
      render: (row) => <span title={chairNames(row)}>{chairNames(row) || '—'}</span>,
    },
    { key: 'staff', title: '在岗', width: 90, align: 'right', numeric: true, render: (row) => `${row.staffCount} 人` },
  ]
  return (
    <SettingList
      noun="科室"
      icon="building"
      hint="员工归属的科室；还有人在岗的不能停用"
      mayEdit={can('/baseDepartSet:edit')}
      found={useDepts()}
      columns={columns}
      title={(row) => row.name}
      facts={(row) =>
        [row.code, deptWord(row.type), row.leaderName, chairNames(row), `${row.staffCount} 人`]
          .filter(Boolean)
          .join(' · ')
      }
      dialog={(row, close) => <DeptDialog row={row} onClose={close} />}
    />
  )
}

function DeptDialog({ row, onClose }: { row: Dept | null; onClose: () => void }) {
  const save = useSaveDept()
  const chairs = useChairs()
  const staff = useCall(clinic.employees, {}, { staleTime: 60_000 })
  const form = useCallForm(settingCalls.saveDept, {
    defaultValues: {
      ...keptOf(row),
      name: row?.name ?? '',
      code: row?.code ?? '',
      chairIds: row?.chairIds ?? [],
      type: row?.type ?? 1,
      leaderId: row?.leaderId ?? null,
    },
  })
  return (
    <EntryDialog noun="科室" name={row?.name} width={480} form={form} save={save.mutateAsync} onClose={onClose}>
      <div className={s.pair}>
        <Field label="科室名称" required error={form.errorOf('name')}>
          <TextField maxLength={20} autoFocus {...form.register('name')} />
        </Field>
        <Field label="编码" help="字母、数字，本店不重复" error={form.errorOf('code')}>
          <TextField maxLength={12} {...form.register('code')} />
        </Field>
      </div>
      <Picked form={form} name="type" label="类型" required group>
        {(field) => <RadioGroup options={numberOptions(deptTypes)} {...field} />}
      </Picked>
      <Picked form={form} name="leaderId" label="负责人">
        {(field) => (
          <Select
            clearable
            searchable
            placeholder="未指定"
            options={(staff.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            {...field}
          />
        )}
      </Picked>
      <Picked form={form} name="chairIds" label="诊椅" help="一张诊椅可以属于几个科室">
        {(field) => (
          <MultiSelect
            loading={!chairs.data}
            placeholder="还没有"
            options={(chairs.data ?? [])
              .filter((each) => each.enabled || row?.chairIds.includes(each.id))
              .map((each) => ({ value: each.id, label: each.name, hint: chairTypeName(each.type) }))}
            value={field.value ?? []}
            onChange={field.onChange}
          />
        )}
      </Picked>
    </EntryDialog>
  )
}

/** The chairs of the present clinic. */
export function Chairs() {
  const columns: Column<Chair>[] = [
    { key: 'name', title: '诊椅', render: (row) => <span className="bold">{row.name}</span> },
    { key: 'room', title: '诊室', width: 130, render: (row) => row.room || '—' },
    { key: 'type', title: '类型', width: 110, render: (row) => chairTypeName(row.type) },
    { key: 'depts', title: '科室', width: 220, render: (row) => row.depts.join('、') || '—' },
    {
      key: 'booked',
      title: '未来预约',
      width: 110,
      align: 'right',
      numeric: true,
      render: (row) => `${row.bookedCount} 个`,
    },
  ]
  return (
    <SettingList
      noun="诊椅"
      icon="chair"
      hint="预约与就诊占用的椅位；还有未来预约的不能停用"
      mayEdit={can('/baseDepartSet:edit')}
      found={useChairs()}
      columns={columns}
      title={(row) => row.name}
      facts={(row) =>
        [row.room, chairTypeName(row.type), ...row.depts, `未来预约 ${row.bookedCount} 个`].filter(Boolean).join(' · ')
      }
      dialog={(row, close) => <ChairDialog row={row} onClose={close} />}
    />
  )
}

function ChairDialog({ row, onClose }: { row: Chair | null; onClose: () => void }) {
  const save = useSaveChair()
  const form = useCallForm(settingCalls.saveChair, {
    defaultValues: {
      ...keptOf(row),
      name: row?.name ?? '',
      room: row?.room ?? '',
      type: row?.type ?? 1,
    },
  })
  return (
    <EntryDialog noun="诊椅" name={row?.name} width={440} form={form} save={save.mutateAsync} onClose={onClose}>
      <div className={s.pair}>
        <Field label="诊椅名称" required error={form.errorOf('name')}>
          <TextField maxLength={20} autoFocus {...form.register('name')} />
        </Field>
        <Field label="诊室" error={form.errorOf('room')}>
          <TextField maxLength={20} {...form.register('room')} />
        </Field>
      </div>
      <Picked form={form} name="type" label="类型" required group help="需要专用诊椅的预约项目按它提醒">
        {(field) => (
          <RadioGroup options={numberOptions(chairTypes)} value={field.value ?? null} onChange={field.onChange} />
        )}
      </Picked>
    </EntryDialog>
  )
}
