import { CardTypes } from '../../../features/card/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /vipCardList: the types of member cards that the company sells. */
export default function VipCardList() {
  return (
    <Page>
      <PageTitle />
      <CardTypes />
    </Page>
  )
}
