import { Dictionaries } from '../../../features/setting/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /baseDictSet: the words that are chosen from. */
export default function BaseDictSet() {
  return (
    <Page>
      <PageTitle />
      <Dictionaries />
    </Page>
  )
}
