import { MOST_AT_ONCE, picture } from '@dentin/contract/picture'
import { useEffect, useRef, useState } from 'react'
import { ApiError, send } from '../../lib/client.ts'
import { Button, EmptyState, ErrorLine, Logo, Skeleton } from '../../ui/index.ts'
import { keyFor, problemOf, putFile, type Grant } from './transfer.ts'
import s from './picture.module.css'

interface OnPhone {
  id: string
  file: File
  key: string
  state: 'sending' | 'done' | 'failed' | 'refused'
  part: number
  problem: string | null
}
const KEPT = 'dentin.picture-upload'
const words = { sending: '正在上传', done: '已传到', failed: '没有传完', refused: '不能上传' } as const

/** What this phone has opened already: the page may be loaded again, the link can't be opened twice. */
function keptGrant(link: string): (Grant & { expiresAt: string }) | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as
      (Grant & { link: string; expiresAt: string }) | null
    return kept?.link === link ? kept : null
  } catch {
    return null
  }
}

/** Pictures from a phone into the stage that its link names. Nothing of the patient is shown here. */
export function PhoneUpload() {
  const [grant, setGrant] = useState<(Grant & { expiresAt: string }) | null>(null)
  const [failed, setFailed] = useState<ApiError | null>(null)
  const [list, setList] = useState<OnPhone[]>([])
  const [leftOut, setLeftOut] = useState(0)
  const begun = useRef(false)
  const open = async () => {
    const link = window.location.hash.slice(1)
    const kept = keptGrant(link)
    if (kept) return setGrant(kept)
    setFailed(null)
    try {
      const { uploadToken, prefix, expiresAt } = await send(picture.open, { token: link })
      const opened = { token: uploadToken, prefix, expiresAt }
      sessionStorage.setItem(KEPT, JSON.stringify({ ...opened, link }))
      setGrant(opened)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailed(error)
    }
  }
  useEffect(() => {
    // A link is opened once, however often the page is drawn.
    if (begun.current) return
    begun.current = true
    void open()
  })
  const set = (id: string, patch: Partial<OnPhone>) =>
    setList((now) => now.map((each) => (each.id === id ? { ...each, ...patch } : each)))
  const run = async (to: Grant, { id, file, key }: Pick<OnPhone, 'id' | 'file' | 'key'>) => {
    set(id, { state: 'sending', part: 0, problem: null })
    try {
      await putFile(to, key, file, (part) => set(id, { part }))
      set(id, { state: 'done', part: 1 })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      set(id, { state: error.mayPass ? 'failed' : 'refused', problem: error.message })
    }
  }
  const pick = async (to: Grant, files: readonly File[]) => {
    setLeftOut(Math.max(0, files.length - MOST_AT_ONCE))
    const made = files.slice(0, MOST_AT_ONCE).map((file): OnPhone => {
      const problem = problemOf(file)
      return {
        id: crypto.randomUUID(),
        file,
        key: keyFor(to, file),
        state: problem ? 'refused' : 'sending',
        part: 0,
        problem,
      }
    })
    setList((now) => [...now, ...made])
    for (const each of made) if (each.state === 'sending') await run(to, each)
  }
  const done = list.filter(({ state }) => state === 'done').length
  const broken = list.filter(({ state }) => state === 'failed')
  return (
    <main className={s.phone}>
      <Logo />
      {failed ? (
        <EmptyState
          layout="stack"
          icon="alert-circle"
          title={failed.fields[0]?.message ?? failed.message}
          hint="请让门诊在电脑上重新生成二维码，再扫一次。"
          action={failed.mayPass ? <Button onClick={() => void open()}>重试</Button> : undefined}
        />
      ) : !grant ? (
        <Skeleton height={160} />
      ) : (
        <>
          <h1 className="t-22">上传影像</h1>
          <p className="secondary">
            {grant.expiresAt.slice(11, 16)} 前有效，一次最多 {MOST_AT_ONCE} 张，每张不超过 10M。
          </p>
          <label className={s.pick}>
            选择照片或拍照
            <input
              type="file"
              accept="image/jpeg,image/png"
              multiple
              className="sr-only"
              onChange={({ target }) => {
                const files = [...(target.files ?? [])]
                target.value = ''
                void pick(grant, files)
              }}
            />
          </label>
          {leftOut > 0 && (
            <ErrorLine>
              一次最多 {MOST_AT_ONCE} 张：其余 {leftOut} 张没有上传，请再选一次
            </ErrorLine>
          )}
          {broken.length > 0 && (
            <ErrorLine onRetry={() => void Promise.all(broken.map((each) => run(grant, each)))}>
              {broken.length} 张没有传完，网络恢复后请重试
            </ErrorLine>
          )}
          <ul className={s.sent} aria-live="polite">
            {list.map((each) => (
              <li key={each.id}>
                <span className="ellipsis">{each.file.name}</span>
                <span data-state={each.state}>
                  {each.state === 'sending' ? `${Math.round(each.part * 100)}%` : words[each.state]}
                </span>
                {each.problem && <small>{each.problem}</small>}
              </li>
            ))}
          </ul>
          {done > 0 && done === list.length && (
            <p className="secondary">{done} 张已传到门诊，可以关闭这个页面或继续选择。</p>
          )}
        </>
      )}
    </main>
  )
}
