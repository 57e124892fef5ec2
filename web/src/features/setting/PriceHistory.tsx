import { clinic } from '@dentin/contract/clinic'
import { priceText } from '@dentin/kit/money'
import { useCall } from '../../lib/query.ts'
import p from './prices.module.css'

const words = (yuan: string | null, otherwise: string) => (yuan === null ? otherwise : priceText(yuan))

/** How the price of an item came to be what it is. */
export function PriceHistory({ id }: { id: string }) {
  const { data } = useCall(clinic.tariffHistory, { id }, { keep: false, staleTime: 0 })
  if (!data || data.length === 0) return null
  return (
    <section aria-label="调价记录">
      <h3 className={`t-14 bold ${p.heading}`}>调价记录</h3>
      <ul className={p.history}>
        {data.slice(0, 6).map((each) => (
          <li key={`${each.at}${each.clinicName ?? ''}`}>
            <span>
              {each.clinicName && `${each.clinicName}　`}
              {each.before === null && each.clinicName === null
                ? `建立，${words(each.after, '')}`
                : `${words(each.before, '随机构')} → ${words(each.after, '随机构')}`}
            </span>
            <span className="tertiary num">
              {each.at.slice(0, 16)}　{each.who}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
