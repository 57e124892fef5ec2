import { provider } from '@dentin/contract/provider'
import { Link } from 'react-router'
import { platformSession } from '../../lib/platform-session.ts'
import { useCall } from '../../lib/query.ts'
import { cx, ErrorLine, Icon, Money, Notice, PageHeader, SkeletonRows, Stat, useIsMobile } from '../../ui/index.ts'
import { openWork, sectionsOf } from './sections.ts'
import s from './provider.module.css'

/** What waits for whoever is signed in, how memberships stand; on the phone, which has no sidebar, the way to every page. */
export function Overview() {
  const me = useCall(provider.me, {})
  const found = useCall(provider.overview, {})
  const open = sectionsOf(platformSession.get()?.role ?? 'support').filter((section) => section.path !== '/platform')
  const work = open.filter((section) => openWork(section.path, found.data) !== null)
  const mobile = useIsMobile()
  const left = me.data?.recoveryCodesLeft
  if (found.error && !found.data)
    return <ErrorLine onRetry={() => void found.refetch()}>{found.error.message}</ErrorLine>
  if (!found.data) return <SkeletonRows rows={6} />
  const { vip, clinics, paidThisMonth } = found.data
  return (
    <div className={s.overview}>
      {left !== undefined && left < 3 && (
        <Notice tone="wait" icon="alert">
          只剩 {left} 个恢复码，请从账号菜单里更换
        </Notice>
      )}
      {work.length > 0 && (
        <section>
          <PageHeader title="待处理" />
          <ul className={s.works}>
            {work.map((section) => {
              const count = openWork(section.path, found.data) ?? 0
              return (
                <li key={section.path}>
                  <Link to={section.path} className={cx(s.work, count > 0 && s.waiting)}>
                    <span className={s.workHead}>
                      <Icon name={section.icon} size={16} />
                      {section.label}
                    </span>
                    <span className={s.workCount}>{count}</span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      <section>
        <PageHeader title="门诊与会员" />
        <div className={s.stats}>
          <Stat label="门诊" value={clinics} unit="家" />
          <Stat label="会员有效" value={vip.active} unit="家" />
          <Stat label="体验中" value={vip.trial} unit="家" />
          <Stat label="90 天内到期" value={vip.endingSoon} unit="家" />
          <Stat label="已到期" value={vip.expired} unit="家" />
          {paidThisMonth !== null && <Stat label="本月收款" value={<Money yuan={paidThisMonth} />} unit="元" />}
        </div>
      </section>
      {mobile && (
        <section>
          <PageHeader title="全部功能" />
          <ul className={s.places}>
            {open.map((section) => (
              <li key={section.path}>
                <Link to={section.path} className={s.place}>
                  <Icon name={section.icon} size={18} />
                  <span>{section.label}</span>
                  <Icon name="chevron-right" size={16} className={s.push} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
