import { billStates } from '@dentin/contract/core/status'
import { addDays, dayRange, fenToYuan, minutesOfDay, today, yuanToFen, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { isTimeFor, momentForPatients, tellPatient, type TimedScene } from '../sms/index.ts'

/** Days after which a patient is reminded of what is still owed, and for how long a day that was missed is made up for. */
const OWED_DAYS = 7
const MISSED_DAYS = 3

interface Told {
  id: string
  clinicId: string
  patientId: string
}

interface Words {
  title: string | null
  count: number
  doctorName: string | null
  treatType: number | null
}

/** Columns of `Words` and where they stand; the bill is b. */
const words = (
  tx: TenantTx,
) => sql`(select i.name from bill_item i where i.tenant_id = ${tx.tenantId} and i.bill_id = b.id order by i.line_no limit 1) as title,
  (select count(*)::int from bill_item i where i.tenant_id = ${tx.tenantId} and i.bill_id = b.id) as count,
  e.name as "doctorName", r.treat_type as "treatType"
  from bill b
  left join employee e on e.tenant_id = ${tx.tenantId} and e.id = b.doctor_id
  left join registration r on r.tenant_id = ${tx.tenantId} and r.id = b.registration_id`

/** What a message about a bill says besides its amounts. */
function said({ title, count, doctorName, treatType }: Words) {
  const 项目 = title ? (count > 1 ? `${title}等${count}项` : title) : '就诊'
  return { values: { 项目, 医生: doctorName ?? '' }, treatType }
}

async function wordsOf(tx: TenantTx, billId: string) {
  return said(
    await tx.need<Words>(keptSql`select ${words(tx)} where b.tenant_id = ${tx.tenantId} and b.id = ${billId}`),
  )
}

/** Tells the patient by SMS of money that went one way or the other, if the clinic wants it; of none nothing. */
async function tellMoney(
  { tx, services }: ClinicContext,
  bill: Told,
  { scene, amount, owed, step }: { scene: 'bill.paid' | 'bill.refunded'; amount: Fen; owed?: Fen; step: string },
): Promise<void> {
  if (amount <= 0) return
  const { values, treatType } = await wordsOf(tx, bill.id)
  const money = { 金额: fenToYuan(amount), ...(owed === undefined ? {} : { 欠费: fenToYuan(owed) }) }
  await tellPatient(tx, services, {
    scene,
    clinicId: bill.clinicId,
    patientId: bill.patientId,
    key: `${bill.id}:${step}`,
    values: { ...values, 时间: momentForPatients(tx.now), ...money },
    treatType,
  })
}

/** What was paid and what is still owed of it. `step`: which payment it was. */
export const tellPaid = (
  context: ClinicContext,
  bill: Told,
  { paid, owed, step }: { paid: Fen; owed: Fen; step: string },
) => tellMoney(context, bill, { scene: 'bill.paid', amount: paid, owed, step })

/** What was given back. */
export const tellGivenBack = (context: ClinicContext, bill: Told, given: { amount: Fen; step: string }) =>
  tellMoney(context, bill, { scene: 'bill.refunded', ...given })

/** Bills that have been owed for a week: once each, however long they stay owed. */
export const arrears: TimedScene = {
  scene: 'bill.arrears',
  async due(tx, clinicId, { now, sendMin }) {
    if (sendMin === null || !isTimeFor(sendMin, minutesOfDay(now))) return []
    const last = addDays(today(now), -OWED_DAYS)
    const rows = await tx.rows<Words & { id: string; patientId: string; owed: string; payTime: Date }>(
      sql`select b.id, b.patient_id as "patientId", b.arrears_amount::text as owed, b.pay_time as "payTime", ${words(tx)}
          where b.tenant_id = ${tx.tenantId} and b.clinic_id = ${clinicId} and b.status in ${codes(billStates, 'partPaid')}
            and b.pay_time >= ${dayRange(addDays(last, -MISSED_DAYS)).from} and b.pay_time < ${dayRange(last).to}
            and not exists (select 1 from sms_outbox o where o.tenant_id = ${tx.tenantId} and o.biz_key = 'bill.arrears:' || b.id)
          order by b.pay_time, b.id limit 500`,
    )
    return rows.map((row) => {
      const { values, treatType } = said(row)
      const more = { 时间: momentForPatients(row.payTime), 欠费: fenToYuan(yuanToFen(row.owed)) }
      return { clinicId, patientId: row.patientId, key: row.id, values: { ...values, ...more }, treatType }
    })
  },
}
