import { cardMovesIn, cardRefundStates } from '@dentin/contract/card'
import { slipStates } from '@dentin/contract/commission'
import type { PrintPaper } from '@dentin/contract/core/print-papers'
import { billStates } from '@dentin/contract/core/status'
import { instalmentPlanStates } from '@dentin/contract/instalment'
import { prepayReturnStates, prepayStates } from '@dentin/contract/prepay'
import { refundStates } from '@dentin/contract/refund'
import { shiftStates } from '@dentin/contract/shift'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { LATE_DAYS } from '../instalment/index.ts'

/** A paper that could be printed: what it is asked for by, and what it is called. It says no name of a patient and no sum. */
interface Recent {
  id: string
  patientId: string | null
  label: string
  at: Date
}

const MOST = 10
const paper = (said: {
  id: RawBuilder<string>
  patient?: RawBuilder<string>
  label: RawBuilder<string>
  at: RawBuilder<Date>
}) =>
  select({
    id: said.id,
    patientId: said.patient ?? sql<string | null>`null::uuid`,
    label: said.label,
    at: said.at,
  })

const ofBill = paper({
  id: sql<string>`b.id`,
  patient: sql<string>`b.patient_id`,
  label: sql<string>`b.bill_no`,
  at: sql<Date>`b.pay_time`,
})
const charged = (tx: TenantTx, clinicId: string) =>
  tx.rows(
    ofBill.from`bill b where ${tx.own('b')} and b.clinic_id = ${clinicId} and b.status in ${codes(billStates, 'received')}
      and b.pay_time is not null order by b.pay_time desc limit ${MOST}`,
  )

const ofRefund = paper({
  id: sql<string>`f.id`,
  patient: sql<string>`f.patient_id`,
  label: sql<string>`f.refund_no`,
  at: sql<Date>`f.refunded_at`,
})
const ofPlan = paper({
  id: sql<string>`p.id`,
  patient: sql<string>`p.patient_id`,
  label: sql<string>`p.plan_no`,
  at: sql<Date>`p.agreed_at`,
})
const ofPrepay = paper({
  id: sql<string>`y.id`,
  patient: sql<string>`y.patient_id`,
  label: sql<string>`y.prepay_no`,
  at: sql<Date>`y.received_at`,
})
const ofReturn = paper({
  id: sql<string>`n.id`,
  patient: sql<string>`n.patient_id`,
  label: sql<string>`n.return_no`,
  at: sql<Date>`n.paid_at`,
})
const ofCardLog = paper({
  id: sql<string>`l.id`,
  patient: sql<string>`c.patient_id`,
  label: sql<string>`l.log_no`,
  at: sql<Date>`l.created_at`,
})
const ofCardRefund = paper({
  id: sql<string>`k.id`,
  patient: sql<string>`k.patient_id`,
  label: sql<string>`k.refund_no`,
  at: sql<Date>`k.paid_at`,
})
const ofCard = paper({
  id: sql<string>`c.id`,
  patient: sql<string>`c.patient_id`,
  label: sql<string>`c.type_name || ' 尾号 ' || right(c.card_no, 4)`,
  at: sql<Date>`max(l.created_at)`,
})
const ofShift = paper({ id: sql<string>`s.id`, label: sql<string>`s.shift_no`, at: sql<Date>`s.ended_at` })
const ofUnit = paper({ id: sql<string>`u.id`, label: sql<string>`u.name`, at: sql<Date>`max(m.created_at)` })
const ofSlip = paper({ id: sql<string>`g.id`, label: sql<string>`g.slip_no`, at: sql<Date>`g.frozen_at` })

/** The newest papers of each kind in a clinic. */
export const recentPapers: Readonly<Record<PrintPaper, (tx: TenantTx, clinicId: string) => Promise<Recent[]>>> = {
  receipt: charged,
  feeList: charged,
  refundSlip: (tx, clinicId) =>
    tx.rows(
      ofRefund.from`refund f where ${tx.own('f')} and f.clinic_id = ${clinicId} and f.status in ${codes(refundStates, 'paid')}
        and f.refunded_at is not null order by f.refunded_at desc limit ${MOST}`,
    ),
  agreement: (tx, clinicId) =>
    tx.rows(
      ofPlan.from`instalment_plan p where ${tx.own('p')} and p.clinic_id = ${clinicId}
        and p.status in ${codes(instalmentPlanStates, 'holds')} order by p.agreed_at desc limit ${MOST}`,
    ),
  // What is late without an agreement: of one with an agreement its parts would have to be asked.
  letter: (tx, clinicId) =>
    tx.rows(
      ofBill.from`bill b where ${tx.own('b')} and b.clinic_id = ${clinicId} and b.status in ${codes(billStates, 'owing')}
        and b.arrears_amount > 0 and b.pay_time < ${tx.now}::timestamptz - make_interval(days => ${LATE_DAYS + 1})
        and not exists (select 1 from instalment_plan p where ${tx.own('p')} and p.bill_id = b.id
          and p.status in ${codes(instalmentPlanStates, 'holds')})
        order by b.pay_time desc limit ${MOST}`,
    ),
  prepayReceipt: (tx, clinicId) =>
    tx.rows(
      ofPrepay.from`prepay y where ${tx.own('y')} and y.open_clinic_id = ${clinicId}
        and y.status not in ${codes(prepayStates, 'undone')} order by y.received_at desc limit ${MOST}`,
    ),
  prepayReturn: (tx, clinicId) =>
    tx.rows(
      ofReturn.from`prepay_return n where ${tx.own('n')} and n.clinic_id = ${clinicId}
        and n.status in ${codes(prepayReturnStates, 'paid')} and n.paid_at is not null order by n.paid_at desc limit ${MOST}`,
    ),
  cardReceipt: (tx, clinicId) =>
    tx.rows(
      ofCardLog.from`card_log l join member_card c on ${tx.own('c')} and c.id = l.card_id
        where ${tx.own('l')} and l.moved_clinic_id = ${clinicId} and l.type = any(${cardMovesIn}::int[]) and l.reverses_id is null
          and jsonb_array_length(l.ways) > 0
          and not exists (select 1 from card_log r where ${tx.own('r')} and r.reverses_id = l.id)
        order by l.created_at desc limit ${MOST}`,
    ),
  cardRefund: (tx, clinicId) =>
    tx.rows(
      ofCardRefund.from`card_refund k where ${tx.own('k')} and k.clinic_id = ${clinicId}
        and k.status in ${codes(cardRefundStates, 'paid')} and k.paid_at is not null order by k.paid_at desc limit ${MOST}`,
    ),
  cardStatement: (tx, clinicId) =>
    tx.rows(
      ofCard.from`member_card c join card_log l on ${tx.own('l')} and l.card_id = c.id
        where ${tx.own('c')} and c.open_clinic_id = ${clinicId}
        group by c.id, c.patient_id, c.type_name, c.card_no order by max(l.created_at) desc limit ${MOST}`,
    ),
  shift: (tx, clinicId) =>
    tx.rows(
      ofShift.from`cash_shift s where ${tx.own('s')} and s.clinic_id = ${clinicId}
        and s.status not in ${codes(shiftStates, 'open')} and s.ended_at is not null order by s.ended_at desc limit ${MOST}`,
    ),
  unitStatement: (tx, clinicId) =>
    tx.rows(
      ofUnit.from`unit_claim m join pay_unit u on ${tx.own('u')} and u.id = m.pay_unit_id
        where ${tx.own('m')} and m.clinic_id = ${clinicId} group by u.id, u.name order by max(m.created_at) desc limit ${MOST}`,
    ),
  commissionSlip: (tx, clinicId) =>
    tx.rows(
      ofSlip.from`commission_slip g where ${tx.own('g')} and g.clinic_id = ${clinicId}
        and g.status not in ${codes(slipStates, 'voided')} order by g.month desc, g.slip_no limit ${MOST}`,
    ),
}
