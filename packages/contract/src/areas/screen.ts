import type { MenuGroup } from './resource-group.ts'
import type { Resource } from './resources.ts'

type Path = `/${string}`

/** One screen, as its area declares it. */
export interface Screen {
  path: Path
  /** Its one name: in the menu, in its head, in the window's title, on the page of all settings. */
  title: string
  /** The area under which the list of routes names it, where that is not the area that declares it. */
  area?: 'system' | 'print' | 'accounts' | 'appointments' | 'payment' | 'settings'
  /** Reachable without a token. */
  public?: boolean
  /** bare: fills the window. main: inside the main layout. workspace: main layout with the narrow rail. print: a page to print. Left out: main. */
  frame?: 'bare' | 'main' | 'workspace' | 'print'
  /** What opens it; none: every signed-in person (or everybody, when public). */
  resource?: Resource
  /** Its place in the sidebar. icon: a name of the line set. parent: the entry under which it is reached; none: it stands in the menu itself. short: two letters for the narrow rail, where they are not the title's first. */
  menu?: { group: MenuGroup; order: number; icon: string; parent?: Path; short?: string }
  /** Its place in the menu of the provider's console. */
  console?: { group: '工作' | '经营' | '管理'; icon: string; short: string }
  /** The menu entry that is marked while this screen is open, when it has none of its own. */
  activeMenu?: Path
  /** The row of tabs in which it stands beside its neighbours. label: shorter than the title. */
  tab?: { row: TabRow; order: number; label?: string }
  /** The screen above it, as its head names it. */
  crumb?: Path
  /** Its card on the page of all settings. icon: where it is not the menu's. */
  card?: { section: '本门诊' | '全机构' | '我自己'; order: number; hint: string; icon?: string }
  /** It only leads on, to the first of these that the person may open. */
  leadsTo?: readonly Path[]
  /** Has an action bar of its own: the phone's tabs give way. A word: only while the address has this parameter. */
  tabsHidden?: boolean | string
}

/** The rows of tabs and their names. */
export const tabRows = {
  patients: '患者中心',
  schedule: '排班',
  staff: '员工中心',
  membership: '门诊会员',
  sms: '短信',
  reports: '报表',
  dataRecords: '数据记录',
} as const
export type TabRow = keyof typeof tabRows

/** A screen with what its area left out. */
export interface RouteOf<P extends Path, Area extends string> extends Omit<Screen, 'area'> {
  path: P
  area: Area | NonNullable<Screen['area']>
  public: boolean
  frame: NonNullable<Screen['frame']>
}

/** The screens of an area with what it left out. */
export const routesOf = <P extends Path, Area extends string>(
  area: Area,
  screens: readonly (Screen & { path: P })[],
): RouteOf<P, Area>[] => screens.map((screen) => ({ area, public: false, frame: 'main', ...screen }))
