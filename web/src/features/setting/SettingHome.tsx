import { Link } from 'react-router'
import { Icon, type IconName } from '../../ui/index.ts'
import s from './setting.module.css'

export interface SettingPlace {
  to: `/${string}`
  title: string
  hint: string
  icon: IconName
}

/** Everything that can be set, in groups; only what the person may open. */
export function SettingHome({ groups }: { groups: readonly { title: string; places: readonly SettingPlace[] }[] }) {
  return (
    <div className={s.groups}>
      {groups
        .filter(({ places }) => places.length > 0)
        .map(({ title, places }) => (
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
