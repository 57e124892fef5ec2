import { FileRequests as Requests } from '../../../features/patient/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /fileRequests: files that branches ask of one another. */
export default function FileRequests() {
  return (
    <Page>
      <PageTitle />
      <Requests />
    </Page>
  )
}
