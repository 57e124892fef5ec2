import { menuScreens } from '@dentin/contract/menu'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import { PermitReminder } from '../../features/qualification/index.ts'
import { SET_UP, settledOf, useSetUp, type SetUp } from '../../features/clinic/index.ts'
import { isNobody, UNVERIFIED, useUserInfo } from '../../features/identity/index.ts'
import { useMessageStatus } from '../../features/messaging/index.ts'
import { useReceptionBadges } from '../../features/visit/index.ts'
import { useClinicSettings } from '../../lib/clinic-settings.ts'
import { sessionEvents } from '../../lib/client.ts'
import { deferred } from '../../lib/deferred.ts'
import { restartLive } from '../../lib/live.ts'
import { can, permissions, useCan, type MenuEntry } from '../../lib/permission.ts'
import { usePicture } from '../../lib/pictures.ts'
import { session } from '../../lib/session.ts'
import {
  AppFrame,
  HotkeyHelp,
  useHotkeys,
  useIsMobile,
  type IconName,
  type NavGroup,
  type NavItem,
  paintAppointments,
} from '../../ui/index.ts'
import { screens, type ScreenRoute } from '@dentin/contract/areas/screens'
import { exists, headOf } from '../routes.ts'
import { useScreen } from '../use-screen.ts'
import { ClinicSwitcher } from './ClinicSwitcher.tsx'
import { DemoTime } from './DemoTime.tsx'
import { DialogHost } from './DialogHost.tsx'
import { FrameActions } from './FrameActions.tsx'
import { FrameSearch } from './FrameSearch.tsx'
import { MembershipNews } from './MembershipNews.tsx'
import { InstallButton } from './InstallButton.tsx'
import { barOf } from './phone-bar.ts'
import { PublicFrame } from './PublicFrame.tsx'
import { StatusBars } from './StatusBars.tsx'
import { useMenuType } from './use-menu-type.ts'
import { useOwnRights } from './use-own-rights.ts'
import { UserMenu } from './UserMenu.tsx'

const SetUpBar = lazy(async () => ({ default: (await import('./SetUpBar.tsx')).SetUpBar }))
const MobileSearch = lazy(() => import('./MobileSearch.tsx'))
const MoreSheet = lazy(() => import('./MoreSheet.tsx'))
// Few people have no clinic: the others need not load what they are told.
const NoClinicPrompt = deferred(async () => (await import('./NoClinicPrompt.tsx')).NoClinicPrompt)
const NoClinicDialog = deferred(async () => (await import('./NoClinicPrompt.tsx')).NoClinicDialog)
const RAIL = 'dentin.rail'

const FAVOURITES = '常用'

/** The menu as groups of the sidebar: the person's favourites, then granted screens that stand in the menu themselves. */
function navOf(badges: Readonly<Record<string, number>>): NavGroup[] {
  // Who has no clinic sees what there would be; pressing it says why it isn't.
  const entries: readonly MenuEntry[] = session.get()?.clinicId ? (permissions.get()?.menu ?? []) : menuScreens
  const there = entries.filter((entry) => exists(entry.path) && !entry.hidden)
  const rank = (entry: MenuEntry) => entry.favourite ?? null
  const favourites = there
    .filter((entry) => rank(entry) !== null)
    .sort((a, b) => Number(rank(a)) - Number(rank(b)))
    .map((entry) => ({ ...entry, group: FAVOURITES }))
  const own = there.filter((entry) => entry.parent === null && rank(entry) === null).sort((a, b) => a.order - b.order)
  const shown = [...favourites, ...own]
  return [...new Set(shown.map((entry) => entry.group))].map((label) => ({
    label,
    items: shown
      .filter((entry) => entry.group === label)
      .map((entry): NavItem => ({
        key: entry.path,
        to: entry.path,
        label: entry.title,
        short: shortNames.get(entry.path) ?? entry.title.slice(0, 2),
        icon: entry.icon as IconName,
        badge: badges[entry.path] ?? 0,
      })),
  }))
}

/** What the narrow rail says of a screen whose first two letters would not. */
const shortNames: ReadonlyMap<string, string> = new Map(
  menuScreens.flatMap(({ path, short }) => (short ? [[path, short]] : [])),
)

/** What a clinic that opens still has to do stands before everything else. */
function setUpNav({ open, steps }: SetUp): NavGroup[] {
  const note = `${settledOf(steps)} / ${steps.length}`
  const item: NavItem = { key: SET_UP, to: SET_UP, label: '开业准备', short: '开业', icon: 'flag', note }
  return open ? [{ label: '', items: [item] }] : []
}

/** The bar of the phone. Who has no clinic sees what there would be. */
function tabsOf(badges: Readonly<Record<string, number>>): NavItem[] {
  const held = session.get()?.clinicId
  const menu = held ? (permissions.get()?.menu ?? []) : menuScreens
  const granted = (path: string) => exists(path) && (!held || menu.some((entry) => entry.path === path))
  return barOf(menu, granted).map((item) => ({ ...item, badge: badges[item.key] ?? 0 }))
}

/** The menu entry under which the present screen stands. */
function activeKeyOf(screen: ScreenRoute | undefined, pathname: string): string {
  const own = permissions.get()?.menu.find((entry) => entry.path === screen?.path)
  const apart = typeof own?.favourite === 'number'
  return own ? (apart ? own.path : (own.parent ?? own.path)) : (screen?.activeMenu ?? pathname)
}

function hidesTabs(screen: ScreenRoute | undefined, query: string): boolean {
  const hidden = screen?.tabsHidden ?? false
  return typeof hidden === 'string' ? new URLSearchParams(query).has(hidden) : hidden
}

/** The frame of every page after sign-in, with what can be reached from everywhere. */
function SignedInLayout() {
  const info = useUserInfo().data
  const clinicId = useSyncExternalStore(session.subscribe, () => session.get()?.clinicId ?? null)
  const screen = useScreen()
  const { pathname, search: query } = useLocation()
  const navigate = useNavigate()
  const mobile = useIsMobile()
  const badges = useReceptionBadges()
  const unread = useMessageStatus(info?.employeeId ?? null).data?.unread ?? 0
  const [rail, setRail] = useState(() => localStorage.getItem(RAIL) === '1')
  const search = useRef<HTMLInputElement>(null)
  const menuType = useMenuType(clinicId)
  const setUp = useSetUp(clinicId !== null).data
  const [refused, setRefused] = useState(false)
  const tones = useClinicSettings(clinicId !== null).data?.appointmentTones
  useEffect(() => paintAppointments(tones ?? []), [tones])
  const [params, setParams] = useSearchParams()
  const showMore = (on: boolean) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (on) next.set('more', '1')
        else next.delete('more')
        return next
      },
      { replace: !on },
    )
  const counts = { ...badges, '/messages': unread }
  const bar = tabsOf(counts)
  const inBar = (path: string) => bar.some((item) => item.key === path)
  useOwnRights(info?.employeeId ?? null)
  const unknown = info !== undefined && isNobody(info)
  useEffect(() => {
    if (unknown) sessionEvents.onUnauthenticated(UNVERIFIED)
  }, [unknown])
  useCan()
  useEffect(restartLive, [clinicId])
  useEffect(() => {
    document.getElementById('main')?.scrollTo(0, 0)
  }, [pathname])
  useHotkeys([
    {
      key: '/',
      does: '搜索患者',
      enabled: can('/allTimePatients:view') && !mobile,
      run: () => search.current?.focus(),
    },
  ])

  const workspace = screen?.frame === 'workspace'
  const user = {
    name: info?.employeeName || info?.nickName || '…',
    role: info?.posts[0] ?? (clinicId ? '' : '未加入门诊'),
    portrait: usePicture(info?.avatar).src,
  }
  const closed = !clinicId && screen?.resource !== undefined
  const needsClinic = (path: string) => screens.some((each) => each.path === path && each.resource)
  return (
    <>
      <AppFrame
        home="/"
        nav={[...(setUp ? setUpNav(setUp) : []), ...navOf(badges)]}
        onNavigate={(item) => {
          if (clinicId || !needsClinic(item.to)) return true
          setRefused(true)
          return false
        }}
        activeKey={activeKeyOf(screen, pathname)}
        clinic={clinicId ? <ClinicSwitcher /> : undefined}
        user={user}
        foot={(narrow) => <InstallButton narrow={narrow} />}
        userMenu={(trigger) => <UserMenu trigger={trigger} />}
        search={can('/allTimePatients:view') ? <FrameSearch inputRef={search} /> : undefined}
        actions={
          <FrameActions
            onShowWaiting={
              exists('/dashboard') && can('/dashboard:view') ? () => void navigate('/dashboard') : undefined
            }
          />
        }
        rail={rail || workspace}
        onRailChange={
          workspace
            ? undefined
            : (next) => {
                setRail(next)
                localStorage.setItem(RAIL, next ? '1' : '0')
              }
        }
        tabs={bar}
        more={{ isOpen: params.has('more'), onOpen: () => showMore(true), badge: inBar('/messages') ? 0 : unread }}
        tabsHidden={mobile && hidesTabs(screen, query)}
        head={headOf(screen, can)}
      >
        {mobile && <DemoTime mobile />}
        <StatusBars />
        <Suspense>{setUp?.open && <SetUpBar />}</Suspense>
        {clinicId && <MembershipNews key={`membership ${clinicId}`} />}
        {clinicId && <PermitReminder key={`permit ${clinicId}`} />}
        <Suspense>{closed ? <NoClinicPrompt menuType={menuType === 3 ? 3 : 2} /> : <Outlet key={clinicId} />}</Suspense>
      </AppFrame>
      <Suspense>{mobile && <MobileSearch />}</Suspense>
      <Suspense>
        {mobile && params.has('more') && (
          <MoreSheet
            groups={clinicId ? navOf(counts) : []}
            bar={bar}
            unread={unread}
            user={user}
            onClose={() => showMore(false)}
          />
        )}
      </Suspense>
      <DialogHost />
      <HotkeyHelp />
      {refused && <NoClinicDialog menuType={menuType === 3 ? 3 : 2} onClose={() => setRefused(false)} />}
    </>
  )
}

/** The main layout; a public screen of it stands alone while nobody is signed in. */
export function Layout() {
  const nobody = useSyncExternalStore(session.subscribe, () => session.get() === null)
  const screen = useScreen()
  return nobody && screen?.public ? <PublicFrame /> : <SignedInLayout />
}
