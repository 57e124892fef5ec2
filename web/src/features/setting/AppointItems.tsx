import { clinic } from '@dentin/contract/clinic'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import { ColourChoice, Picked, type Column } from '../../ui/heavy.ts'
import { Checkbox, Field, NumberField, Switch, Tag, TextField } from '../../ui/index.ts'
import { EntryDialog, keptOf } from './EntryDialog.tsx'
import { useAppointItems, useSaveAppointItem, type AppointItem } from './hooks.ts'
import { SettingList } from './SettingList.tsx'
import s from './setting.module.css'

const Dot = ({ colour }: { colour: string }) => (
  <span className={s.dot} style={colour ? { background: colour } : undefined} />
)

/** What patients are booked for, with its usual length. */
export function AppointItems() {
  const columns: Column<AppointItem>[] = [
    {
      key: 'name',
      title: '预约项目',
      render: (row) => (
        <span className={s.inline}>
          <Dot colour={row.colour} />
          <span className="bold">{row.name}</span>
          {row.firstVisitOnly && <Tag tone="outline">仅初诊</Tag>}
        </span>
      ),
    },
    {
      key: 'duration',
      title: '默认时长',
      width: 110,
      align: 'right',
      numeric: true,
      render: (row) => `${row.durationMin} 分钟`,
    },
    {
      key: 'online',
      title: '网上预约',
      width: 110,
      render: (row) => (row.allowOnline ? <Tag tone="brand">开放</Tag> : '—'),
    },
  ]
  return (
    <SettingList
      noun="预约项目"
      icon="calendar"
      hint="预约时长取自项目；停用后不能再约，已约的不变"
      mayEdit={can('/baseAppointSet:edit')}
      found={useAppointItems()}
      columns={columns}
      title={(row) => (
        <span className={s.inline}>
          <Dot colour={row.colour} />
          {row.name}
        </span>
      )}
      facts={(row) =>
        [`${row.durationMin} 分钟`, row.firstVisitOnly && '仅初诊', row.allowOnline && '网上开放']
          .filter(Boolean)
          .join(' · ')
      }
      dialog={(row, close) => <ItemDialog row={row} onClose={close} />}
    />
  )
}

function ItemDialog({ row, onClose }: { row: AppointItem | null; onClose: () => void }) {
  const save = useSaveAppointItem()
  const form = useCallForm(clinic.saveAppointItem, {
    defaultValues: {
      ...keptOf(row),
      name: row?.name ?? '',
      durationMin: row?.durationMin ?? 30,
      colour: row?.colour ?? '',
      firstVisitOnly: row?.firstVisitOnly ?? false,
      allowOnline: row?.allowOnline ?? false,
    },
  })
  return (
    <EntryDialog noun="预约项目" name={row?.name} width={520} form={form} save={save.mutateAsync} onClose={onClose}>
      <Field label="项目名称" required error={form.errorOf('name')}>
        <TextField maxLength={20} autoFocus {...form.register('name')} />
      </Field>
      <div className={s.pair}>
        <Picked form={form} name="durationMin" label="默认时长" required help="5 分钟为一格">
          {(field) => (
            <NumberField
              {...field}
              min={5}
              max={600}
              step={5}
              unit="分钟"
              onChange={(next) => field.onChange(next ?? undefined)}
            />
          )}
        </Picked>
        <Picked form={form} name="allowOnline" label="网上预约" group>
          {(field) => (
            <Switch checked={field.value ?? false} onChange={field.onChange}>
              开放给患者自己约
            </Switch>
          )}
        </Picked>
      </div>
      <Picked form={form} name="firstVisitOnly" label="用于" group>
        {(field) => (
          <Checkbox checked={field.value ?? false} onChange={(event) => field.onChange(event.target.checked)}>
            只给初诊患者
          </Checkbox>
        )}
      </Picked>
      <Picked form={form} name="colour" label="颜色" group>
        {(field) => <ColourChoice label="颜色" value={field.value ?? ''} onChange={field.onChange} />}
      </Picked>
    </EntryDialog>
  )
}
