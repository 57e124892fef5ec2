import { scanStates } from '@dentin/contract/core/status'
import { useEffect, useMemo, useRef, useState } from 'react'
import QRCode from 'qrcode'
import { ApiError, send } from '../../lib/client.ts'
import { ErrorLine, Icon, Logo, TextButton } from '../../ui/index.ts'
import type { SignedIn } from './account.ts'
import { signInCalls } from './sign-in-calls.ts'
import s from './scan.module.css'

const POLL_MS = 2000
const STEPS = ['扫码', '在手机上确认', '自动进入'] as const

type State =
  | { is: 'loading' }
  | { is: 'failed'; message: string }
  | { is: 'waiting' | 'scanned' | 'confirmed'; ticket: string; url: string; until: number }
  | { is: 'cancelled' | 'expired'; url: string }

/** Sign-in by a picture that a signed-in phone reads and confirms. */
export function ScanLogin({ onSignedIn }: { onSignedIn: (signedIn: SignedIn) => void }) {
  const [state, setState] = useState<State>({ is: 'loading' })
  const [left, setLeft] = useState(0)
  const entered = useRef(onSignedIn)
  useEffect(() => {
    entered.current = onSignedIn
  })
  const [turn, setTurn] = useState(0)
  const open = () => {
    setState({ is: 'loading' })
    setTurn((before) => before + 1)
  }
  useEffect(() => {
    let live = true
    send(signInCalls.scanCode, {}).then(
      ({ ticket, url, expireSeconds }) => {
        if (!live) return
        const address = new URL(url, window.location.origin).href
        setLeft(expireSeconds)
        setState({ is: 'waiting', ticket, url: address, until: Date.now() + expireSeconds * 1000 })
      },
      (error: unknown) =>
        live && setState({ is: 'failed', message: error instanceof ApiError ? error.message : '二维码没有取到' }),
    )
    return () => {
      live = false
    }
  }, [turn])

  const ticket = 'ticket' in state ? state.ticket : null
  useEffect(() => {
    if (!ticket) return
    let live = true
    const look = async () => {
      try {
        const { status } = await send(signInCalls.scanStatus, { ticket })
        if (!live) return
        if (scanStates.is(status, 'confirmed')) {
          live = false
          entered.current(await send(signInCalls.scanLogin, { code: ticket }))
        } else
          setState((before) => {
            if (!('ticket' in before) || before.ticket !== ticket) return before
            if (scanStates.is(status, 'cancelled')) return { is: 'cancelled', url: before.url }
            if (scanStates.is(status, 'expired')) return { is: 'expired', url: before.url }
            return scanStates.is(status, 'scanned') && before.is === 'waiting' ? { ...before, is: 'scanned' } : before
          })
      } catch (error) {
        // A line that fails for a moment is asked again; a refusal is the end of this picture.
        if (live && error instanceof ApiError && !error.isNetwork) setState({ is: 'failed', message: error.message })
        if (!live && error instanceof ApiError) setState({ is: 'failed', message: error.message })
      }
    }
    const timer = setInterval(() => void look(), POLL_MS)
    return () => {
      live = false
      clearInterval(timer)
    }
  }, [ticket])

  const until = 'until' in state ? state.until : null
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) setState((before) => ('url' in before ? { is: 'expired', url: before.url } : before))
    }, 1000)
    return () => clearInterval(timer)
  }, [until])

  if (state.is === 'failed') return <ErrorLine onRetry={open}>{state.message}</ErrorLine>
  const over = state.is === 'expired' || state.is === 'cancelled'
  const step = state.is === 'scanned' ? 1 : state.is === 'confirmed' ? 2 : 0
  return (
    <div className={s.scan}>
      <div className={s.picture} aria-busy={state.is === 'loading'}>
        {'url' in state && <QrPicture text={state.url} faded={over || state.is === 'scanned'} />}
        {over && (
          <button type="button" className={s.cover} onClick={open}>
            <Icon name="refresh" size={24} />
            <span>{state.is === 'cancelled' ? '已在手机上取消' : '二维码已过期'}</span>
            <strong>点击刷新</strong>
          </button>
        )}
        {state.is === 'scanned' && (
          <div className={s.cover} role="status">
            <Icon name="check-circle" size={24} />
            <strong>扫码成功</strong>
            <span>请在手机上确认登录</span>
          </div>
        )}
      </div>
      <p className={s.hint}>
        <Icon name="mobile" size={16} />
        用已登录牙本的手机「扫一扫」
      </p>
      <p className={s.left} aria-live="off">
        {over || state.is === 'loading' ? ' ' : `二维码 ${clock(left)}后失效 · `}
        {!over && state.is !== 'loading' && <TextButton onClick={open}>刷新</TextButton>}
      </p>
      <ol className={s.steps}>
        {STEPS.map((label, place) => (
          <li key={label} aria-current={place === step ? 'step' : undefined}>
            <span className={s.number}>{place + 1}</span>
            {label}
          </li>
        ))}
      </ol>
    </div>
  )
}

function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes > 0 ? `${minutes} 分 ${seconds % 60} 秒` : `${seconds} 秒`
}

/** A text as a picture of squares, the mark of the house in its middle. */
function QrPicture({ text, faded }: { text: string; faded: boolean }) {
  const { path, size } = useMemo(() => {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'H' })
    let drawn = ''
    for (let row = 0; row < modules.size; row++)
      for (let column = 0; column < modules.size; column++)
        if (modules.get(row, column)) drawn += `M${column} ${row}h1v1h-1z`
    return { path: drawn, size: modules.size }
  }, [text])
  return (
    <span className={faded ? s.faded : undefined}>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        width={194}
        height={194}
        role="img"
        aria-label="登录二维码"
        shapeRendering="crispEdges"
      >
        <path d={path} fill="currentColor" />
      </svg>
      <span className={s.logo} aria-hidden>
        <Logo size={34} markOnly />
      </span>
    </span>
  )
}
