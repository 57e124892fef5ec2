import { signInCalls } from '../../../features/identity/index.ts'
import { useCall } from '../../../lib/query.ts'
import { Button, EmptyState, ErrorLine, Logo, Notice, SkeletonRows } from '../../../ui/index.ts'
import { useScreen } from '../../use-screen.ts'
import s from './sms-outbox.module.css'

/** What would have gone to phones: only where no provider of short messages is configured. */
export default function SmsOutboxPage() {
  const outbox = useCall(signInCalls.smsOutbox, {}, { staleTime: 0, refetchInterval: 3000 })
  const messages = outbox.data
  return (
    <main className={s.page}>
      <header className={s.head}>
        <Logo />
        <Button icon="refresh" onClick={() => void outbox.refetch()}>
          刷新
        </Button>
      </header>
      <h1 className="t-22">{useScreen()?.title}</h1>
      <Notice tone="wait" icon="info">
        演示环境没有接入短信通道，发给手机的验证码留在这里，没有真的发出。
      </Notice>
      {outbox.error && !messages && <ErrorLine onRetry={() => void outbox.refetch()}>{outbox.error.message}</ErrorLine>}
      {!messages && !outbox.error && <SkeletonRows rows={5} />}
      {messages?.length === 0 && <EmptyState icon="message" title="还没有短信" hint="获取验证码后，短信会出现在这里" />}
      <ul className={s.list}>
        {messages?.map((message) => (
          <li key={message.id}>
            <div className={s.meta}>
              <span className="num">{message.mobile}</span>
              <span className="num">{message.createdTime}</span>
            </div>
            <p>{message.content}</p>
          </li>
        ))}
      </ul>
    </main>
  )
}
