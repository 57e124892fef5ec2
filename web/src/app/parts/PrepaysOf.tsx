import { useState } from 'react'
import { InvoiceDialog } from '../../features/invoice/index.ts'
import { PatientPrepays } from '../../features/prepay/index.ts'
import { PatientPicker } from '../../features/patient/index.ts'
import type { RenderPicker } from '../../features/prepay/index.ts'
import { useCan } from '../../lib/permission.ts'
import { payingTo } from './patient-links.ts'

/** The field in which a patient is chosen for a prepayment. */
export const pickPatient: RenderPicker = (value, onPick) => <PatientPicker value={value} onChange={onPick} />

/** A patient's prepayments in the file. */
export function PrepaysOf({ patientId }: { patientId: string }) {
  const can = useCan()
  const [invoiced, setInvoiced] = useState<string | null>(null)
  return (
    <>
      <PatientPrepays
        patientId={patientId}
        billTo={(billId) => payingTo(patientId, billId)}
        onInvoice={can('/invoices:issue') ? setInvoiced : undefined}
        renderPicker={pickPatient}
      />
      {invoiced && <InvoiceDialog of="prepay" id={invoiced} onClose={() => setInvoiced(null)} />}
    </>
  )
}
