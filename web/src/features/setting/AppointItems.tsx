import { chairTypeName, chairTypes } from '@dentin/contract/core/chair-types'
import { MOST_BUFFER_MINUTES, settingCalls } from '@dentin/contract/settings'
import { priceText } from '@dentin/kit/money'
import type { ReactNode } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import { ColourChoice, Picked, Select, type Column } from '../../ui/heavy.ts'
import { Checkbox, Field, Money, NumberField, numberOptions, Switch, Tag, TextField } from '../../ui/index.ts'
import { EntryDialog, keptOf } from './EntryDialog.tsx'
import { useAppointItems, useSaveAppointItem, type AppointItem } from './hooks.ts'
import { OptionalMoney } from './OptionalMoney.tsx'
import { SettingList } from './SettingList.tsx'
import s from './setting.module.css'

const Dot = ({ colour }: { colour: string }) => (
  <span className={s.dot} style={colour ? { background: colour } : undefined} />
)

/** A kind of appointment in its colour, and whom it is for. */
export const ItemName = ({
  colour,
  name,
  firstVisitOnly,
  children,
}: Pick<AppointItem, 'colour' | 'name' | 'firstVisitOnly'> & { children?: ReactNode }) => (
  <span className={s.inline}>
    <Dot colour={colour} />
    <span className="bold">{name}</span>
    {firstVisitOnly && <Tag tone="outline">仅初诊</Tag>}
    {children}
  </span>
)

/** Whether patients may book it themselves, and what it is called there. */
export const Online = ({ open, name }: { open: boolean; name: string }) =>
  open ? (
    <span className={s.inline}>
      <Tag tone="brand">开放</Tag>
      {name && <span className="t-13 secondary ellipsis">{name}</span>}
    </span>
  ) : (
    '—'
  )

/** What is kept free around an appointment, as both forms ask for it. */
export const buffers = [
  { name: 'bufferBefore', label: '前缓冲', help: '准备时间，自动推荐的空档会让开' },
  { name: 'bufferAfter', label: '后缓冲', help: '清洁、消毒时间，同上' },
] as const

/** '前 10 · 后 15 分钟' kept free around it; nothing: a dash. */
export const bufferText = ({ bufferBefore, bufferAfter }: { bufferBefore: number; bufferAfter: number }): string => {
  const parts = [bufferBefore > 0 && `前 ${bufferBefore}`, bufferAfter > 0 && `后 ${bufferAfter}`].filter(Boolean)
  return parts.length > 0 ? `${parts.join(' · ')} 分钟` : '—'
}

/** What patients are told that it costs. */
export const Price = ({ yuan }: { yuan: string | null }) => (yuan === null ? '—' : <Money yuan={yuan} />)
/** The kind of chair it needs; undefined: any. */
export const chairWord = (type: number | null) => (type === null ? undefined : chairTypeName(type))

/** What patients are booked for, with its usual length. */
export function AppointItems() {
  const columns: Column<AppointItem>[] = [
    {
      key: 'name',
      title: '预约项目',
      render: (row) => <ItemName {...row} />,
    },
    {
      key: 'duration',
      title: '默认时长',
      width: 110,
      align: 'right',
      numeric: true,
      render: (row) => `${row.durationMin} 分钟`,
    },
    { key: 'buffer', title: '缓冲', width: 150, numeric: true, render: bufferText },
    {
      key: 'price',
      title: '价格',
      width: 100,
      align: 'right',
      numeric: true,
      render: (row) => <Price yuan={row.price} />,
    },
    { key: 'chair', title: '诊椅', width: 100, render: (row) => chairWord(row.needChairType) ?? '—' },
    {
      key: 'online',
      title: '网上预约',
      width: 200,
      render: (row) => <Online open={row.allowOnline} name={row.onlineName} />,
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
      title={({ colour, name }) => <ItemName colour={colour} name={name} firstVisitOnly={false} />}
      facts={(row) =>
        [
          `${row.durationMin} 分钟`,
          row.bufferBefore + row.bufferAfter > 0 && `缓冲 ${bufferText(row)}`,
          row.price !== null && priceText(row.price),
          chairWord(row.needChairType),
          row.firstVisitOnly && '仅初诊',
          row.allowOnline && '网上开放',
        ]
          .filter(Boolean)
          .join(' · ')
      }
      dialog={(row, close) => <ItemDialog row={row} onClose={close} />}
    />
  )
}

function ItemDialog({ row, onClose }: { row: AppointItem | null; onClose: () => void }) {
  const save = useSaveAppointItem()
  const form = useCallForm(settingCalls.saveAppointItem, {
    defaultValues: {
      ...keptOf(row),
      name: row?.name ?? '',
      durationMin: row?.durationMin ?? 30,
      bufferBefore: row?.bufferBefore ?? 0,
      bufferAfter: row?.bufferAfter ?? 0,
      colour: row?.colour ?? '',
      price: row?.price ?? null,
      needChairType: row?.needChairType ?? null,
      firstVisitOnly: row?.firstVisitOnly ?? false,
      allowOnline: row?.allowOnline ?? false,
      onlineName: row?.onlineName ?? '',
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
      <div className={s.pair}>
        {buffers.map(({ name, label, help }) => (
          <Picked key={name} form={form} name={name} label={label} help={help}>
            {(field) => (
              <NumberField
                {...field}
                value={field.value ?? null}
                min={0}
                max={MOST_BUFFER_MINUTES}
                step={5}
                unit="分钟"
                onChange={(next) => field.onChange(next ?? undefined)}
              />
            )}
          </Picked>
        ))}
      </div>
      <div className={s.pair}>
        <Picked form={form} name="price" label="价格" help="预约页上给患者看、前台可以答复；不填就不显示">
          {(field) => <OptionalMoney field={field} />}
        </Picked>
        <Picked form={form} name="needChairType" label="需要的诊椅" help="约到别的诊椅时提醒">
          {(field) => (
            <Select
              clearable
              placeholder="不限"
              options={numberOptions(chairTypes)}
              {...field}
              value={field.value ?? null}
            />
          )}
        </Picked>
      </div>
      <Field label="网上名称" help="预约页上给患者看，不填就用项目名称" error={form.errorOf('onlineName')}>
        <TextField maxLength={20} placeholder={row?.name} {...form.register('onlineName')} />
      </Field>
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
