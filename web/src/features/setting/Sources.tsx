import { clinic } from '@dentin/contract/clinic'
import { costPeriods, sources } from '@dentin/contract/lists/sources'
import { priceText } from '@dentin/kit/money'
import { Picked, Select } from '../../ui/heavy.ts'
import { cx, Money } from '../../ui/index.ts'
import { SettingList } from '../../ui/list/SettingList.tsx'
import { useSourceTree, type Source } from './hooks.ts'
import s from './setting.module.css'

const periodWord = (per: number | null) => costPeriods[per as keyof typeof costPeriods] ?? ''

/** Where patients come from, in up to three levels. */
export function Sources() {
  const all = useSourceTree().data ?? []
  const above = all.filter((each) => each.level < 3 && each.enabled)
  const parentOf = (row: Source) => all.find(({ id }) => id === row.parentId)?.name
  return (
    <SettingList
      list={sources}
      icon="transfer"
      hint="建档时选择，最多三级；用过的只能停用，停用时下级一起停用"
      width={480}
      groupOf={(row) => row.parentId}
      cells={{
        name: {
          render: (row) => (
            <span className={cx(row.level === 2 && s.indent1, row.level === 3 && s.indent2, row.level === 1 && 'bold')}>
              {row.name}
            </span>
          ),
          words: parentOf,
        },
        cost: {
          render: (row) =>
            row.cost === null ? (
              '—'
            ) : (
              <>
                <Money yuan={row.cost} /> <span className="tertiary">{periodWord(row.costPer)}</span>
              </>
            ),
          words: (row) => row.cost !== null && `${periodWord(row.costPer)} ${priceText(row.cost)}`,
        },
        patientCount: {
          render: (row) => (row.patientCount > 0 ? `${row.patientCount} 人` : '—'),
          words: (row) => row.patientCount > 0 && `${row.patientCount} 人`,
        },
      }}
      controls={{
        parentId: ({ form, row }) =>
          row ? null : (
            <Picked form={form} name="parentId" label="上级来源">
              {(field) => (
                <Select
                  clearable
                  searchable
                  placeholder="没有，作为一级来源"
                  options={above.map(({ id, name, level }) => ({
                    value: id,
                    label: `${level === 2 ? '　' : ''}${name}`,
                  }))}
                  {...field}
                />
              )}
            </Picked>
          ),
      }}
      refresh={[clinic.patientSources]}
    />
  )
}
