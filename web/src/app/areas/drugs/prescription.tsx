import { PrescriptionList } from '../../../features/prescription/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /prescription: what is to be audited and handed out, and every prescription of the clinic (?id= one of them). */
export default function PrescriptionPage() {
  return (
    <Page>
      <PageTitle />
      <PrescriptionList printTo={(id) => `/prescription/print?id=${id}`} />
    </Page>
  )
}
