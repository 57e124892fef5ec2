import { Templates } from '../../../features/record/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /medicalRecordTempSet: the clinic's and the chain's templates and phrases. */
export default function MedicalRecordTempSet() {
  return (
    <Page>
      <PageTitle />
      <Templates whose="shared" />
    </Page>
  )
}
