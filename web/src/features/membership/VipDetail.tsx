import { Button, EmptyState, ErrorLine, PageHeader, SkeletonRows, Tag, useUrlState } from '../../ui/index.ts'
import { Hero } from './Hero.tsx'
import { useExtensions, usePackages, useVip } from './hooks.ts'
import { buyWords } from './model.ts'
import { orderCodecs, OrderDialogs } from './OrderDialogs.tsx'
import { Packages } from './Packages.tsx'
import s from './membership.module.css'

const SOURCES: Readonly<Record<string, string>> = { trial: '新门诊赠送', order: '购买', given: '平台赠送' }

/** The membership of the clinic: where it stands, what can be bought, and how the present end came about. */
export function VipDetail() {
  const [, setUrl] = useUrlState(orderCodecs)
  const info = useVip()
  const packages = usePackages('vip')
  const mayBuy = info.data?.allowed.buy ?? false
  return (
    <div className={s.column}>
      {info.error && !info.data ? (
        <ErrorLine onRetry={() => void info.refetch()} retrying={info.isFetching}>
          会员信息没有读到：{info.error.message}
        </ErrorLine>
      ) : (
        <Hero
          kind="vip"
          info={info.data}
          action={
            info.data &&
            mayBuy && (
              <Button variant="primary" size="lg" onClick={() => setUrl({ buy: '1' }, { push: true })}>
                {buyWords(info.data)}
              </Button>
            )
          }
        />
      )}
      <section>
        <PageHeader
          title="会员套餐"
          sub={
            !mayBuy
              ? '需要购买时，请联系机构管理员'
              : info.data?.status === -1
                ? '选择套餐下单，有效期从购买次日起计算'
                : '选择套餐下单，有效期从现有到期日往后顺延'
          }
        />
        {packages.error && !packages.data ? (
          <ErrorLine onRetry={() => void packages.refetch()} retrying={packages.isFetching}>
            套餐没有读到：{packages.error.message}
          </ErrorLine>
        ) : packages.data?.length === 0 ? (
          <EmptyState icon="crown" title="暂时没有在售的套餐" hint="请联系平台客服" />
        ) : (
          <Packages
            packages={packages.data}
            {...(mayBuy ? { onPress: (id: string) => setUrl({ buy: id }, { push: true }) } : {})}
          />
        )}
      </section>
      <Ledger />
      <OrderDialogs kind="vip" />
    </div>
  )
}

/** Each gift and purchase, with the stretch it added. */
function Ledger() {
  const { data, error, refetch, isFetching } = useExtensions()
  return (
    <section>
      <PageHeader title="有效期明细" count={data?.length || undefined} ruled />
      {error && !data ? (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          明细没有读到：{error.message}
        </ErrorLine>
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : data.length === 0 ? (
        <EmptyState icon="calendar" title="还没有有效期" hint="开通会员后，每次购买和赠送都会列在这里" />
      ) : (
        <ul className={s.ledger}>
          {data.map((each) => (
            <li key={each.id} className={s.ledgerRow}>
              <span className={s.ledgerWhat}>
                <Tag tone={each.source === 'order' ? 'brand' : 'member'}>{SOURCES[each.source]}</Tag>
                <b className="num">{each.years > 0 ? `${each.years} 年` : `${each.days} 天`}</b>
              </span>
              <span className="num">
                {each.startDate} 至 {each.endDate}
              </span>
              <span className={s.ledgerNote}>
                {each.orderNo ? (
                  <span className="num">{each.orderNo}</span>
                ) : each.source === 'given' ? (
                  each.reason
                ) : (
                  ''
                )}
              </span>
              <span className={s.ledgerTime}>{each.createdTime.slice(0, 16)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
