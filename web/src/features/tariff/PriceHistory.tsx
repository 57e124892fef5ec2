import type { WireOutput } from '@dentin/contract/core/call'
import { tariffCalls } from '@dentin/contract/tariffs'
import { priceText } from '@dentin/kit/money'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { confirm, cx, Tag, TextButton, toast } from '../../ui/index.ts'
import { presentDay } from '../../lib/present.ts'
import { useCancelPrice } from './hooks.ts'
import p from './tariff.module.css'

type Entry = WireOutput<typeof tariffCalls.tariffHistory>[number]
const words = (yuan: string | null) => (yuan === null ? '随总部' : priceText(yuan))
/** So many are shown before one asks for more. */
const FIRST = 5

/** How the price of an item came to be what it is, and what it will be. */
export function PriceHistory({ id, clinic }: { id: string; /** Of the clinics only this one. */ clinic?: string }) {
  const { data: found } = useCall(tariffCalls.tariffHistory, { id }, { keep: false, staleTime: 0 })
  const [all, setAll] = useState(false)
  const data = found?.filter(({ clinicName }) => clinic === undefined || clinicName === null || clinicName === clinic)
  if (!data || data.length === 0) return null
  return (
    <section aria-label="价格历史">
      <h3 className={`t-14 bold ${p.heading}`}>价格历史</h3>
      <ul className={p.history}>
        {data.slice(0, all ? undefined : FIRST).map((each, n) => (
          <Line key={each.id ?? `begin-${n}`} entry={each} />
        ))}
      </ul>
      {data.length > FIRST && !all && <TextButton onClick={() => setAll(true)}>看全部 {data.length} 次</TextButton>}
    </section>
  )
}

function Line({ entry }: { entry: Entry }) {
  const cancel = useCancelPrice()
  const { id, version } = entry
  const coming = !entry.cancelled && entry.countsFrom > presentDay()
  const takeBack = async () => {
    if (id === null || version === null) return
    const sure = await confirm({
      title: `撤回 ${entry.countsFrom} 起的 ${words(entry.after)}？`,
      body: '到那一天价格不变。',
      okText: '撤回',
    })
    if (!sure) return
    cancel.mutate(
      { id, version },
      { onSuccess: () => toast.success('已撤回'), onError: (error) => toast.error(error.message) },
    )
  }
  return (
    <li className={cx(entry.cancelled && p.cancelled)}>
      <span className={p.day}>{entry.countsFrom} 起</span>
      <span className={p.what}>
        {entry.clinicName && <Tag tone="outline">{entry.clinicName}</Tag>}
        <span className="num">
          {entry.id === null && entry.clinicName === null
            ? `建立，${words(entry.after)}`
            : `${words(entry.before)} → ${words(entry.after)}`}
        </span>
        {coming && <Tag tone="wait">待生效</Tag>}
        {entry.cancelled && <Tag>已撤回</Tag>}
        {version !== null && (
          <TextButton tone="quiet" onClick={() => void takeBack()}>
            撤回
          </TextButton>
        )}
      </span>
      <span className="tertiary num">
        {entry.at.slice(0, 16)}　{entry.who}
      </span>
    </li>
  )
}
