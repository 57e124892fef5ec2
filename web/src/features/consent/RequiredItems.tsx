import { clinic } from '@dentin/contract/clinic'
import { consent } from '@dentin/contract/consent'
import { appointItems } from '@dentin/contract/lists/appoint-items'
import type { WireOutput } from '@dentin/contract/core/call'
import { findTariffs } from '../../domain/tariffs.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { ComboBox, MultiSelect } from '../../ui/heavy.ts'
import { Field, FilterChip, toast } from '../../ui/index.ts'
import s from './consent.module.css'

type Asked = WireOutput<typeof consent.requirements>[number]
const NOTHING = { tariffs: [], categories: [], appointItems: [] }
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

/** What asks for a text: items of the price list, whole categories, kinds of appointment. Each change is in force at once. */
export function RequiredItems({ templateKey, mayEdit }: { templateKey: string; mayEdit: boolean }) {
  const all = useCall(consent.requirements, {}).data
  const categories = useCall(clinic.tariffCategories, {}).data ?? []
  const items = useCall(appointItems.calls.list, {}, { enabled: mayEdit }).data
  const save = useSend(consent.saveRequirements, { refresh: [consent.requirements] })
  const asked: Omit<Asked, 'templateKey'> = all?.find((each) => each.templateKey === templateKey) ?? NOTHING
  const put = (next: Partial<typeof asked>) => {
    const whole = { ...asked, ...next }
    save.mutate(
      {
        key: templateKey,
        tariffIds: idsOf(whole.tariffs),
        categoryIds: idsOf(whole.categories),
        appointItemIds: idsOf(whole.appointItems),
      },
      { onSuccess: () => toast.success('已保存'), onError: (error) => toast.error(error.message) },
    )
  }
  const named = (options: readonly { id: string; name: string }[], ids: readonly string[]) =>
    ids.map((id) => ({ id, name: options.find((each) => each.id === id)?.name ?? '' }))
  const names = [...asked.categories, ...asked.tariffs, ...asked.appointItems].map(({ name }) => name)
  if (!mayEdit)
    return <p className="secondary t-13">需要它的项目：{names.length > 0 ? names.join('、') : '没有设定'}</p>
  return (
    <section className={s.required} aria-label="需要它的项目">
      <Field label="需要它的收费分类" help="分类下的项目一并需要">
        <MultiSelect
          placeholder="没有分类"
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          value={idsOf(asked.categories)}
          onChange={(ids) => put({ categories: named(categories, ids) })}
        />
      </Field>
      <Field label="需要它的预约项目">
        <MultiSelect
          placeholder="没有预约项目"
          options={(items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={idsOf(asked.appointItems)}
          onChange={(ids) => put({ appointItems: named(items ?? [], ids) })}
        />
      </Field>
      <Field label="需要它的收费项目" group>
        <div className={s.chips}>
          {asked.tariffs.map(({ id, name }) => (
            <FilterChip
              key={id}
              name={name}
              onRemove={() => put({ tariffs: asked.tariffs.filter((each) => each.id !== id) })}
            >
              {name}
            </FilterChip>
          ))}
        </div>
        <ComboBox
          label="加收费项目"
          placeholder="加收费项目"
          size="sm"
          icon="plus"
          search={findTariffs}
          keyOf={(item) => item.id}
          render={(item) => item.name}
          onPick={(item) => {
            if (!asked.tariffs.some(({ id }) => id === item.id))
              put({ tariffs: [...asked.tariffs, { id: item.id, name: item.name }] })
          }}
        />
      </Field>
    </section>
  )
}
