import { useState } from 'react'
import { Link } from 'react-router'
import { EmptyState, Icon, SearchField, type IconName } from '../../ui/index.ts'
import s from './setting.module.css'

export interface SettingPlace {
  to: `/${string}`
  title: string
  hint: string
  icon: IconName
  /** What can be set there, one by one: found by its own words. */
  settings?: readonly SingleSetting[]
}

export interface SingleSetting {
  name: string
  /** The section in which it stands. */
  of?: string
  to: `/${string}`
}

/** Everything that can be set, in groups, found by typing; only what the person may open. */
export function SettingHome({ groups }: { groups: readonly { title: string; places: readonly SettingPlace[] }[] }) {
  const [typed, setTyped] = useState('')
  const words = typed.trim().split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every((word) => text.includes(word))
  const found = groups
    .map(({ title, places }) => ({
      title,
      places: places.filter((place) => has(`${place.title} ${place.hint}`)),
    }))
    .filter(({ places }) => places.length > 0)
  const single =
    words.length === 0
      ? []
      : groups.flatMap(({ places }) =>
          places.flatMap(({ title, settings = [] }) =>
            settings
              .filter(({ name, of = '' }) => has(`${name} ${of} ${title}`) && !has(title))
              .map((setting) => ({ ...setting, place: title })),
          ),
        )
  return (
    <div className={s.groups}>
      <div className={s.find}>
        <SearchField
          aria-label="查找设置"
          placeholder="查找设置：价格、班次、抬头…"
          value={typed}
          onChange={setTyped}
        />
      </div>
      {found.length === 0 && single.length === 0 && <EmptyState icon="search" title={`没有找到“${typed.trim()}”`} />}
      {single.length > 0 && (
        <section className={s.group} aria-label="设置项">
          <h2 className="t-16">设置项</h2>
          <ul className={s.single}>
            {single.map(({ name, of, to, place }) => (
              <li key={to}>
                <Link to={to}>{name}</Link>
                <span className="t-13 secondary">{[place, of].filter(Boolean).join(' · ')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {found.map(({ title, places }) => (
        <section key={title} className={s.group} aria-label={title}>
          <h2 className="t-16">{title}</h2>
          <div className={s.tiles}>
            {places.map((place) => (
              <Link key={place.to} to={place.to} className={s.tile}>
                <span className={s.tileIcon}>
                  <Icon name={place.icon} size={18} />
                </span>
                <span className={s.tileText}>
                  <span className="bold">{place.title}</span>
                  <span className="t-13 secondary">{place.hint}</span>
                </span>
              </Link>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
