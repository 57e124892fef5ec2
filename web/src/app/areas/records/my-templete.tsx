import { Templates } from '../../../features/record/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /myTemplete: the own templates and phrases, and those at hand. */
export default function MyTemplete() {
  return (
    <Page>
      <PageTitle />
      <Templates whose="own" />
    </Page>
  )
}
