import { fenToYuan, subtract, today, uuidv7, ZERO, type Fen } from '@dentin/kit'
import { scanPayStates, scanPurposes } from '@dentin/contract/scan-pay'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { amounts, columns, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { systemActor, type ClinicId, type EmployeeId } from '../../../platform/database/ids.ts'
import { holdersIn } from '../../staff/index.ts'
import { post, type Posting } from '../../ledger/index.ts'
import { notify } from '../../messaging/index.ts'
import { GATEWAY_NAMES, type GatewayName } from '../gateways/gateway.ts'

const scanList = select(
  columns(
    'scan_payment',
    's',
    'id',
    'clinic_id',
    'bill_id',
    'card_id',
    'patient_id',
    'prepay_id',
    'card_log_id',
    'gateway',
    'way',
    'purpose',
    'pay_method_id',
    'charge',
    'status',
    'message',
    'cashier_id',
    'cashier_name',
    'version',
  ),
  amounts('scan_payment', 's', 'amount'),
  {
    billNo: sql<string | null>`b.bill_no`,
    billStatus: sql<number | null>`b.status`,
    cardNo: sql<string | null>`c.card_no`,
    /** The card that the money has moved: recharged, or new. */
    movedCardId: sql<string | null>`m.id`,
    movedCardNo: sql<string | null>`m.card_no`,
    prepayNo: sql<string | null>`q.prepay_no`,
    /** Whose bill or card it is; of a prepayment and of a new card who pays it. */
    payerId: sql<string>`coalesce(b.patient_id, c.patient_id, s.patient_id)`,
  },
)
/** A payment of a patient through a gateway. */
export type ScanRow = RowIn<typeof scanList>

const scanWith = (tx: TenantTx, rest: RawBuilder<unknown>) => sql`scan_payment s
    left join bill b on ${tx.own('b')} and b.id = s.bill_id
    left join member_card c on ${tx.own('c')} and c.id = s.card_id
    left join prepay q on ${tx.own('q')} and q.id = s.prepay_id
    left join card_log l on ${tx.own('l')} and l.id = s.card_log_id
    left join member_card m on ${tx.own('m')} and m.id = l.card_id
    where ${tx.own('s')} and ${rest}`

export async function scanById(tx: TenantTx, id: string): Promise<ScanRow> {
  return tx.need(scanList.keptFrom`${scanWith(tx, sql`s.id = ${id}`)}`)
}

/** The same, locked until the transaction ends. */
export async function lockScan(tx: TenantTx, id: string): Promise<ScanRow> {
  return tx.need(scanList.keptFrom`${scanWith(tx, sql`s.id = ${id} for no key update of s`)}`)
}

/** What a payment through a gateway is of: a bill, a card that is recharged, a patient who pays a prepayment, or one who buys a card. */
export type ScanOf = { billId: string } | { cardId: string } | { patientId: string } | { buyerId: string }
const ofWhat = (of: ScanOf): RawBuilder<boolean> =>
  'billId' in of
    ? sql<boolean>`s.bill_id = ${of.billId}`
    : 'cardId' in of
      ? sql<boolean>`s.card_id = ${of.cardId}`
      : 'patientId' in of
        ? sql<boolean>`s.patient_id = ${of.patientId} and s.purpose = ${scanPurposes.prepay}`
        : sql<boolean>`s.patient_id = ${of.buyerId} and s.purpose = ${scanPurposes.cardSale}`

/** The last payment through a gateway that was begun for something; one under way before all others. */
export async function lastScanOf(tx: TenantTx, of: ScanOf): Promise<ScanRow | undefined> {
  return tx.row(
    scanList.keptFrom`${scanWith(
      tx,
      sql`${ofWhat(of)} order by s.status in ${codes(scanPayStates, 'running')} desc, s.created_at desc, s.id desc limit 1`,
    )}`,
  )
}

export async function endScan(
  tx: TenantTx,
  id: string,
  status: 'paid' | 'ended' | 'strayed',
  message: string,
): Promise<void> {
  await tx.update('scan_payment', { id }, { status: scanPayStates.code[status], message: message.slice(0, 200) })
}

/** Those who look at what a payment is of hear of it, and those who look at what went wrong. */
export function tellScreens(tx: TenantTx, scan: Pick<ScanRow, 'billId' | 'cardId'>): void {
  tx.publish('bill', scan.billId)
  if (scan.cardId) tx.publish('memberCard', scan.cardId)
}

/** Who a movement is of: the cashier at the desk, or the gateway by itself, which has no till. */
export type Mover = { id: string | null; name: string }
export const byGateway = (name: GatewayName): Mover => ({ id: null, name: GATEWAY_NAMES[name] })

/** A movement at a gateway in the ledger: money came in or went back by a way to pay, and lies on an account since. */
export async function book(
  tx: TenantTx,
  moved: {
    kind: 'gatewayIn' | 'gatewayOut'
    clinicId: string
    id: string
    no: string
    payMethodId: string
    amount: Fen
    against: 'clearing' | 'suspense'
    mover: Mover
  },
): Promise<void> {
  const { kind, payMethodId, amount, against } = moved
  const signed = kind === 'gatewayIn' ? amount : subtract(ZERO, amount)
  const postings: Posting[] = [
    { account: 'cash', payMethodId, amount: signed },
    { account: against, payMethodId, amount: subtract(ZERO, signed) },
  ]
  await post(tx, {
    kind,
    clinicId: moved.clinicId,
    document: { kind: 'gateway', id: moved.id, no: moved.no },
    actor: moved.mover,
    postings,
  })
}

/** What a person did about money without a place, in the ledger. */
export async function bookException(
  tx: TenantTx,
  exception: { id: string; exceptionNo: string; clinicId: string },
  mover: Mover,
  postings: readonly Posting[],
): Promise<void> {
  await post(tx, {
    kind: 'exception',
    clinicId: exception.clinicId,
    document: { kind: 'exception', id: exception.id, no: exception.exceptionNo },
    actor: mover,
    postings,
  })
}

export interface NewException {
  type: 1 | 2 | 3 | 4
  clinicId: string
  gateway: GatewayName
  billId: string | null
  tradeId: string | null
  scanPaymentId?: string | null
  refundId?: string | null
  gatewayRefundId?: string | null
  gatewayTradeNo?: string
  payMethodId: string
  amount: Fen
  expected?: Fen | null
  reason: string
}

/** Puts something on the list of exceptions and tells those who deal with it. @returns its id and number */
export async function raise(tx: TenantTx, found: NewException): Promise<{ id: string; exceptionNo: string }> {
  const id = uuidv7()
  const row = await tx.insert('pay_exception', {
    id,
    clinic_id: found.clinicId,
    exception_no: await tx.nextNumber('YC', found.clinicId, today(tx.now)),
    type: found.type,
    gateway: found.gateway,
    bill_id: found.billId,
    trade_id: found.tradeId,
    scan_payment_id: found.scanPaymentId ?? null,
    refund_id: found.refundId ?? null,
    gateway_refund_id: found.gatewayRefundId ?? null,
    gateway_trade_no: found.gatewayTradeNo ?? '',
    pay_method_id: found.payMethodId,
    amount: fenToYuan(found.amount),
    expected_amount: found.expected == null ? null : fenToYuan(found.expected),
    reason: found.reason.slice(0, 200),
    found_at: tx.now,
    created_at: tx.now,
    updated_at: tx.now,
  })
  const dealers = await holdersIn(tx, found.clinicId, '/orderSet:exceptions')
  await notify(tx, {
    clinicId: found.clinicId,
    employeeIds: dealers.map((each) => each.id),
    category: 'bill',
    title: `支付异常 ${row.exception_no} 待处理`,
    body: found.reason.slice(0, 200),
    link: '/orderSet?tab=exception',
    key: `pay-exception:${id}`,
  })
  tx.publish('bill', found.billId)
  return { id, exceptionNo: row.exception_no }
}

/**
 * The desk at which somebody began something, for what the gateway finishes later: as they could do it then. What they may
 * was asked when it began.
 */
export function asBegun(
  tx: TenantTx,
  services: Services,
  of: { clinicId: string; employeeId: string; name: string },
): ClinicContext {
  return {
    tx,
    services,
    now: tx.now,
    ip: '',
    isLocal: false,
    userAgent: '',
    requestId: '',
    setCookie: () => {},
    making: { isWaitedFor: true, mostRows: 0, sized: () => {} },
    accountId: '',
    sessionId: '',
    tenantId: tx.tenantId,
    clinicId: of.clinicId as ClinicId,
    employeeId: of.employeeId as EmployeeId,
    actorName: of.name,
    can: () => true,
    scopeOf: () => 5,
    clinicsOf: () => null,
  }
}

/** Who writes the audit rows of what a gateway finishes. */
export const gatewayActor = (name: GatewayName) => ({ ...systemActor, name: GATEWAY_NAMES[name] })
