import { EmptyState, Page, PageTitle } from '../../ui/index.ts'

/** The message centre of the phone. */
export default function MessagesPage() {
  return (
    <Page padded>
      <PageTitle title="消息" />
      <EmptyState layout="stack" icon="bell" title="暂无消息" />
    </Page>
  )
}
