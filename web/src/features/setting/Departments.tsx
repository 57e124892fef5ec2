import { clinic } from '@dentin/contract/clinic'
import { chairTypeName } from '@dentin/contract/core/chair-types'
import { chairs, depts } from '@dentin/contract/lists/departments'
import { useCall } from '../../lib/query.ts'
import { MultiSelect, Picked, Select } from '../../ui/heavy.ts'
import { SettingList, type Controls } from '../../ui/list/SettingList.tsx'
import { chosenFrom, useChairs, type Dept } from './hooks.ts'

/** The departments of the present clinic. */
export function Departments() {
  const all = useChairs().data
  const staff = useCall(clinic.employees, {}, { staleTime: 60_000 }).data
  const namesOf = (row: Dept) =>
    row.chairIds
      .map((id) => all?.find((each) => each.id === id)?.name)
      .filter(Boolean)
      .join('、')
  const controls: Controls<Dept, typeof depts.calls.save> = {
    leaderId: ({ form }) => (
      <Picked form={form} name="leaderId" label="负责人">
        {(field) => (
          <Select
            clearable
            searchable
            placeholder="未指定"
            options={(staff ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            {...field}
          />
        )}
      </Picked>
    ),
    chairIds: ({ form, row }) => (
      <Picked form={form} name="chairIds" label="诊椅" help="一张诊椅可以属于几个科室">
        {(field) => (
          <MultiSelect
            loading={!all}
            placeholder="还没有"
            options={(all ?? [])
              .filter((each) => each.enabled || row?.chairIds.includes(each.id))
              .map((each) => ({ value: each.id, label: each.name, hint: chairTypeName(each.type) }))}
            value={field.value ?? []}
            onChange={field.onChange}
          />
        )}
      </Picked>
    ),
  }
  return (
    <SettingList
      list={depts}
      icon="building"
      hint="员工归属的科室；还有人在岗的不能停用"
      width={480}
      cells={{ chairIds: { render: (row) => <span title={namesOf(row)}>{namesOf(row) || '—'}</span>, words: namesOf } }}
      order={['name', 'code', 'type', 'leaderName', 'chairIds', 'staffCount']}
      controls={controls}
      refresh={chosenFrom}
    />
  )
}

/** The chairs of the present clinic. */
export const Chairs = () => (
  <SettingList
    list={chairs}
    icon="chair"
    hint="预约与就诊占用的椅位；还有未来预约的不能停用"
    width={440}
    cells={{ type: { render: (row) => chairTypeName(row.type), words: (row) => chairTypeName(row.type) } }}
    refresh={chosenFrom}
  />
)
