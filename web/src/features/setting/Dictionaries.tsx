import { clinic } from '@dentin/contract/clinic'
import { dictTypes } from '@dentin/contract/settings'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import type { Column } from '../../ui/heavy.ts'
import { Field, Segmented, TextField, urlEnum, useUrlState } from '../../ui/index.ts'
import { EntryDialog, keptOf } from './EntryDialog.tsx'
import { useDicts, useSaveDictItem, type DictItem } from './hooks.ts'
import { SettingList } from './SettingList.tsx'
import s from './setting.module.css'

type Type = keyof typeof dictTypes
const types = Object.keys(dictTypes) as [Type, ...Type[]]
const codecs = { type: urlEnum(types, types[0]) }

/** The words that are chosen from: reasons and the like. */
export function Dictionaries() {
  const [{ type }, set] = useUrlState(codecs)
  const found = useDicts()
  const columns: Column<DictItem>[] = [
    { key: 'item', title: dictTypes[type], render: (row) => <span className="bold">{row.item}</span> },
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
            label: dictTypes[value],
            count: found.data?.filter((each) => each.typeCode === value && each.enabled).length,
          }))}
        />
      </div>
      <SettingList
        noun="条目"
        icon="list"
        hint="停用的不能再选，历史照常显示"
        mayEdit={can('/baseDictSet:edit')}
        found={found}
        rows={found.data?.filter((each) => each.typeCode === type)}
        columns={columns}
        title={(row) => row.item}
        facts={() => dictTypes[type]}
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
    },
  })
  return (
    <EntryDialog
      noun={dictTypes[type]}
      name={row?.item}
      width={420}
      form={form}
      save={save.mutateAsync}
      onClose={onClose}
    >
      <Field label="条目" required error={form.errorOf('item')}>
        <TextField maxLength={30} autoFocus {...form.register('item')} />
      </Field>
    </EntryDialog>
  )
}
