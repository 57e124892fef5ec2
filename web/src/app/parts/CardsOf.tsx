import type { PatientChoice } from '@dentin/contract/patient'
import { useState } from 'react'
import { MemberCards } from '../../features/card/index.ts'
import { PatientCoupons } from '../../features/coupon/index.ts'
import { InvoiceDialog } from '../../features/invoice/index.ts'
import { PatientPicker } from '../../features/patient/index.ts'
import { useCan } from '../../lib/permission.ts'
import { membersTo, payingTo } from './patient-links.ts'

/** A patient's member cards and coupons, on the page of members and in the file. */
export function CardsOf({ patientId }: { patientId: string }) {
  const can = useCan()
  const [invoiced, setInvoiced] = useState<string | null>(null)
  const billTo = (billId: string) => payingTo(patientId, billId)
  return (
    <>
      <MemberCards
        patientId={patientId}
        billTo={billTo}
        cardsTo={membersTo}
        onInvoice={can('/invoices:issue') ? setInvoiced : undefined}
        renderPicker={(_value, onPick) => <Relative onPick={onPick} />}
      />
      {can('/coupons:view') && <PatientCoupons patientId={patientId} billTo={billTo} />}
      {invoiced && <InvoiceDialog of="recharge" id={invoiced} onClose={() => setInvoiced(null)} />}
    </>
  )
}

/** A field in which somebody chooses a patient. */
export function Relative({ onPick }: { onPick: (patientId: string | null) => void }) {
  const [chosen, choose] = useState<PatientChoice | null>(null)
  return (
    <PatientPicker
      value={chosen}
      onChange={(patient) => {
        choose(patient)
        onPick(patient?.id ?? null)
      }}
    />
  )
}
