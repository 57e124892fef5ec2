import { Templates } from '../../../features/record/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /myTemplete: record templates and phrases. */
export default function MyTemplete() {
  return (
    <Page>
      <PageTitle />
      <Templates />
    </Page>
  )
}
