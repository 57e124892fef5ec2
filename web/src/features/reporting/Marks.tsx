import { Icon } from '../../ui/index.ts'
import { isBirthday } from './model.ts'
import s from './reporting.module.css'

/** What to know of somebody at a glance: allergy, debt, VIP, birthday. */
export function Marks({
  card,
  date,
  size = 14,
}: {
  card: { hasAllergy: boolean; arrears: string; patientType: number | null; birthDay: string | null }
  date: string
  size?: number
}) {
  return (
    <>
      {card.hasAllergy && <Icon name="alert" size={size} className="danger" label="过敏" />}
      {Number(card.arrears) > 0 && <Icon name="yen" size={size} className="danger" label="欠费" />}
      {card.patientType === 3 && <Icon name="crown" size={size} className={s.member} label="VIP" />}
      {isBirthday(card.birthDay, date) && <Icon name="cake" size={size} className="secondary" label="今天生日" />}
    </>
  )
}
