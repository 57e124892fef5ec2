import {
  guessKinds,
  inOrderOfTaking,
  MOST_AT_ONCE,
  OTHER_KIND,
  picture,
  pictureErrors,
  type PictureKind,
} from '@dentin/contract/picture'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, send } from '../../lib/client.ts'
import { useInvalidate } from '../../lib/query.ts'
import { keyFor, lookAt, problemOf, putFile, type Grant } from './transfer.ts'

export interface Upload {
  id: string
  file: File
  stageId: string
  type: PictureKind
  guessed: boolean
  state: 'waiting' | 'sending' | 'done' | 'twice' | 'failed' | 'refused'
  part: number
  problem: string | null
}

/** A grant that is good for so long and for so many. */
type Lasting = Grant & { until: number; left: number }
/** A grant is renewed well before it ends. */
const RENEW_MS = 10 * 60_000
const AT_ONCE = 3

async function askGrant(): Promise<Lasting> {
  const { securityToken, prefix, most } = await send(picture.stsWeb, {})
  return { token: securityToken, prefix, until: Date.now() + RENEW_MS, left: most }
}
/** A grant that ran out meanwhile, or took in as many as it may: with another one the same file goes on. */
const isSpent = (error: unknown): boolean =>
  error instanceof ApiError && error.is(pictureErrors.PICTURE_GRANT_DEAD, pictureErrors.PICTURE_TOO_MANY)

/**
 * Files on their way into stages, each with its progress. What failed for the connection is tried again when it is back, or by
 * hand; sent twice, the server keeps it once.
 * @param onSaved told of each picture that is in its stage
 */
export function useUploads(patientId: string, onSaved?: (imageId: string) => void) {
  const [list, setList] = useState<Upload[]>([])
  const [leftOut, setLeftOut] = useState(0)
  const latest = useRef(list)
  const told = useRef(onSaved)
  useEffect(() => {
    told.current = onSaved
  })
  const grant = useRef<Promise<Lasting> | null>(null)
  const keys = useRef(new Map<string, { grant: Grant; key: string }>())
  const running = useRef(0)
  const invalidate = useInvalidate()
  const change = useCallback((edit: (now: Upload[]) => Upload[]) => {
    latest.current = edit(latest.current)
    setList(latest.current)
  }, [])
  const set = useCallback(
    (id: string, patch: Partial<Upload>) =>
      change((now) => now.map((each) => (each.id === id ? { ...each, ...patch } : each))),
    [change],
  )
  const granted = useCallback(async (): Promise<Grant> => {
    for (;;) {
      // Files that begin at once share one grant.
      const held = (grant.current ??= askGrant())
      try {
        const now = await held
        if (now.until > Date.now() && now.left > 0) {
          now.left -= 1
          return now
        }
      } catch (error) {
        if (grant.current === held) grant.current = null
        throw error
      }
      if (grant.current === held) grant.current = null
    }
  }, [])
  const run = useCallback(
    async (upload: Upload): Promise<void> => {
      set(upload.id, { state: 'sending', part: 0, problem: null })
      try {
        const put = async () => {
          const to = keys.current.get(upload.id)?.grant ?? (await granted())
          const mine = keys.current.get(upload.id) ?? { grant: to, key: keyFor(to, upload.file) }
          keys.current.set(upload.id, mine)
          return putFile(mine.grant, mine.key, upload.file, (part) => set(upload.id, { part }))
        }
        const { url } = await put().catch((error: unknown) => {
          if (!isSpent(error)) throw error
          keys.current.delete(upload.id)
          grant.current = null
          return put()
        })
        const { stageId: imageStageId, type, guessed, file } = upload
        const said = { patientId, imageStageId, type, guessed, url, photoName: file.name.slice(0, 120) || '照片' }
        const { id, twice } = await send(picture.add, said)
        set(upload.id, { state: twice ? 'twice' : 'done', part: 1 })
        told.current?.(id)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { mayPass } = error
        // A key that was refused is not tried again; one whose answer was lost is.
        if (!mayPass) keys.current.delete(upload.id)
        set(upload.id, { state: mayPass ? 'failed' : 'refused', problem: error.message })
      }
      await invalidate([picture.list, picture.stages])
    },
    [granted, invalidate, patientId, set],
  )
  const pump = useCallback(
    function next(): void {
      while (running.current < AT_ONCE) {
        const waiting = latest.current.find(({ state }) => state === 'waiting')
        if (!waiting) return
        running.current += 1
        void run(waiting).finally(() => {
          running.current -= 1
          next()
        })
      }
    },
    [run],
  )
  const add = useCallback(
    async (
      files: readonly File[],
      stageId: string,
      { taken, slot }: { taken: readonly number[]; slot?: PictureKind },
    ) => {
      const most = files.slice(0, MOST_AT_ONCE)
      setLeftOut(files.length - most.length)
      const sized = await Promise.all(
        most.map(async (file) => ({ file, size: problemOf(file) ? null : await lookAt(file) })),
      )
      const batch = inOrderOfTaking(
        sized.map(({ file, size }) => ({ file, name: file.name, ...(size ?? { width: 1, height: 1, takenAt: null }) })),
      )
      const good = batch.filter(({ file }) => problemOf(file) === null)
      const kinds = new Map(guessKinds(good, taken).map((kind, at) => [good[at], kind]))
      change((now) => [
        ...now.filter(({ state }) => state !== 'done' && state !== 'twice'),
        ...batch.map((each): Upload => {
          const problem = problemOf(each.file)
          const type = slot ?? kinds.get(each) ?? OTHER_KIND
          return {
            id: crypto.randomUUID(),
            file: each.file,
            stageId,
            type,
            guessed: slot === undefined && type !== OTHER_KIND,
            state: problem ? 'refused' : 'waiting',
            part: 0,
            problem,
          }
        }),
      ])
      pump()
    },
    [change, pump],
  )
  const retry = useCallback(() => {
    change((now) => now.map((each) => (each.state === 'failed' ? { ...each, state: 'waiting' } : each)))
    pump()
  }, [change, pump])
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
  const clear = useCallback(() => {
    setLeftOut(0)
    change((now) => now.filter(({ state }) => state === 'waiting' || state === 'sending'))
  }, [change])
  return { list, leftOut, add, retry, clear }
}
