import { waitlistStates } from '@dentin/contract/waitlist'
import { appointmentStates } from '@dentin/contract/core/status'
import { formatDateTime } from '@dentin/kit'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import { sql } from 'kysely'
import type { DeletionGuard } from '../patient/index.ts'

/** What stays of an appointment whose patient's file is gone: it was cancelled, so only its time and doctor matter. */
const NOBODY = '已删除患者'

const toCome = select(named('appointment', 'a', { at: 'starts_at' }), {
  patientId: sql<string>`a.patient_id`,
  doctor: sql<string>`coalesce(d.name, '')`,
})
const listed = select(columns('waitlist', 'w', 'patient_id'), { text: sql<string>`'在候补名单中'` })
const howMany = select({ patientId: sql<string>`a.patient_id`, text: sql<string>`'有 ' || count(*) || ' 次预约'` })

/** Booked ahead or on the waiting list: no archiving. Any appointment but a cancelled or refused one, any place on the list: no deletion. */
export const deletionGuard: DeletionGuard = {
  tables: ['appointment', 'waitlist'],
  open: async (tx, patientIds) => {
    const rows = await tx.rows(
      toCome.from`appointment a left join employee d on ${tx.own('d')} and d.id = a.doctor_id
          where ${tx.own('a')} and a.patient_id = any(${patientIds}::uuid[]) and a.ends_at > ${tx.now} and a.status in ${codes(appointmentStates, 'coming')}
          order by a.starts_at limit 500`,
    )
    const waiting = await tx.rows(
      listed.from`waitlist w
          where ${tx.own('w')} and w.patient_id = any(${patientIds}::uuid[]) and w.status in ${codes(waitlistStates, 'open')}
          group by w.patient_id`,
    )
    return [
      ...rows.map(({ patientId, at, doctor }) => ({
        patientId,
        text: `有未来预约 ${formatDateTime(at).slice(0, 16)} ${doctor}`.trim(),
      })),
      ...waiting,
    ]
  },
  kept: (tx, patientIds) =>
    tx.rows(
      howMany.from`appointment a
          where ${tx.own('a')} and a.patient_id = any(${patientIds}::uuid[]) and a.status not in ${codes(appointmentStates, 'calledOff')}
          group by a.patient_id
          union all
          select w.patient_id, '有 ' || count(*) || ' 次候补' from waitlist w
          where ${tx.own('w')} and w.patient_id = any(${patientIds}::uuid[]) group by w.patient_id`,
    ),
  letGo: async (tx, patientId) => {
    const rows = await tx.rows(
      select(columns('appointment', 'a', 'id'))
        .keptFrom`appointment a where ${tx.own('a')} and a.patient_id = ${patientId} order by a.id for no key update`,
    )
    for (const { id } of rows)
      await tx.update('appointment', { id }, { patient_id: null, temp_name: NOBODY, temp_mobile: null })
  },
}
