import { scanPurposes } from '@dentin/contract/scan-pay'
import type { Fen } from '@dentin/kit'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { chargeBill, repayArrears, stopPaying, type ToCharge } from '../../billing/index.ts'
import { openCard, recharge } from '../../card/index.ts'
import type { Through } from '../../ledger/index.ts'
import { receive } from '../../prepay/index.ts'
import type { ScanRow } from './books.ts'

/** What is kept of a charge until the money is there. */
export interface KeptCharge extends Omit<ToCharge, 'version'> {
  scanned: number
}
/** What is kept of a repayment until the money is there: of whom and for what the row says. */
export interface KeptRepayment {
  payments: ToCharge['payments']
}
/** What is kept of a recharge: the card, the sum and the way to pay the row says. */
export interface KeptRecharge {
  remark: string
  salesId: string | null
}
/** What is kept of a card that is sold: who buys it, the sum that is paid and the way to pay the row says. */
export interface KeptSale {
  typeId: string
  cardNo: string
  /** Recharged with it. */
  amount: Fen
  remark: string
  salesId: string | null
}
/** What is kept of a prepayment: who pays it, the sum and the way to pay the row says. */
export interface KeptPrepay {
  purpose: string
  refundable: boolean
  remark: string
}
export type Kept = KeptCharge | KeptRepayment | KeptRecharge | KeptSale | KeptPrepay

/** The number that a gateway has given a payment, and where its money has lain since. */
export interface Came {
  tradeNo: string
  through: Through
}

/** What a payment is for, as the words that go on from it need it. */
export const nameOf = (scan: Pick<ScanRow, 'billNo' | 'cardNo' | 'purpose'>): string =>
  scan.billNo
    ? `账单 ${scan.billNo} `
    : scan.cardNo
      ? `会员卡 ${scan.cardNo} 充值`
      : scan.purpose === scanPurposes.cardSale
        ? '开卡'
        : '预交金'

/**
 * Books what was typed when the code was shown, with the money that came for it.
 * @returns what the desk should know besides; '' when all is said
 * @throws when it can't be booked any more
 */
export async function settleScan(desk: ClinicContext, scan: ScanRow, came: Came): Promise<string> {
  const { billId, payerId: patientId } = scan
  if (billId === null) return storeMoney(desk, scan, scan.amount, came)
  if (scan.purpose === scanPurposes.arrears) {
    const payments = (scan.charge as unknown as KeptRepayment).payments.map((each) => ({ ...each, ...came }))
    await repayArrears(desk, { patientId, billIds: [billId], payments })
  } else {
    const { scanned, ...kept } = scan.charge as unknown as KeptCharge
    const payments = kept.payments.map((each, n) => (n === scanned ? { ...each, ...came } : each))
    await chargeBill(desk, { ...kept, payments, version: null }, 'settle')
  }
  return ''
}

/** Puts money where the patient keeps it: on a card that is recharged or new, or into a prepayment. As `settleScan` otherwise. */
export async function storeMoney(desk: ClinicContext, scan: ScanRow, amount: Fen, came: Came): Promise<string> {
  const { tx } = desk
  const ways = [{ payMethodId: scan.payMethodId, amount, ...came }]
  if (scan.cardId !== null) {
    const kept = scan.charge as unknown as KeptRecharge
    return onCard(tx, scan, await recharge(desk, { ...kept, id: scan.cardId, amount, ways }))
  }
  if (scan.purpose === scanPurposes.cardSale) {
    const kept = scan.charge as unknown as KeptSale
    return onCard(tx, scan, await openCard(desk, { ...kept, patientId: scan.payerId, ways }))
  }
  const kept = scan.charge as unknown as KeptPrepay
  const { id } = await receive(desk, { ...kept, patientId: scan.payerId, amount, ways })
  await tx.update('scan_payment', { id: scan.id }, { prepay_id: id })
  return ''
}

/** Keeps which movement of a card the money has become. @returns what the desk should know besides */
async function onCard(
  tx: TenantTx,
  scan: ScanRow,
  { logId, giftMissed }: { logId: string; giftMissed: string },
): Promise<string> {
  await tx.update('scan_payment', { id: scan.id }, { card_log_id: logId })
  return giftMissed && `充值赠券没有发：${giftMissed}`
}

/** No money came, or none that fits: a bill that waited for it waits at the desk again. */
export async function letGo(tx: TenantTx, scan: Pick<ScanRow, 'billId'>, reason: string): Promise<void> {
  if (scan.billId !== null) await stopPaying(tx, scan.billId, reason)
}
