import { useState } from 'react'
import { PatientBills } from '../../../features/billing/index.ts'
import { InvoiceDialog } from '../../../features/invoice/index.ts'

/** A patient's bills in the file, and the invoice of one. */
export default function PatientBillsTab({ patientId }: { patientId: string }) {
  const [invoicing, setInvoicing] = useState<string | null>(null)
  return (
    <>
      <PatientBills patientId={patientId} onInvoice={setInvoicing} />
      {invoicing && <InvoiceDialog of="bill" id={invoicing} onClose={() => setInvoicing(null)} />}
    </>
  )
}
