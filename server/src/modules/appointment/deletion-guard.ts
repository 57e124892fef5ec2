import { waitlistStates } from '@dentin/contract/waitlist'
import { appointmentStates } from '@dentin/contract/core/status'
import { formatDateTime } from '@dentin/kit'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { sql } from 'kysely'
import type { DeletionGuard, Hindrance } from '../patient/index.ts'

/** What stays of an appointment whose patient's file is gone: it was cancelled, so only its time and doctor matter. */
const NOBODY = '已删除患者'

/** Booked ahead or on the waiting list: no archiving. Any appointment but a cancelled or refused one, any place on the list: no deletion. */
export const deletionGuard: DeletionGuard = {
  tables: ['appointment', 'waitlist'],
  open: async (tx, patientIds) => {
    const rows = await tx.rows<{ patientId: string; at: Date; doctor: string }>(
      sql`select a.patient_id as "patientId", a.starts_at as at, coalesce(d.name, '') as doctor
          from appointment a left join employee d on d.tenant_id = ${tx.tenantId} and d.id = a.doctor_id
          where a.tenant_id = ${tx.tenantId} and a.patient_id = any(${patientIds}::uuid[]) and a.ends_at > ${tx.now} and a.status in ${codes(appointmentStates, 'coming')}
          order by a.starts_at limit 500`,
    )
    const waiting = await tx.rows<Hindrance>(
      sql`select w.patient_id as "patientId", '在候补名单中' as text from waitlist w
          where w.tenant_id = ${tx.tenantId} and w.patient_id = any(${patientIds}::uuid[]) and w.status in ${codes(waitlistStates, 'open')}
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
    tx.rows<Hindrance>(
      sql`select a.patient_id as "patientId", '有 ' || count(*) || ' 次预约' as text from appointment a
          where a.tenant_id = ${tx.tenantId} and a.patient_id = any(${patientIds}::uuid[]) and a.status not in ${codes(appointmentStates, 'calledOff')}
          group by a.patient_id
          union all
          select w.patient_id, '有 ' || count(*) || ' 次候补' from waitlist w
          where w.tenant_id = ${tx.tenantId} and w.patient_id = any(${patientIds}::uuid[]) group by w.patient_id`,
    ),
  letGo: async (tx, patientId) => {
    const rows = await tx.rows<{ id: string }>(
      keptSql`select a.id from appointment a where a.tenant_id = ${tx.tenantId} and a.patient_id = ${patientId} order by a.id for no key update`,
    )
    for (const { id } of rows)
      await tx.update('appointment', { id }, { patient_id: null, temp_name: NOBODY, temp_mobile: null })
  },
}
