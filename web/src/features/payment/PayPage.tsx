import { useEffect, useRef } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { ApiError } from '../../lib/client.ts'
import { session } from '../../lib/session.ts'
import {
  Button,
  ErrorLine,
  Icon,
  LinkButton,
  Logo,
  Money,
  Notice,
  QrCode,
  Skeleton,
  Tag,
  TextButton,
  toast,
  useIsMobile,
} from '../../ui/index.ts'
import { payLink, type Access } from './access.ts'
import { useAccess, usePayment } from './hooks.ts'
import s from './payment.module.css'
import { Ended, Outcome } from './PayOutcome.tsx'

const NAMES = { alipay: '支付宝', wechat: '微信支付' } as const

/** Where the orders of a kind are listed. */
const LISTS: Readonly<Record<string, string>> = {
  vip: '/orderRecord',
  medical: '/medicareOrderRecord',
  sms: '/SMSmanagement/rechargeList',
}

/** The page on which one order is paid, in a tab of its own: /pay, /wxPay, /medicareWxPay. */
export function PayPage({ by, title }: { by: 'alipay' | 'wechat'; title: string | undefined }) {
  const access = useAccess()
  return (
    <div className={s.page}>
      <header className={s.head}>
        <Logo size={28} />
        <span className={s.headTitle}>{title}</span>
      </header>
      <main className={s.card}>
        {access.isPending ? (
          <Bones />
        ) : access.error ? (
          <Outcome icon="link" title={access.error.message} hint="请向发来链接的人重新要一个付款链接。" />
        ) : access.data ? (
          <Payment access={access.data} by={by} />
        ) : (
          <Outcome
            icon="lock"
            title="登录后才能付款"
            hint="也可以请有权限的同事在付款页复制付款链接发给您。"
            action={
              <LinkButton
                variant="primary"
                to={`/login?redirect=${encodeURIComponent(`${window.location.pathname}${window.location.search}`)}`}
              >
                去登录
              </LinkButton>
            }
          />
        )}
      </main>
    </div>
  )
}

function Payment({ access, by }: { access: Access; by: 'alipay' | 'wechat' }) {
  const { way, live, ask, standing, left } = usePayment(access, by)
  if (way.isPending) return <Bones />
  if (way.error || !standing)
    return (
      <Outcome
        icon="alert-circle"
        title={way.error?.message ?? '付款没有打开'}
        hint="没有发生扣款。"
        action={
          <Button variant="primary" icon="refresh" busy={way.isFetching} onClick={() => void way.refetch()}>
            重试
          </Button>
        }
      />
    )
  const back = access.key === null ? (LISTS[standing.kind] ?? '/') : null
  return (
    <>
      <div className={s.summary}>
        <p className={s.what}>
          <span>{standing.title}</span>
          {standing.sandbox && <Tag tone="wait">模拟支付</Tag>}
        </p>
        <Money yuan={standing.totalAmount} sign strong className={s.amount} />
        <dl className={s.facts}>
          <div>
            <dt>订单号</dt>
            <dd className="num">{standing.orderNo}</dd>
          </div>
          <div>
            <dt>支付方式</dt>
            <dd>{NAMES[by]}</dd>
          </div>
        </dl>
      </div>
      {standing.state === 'open' ? (
        <Open
          by={by}
          url={way.data?.url ?? null}
          codeUrl={way.data?.codeUrl ?? null}
          sandbox={standing.sandbox}
          left={left}
          renewing={way.isFetching}
          onRenew={() => void way.refetch()}
        />
      ) : (
        <Ended standing={standing} back={back} />
      )}
      {standing.state === 'open' && (
        <footer className={s.foot}>
          {live.error && (
            <ErrorLine onRetry={() => void live.refetch()} retrying={live.isFetching}>
              付款状态没有读到：{live.error.message}
            </ErrorLine>
          )}
          <div className={s.footRow}>
            <Button
              busy={ask.isPending}
              onClick={() =>
                ask.mutate(undefined, {
                  onSuccess: ({ state }) => {
                    if (state === 'open') toast.info('还没有收到付款，请稍后再试')
                  },
                  onError: (error) => toast.error(error.message),
                })
              }
            >
              我已付款
            </Button>
            {access.key === null && <ShareLink orderNo={access.orderNo} />}
          </div>
        </footer>
      )}
    </>
  )
}

/** The order waits for its payment: the QR code, or the way to the gateway's own page. */
function Open(props: {
  by: 'alipay' | 'wechat'
  url: string | null
  codeUrl: string | null
  sandbox: boolean
  left: number
  renewing: boolean
  onRenew: () => void
}) {
  const { by, url, codeUrl, sandbox, left, renewing, onRenew } = props
  const mobile = useIsMobile()
  const over = left === 0
  const renew = (
    <Button variant="primary" icon="refresh" busy={renewing} onClick={onRenew}>
      重新获取
    </Button>
  )
  if (by === 'alipay')
    return (
      <div className={s.open}>
        <GoOn url={url} over={over} />
        {over ? (
          renew
        ) : (
          <Button variant="primary" size="lg" icon="alipay" block onClick={() => url && window.location.assign(url)}>
            前往支付宝付款
          </Button>
        )}
        <TimeLeft left={left} what="付款入口" />
      </div>
    )
  return (
    <div className={s.open}>
      <div className={s.code}>
        {codeUrl && <QrCode text={codeUrl} label="微信付款二维码" size={208} dimmed={over} />}
        {over && <div className={s.over}>{renew}</div>}
      </div>
      <TimeLeft left={left} what="二维码" />
      {sandbox && codeUrl ? (
        <Notice tone="wait" icon="info">
          演示环境未接入微信，请到{' '}
          <a href={new URL(codeUrl).pathname} target="_blank" rel="noreferrer">
            模拟收银台
          </a>{' '}
          付款
        </Notice>
      ) : (
        <p className={s.hint}>
          <Icon name="wechat" size={16} />
          {mobile ? '请用另一部手机的微信扫码付款' : '请打开微信“扫一扫”，扫描二维码付款'}
        </p>
      )}
    </div>
  )
}

/** The first time the buyer is taken to the gateway at once; who comes back stays here and sees how it ended. */
function GoOn({ url, over }: { url: string | null; over: boolean }) {
  const gone = useRef(false)
  const here = new URL(window.location.href)
  const first = !over && url !== null && !here.searchParams.has('back')
  useEffect(() => {
    if (!first || gone.current) return
    gone.current = true
    here.searchParams.set('back', '1')
    window.history.replaceState(window.history.state, '', here)
    window.location.assign(url)
  })
  return (
    <p className={s.hint} role="status">
      {first ? '正在前往支付宝收银台……' : '付款完成后，这里会自动更新'}
    </p>
  )
}

function TimeLeft({ left, what }: { left: number; what: string }) {
  if (left === 0) return <p className={s.hint}>{what}已失效，请重新获取</p>
  const minutes = String(Math.floor(left / 60)).padStart(2, '0')
  const seconds = String(left % 60).padStart(2, '0')
  return (
    <p className={s.hint}>
      {what}将在{' '}
      <b className="num">
        {minutes}:{seconds}
      </b>{' '}
      后失效
    </p>
  )
}

/** Makes a link with which somebody else can pay, and puts it on the clipboard. */
function ShareLink({ orderNo }: { orderNo: string }) {
  const share = useMutation<void, ApiError | Error>({
    networkMode: 'always',
    mutationFn: async () => {
      const link = await payLink(orderNo)
      await navigator.clipboard.writeText(link).catch(() => {
        throw new Error('浏览器不允许复制')
      })
    },
    onSuccess: () =>
      toast.success('已复制，30 分钟内可打开一次，不需要登录', { action: { label: '知道了', onClick: () => {} } }),
    onError: (error) => toast.error(error.message),
  })
  if (!session.get()) return null
  return (
    <TextButton icon="link" disabled={share.isPending} onClick={() => share.mutate()}>
      复制付款链接给他人
    </TextButton>
  )
}

function Bones() {
  return (
    <div className={s.bones} aria-busy>
      <Skeleton width={160} height={16} />
      <Skeleton width={120} height={32} />
      <Skeleton width={208} height={208} />
      <Skeleton width={180} height={14} />
    </div>
  )
}
