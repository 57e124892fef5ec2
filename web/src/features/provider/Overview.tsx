import { provider } from '@dentin/contract/provider'
import { Link } from 'react-router'
import { platformSession } from '../../lib/platform-session.ts'
import { useCall } from '../../lib/query.ts'
import { Icon, Notice, PageHeader } from '../../ui/index.ts'
import { sectionsOf } from './sections.ts'
import s from './provider.module.css'

/** What waits for whoever is signed in, and the way to every page. */
export function Overview() {
  const me = useCall(provider.me, {})
  const open = sectionsOf(platformSession.get()?.role ?? 'support').filter((section) => section.path !== '/platform')
  return (
    <div className={s.stack}>
      {me.data && me.data.recoveryCodesLeft < 3 && (
        <Notice tone="wait" icon="alert">
          只剩 {me.data.recoveryCodesLeft} 个恢复码，请从右上角的菜单更换
        </Notice>
      )}
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
    </div>
  )
}
