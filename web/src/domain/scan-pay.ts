import type { WireOutput } from '@dentin/contract/core/call'
import { scanPay, scanPayStates } from '@dentin/contract/scan-pay'
import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '../lib/client.ts'
import { useLive } from '../lib/live.ts'
import { useCan } from '../lib/permission.ts'
import { useCall } from '../lib/query.ts'

type GatewayName = 'wechat' | 'alipay'
export const gatewayNames: Readonly<Record<GatewayName, string>> = { wechat: '微信', alipay: '支付宝' }
export const isGateway = (code: string): code is GatewayName => code === 'wechat' || code === 'alipay'

/** A payment through a gateway that somebody asks for: by our code, or (with `authCode`) by the patient's. */
export interface Scan {
  gateway: GatewayName
  authCode?: string
}

/** The way to pay that can go by a code, of several that were chosen. */
export interface Scanned {
  /** Its place among them. */
  scanned: number
  gateway: GatewayName
  sandbox: boolean
}

/** Which of the chosen ways to pay (their codes) can go through a gateway in this clinic. */
export function useScanned(codes: readonly string[]): Scanned | null {
  const can = useCan()
  const enabled =
    can('/orderSet:charge') || can('/membercard:recharge') || can('/membercard:open') || can('/prepayments:receive')
  const offer = useCall(scanPay.offer, {}, { staleTime: 60_000, enabled }).data
  const scanned = codes.findIndex((code) => isGateway(code) && offer?.[code].offered)
  const gateway = codes[scanned]
  return gateway !== undefined && isGateway(gateway)
    ? { scanned, gateway, sandbox: offer?.[gateway].sandbox === true }
    : null
}

/** What a code is for: a bill, a card that is recharged, a patient who pays a prepayment, or one who buys a card. */
export type ScanOf = { billId: string } | { cardId: string } | { patientId: string } | { buyerId: string }
export type ScanStanding = NonNullable<WireOutput<typeof scanPay.standing>>

/** How payments through gateways stand; read again after one has begun or was stopped. */
export const scanReads = [scanPay.standing, scanPay.rechargeStanding, scanPay.saleStanding, scanPay.prepayStanding]

/** How the last payment of something stands; null: of nothing. */
export function useScanStanding(of: ScanOf | null, refetchInterval?: number) {
  useLive(['bill', 'memberCard'], scanReads)
  const options = (enabled: boolean) => ({
    keep: false,
    enabled,
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
  })
  const [billId, cardId, patientId, buyerId] = [
    of && 'billId' in of ? of.billId : null,
    of && 'cardId' in of ? of.cardId : null,
    of && 'patientId' in of ? of.patientId : null,
    of && 'buyerId' in of ? of.buyerId : null,
  ]
  const ofBill = useCall(scanPay.standing, { billId: billId ?? '' }, options(billId !== null))
  const ofCard = useCall(scanPay.rechargeStanding, { cardId: cardId ?? '' }, options(cardId !== null))
  const ofPatient = useCall(scanPay.prepayStanding, { patientId: patientId ?? '' }, options(patientId !== null))
  const ofBuyer = useCall(scanPay.saleStanding, { buyerId: buyerId ?? '' }, options(buyerId !== null))
  if (cardId !== null) return ofCard
  if (patientId !== null) return ofPatient
  return buyerId !== null ? ofBuyer : ofBill
}

/**
 * The payment by a code that a dialog has begun, or finds under way when it opens.
 * @param onPaid its money is booked
 */
export function useDialogScan(of: ScanOf | null, onPaid: (standing: ScanStanding) => void) {
  const { data } = useScanStanding(of)
  const [watched, watch] = useState<string | null>(null)
  const running = !!data && scanPayStates.is(data.status, 'running')
  if (running && watched !== data.id) watch(data.id)
  const over = data && !running && watched === data.id ? data : null
  const paid = over && scanPayStates.is(over.status, 'paid') ? over : null
  const told = useRef<string | null>(null)
  useEffect(() => {
    if (!paid || told.current === paid.id) return
    told.current = paid.id
    onPaid(paid)
  })
  return {
    /** The code is shown: nothing else is asked for meanwhile. */
    running,
    /** Why the last one ended without money; null when none did. */
    ended: over && !paid ? over.message : null,
    /** Another is asked for: what is said of the one before is gone. */
    begin: () => watch(null),
    /** The one that was asked for: it may have ended by now. */
    watch: (standing: { id: string }) => watch(standing.id),
  }
}

/** Words for a refused code of the patient, which no field of a form shows; undefined: any other refusal. */
export const codeRefusal = (error: ApiError): string | undefined =>
  error.fields.some(({ field }) => field === 'authCode') ? error.message : undefined
