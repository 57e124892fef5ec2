import { Sources } from '../../../features/setting/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /basePatientSourceSet: where patients come from. */
export default function BasePatientSourceSet() {
  return (
    <Page>
      <PageTitle />
      <Sources />
    </Page>
  )
}
