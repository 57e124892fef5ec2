import type { ReactNode } from 'react'
import { isBirthday } from '../../domain/person.ts'
import { Icon } from '../../ui/index.ts'
import s from './reporting.module.css'

/** What to know of somebody at a glance: allergy, debt, VIP, birthday. */
export function marksOf(
  card: { hasAllergy: boolean; arrears: string | null; patientType: number | null; birthDay: string | null },
  date: string,
): ReactNode[] {
  return [
    card.hasAllergy && <Icon key="allergy" name="alert" size={14} className="danger" label="过敏" />,
    Number(card.arrears) > 0 && <Icon key="debt" name="yen" size={14} className="danger" label="欠费" />,
    card.patientType === 3 && <Icon key="vip" name="crown" size={14} className={s.member} label="VIP" />,
    isBirthday(card.birthDay, date) && (
      <Icon key="birthday" name="cake" size={14} className="secondary" label="今天生日" />
    ),
  ].filter(Boolean)
}
