import { appointItemFields as fields, appointItemKeys, newAppointItem } from '@dentin/contract/appoint-item-fields'
import { chairTypeName } from '@dentin/contract/core/chair-types'
import { someOf } from '@dentin/contract/core/field-kinds'
import { settingCalls } from '@dentin/contract/settings'
import { priceText } from '@dentin/kit/money'
import type { ReactNode } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import { DeclaredField, type Column, type Declared } from '../../ui/heavy.ts'
import { Money, Tag } from '../../ui/index.ts'
import { EntryDialog, keptOf } from './EntryDialog.tsx'
import { useAppointItems, useSaveAppointItem, type AppointItem } from './hooks.ts'
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

/** What goes over both columns of the form. */
export const wideOf = ({ edit }: Declared) => (edit.wide ? s.wide : undefined)

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
      title: fields.durationMin.edit.label,
      width: 110,
      align: 'right',
      numeric: true,
      render: (row) => `${row.durationMin} 分钟`,
    },
    { key: 'buffer', title: '缓冲', width: 150, numeric: true, render: bufferText },
    {
      key: 'price',
      title: fields.price.label,
      width: 100,
      align: 'right',
      numeric: true,
      render: (row) => <Price yuan={row.price} />,
    },
    { key: 'chair', title: '诊椅', width: 100, render: (row) => chairWord(row.needChairType) ?? '—' },
    {
      key: 'online',
      title: fields.allowOnline.label,
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
    defaultValues: { ...keptOf(row), ...newAppointItem, ...(row && someOf(row, ...appointItemKeys)) },
  })
  return (
    <EntryDialog noun="预约项目" name={row?.name} width={520} form={form} save={save.mutateAsync} onClose={onClose}>
      <div className={s.pair}>
        {appointItemKeys.map((key) => (
          <DeclaredField
            key={key}
            form={form}
            name={key}
            field={fields[key]}
            className={wideOf(fields[key])}
            autoFocus={key === 'name'}
            placeholder={key === 'onlineName' ? row?.name : undefined}
          />
        ))}
      </div>
    </EntryDialog>
  )
}
