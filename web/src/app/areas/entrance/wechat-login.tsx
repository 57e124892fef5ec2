import type { WireOutput } from '@dentin/contract/core/call'
import type { identity } from '@dentin/contract/identity'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { takeOver, type SignedIn, ClinicPicker, PhoneLoginForm, signInCalls } from '../../../features/identity/index.ts'
import { ApiError, send } from '../../../lib/client.ts'
import { session } from '../../../lib/session.ts'
import { Button, ErrorLine, Icon, LinkButton, Notice, SkeletonRows } from '../../../ui/index.ts'
import { SignInFrame } from '../../layout/SignInFrame.tsx'
import s from './wechat-login.module.css'

type Seen = WireOutput<typeof identity.scanned>
const STATE = 'dentin.wechat-state'
const BIND = 'dentin.wechat-bind'
const wordsOf = (error: unknown) => (error instanceof ApiError ? error.message : 'Error')
const isWeChat = () => /MicroMessenger\//.test(navigator.userAgent)

/**
 * The phone's side of signing in by a picture. A signed-in phone is asked at once; another one signs in first: inside
 * WeChat by WeChat when that is configured, else by a code sent to it.
 */
export default function WechatLoginPage() {
  const [params, setParams] = useSearchParams()
  const qr = params.get('qr') ?? ''
  const [signedIn, setSignedIn] = useState(() => session.get() !== null)
  const [choosing, setChoosing] = useState<SignedIn | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [asking, setAsking] = useState(!signedIn && (isWeChat() || params.has('code')))

  const enter = (as: SignedIn) => {
    if (!as.token) return setChoosing(as)
    takeOver({ ...as, token: as.token })
    setChoosing(null)
    setSignedIn(true)
    const ticket = sessionStorage.getItem(BIND)
    sessionStorage.removeItem(BIND)
    if (ticket) void send(signInCalls.wechatBind, { ticket }).catch((error) => setNotice(wordsOf(error)))
  }
  const entering = useRef(enter)
  useEffect(() => {
    entering.current = enter
  })

  // Once, on arrival: WeChat's answer is taken, or WeChat is asked.
  const begun = useRef(false)
  useEffect(() => {
    if (!asking || begun.current) return
    begun.current = true
    const code = params.get('code')
    const expected = sessionStorage.getItem(STATE)
    sessionStorage.removeItem(STATE)
    const recognise = async () => {
      if (code) {
        setParams(qr ? { qr } : {}, { replace: true })
        // An answer that this browser did not ask for is somebody else's.
        if (!expected || params.get('state') !== expected) return setNotice('微信授权已失效，请重新扫码')
        const { signedIn: known, bindTicket } = await send(signInCalls.wechatLogin, { code })
        if (known) return entering.current(known)
        if (bindTicket) sessionStorage.setItem(BIND, bindTicket)
        return setNotice('这个微信还没有绑定账号，请用手机号登录，以后就能直接进入')
      }
      const state = crypto.randomUUID().replaceAll('-', '')
      const { url } = await send(signInCalls.wechatEntry, { qr, state })
      if (!url) return
      sessionStorage.setItem(STATE, state)
      window.location.assign(url)
    }
    void recognise()
      .catch((error: unknown) => setNotice(wordsOf(error)))
      .finally(() => setAsking(false))
  }, [asking, params, qr, setParams])

  if (asking)
    return (
      <SignInFrame>
        <SkeletonRows rows={3} />
      </SignInFrame>
    )
  if (choosing)
    return (
      <SignInFrame title="选择门诊" sub="您在多家门诊任职，请选择这次进入的门诊">
        <ClinicPicker signedIn={choosing} onChosen={enter} onBack={() => setChoosing(null)} />
      </SignInFrame>
    )
  if (!signedIn)
    return (
      <SignInFrame title="先登录手机" sub="登录后，就可以在这里确认电脑上的登录">
        {notice && <Notice icon="info">{notice}</Notice>}
        <PhoneLoginForm onSignedIn={enter} />
      </SignInFrame>
    )
  if (!qr)
    return (
      <SignInFrame title="已登录">
        <Outcome
          icon="check-circle"
          action={
            <LinkButton to="/" variant="primary" size="lg" block>
              进入牙本
            </LinkButton>
          }
        >
          这台设备已登录。
        </Outcome>
      </SignInFrame>
    )
  return <Confirm qr={qr} notice={notice} />
}

/** Which screen asks, and yes or no. */
function Confirm({ qr, notice }: { qr: string; notice: string | null }) {
  const [seen, setSeen] = useState<Seen | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [answered, setAnswered] = useState<boolean | null>(null)
  const [busy, setBusy] = useState(false)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let live = true
    send(signInCalls.scanned, { qr }).then(
      (answer) => live && setSeen(answer),
      (error: unknown) => live && setFailure(wordsOf(error)),
    )
    return () => {
      live = false
    }
  }, [qr, turn])
  const answer = async (accept: boolean) => {
    setBusy(true)
    setFailure(null)
    try {
      await send(signInCalls.answerScan, { qr, accept })
      setAnswered(accept)
    } catch (error) {
      setFailure(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  if (answered !== null)
    return (
      <SignInFrame title={answered ? '已确认' : '已取消'}>
        <Outcome icon={answered ? 'check-circle' : 'x-circle'}>
          {answered ? '电脑上正在进入牙本，可以关闭本页。' : '电脑不会登录，可以关闭本页。'}
        </Outcome>
      </SignInFrame>
    )
  return (
    <SignInFrame title="确认登录" sub={seen ? `${seen.name} ${seen.phone}` : undefined}>
      <div className={s.ask}>
        {notice && <Notice icon="info">{notice}</Notice>}
        {!seen && !failure && <SkeletonRows rows={3} />}
        {seen && (
          <div className={s.device}>
            <Icon name="scan" size={28} className="brand" />
            <dl>
              <dt>设备</dt>
              <dd>{seen.device}</dd>
              <dt>网络地址</dt>
              <dd className="num">{seen.ip ?? '未知'}</dd>
            </dl>
          </div>
        )}
        {failure && (
          <ErrorLine
            onRetry={() => {
              setFailure(null)
              setTurn(turn + 1)
            }}
          >
            {failure}
          </ErrorLine>
        )}
        {seen && (
          <div className={s.answers}>
            <p className="secondary">不是您本人在电脑前操作，请点取消。</p>
            <Button variant="primary" size="lg" block busy={busy} onClick={() => void answer(true)}>
              确认登录
            </Button>
            <Button size="lg" block disabled={busy} onClick={() => void answer(false)}>
              取消
            </Button>
          </div>
        )}
      </div>
    </SignInFrame>
  )
}

function Outcome({
  icon,
  children,
  action,
}: {
  icon: 'check-circle' | 'x-circle'
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={s.ask}>
      <Icon name={icon} size={40} className={icon === 'check-circle' ? 'brand' : 'tertiary'} />
      <p>{children}</p>
      {action}
    </div>
  )
}
