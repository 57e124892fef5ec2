import { provider, providerRoles } from '@dentin/contract/provider'
import { Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import {
  OwnAccountDialogs,
  type OwnDialog,
  openWork,
  sectionsOf,
  type Section,
  leaveConsole,
  useMe,
} from '../../features/provider/index.ts'
import { platformSession } from '../../lib/platform-session.ts'
import { useCall } from '../../lib/query.ts'
import { AppFrame, HotkeyHelp, Icon, type NavGroup, type NavItem, Menu, type Trigger } from '../../ui/index.ts'
import { headOf } from '../routes.ts'
import { useScreen } from '../use-screen.ts'
import s from './platform.module.css'

const RAIL = 'dentin.platform-rail'

/** The frame of the provider's console: its own menu by role, the own account, nothing of a clinic. */
export function PlatformLayout() {
  const held = platformSession.get()
  const me = useMe().data
  const role = me?.role ?? held?.role ?? 'support'
  const screen = useScreen()
  const { pathname } = useLocation()
  const [rail, setRail] = useState(() => localStorage.getItem(RAIL) === '1')
  const [dialog, setDialog] = useState<OwnDialog | null>(null)
  useEffect(() => {
    document.getElementById('main')?.scrollTo(0, 0)
  }, [pathname])
  const open = sectionsOf(role)
  // Read again on the way from page to page, so that the numbers fall as the work is done.
  const waiting = useCall(provider.overview, {}, { staleTime: 30_000 }).data
  const itemOf = ({ path, label, short, icon }: Section): NavItem => ({
    key: path,
    to: path,
    label,
    short,
    icon,
    badge: openWork(path, waiting) ?? 0,
  })
  const nav: NavGroup[] = [...new Set(open.map((section) => section.group))].map((label) => ({
    label,
    items: open.filter((section) => section.group === label).map(itemOf),
  }))
  const active = open
    .filter((section) => pathname === section.path || pathname.startsWith(`${section.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
  return (
    <>
      <AppFrame
        home="/platform"
        nav={nav}
        activeKey={active?.path}
        clinic={
          <div className={s.console}>
            <Icon name="shield-check" size={16} />
            平台控制台
          </div>
        }
        user={{ name: me?.name ?? held?.name ?? '…', role: providerRoles[role] }}
        userMenu={(trigger) => <OwnMenu trigger={trigger} onOpen={setDialog} />}
        rail={rail}
        onRailChange={(next) => {
          setRail(next)
          localStorage.setItem(RAIL, next ? '1' : '0')
        }}
        tabs={open.slice(0, 5).map(itemOf)}
        tabsHidden={screen?.tabsHidden === true}
        head={headOf(screen, () => false)}
      >
        <Suspense>
          <Outlet context={{ openOwn: setDialog }} />
        </Suspense>
      </AppFrame>
      <OwnAccountDialogs open={dialog} onClose={() => setDialog(null)} />
      <HotkeyHelp />
    </>
  )
}

/** Password, recovery codes, signing out. */
export function OwnMenu({ trigger, onOpen }: { trigger: Trigger; onOpen: (dialog: OwnDialog) => void }) {
  const navigate = useNavigate()
  return (
    <Menu
      items={[
        { key: 'password', label: '修改密码', icon: 'lock', onSelect: () => onOpen('password') },
        { key: 'codes', label: '更换恢复码', icon: 'shield', onSelect: () => onOpen('codes') },
        'divider',
        {
          key: 'leave',
          label: '退出登录',
          icon: 'logout',
          onSelect: () => void leaveConsole().then(() => navigate('/platform/login', { replace: true })),
        },
      ]}
    >
      {trigger}
    </Menu>
  )
}
