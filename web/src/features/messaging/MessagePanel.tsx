import { messageCategories, type MessageCategory } from '@dentin/contract/messaging'
import { useState } from 'react'
import { EmptyState, ErrorLine, ScrollRegion, SkeletonRows, Tabs, TextButton, toast } from '../../ui/index.ts'
import { useMarkAllRead, useMarkRead, useMessages, useMessageStatus } from './hooks.ts'
import { MessageRow } from './MessageRow.tsx'
import { categoryKeys, type Message } from './model.ts'
import s from './messaging.module.css'

type Tab = 'all' | MessageCategory

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
  const markAll = useMarkAllRead()
  const newest = messages.data?.list[0]
  const unread = status?.categories.some((each) => each.unread > 0 && (tab === 'all' || each.category === tab))
  const open = (message: Message) => {
    if (!message.read) markRead.mutate({ ids: [message.id] })
    onGo(message.link ?? `/messages?open=${message.id}`)
  }
  const readAll = () => {
    if (!newest) return
    markAll.mutate(
      { category, until: newest.createdAt },
      { onError: (error) => toast.error(error.message), onSuccess: () => toast.success('已全部标为已读') },
    )
  }
  return (
    <div className={s.panel}>
      <Tabs
        label="消息类别"
        value={tab}
        onChange={setTab}
        items={[
          { key: 'all' as Tab, label: '全部' },
          ...categoryKeys.map((key) => ({
            key: key as Tab,
            label: messageCategories[key],
            count: status?.categories.find((each) => each.category === key)?.unread || undefined,
          })),
        ]}
      />
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
        <TextButton icon="check" disabled={!unread || !newest || markAll.isPending} onClick={readAll}>
          全部已读
        </TextButton>
        <TextButton onClick={() => onGo('/messages')}>查看全部</TextButton>
      </div>
    </div>
  )
}
