import { identity, MOST_TABS } from '@dentin/contract/identity'
import { reporting } from '@dentin/contract/reporting'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { reloadPermissions, useClinics, useUserInfo } from '../../features/identity/index.ts'
import { ageYears, genderAge } from '../../domain/person.ts'
import { shapeOf, wireOf } from '../../features/setting/index.ts'
import { permissions, useCan } from '../../lib/permission.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import {
  Avatar,
  Button,
  Icon,
  LetterAvatar,
  Menu,
  SearchField,
  Sheet,
  toast,
  type IconName,
  type NavGroup,
  type NavItem,
} from '../../ui/index.ts'
import { exists } from '../routes.ts'
import { useSwitchClinic } from './ClinicSwitcher.tsx'
import { tileOf } from './phone-bar.ts'
import s from './more-sheet.module.css'

const SETTINGS = '/allSetting'
const PEOPLE_SHOWN = 4

interface Person {
  name: string
  role: string
  portrait?: string | null
}

/** 更多 of the phone: everything granted in two taps, the own pages, the settings, and which four stand in the bar. */
export default function MoreSheet({
  groups,
  bar,
  unread,
  user,
  onClose,
}: {
  groups: readonly NavGroup[]
  bar: readonly NavItem[]
  unread: number
  user: Person
  onClose: () => void
}) {
  const [keyword, setKeyword] = useState('')
  const [choosing, setChoosing] = useState(false)
  const inBar = (path: string) => bar.some((item) => item.key === path)
  const shown = groups
    .map((group) => ({ ...group, items: group.items.filter((item) => !inBar(item.key) && item.key !== SETTINGS) }))
    .filter((group) => group.items.length > 0)
  const settings = groups.some((group) => group.items.some((item) => item.key === SETTINGS))
  const text = keyword.trim()
  if (choosing)
    return (
      <Sheet label="更多" onClose={onClose}>
        <Head user={user} />
        <ChooseBar bar={bar} onDone={() => setChoosing(false)} />
      </Sheet>
    )
  return (
    <Sheet label="更多" onClose={onClose}>
      <Head user={user} />
      <div className={s.search}>
        <SearchField
          size="lg"
          value={keyword}
          onChange={setKeyword}
          placeholder="功能、患者"
          aria-label="搜索功能和患者"
        />
      </div>
      {text ? (
        <Found text={text} />
      ) : (
        <>
          {shown.map((group) => (
            <section key={group.label} className={s.group} aria-label={group.label}>
              <h3 className={s.title}>{group.label}</h3>
              <div className={s.tiles}>
                {group.items.map((item) => (
                  <Tile key={item.key} item={item} />
                ))}
              </div>
            </section>
          ))}
          <nav className={s.lines} aria-label="我的与设置">
            {!inBar('/messages') && (
              <Line to="/messages" icon="bell" label="消息" aside={unread > 0 ? `${unread} 条未读` : ''} />
            )}
            {groups.length > 0 && <Line to="/myExports" icon="download" label="我的导出" />}
            <Line to="/userInfo/me" icon="user" label="我的" aside="资料、密码、退出" />
            {settings && <Line to={SETTINGS} icon="gear" label="设置" />}
            {groups.length > 0 && (
              <button type="button" className={s.line} onClick={() => setChoosing(true)}>
                <Icon name="star" size={20} />
                <span className={s.lineLabel}>把常用的放到底栏</span>
                <span className={s.aside}>{bar.map((item) => item.label).join('、')}</span>
                <Icon name="chevron-right" size={16} />
              </button>
            )}
          </nav>
        </>
      )}
    </Sheet>
  )
}

/** Who is at work and where, and the way to the other clinics. */
function Head({ user }: { user: Person }) {
  const info = useUserInfo().data
  const clinics = useClinics().data ?? []
  const switching = useSwitchClinic()
  const others = clinics.filter((each) => each.clinicId !== session.get()?.clinicId)
  return (
    <div className={s.head}>
      <LetterAvatar name={user.name} src={user.portrait ?? null} size={44} />
      <div className={s.who}>
        <div>
          <b className="t-16">{user.name}</b> <span className="secondary t-13">{user.role}</span>
        </div>
        <div className="secondary t-13 ellipsis">{info?.clinicName ?? '未加入门诊'}</div>
      </div>
      {others.length > 0 && (
        <Menu
          align="end"
          items={others.map((each) => ({
            key: each.clinicId,
            label: each.clinicName,
            icon: 'building' as const,
            onSelect: () => switching.begin(each.clinicId),
          }))}
        >
          <Button size="lg" icon="swap" busy={switching.busy}>
            换门诊
          </Button>
        </Menu>
      )}
      {switching.question}
    </div>
  )
}

function Tile({ item }: { item: NavItem }) {
  return (
    <Link to={item.to} className={s.tile}>
      <span className={s.box}>
        <Icon name={item.icon} size={24} />
        {item.badge ? (
          <span className={s.count}>
            <span aria-hidden>{item.badge > 99 ? '99+' : item.badge}</span>
            <span className="sr-only">，{item.badge} 项待处理</span>
          </span>
        ) : null}
      </span>
      <span className={s.tileLabel}>{item.label}</span>
    </Link>
  )
}

function Line({ to, icon, label, aside }: { to: string; icon: IconName; label: string; aside?: string }) {
  return (
    <Link to={to} className={s.line}>
      <Icon name={icon} size={20} />
      <span className={s.lineLabel}>{label}</span>
      {aside && <span className={s.aside}>{aside}</span>}
      <Icon name="chevron-right" size={16} />
    </Link>
  )
}

/** Functions whose name has the words, and patients who are found by them. */
function Found({ text }: { text: string }) {
  const may = useCan()
  const menu = (permissions.get()?.menu ?? []).filter((entry) => exists(entry.path) && entry.title.includes(text))
  const { data = [] } = useCall(reporting.find, { keyword: text }, { enabled: may('/allTimePatients:view') })
  const people = data.slice(0, PEOPLE_SHOWN)
  return (
    <nav className={s.lines} aria-label="搜索结果">
      {menu.map((entry) => (
        <Line key={entry.path} to={entry.path} icon={entry.icon as IconName} label={entry.title} aside={entry.group} />
      ))}
      {people.map((each) => (
        <Link key={each.id} to={`/patientCenter?id=${each.id}`} className={s.line}>
          <Avatar gender={each.gender} age={ageYears(each.birthDay)} size={28} />
          <span className={s.lineLabel}>
            {each.name} <span className="secondary t-12">{genderAge(each)}</span>
          </span>
          <span className={s.aside}>{each.medicalNumber}</span>
          <Icon name="chevron-right" size={16} />
        </Link>
      ))}
      {menu.length === 0 && people.length === 0 && <p className={s.none}>没有叫「{text}」的功能或患者</p>}
    </nav>
  )
}

/** Which four stand in the bar, in the order in which they are taken. */
function ChooseBar({ bar, onDone }: { bar: readonly NavItem[]; onDone: () => void }) {
  const navigate = useNavigate()
  const menu = permissions.get()?.menu ?? []
  const choices = menu.filter((entry) => entry.parent === null && exists(entry.path))
  const [taken, setTaken] = useState<string[]>(() =>
    bar.map((item) => item.key).filter((key) => choices.some((entry) => entry.path === key)),
  )
  const save = useSend(identity.saveCustomMenu)
  const toggle = (path: string) =>
    setTaken((before) => (before.includes(path) ? before.filter((each) => each !== path) : [...before, path]))
  const keep = () =>
    save.mutate(
      { ...wireOf(shapeOf(menu)), tabs: taken },
      {
        onSuccess: () => {
          toast.success('底栏已更新')
          void reloadPermissions().then(onDone)
        },
      },
    )
  return (
    <section className={s.choose} aria-label="底栏的四个位置">
      <p className="t-13 secondary">
        点选要放到底栏的，最多 {MOST_TABS} 个，按点选的次序排；没有占满时用今日、预约、患者、消息补足。
      </p>
      <div className={s.tiles}>
        {choices.map((entry) => {
          const at = taken.indexOf(entry.path)
          const item = tileOf(entry)
          return (
            <button
              key={entry.path}
              type="button"
              className={s.tile}
              aria-pressed={at >= 0}
              disabled={at < 0 && taken.length >= MOST_TABS}
              onClick={() => toggle(entry.path)}
            >
              <span className={s.box}>
                <Icon name={item.icon} size={24} />
                {at >= 0 && <span className={s.count}>{at + 1}</span>}
              </span>
              <span className={s.tileLabel}>{item.label}</span>
            </button>
          )
        })}
      </div>
      <div className={s.foot}>
        <Button size="lg" onClick={() => void navigate('/customizAtion')}>
          整个菜单
        </Button>
        <Button size="lg" onClick={onDone}>
          取消
        </Button>
        <Button size="lg" variant="primary" busy={save.isPending} onClick={keep}>
          保存
        </Button>
      </div>
    </section>
  )
}
