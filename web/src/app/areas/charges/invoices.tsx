import { InvoicesPage } from '../../../features/invoice/index.ts'
import { patientTo } from '../../parts/patient-links.ts'

/** /invoices: the clinic's electronic invoices. */
export default function Invoices() {
  return <InvoicesPage fileTo={(patientId) => patientTo(patientId, 'bills')} />
}
