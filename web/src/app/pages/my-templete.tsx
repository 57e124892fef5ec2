import { Templates } from '../../features/record/index.ts'
import { Page, PageTitle } from '../../ui/index.ts'

/** /myTemplete: record templates and phrases. */
export default function MyTemplete() {
  return (
    <Page>
      <PageTitle title="病历模板" crumbs={[{ label: '病历', to: '/patientMedicalRecord' }]} />
      <Templates />
    </Page>
  )
}
