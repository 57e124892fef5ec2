import { clinic } from '@dentin/contract/clinic'
import { dictTypes } from '@dentin/contract/settings'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import { Picked, type Column } from '../../ui/heavy.ts'
import { Checkbox, Field, Segmented, Tag, TextField, urlEnum, useUrlState } from '../../ui/index.ts'
import { EntryDialog, keptOf } from './EntryDialog.tsx'
import { useDicts, useSaveDictItem, type DictItem } from './hooks.ts'
import { SettingList } from './SettingList.tsx'
import s from './setting.module.css'

type Type = keyof typeof dictTypes
const types = Object.keys(dictTypes) as [Type, ...Type[]]
const codecs = { type: urlEnum(types, types[0]) }

/** For whom the words of a dictionary hold. */
const holds = { 平台: '所有机构一样', 连锁: '机构的各家门诊共用', 门诊: '只在本店使用' } as const

const Word = ({ row }: { row: DictItem }) => (
  <span className={s.inline}>
    <span className="bold">{row.item}</span>
    {row.isDefault && <Tag tone="brand">默认</Tag>}
  </span>
)

/** The words that are chosen from: reasons and the like. */
export function Dictionaries() {
  const [{ type }, set] = useUrlState(codecs)
  const found = useDicts()
  const { scope, editable } = dictTypes[type]
  const columns: Column<DictItem>[] = [
    { key: 'item', title: dictTypes[type].name, render: (row) => <Word row={row} /> },
  ]
  return (
    <>
      <div className={s.types}>
        <Segmented
          label="字典"
          value={type}
          onChange={(next) => set({ type: next })}
          options={types.map((value) => ({
            value,
            label: dictTypes[value].name,
            count: found.data?.filter((each) => each.typeCode === value && each.enabled).length,
          }))}
        />
      </div>
      <SettingList
        noun="条目"
        icon="list"
        hint={
          <>
            <Tag tone="outline">{scope}</Tag> {holds[scope]}
            {editable ? '，可以增改；停用的不能再选，历史照常显示' : '，不能修改'}
          </>
        }
        mayEdit={editable && can('/baseDictSet:edit')}
        found={found}
        rows={found.data?.filter((each) => each.typeCode === type)}
        columns={columns}
        title={(row) => <Word row={row} />}
        facts={() => dictTypes[type].name}
        dialog={(row, close) => <ItemDialog row={row} type={type} onClose={close} />}
      />
    </>
  )
}

function ItemDialog({ row, type, onClose }: { row: DictItem | null; type: Type; onClose: () => void }) {
  const save = useSaveDictItem()
  const form = useCallForm(clinic.saveDictItem, {
    defaultValues: {
      ...keptOf(row),
      typeCode: type,
      item: row?.item ?? '',
      isDefault: row?.isDefault ?? false,
    },
  })
  return (
    <EntryDialog
      noun={dictTypes[type].name}
      name={row?.item}
      width={420}
      form={form}
      save={save.mutateAsync}
      onClose={onClose}
    >
      <Field label="条目" required error={form.errorOf('item')}>
        <TextField maxLength={30} autoFocus {...form.register('item')} />
      </Field>
      <Picked form={form} name="isDefault" label="默认" group help="需要选择时先选好它；每个字典最多一个">
        {(field) => (
          <Checkbox checked={field.value ?? false} onChange={(event) => field.onChange(event.target.checked)}>
            作为默认条目
          </Checkbox>
        )}
      </Picked>
    </EntryDialog>
  )
}
