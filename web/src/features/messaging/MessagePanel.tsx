import { useState } from 'react'
import { EmptyState, ErrorLine, ScrollRegion, SkeletonRows, TextButton } from '../../ui/index.ts'
import { useMarkRead, useMessages, useMessageStatus, useReadAll } from './hooks.ts'
import { CategoryTabs, type Tab } from './CategoryTabs.tsx'
import { MessageRow } from './MessageRow.tsx'
import { unreadIn, type Message } from './model.ts'
import s from './messaging.module.css'

/** What the bell opens: the newest messages by category, read all, the way to all of them. */
export function MessagePanel({
  employeeId,
  onGo,
}: {
  employeeId: string | null
  /** Leaves for a path of the app; the panel closes. */
  onGo: (path: string) => void
}) {
  const [tab, setTab] = useState<Tab>('all')
  const category = tab === 'all' ? null : tab
  const status = useMessageStatus(employeeId).data
  const messages = useMessages({ category })
  const markRead = useMarkRead()
  const newest = messages.data?.list[0]
  const all = useReadAll(category, newest)
  const unread = unreadIn(status, category)
  const open = (message: Message) => {
    if (!message.read) markRead.mutate({ ids: [message.id] })
    onGo(message.link ?? `/messages?open=${message.id}`)
  }
  return (
    <div className={s.panel}>
      <CategoryTabs value={tab} onChange={setTab} status={status} />
      <ScrollRegion label="消息" className={s.panelList}>
        {messages.data ? (
          messages.data.list.length > 0 ? (
            messages.data.list.map((message) => (
              <MessageRow key={message.id} message={message} onOpen={() => open(message)} />
            ))
          ) : (
            <EmptyState layout="stack" icon="bell" title="暂无消息" />
          )
        ) : messages.error ? (
          <ErrorLine onRetry={() => void messages.refetch()}>消息没有读到：{messages.error.message}</ErrorLine>
        ) : (
          <div className={s.bones}>
            <SkeletonRows rows={4} double />
          </div>
        )}
      </ScrollRegion>
      <div className={s.panelFoot}>
        <TextButton icon="check" disabled={unread === 0 || !newest || all.pending} onClick={all.readAll}>
          全部已读
        </TextButton>
        <TextButton onClick={() => onGo('/messages')}>查看全部</TextButton>
      </div>
    </div>
  )
}
