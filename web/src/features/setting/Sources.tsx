import { costPeriods, sourceTypes, settingCalls } from '@dentin/contract/settings'
import { priceText } from '@dentin/kit/money'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import { Picked, Select, type Column, OptionalMoney } from '../../ui/heavy.ts'
import { cx, Field, Money, numberOptions, TextField } from '../../ui/index.ts'
import { EntryDialog, keptOf } from './EntryDialog.tsx'
import { useSaveSource, useSourceTree, type Source } from './hooks.ts'
import { SettingList } from './SettingList.tsx'
import s from './setting.module.css'

const typeWord = (type: number) => sourceTypes[type as keyof typeof sourceTypes]

const periodWord = (per: number | null) => costPeriods[per as keyof typeof costPeriods] ?? ''

/** Where patients come from, in up to three levels. */
export function Sources() {
  const found = useSourceTree()
  const all = found.data ?? []
  const columns: Column<Source>[] = [
    {
      key: 'name',
      title: '来源',
      render: (row) => (
        <span className={cx(row.level === 2 && s.indent1, row.level === 3 && s.indent2, row.level === 1 && 'bold')}>
          {row.name}
        </span>
      ),
    },
    { key: 'type', title: '类型', width: 130, render: (row) => typeWord(row.type) },
    {
      key: 'cost',
      title: '费用',
      width: 180,
      align: 'right',
      numeric: true,
      render: (row) =>
        row.cost === null ? (
          '—'
        ) : (
          <>
            <Money yuan={row.cost} /> <span className="tertiary">{periodWord(row.costPer)}</span>
          </>
        ),
    },
    {
      key: 'patients',
      title: '患者',
      width: 110,
      align: 'right',
      numeric: true,
      render: (row) => (row.patientCount > 0 ? `${row.patientCount} 人` : '—'),
    },
  ]
  return (
    <SettingList
      noun="来源"
      icon="transfer"
      hint="建档时选择，最多三级；用过的只能停用，停用时下级一起停用"
      mayEdit={can('/basePatientSourceSet:edit')}
      found={found}
      columns={columns}
      title={(row) => row.name}
      facts={(row) =>
        [
          all.find(({ id }) => id === row.parentId)?.name,
          typeWord(row.type),
          row.patientCount > 0 && `${row.patientCount} 人`,
          row.cost !== null && `${periodWord(row.costPer)} ${priceText(row.cost)}`,
        ]
          .filter(Boolean)
          .join(' · ')
      }
      dialog={(row, close) => <SourceDialog row={row} all={all} onClose={close} />}
    />
  )
}

function SourceDialog({ row, all, onClose }: { row: Source | null; all: readonly Source[]; onClose: () => void }) {
  const save = useSaveSource()
  const form = useCallForm(settingCalls.saveSource, {
    defaultValues: {
      ...keptOf(row),
      parentId: row?.parentId ?? null,
      name: row?.name ?? '',
      type: row?.type ?? 2,
      cost: row?.cost ?? null,
      costPer: row?.costPer ?? 1,
    },
  })
  const above = all.filter((each) => each.level < 3 && each.enabled)
  return (
    <EntryDialog noun="来源" name={row?.name} width={480} form={form} save={save.mutateAsync} onClose={onClose}>
      {!row && (
        <Picked form={form} name="parentId" label="上级来源">
          {(field) => (
            <Select
              clearable
              searchable
              placeholder="没有，作为一级来源"
              options={above.map(({ id, name, level }) => ({ value: id, label: `${level === 2 ? '　' : ''}${name}` }))}
              {...field}
            />
          )}
        </Picked>
      )}
      <Field label="来源名称" required error={form.errorOf('name')}>
        <TextField maxLength={20} autoFocus {...form.register('name')} />
      </Field>
      <Picked form={form} name="type" label="类型" required>
        {(field) => <Select options={numberOptions(sourceTypes)} {...field} value={field.value ?? null} />}
      </Picked>
      <div className={s.pair}>
        <Picked form={form} name="cost" label="费用" help="投放、合作的花费；不填就不算">
          {(field) => <OptionalMoney field={field} />}
        </Picked>
        <Picked form={form} name="costPer" label="费用周期">
          {(field) => <Select options={numberOptions(costPeriods)} {...field} value={field.value ?? null} />}
        </Picked>
      </div>
    </EntryDialog>
  )
}
