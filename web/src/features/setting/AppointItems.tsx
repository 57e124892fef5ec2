import { appointment } from '@dentin/contract/appointment'
import { chairTypeName } from '@dentin/contract/core/chair-types'
import { appointItems } from '@dentin/contract/lists/appoint-items'
import { settingCalls } from '@dentin/contract/settings'
import { priceText } from '@dentin/kit/money'
import type { ReactNode } from 'react'
import type { Declared } from '../../ui/heavy.ts'
import { Money, Tag } from '../../ui/index.ts'
import { SettingList } from '../../ui/list/SettingList.tsx'
import { chosenFrom, type AppointItem } from './hooks.ts'
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
export const AppointItems = () => (
  <SettingList
    list={appointItems}
    icon="calendar"
    hint="预约时长取自项目；停用后不能再约，已约的不变"
    width={520}
    order={['name', 'durationMin', 'bufferBefore', 'price', 'needChairType', 'allowOnline']}
    title={({ colour, name }) => <ItemName colour={colour} name={name} firstVisitOnly={false} />}
    cells={{
      name: { render: (row) => <ItemName {...row} />, words: (row) => row.firstVisitOnly && '仅初诊' },
      bufferBefore: {
        render: bufferText,
        words: (row) => row.bufferBefore + row.bufferAfter > 0 && `缓冲 ${bufferText(row)}`,
      },
      price: {
        render: (row) => <Price yuan={row.price} />,
        words: (row) => row.price !== null && priceText(row.price),
      },
      needChairType: {
        render: (row) => chairWord(row.needChairType) ?? '—',
        words: (row) => chairWord(row.needChairType),
      },
      allowOnline: {
        render: (row) => <Online open={row.allowOnline} name={row.onlineName} />,
        words: (row) => row.allowOnline && '网上开放',
      },
    }}
    refresh={[settingCalls.clinicItemList, appointment.items, ...chosenFrom]}
  />
)
