import { sql } from 'kysely'
import { cardStates } from '@dentin/contract/card'
import { codes } from '../../platform/database/codes.ts'
import { lent } from '../../platform/database/lent.ts'
import type { LentToPatient } from '../patient/index.ts'

/** What it lends for the bar of a patient: the first card's type, and what all of them hold. */
export const lends: LentToPatient = {
  memberCard: (tx, patientId) => {
    const of = (what: 'principal_amount' | 'bonus_amount') =>
      lent<string>(sql<string>`(select coalesce(sum(k.${sql.ref(what)}), 0)::numeric(14, 2) from member_card k
        where k.tenant_id = ${tx.tenantId} and k.patient_id = ${patientId} and k.status in ${codes(cardStates, 'standing')})`)
    return {
      typeName: lent(sql<string>`coalesce((select k.type_name from member_card k where k.tenant_id = ${tx.tenantId}
        and k.patient_id = ${patientId} and k.status in ${codes(cardStates, 'standing')}
        order by k.main_card_id is not null, k.principal_amount + k.bonus_amount desc, k.opened_at limit 1), '')`),
      principal: of('principal_amount'),
      bonus: of('bonus_amount'),
    }
  },
}
