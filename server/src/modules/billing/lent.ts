import { billStates } from '@dentin/contract/core/status'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, fenOf, select } from '../../platform/database/select.ts'
import { lent } from '../../platform/database/lent.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { AskedByCard } from '../card/index.ts'
import type { LentToFollowUp } from '../follow-up/index.ts'
import { recordsWithin, type LentToPatient } from '../patient/index.ts'
import type { Reach } from '../staff/index.ts'
import type { ChargesOfVisit } from '../visit/index.ts'

/** The patients for whom one of these items was charged within a reach. */
const charged = (tx: TenantTx, tariffIds: readonly string[], reach: Reach): RawBuilder<unknown> =>
  lent(sql`select b.patient_id from bill_item i join bill b on b.tenant_id = ${tx.tenantId} and b.id = i.bill_id
    where i.tenant_id = ${tx.tenantId} and i.tariff_id = any(${tariffIds}::uuid[]) and b.status not in ${codes(billStates, 'withoutClaim')}
      and ${recordsWithin(reach, 'b')}`)

/** The newest bills of which something is still owed to some clinics (null: every one). */
const openBills = (tx: TenantTx, patientId: string, clinicIds: readonly string[] | null): RawBuilder<unknown> =>
  lent(sql`select b.open_time, jsonb_build_object('billId', b.id, 'billNo', b.bill_no, 'receivable', b.receivable_amount::text,
      'left', b.arrears_amount::text,
      'doctorName', coalesce((select e.name from employee e where e.tenant_id = ${tx.tenantId} and e.id = b.doctor_id), '')) as bill
    from bill b
    where b.tenant_id = ${tx.tenantId} and b.patient_id = ${patientId} and b.arrears_amount > 0
      and (${clinicIds}::uuid[] is null or b.clinic_id = any(${clinicIds}::uuid[]))
    order by b.open_time desc limit 50`)

/** What it lends for lists of patients. */
export const lends: LentToPatient = { charged, openBills }

const billOf = (tx: TenantTx, registrationId: RawBuilder<unknown>, which: RawBuilder<unknown>): RawBuilder<boolean> =>
  lent(sql<boolean>`exists (select 1 from bill b where b.tenant_id = ${tx.tenantId} and b.registration_id = ${registrationId}
    and ${which})`)

/** What it lends to the reception. */
export const charges: ChargesOfVisit = {
  unsettled: (tx, id) =>
    billOf(
      tx,
      id,
      sql`(b.status in ${codes(billStates, 'draft', 'due', 'paying')} or (b.status in ${codes(billStates, 'partPaid')} and b.arrears_amount = 0))`,
    ),
  feeCharged: (tx, id) =>
    billOf(tx, id, sql`b.bill_type = 3 and b.status in ${codes(billStates, 'charged', 'partRefunded')}`),
  feeBilled: (tx, id) => billOf(tx, id, sql`b.bill_type = 3 and b.status not in ${codes(billStates, 'void')}`),
  feeKept: (tx, id) =>
    billOf(
      tx,
      id,
      sql`b.bill_type = 3 and b.status in ${codes(billStates, 'charged', 'partRefunded')} and b.paid_amount > b.refunded_amount`,
    ),
}

/** What it lends for follow-ups. */
export const forFollowUps: Partial<LentToFollowUp> = {
  charged: (tx, patientId, since, { tariffIds, patterns, except }) =>
    lent(sql<boolean>`exists (select 1 from bill b join bill_item i on i.tenant_id = ${tx.tenantId} and i.bill_id = b.id
      where b.tenant_id = ${tx.tenantId} and b.patient_id = ${patientId} and b.open_time >= ${since} and b.status not in ${codes(billStates, 'withoutClaim')}
        and (i.tariff_id = any(${tariffIds}::uuid[])
          or ((i.name || ' ' || i.category_name) like any(${patterns}::text[]) and not (i.name like any(${except}::text[])))))`),
}

const given = (tx: TenantTx, cardIds: readonly string[]) =>
  select({ amount: fenOf(sql`app.card_discounts_given(${tx.tenantId}, ${cardIds}::uuid[])`) })
const numbered = select(columns('bill', 'b', 'bill_no'))

/** What it tells member cards. */
export const forCards: AskedByCard = {
  discountsGiven: async (tx, cardIds) => {
    const { amount } = await tx.need(given(tx, cardIds).from`(select 1) one`)
    return amount
  },
  billNoOf: async (tx, billId, patientIds) =>
    (
      await tx.row(
        numbered.keptFrom`bill b where ${tx.own('b')} and b.id = ${billId} and b.patient_id = any(${patientIds}::uuid[])
          and b.status in ${codes(billStates, 'due', 'standing')} for no key update of b`,
      )
    )?.billNo,
}
