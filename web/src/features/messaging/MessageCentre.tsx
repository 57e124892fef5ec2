import { messageCategories, type MessageCategory } from '@dentin/contract/messaging'
import { useNavigate } from 'react-router'
import {
  Button,
  Checkbox,
  EmptyState,
  ErrorLine,
  Page,
  PageTitle,
  SkeletonRows,
  toast,
  urlEnum,
  urlFlag,
  urlOptional,
  useUrlState,
  Popover,
} from '../../ui/index.ts'
import { pageCodecs, Pager } from '../../ui/heavy.ts'
import { useMarkRead, useMessages, useMessageStatus, useReadAll, useMuteCategories } from './hooks.ts'
import { CategoryTabs, type Tab } from './CategoryTabs.tsx'
import { MessageRow } from './MessageRow.tsx'
import { categoryKeys, unreadIn, type Message } from './model.ts'
import s from './messaging.module.css'

const codecs = {
  category: urlEnum<Tab>(['all', ...categoryKeys], 'all'),
  unread: urlFlag,
  ...pageCodecs,
  open: urlOptional,
}

/** Every message of the person: by category, unread ones only, page by page. */
export function MessageCentre({ employeeId }: { employeeId: string | null }) {
  const [url, setUrl] = useUrlState(codecs)
  const navigate = useNavigate()
  const category = url.category === 'all' ? null : url.category
  const status = useMessageStatus(employeeId).data
  const messages = useMessages({ category, unreadOnly: url.unread, pageNum: url.page, pageSize: url.size })
  const markRead = useMarkRead()
  const unread = unreadIn(status, category)
  const list = messages.data?.list
  const newest = list?.[0]
  // On the first page stands the newest of all; the button is there only.
  const all = useReadAll(category, newest)

  const open = (message: Message) => {
    if (!message.read) markRead.mutate({ ids: [message.id] })
    if (message.link) void navigate(message.link)
    else setUrl({ open: url.open === message.id ? null : message.id })
  }
  return (
    <Page scroll>
      <PageTitle sub={unread > 0 ? `${unread} 条未读` : undefined} />
      <CategoryTabs
        inset="gutter"
        value={url.category}
        onChange={(next) => setUrl({ category: next, page: 1, open: null })}
        status={status}
      />
      <div className={s.tools}>
        <Checkbox
          checked={url.unread}
          onChange={(event) => setUrl({ unread: event.target.checked, page: 1, open: null })}
        >
          只看未读
        </Checkbox>
        <div className={s.toolsEnd}>
          <Mute categories={status?.categories ?? []} />
          {url.page === 1 && (
            <Button size="sm" icon="check" disabled={unread === 0 || !newest} busy={all.pending} onClick={all.readAll}>
              全部已读
            </Button>
          )}
        </div>
      </div>
      {list ? (
        list.length > 0 ? (
          <>
            <div className={s.list} aria-busy={messages.isFetching}>
              {list.map((message) => (
                <MessageRow
                  key={message.id}
                  message={message}
                  open={url.open === message.id}
                  onOpen={() => open(message)}
                />
              ))}
            </div>
            <Pager
              page={url.page}
              pageSize={url.size}
              total={messages.data?.total}
              onChange={(page, size) => setUrl({ page, size, open: null })}
            />
          </>
        ) : (
          <div className={s.empty}>
            <EmptyState
              layout="stack"
              icon="bell"
              title="暂无消息"
              hint={url.unread ? '没有未读的消息，取消「只看未读」可看到全部。' : undefined}
            />
          </div>
        )
      ) : messages.error ? (
        <div className={s.empty}>
          <ErrorLine onRetry={() => void messages.refetch()}>消息没有读到：{messages.error.message}</ErrorLine>
        </div>
      ) : (
        <div className={s.bones}>
          <SkeletonRows rows={8} double />
        </div>
      )}
    </Page>
  )
}

/** With which categories the bell stays silent; their messages still come. */
function Mute({ categories }: { categories: readonly { category: MessageCategory; muted: boolean }[] }) {
  const mute = useMuteCategories()
  const muted = categories.filter((each) => each.muted).map((each) => each.category)
  const change = (category: MessageCategory, off: boolean) =>
    mute.mutate(
      { categories: off ? [...muted, category] : muted.filter((each) => each !== category) },
      { onError: (error) => toast.error(error.message) },
    )
  return (
    <Popover
      align="end"
      title="免打扰"
      content={
        <div className={s.mute}>
          <p className="t-12 tertiary">勾选的类别照常收到，但不计入铃铛上的未读数。</p>
          {categories.map(({ category, muted: off }) => (
            <Checkbox
              key={category}
              checked={off}
              disabled={mute.isPending}
              onChange={(event) => change(category, event.target.checked)}
            >
              {messageCategories[category]}
            </Checkbox>
          ))}
        </div>
      }
    >
      <Button size="sm" icon="ban">
        免打扰{muted.length > 0 ? ` ${muted.length}` : ''}
      </Button>
    </Popover>
  )
}
