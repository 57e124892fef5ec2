import { tariffCategories } from '@dentin/contract/lists/tariff-categories'
import { Picked, Select } from '../../ui/heavy.ts'
import { SettingList } from '../../ui/list/SettingList.tsx'
import { priced, type PriceCategory } from './hooks.ts'
import p from './tariff.module.css'

/** The categories of the price list, in two levels. */
export const PriceCategories = ({ all, parentId }: { all: readonly PriceCategory[]; parentId: string | null }) => (
  <SettingList
    list={tariffCategories}
    icon="receipt"
    hint="两级；还有启用项目的不能停用"
    width={420}
    groupOf={(row) => row.parentId}
    begin={{ parentId }}
    cells={{
      name: {
        render: (row) => <span className={row.parentId ? p.indent : 'bold'}>{row.name}</span>,
        words: (row) => all.find(({ id }) => id === row.parentId)?.name,
      },
    }}
    controls={{
      parentId: ({ form, row }) =>
        all.some((each) => each.parentId === row?.id) ? null : (
          <Picked form={form} name="parentId" label="上级分类" help="收费项目放在二级分类里">
            {(field) => (
              <Select
                clearable
                searchable
                placeholder="没有，作为一级分类"
                options={all
                  .filter((each) => each.parentId === null && each.enabled && each.id !== row?.id)
                  .map(({ id, name }) => ({ value: id, label: name }))}
                {...field}
              />
            )}
          </Picked>
        ),
    }}
    refresh={priced}
  />
)
