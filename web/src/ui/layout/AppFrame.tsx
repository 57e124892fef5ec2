import { createContext, use, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link, NavLink } from 'react-router'
import type { Trigger } from '../overlay/Menu.tsx'
import { IconButton } from '../control/Button.tsx'
import { cx } from '../cx.ts'
import { LetterAvatar } from '../display/Avatar.tsx'
import { Logo } from '../display/Logo.tsx'
import { useIsMobile, useMediaQuery } from '../hooks/useMediaQuery.ts'
import { Icon, type IconName } from '../icon/Icon.tsx'
import s from './frame.module.css'

export interface NavItem {
  key: string
  to: string
  label: string
  /** Two characters for the rail, by default the label. */
  short?: string
  icon: IconName
  /** Work that waits; 0 or nothing shows no number. */
  badge?: number
  /** How far something is, in the place of the number: '2 / 6'. */
  note?: string
}

export interface NavGroup {
  /** Heading in the sidebar; a line in the rail. Empty: none. */
  label: string
  items: readonly NavItem[]
}

export interface AppFrameProps {
  /** Where the mark leads. */
  home: string
  /** Clinic switcher, shown in the wide sidebar. */
  clinic?: ReactNode
  nav: readonly NavGroup[]
  /** Key of the item the page belongs to. */
  activeKey?: string
  /** Asked before an item leads anywhere; false keeps the person where they are. */
  onNavigate?: (item: NavItem) => boolean
  /** portrait: the address of their own picture. */
  user: { name: string; role: string; portrait?: string | null }
  /** Opens the person's menu; the element it belongs to is given. Without it the name is plain. */
  userMenu?: (trigger: Trigger) => ReactNode
  /** Above the person at the foot of the sidebar; told whether that is the narrow rail. */
  foot?: (narrow: boolean) => ReactNode
  /** Patient search in the navbar. */
  search?: ReactNode
  /** Right of the search: 新建, messages, help. */
  actions?: ReactNode
  /** The narrow rail instead of the sidebar; it is the rail anyway up to 1366 px. */
  rail?: boolean
  onRailChange?: (rail: boolean) => void
  /** Bottom tabs of the phone, at most four beside 更多. */
  tabs: readonly NavItem[]
  /** The last place of the bar, which opens everything else. */
  more?: { isOpen: boolean; onOpen: () => void; badge?: number }
  /** Pages with an action bar of their own hide the bottom tabs. */
  tabsHidden?: boolean
  /** What the head of the page says, unless the page says otherwise. */
  head: PageHead
  children: ReactNode
}

/** The title of a page, and the steps above it. */
export interface PageHead {
  title: string
  crumbs: readonly { label: string; to: string }[]
}

interface Slots {
  title: HTMLElement | null
  mobile: boolean
  head: PageHead
}
const SlotContext = createContext<Slots>({ title: null, mobile: false, head: { title: '', crumbs: [] } })

function Badge({ count, className }: { count?: number; className?: string }) {
  if (!count) return null
  return (
    <span className={cx(s.badge, className)}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">，{count} 项待处理</span>
    </span>
  )
}

/** The frame of every page after sign-in: sidebar 208 or rail 60, navbar 52, bottom tabs on the phone. */
export function AppFrame({
  home,
  clinic,
  nav,
  activeKey,
  onNavigate,
  user,
  userMenu,
  foot,
  search,
  actions,
  rail = false,
  onRailChange,
  tabs,
  more,
  tabsHidden,
  head,
  children,
}: AppFrameProps) {
  const [title, setTitle] = useState<HTMLElement | null>(null)
  const mobile = useIsMobile()
  const low = useMediaQuery('(max-width: 1366px)')
  const narrow = rail || low
  const mayGo = (item: NavItem) => onNavigate?.(item) ?? true
  const menu = (trigger: Trigger) => (userMenu ? userMenu(trigger) : trigger)
  const side = (
    <aside className={narrow ? s.rail : s.sidebar}>
      <Link to={home} className={s.brand} aria-label="Dentin 牙本，回到首页">
        <Logo markOnly={narrow} />
      </Link>
      {!narrow && clinic != null && <div className={s.clinic}>{clinic}</div>}
      <nav className={s.nav} aria-label="主导航">
        {nav.map((group) => (
          <div
            key={group.label}
            className={cx(s.group, !group.label && s.bare)}
            role="group"
            aria-label={group.label || undefined}
          >
            {!narrow && group.label && <div className={s.groupLabel}>{group.label}</div>}
            {group.items.map((item) => {
              const active = item.key === activeKey
              return (
                <Link
                  key={item.key}
                  to={item.to}
                  className={cx(s.item, active && s.active)}
                  aria-current={active ? 'page' : undefined}
                  title={narrow && item.short && item.short !== item.label ? item.label : undefined}
                  onClick={(event) => mayGo(item) || event.preventDefault()}
                >
                  <span className={s.itemIcon}>
                    <Icon name={item.icon} size={18} stroke={active ? 1.9 : 1.6} />
                  </span>
                  <span className={s.itemLabel}>{narrow ? (item.short ?? item.label) : item.label}</span>
                  <Badge count={item.badge} className={s.itemBadge} />
                  {!narrow && item.note && <span className={cx(s.itemBadge, 'num')}>{item.note}</span>}
                </Link>
              )
            })}
          </div>
        ))}
      </nav>
      {foot && <div className={s.foot}>{foot(narrow)}</div>}
      {!narrow && (
        <div className={s.person}>
          {menu(
            <button type="button" className={s.personButton} disabled={!userMenu}>
              <LetterAvatar name={user.name} src={user.portrait} />
              <span className={s.personWords}>
                <span className={s.personName}>{user.name}</span>
                <span className={s.personRole}>{user.role}</span>
              </span>
            </button>,
          )}
          {onRailChange && (
            <IconButton icon="panel" label="收起侧栏" size="sm" iconSize={17} onClick={() => onRailChange(true)} />
          )}
        </div>
      )}
      {narrow && !low && onRailChange && (
        <div className={s.railFoot}>
          <IconButton icon="panel" label="展开侧栏" size="sm" iconSize={17} onClick={() => onRailChange(false)} />
        </div>
      )}
    </aside>
  )
  const bar = (
    <header className={s.navbar}>
      <div className={s.title} ref={setTitle} />
      {search != null && <div className={s.search}>{search}</div>}
      {actions != null && <div className={s.actions}>{actions}</div>}
      {narrow &&
        menu(
          <button type="button" className={s.face} aria-label={`${user.name}，${user.role}`} disabled={!userMenu}>
            <LetterAvatar name={user.name} src={user.portrait} />
          </button>,
        )}
    </header>
  )
  // The page stays the same element in both shapes: turning a phone must not lose what was typed.
  return (
    <SlotContext value={{ title, mobile, head }}>
      <a className={s.skip} href="#main">
        跳到正文
      </a>
      <div className={mobile ? cx(s.phone, tabsHidden && s.noTabs) : cx(s.frame, narrow ? s.withRail : s.withSidebar)}>
        {!mobile && side}
        {mobile ? <header className={s.phoneHead} ref={setTitle} /> : bar}
        <main id="main" className={s.main} tabIndex={-1}>
          {children}
        </main>
        {mobile && !tabsHidden && (
          <nav className={s.tabs} aria-label="主导航">
            {tabs.map((item) => (
              <NavLink
                key={item.key}
                to={item.to}
                className={s.tab}
                aria-current={item.key === activeKey ? 'page' : undefined}
                data-active={(item.key === activeKey && !more?.isOpen) || undefined}
                onClick={(event) => mayGo(item) || event.preventDefault()}
              >
                <Icon name={item.icon} size={22} stroke={item.key === activeKey ? 1.9 : 1.6} />
                <span>{item.label}</span>
                <Badge count={item.badge} className={s.tabBadge} />
              </NavLink>
            ))}
            {more && (
              <button
                type="button"
                className={s.tab}
                data-active={more.isOpen || undefined}
                aria-expanded={more.isOpen}
                onClick={more.onOpen}
              >
                <Icon name="menu" size={22} stroke={more.isOpen ? 1.9 : 1.6} />
                <span>更多</span>
                <Badge {...(more.badge ? { count: more.badge } : {})} className={s.tabBadge} />
              </button>
            )}
          </nav>
        )}
      </div>
    </SlotContext>
  )
}

export interface PageTitleProps {
  /** Left out: what the frame says of the page. */
  title?: ReactNode
  /** Behind the title in 13 px: date, document number. */
  sub?: ReactNode
  /** Steps above this page; left out: the frame's. On the phone the last one is the way back. */
  crumbs?: PageHead['crumbs'] | undefined
  /** Behind the words: segmented choice, tags. */
  extra?: ReactNode
  /** At the right on the phone: search, the filled plus. */
  mobileActions?: ReactNode
}

/** The head of the page, put by the page into the navbar of the frame (on the phone: above the content). */
export function PageTitle({ sub, extra, mobileActions, ...own }: PageTitleProps) {
  const slots = use(SlotContext)
  const { title = slots.head.title, crumbs = slots.head.crumbs } = own
  if (!slots.title) return null
  const back = crumbs.at(-1)
  return createPortal(
    slots.mobile ? (
      <div className={s.phoneTitle}>
        {back && (
          <Link to={back.to} className={s.back} aria-label={`返回${back.label}`}>
            <Icon name="chevron-left" size={22} />
          </Link>
        )}
        <div className={s.phoneWords}>
          <h1 className={back ? 't-18 ellipsis' : 't-22 ellipsis'}>{title}</h1>
          {sub != null && <div className="t-13 secondary">{sub}</div>}
        </div>
        {mobileActions}
      </div>
    ) : (
      <>
        {crumbs.length > 0 && (
          <nav aria-label="位置" className={s.crumbs}>
            {crumbs.map((crumb) => (
              <span key={crumb.to} className={s.crumb}>
                <Link to={crumb.to}>{crumb.label}</Link>
                <Icon name="chevron-right" size={14} />
              </span>
            ))}
          </nav>
        )}
        <h1 className={s.pageTitle}>{title}</h1>
        {sub != null && <div className={s.sub}>{sub}</div>}
        {extra}
      </>
    ),
    slots.title,
  )
}
