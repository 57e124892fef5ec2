import { DayMarksFromServer } from './DayMarksFromServer.tsx'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Outlet, ScrollRestoration, useNavigation, useRouteError } from 'react-router'
import { forgetSession } from '../features/identity/index.ts'
import { ApiError, failureEvents, onProgress, sessionEvents } from '../lib/client.ts'
import { leaveNotice, takeNotice } from '../lib/notice.ts'
import { platformSession } from '../lib/platform-session.ts'
import { session } from '../lib/session.ts'
import { Button, ConfirmHost, EmptyState, ProgressBar, toast, ToastHost, useKeptFocus } from '../ui/index.ts'
import { reloadForNewVersion } from './new-version.ts'
import { useScreen } from './use-screen.ts'
import s from './root.module.css'

/** Another tab holds a newer session: this one was overtaken, it has not expired. */
function isOvertaken(): boolean {
  const stored = session.stored()
  return stored !== null && stored.token !== session.get()?.token
}

let leaving = false
/** Loads the page anew with a word about why. What was typed is kept as drafts in this browser. */
function reloadWith(notice: string, path?: string): void {
  if (leaving) return
  leaving = true
  leaveNotice(notice)
  if (path) window.location.assign(path)
  else window.location.reload()
}

/** Refusals after which the page is loaded anew with a word about why. */
const TOLD_BY_RELOAD = new Set([401, 40901])
function tellUnsaid(error: unknown): void {
  if (!(error instanceof ApiError)) return
  if (!TOLD_BY_RELOAD.has(error.code)) toast.error(error.message || 'Error')
}

function watchSession(): void {
  failureEvents.onUnsaid = tellUnsaid
  // What somebody sent and did not wait for.
  window.addEventListener('unhandledrejection', ({ reason }) => tellUnsaid(reason))
  sessionEvents.onClinicChanged = () => reloadWith('已在其他标签页切换门诊，页面已刷新', '/')
  sessionEvents.onUnauthenticated = (message) => {
    // A refusal before anybody is signed in belongs to the form that asked.
    if (!session.get() || leaving) return
    if (isOvertaken()) return reloadWith('已在其他标签页切换门诊或重新登录，页面已刷新', '/')
    const { pathname, search } = window.location
    forgetSession()
    reloadWith(message, `/login?redirect=${encodeURIComponent(`${pathname}${search}`)}`)
  }
  sessionEvents.onProviderSignedOut = (message) => {
    if (!platformSession.get() || leaving) return
    const { pathname, search } = window.location
    platformSession.set(null)
    reloadWith(message, `/platform/login?redirect=${encodeURIComponent(`${pathname}${search}`)}`)
  }
  session.onOtherTab((stored) => {
    // The provider's console has nothing to do with who works in a clinic.
    if (window.location.pathname.startsWith('/platform')) return
    const held = session.get()
    if (!stored) {
      if (held) reloadWith('已在其他标签页退出登录', '/login')
    } else if (!held || stored.currentUserId !== held.currentUserId || stored.clinicId !== held.clinicId) {
      reloadWith('已在其他标签页切换门诊或重新登录，页面已刷新', '/')
    } else if (stored.token !== held.token) session.set(stored)
  })
}
watchSession()

/** The server says beside the page that it is a demonstration open to everybody. */
const isOpenDemo = () => document.cookie.split('; ').includes('dentin_demo=public')

/** The window is named after the screen; a page that knows a better name says it after this. */
function useWindowTitle(): void {
  const screen = useScreen()
  const house = screen?.area === 'platform' && screen.frame !== 'bare' ? '平台控制台' : '牙本 Dentin'
  useLayoutEffect(() => {
    document.title = screen ? `${screen.title} · ${house}` : house
  }, [screen, house])
}

/** What stands around every page: the thin line of progress, short words, questions, the scroll position. */
export function Root() {
  const [requests, setRequests] = useState(0)
  const navigation = useNavigation()
  useEffect(() => onProgress(setRequests), [])
  useWindowTitle()
  useKeptFocus()
  useEffect(() => {
    const notice = takeNotice()
    if (notice) toast.info(notice, { action: { label: '知道了', onClick: () => {} } })
  }, [])
  return (
    <>
      <ProgressBar active={requests > 0 || navigation.state === 'loading'} />
      {isOpenDemo() && <p className={s.openDemo}>公开演示环境：内容人人可见，请勿录入真实患者信息</p>}
      <DayMarksFromServer>
        <Outlet />
      </DayMarksFromServer>
      <ScrollRestoration getKey={(location) => location.key} />
      <ToastHost />
      <ConfirmHost />
    </>
  )
}

/** What stands there until the first page has been loaded: the outline of the frame, or nothing before sign-in. */
export function RootOutline() {
  const { pathname } = window.location
  if (!session.get() || pathname === '/login' || pathname.startsWith('/platform')) return null
  return (
    <div className={s.ghost} aria-hidden>
      <div className={s.ghostSide} />
      <div className={s.ghostBar} />
    </div>
  )
}

/** A page that could not be loaded or broke: says so and offers to try again. */
export function RootError() {
  const error = useRouteError()
  useEffect(() => reloadForNewVersion(error), [error])
  const message = error instanceof ApiError ? error.message : '页面没有打开，可能网络中断或版本已更新'
  return (
    <main style={{ display: 'grid', placeItems: 'center', minHeight: '100dvh', padding: 16 }}>
      <EmptyState
        layout="stack"
        icon="alert-circle"
        title={message}
        hint="已填写的内容保存在这台设备上，刷新后可以找回。"
        action={
          <Button variant="primary" icon="refresh" onClick={() => window.location.reload()}>
            重试
          </Button>
        }
      />
    </main>
  )
}
