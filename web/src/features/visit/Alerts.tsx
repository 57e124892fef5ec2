import { cx, Icon, type IconName } from '../../ui/index.ts'
import type { AlertLine } from './hooks.ts'
import s from './visit.module.css'

const icons: Record<AlertLine['kind'], IconName> = {
  allergy: 'alert',
  infectious: 'shield-check',
  pregnancy: 'heart-pulse',
  disease: 'heart-pulse',
  note: 'message-alert',
  arrears: 'yen',
  blacklist: 'ban',
  advice: 'message',
  record: 'file',
  fee: 'yen',
  late: 'clock',
  doctor: 'ban',
}
const levelWords = { red: '注意', orange: '留意', blue: '提示' } as const

/** What to know, red first, each with a word for its level. */
export function AlertList({ alerts, dense }: { alerts: readonly AlertLine[]; dense?: boolean }) {
  return (
    <ul className={cx(s.alerts, dense && s.alertsDense)}>
      {alerts.map((alert) => (
        <li key={`${alert.kind}-${alert.text}`} className={cx(s.alert, s[alert.level])}>
          <Icon name={icons[alert.kind]} size={16} />
          <span className={s.alertText}>{alert.text}</span>
          {!dense && <span className={s.alertLevel}>{levelWords[alert.level]}</span>}
        </li>
      ))}
    </ul>
  )
}
