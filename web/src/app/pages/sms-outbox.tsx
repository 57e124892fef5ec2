import { useCallback, useEffect, useState } from 'react'
import type { WireOutput } from '@dentin/contract/core/call'
import type { identity } from '@dentin/contract/identity'
import { signInCalls } from '../../features/identity/sign-in-calls.ts'
import { ApiError, send } from '../../lib/client.ts'
import { Button, EmptyState, ErrorLine, Logo, Notice, SkeletonRows } from '../../ui/index.ts'
import s from './sms-outbox.module.css'

type Messages = WireOutput<typeof identity.smsOutbox>

/** What would have gone to phones: only where no provider of short messages is configured. */
export default function SmsOutboxPage() {
  const [messages, setMessages] = useState<Messages | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const load = useCallback(async () => {
    try {
      setMessages(await send(signInCalls.smsOutbox, {}))
      setFailure(null)
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'Error')
    }
  }, [])
  useEffect(() => {
    document.title = '本地发件箱 · 牙本 Dentin'
    void load()
    const timer = setInterval(() => void load(), 3000)
    return () => clearInterval(timer)
  }, [load])
  return (
    <main className={s.page}>
      <header className={s.head}>
        <Logo />
        <Button icon="refresh" onClick={() => void load()}>
          刷新
        </Button>
      </header>
      <h1 className="t-22">本地发件箱</h1>
      <Notice tone="wait" icon="info">
        演示环境没有接入短信通道，发给手机的验证码留在这里，没有真的发出。
      </Notice>
      {failure && <ErrorLine onRetry={() => void load()}>{failure}</ErrorLine>}
      {!messages && !failure && <SkeletonRows rows={5} />}
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
