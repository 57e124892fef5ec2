import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon/Icon.tsx'
import s from './alerts.module.css'

/** What is to be known of somebody, by kind: each has its icon. */
const icons = {
  allergy: 'alert',
  infectious: 'shield-check',
  pregnancy: 'heart-pulse',
  disease: 'heart-pulse',
  note: 'bell-ring',
  arrears: 'yen',
  blacklist: 'ban',
  advice: 'message',
  record: 'file',
  fee: 'yen',
  late: 'clock',
  doctor: 'ban',
  booking: 'calendar',
} as const satisfies Record<string, IconName>
const levelWords = { red: '注意', orange: '留意', blue: '提示' } as const
const order = { red: 0, orange: 1, blue: 2 } as const

export interface Alert {
  kind: keyof typeof icons
  /** red: danger, orange: take care, blue: for information. */
  level: keyof typeof levelWords
  text: string
  /** The whole of it where the text is short. */
  title?: string
}

/** Owing is money, no danger: red figures without a ground. */
const isMoney = (alert: Alert): boolean => alert.kind === 'arrears' || alert.kind === 'fee'

export interface AlertsProps {
  alerts: readonly Alert[]
  /** tags: beside a name, 24 high. rows: one under another; large with a word for the level, before something begins. */
  look?: 'tags' | 'rows' | 'large'
  className?: string
}

/** What has to be known of a patient, dangers first: the same words, icon and colour wherever it stands. */
export function Alerts({ alerts, look = 'tags', className }: AlertsProps) {
  if (alerts.length === 0) return null
  return (
    <ul className={cx(s.list, s[look], className)} aria-label="提示">
      {[...alerts]
        .sort((a, b) => order[a.level] - order[b.level])
        .map((alert) => (
          <li
            key={`${alert.kind}-${alert.text}`}
            className={cx(s.alert, isMoney(alert) ? s.money : s[alert.level])}
            title={alert.title}
          >
            <Icon name={icons[alert.kind]} size={look === 'large' ? 16 : 14} />
            <span className={s.text}>{alert.text}</span>
            {look === 'large' && <span className={s.level}>{levelWords[alert.level]}</span>}
          </li>
        ))}
    </ul>
  )
}
