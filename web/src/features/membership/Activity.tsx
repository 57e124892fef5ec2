import { membership } from '@dentin/contract/membership'
import { useCall } from '../../lib/query.ts'
import { ErrorLine, Icon } from '../../ui/index.ts'
import { Packages } from './Packages.tsx'
import s from './activity.module.css'

const WORTH = [
  { icon: 'calendar', title: '预约与接诊', words: '预约板、候诊、叫号，前台与诊室看到的是同一刻。' },
  { icon: 'file', title: '病历与牙位', words: '分段书写、签名锁定、修改有记录，打印即用。' },
  { icon: 'receipt', title: '收费到分', words: '优惠分摊、部分收款、欠费、收据，账账相符。' },
] as const

/** What a new clinic is given and what membership costs: read from what is on sale. */
export function Activity() {
  const offer = useCall(membership.activity, {})
  if (offer.error && !offer.data)
    return <ErrorLine onRetry={() => void offer.refetch()}>{offer.error.message}</ErrorLine>
  return (
    <div className={s.activity}>
      <section className={s.gift}>
        <p className={s.kicker}>新门诊开通</p>
        <h1>
          赠送 <b className="num">{offer.data?.giftDays ?? '··'}</b> 天会员
        </h1>
        <p className="secondary">机构资质审核通过即生效，不需要先付款。</p>
      </section>
      <ul className={s.worth}>
        {WORTH.map(({ icon, title, words }) => (
          <li key={title}>
            <Icon name={icon} size={22} />
            <h2>{title}</h2>
            <p>{words}</p>
          </li>
        ))}
      </ul>
      <section>
        <h2 className={s.head}>会员套餐</h2>
        <Packages packages={offer.data?.packages} />
        <p className="t-12 tertiary">会员到期后，已有的资料照常查看和记录，不会被扣留。</p>
      </section>
    </div>
  )
}
