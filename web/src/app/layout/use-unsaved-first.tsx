import { lazy, Suspense, useState } from 'react'
import { drafts } from '../../lib/drafts.ts'
import { toast } from '../../ui/index.ts'

const UnsavedQuestion = lazy(() => import('./UnsavedQuestion.tsx'))

/**
 * Before the clinic is switched or the session ends: what is unsaved is asked about (保存 / 放弃 / 取消), then the way is
 * gone. What can't be saved keeps the person here.
 * @param title of the question
 */
export function useUnsavedFirst(title: string) {
  const [going, setGoing] = useState<(() => Promise<void>) | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (go: () => Promise<void>) => {
    setBusy(true)
    try {
      await go()
    } finally {
      setBusy(false)
      setGoing(null)
    }
  }
  const ask = (go: () => Promise<void>) => {
    if (busy) return
    if (drafts.all().length > 0) setGoing(() => go)
    else void run(go)
  }
  const saveAll = async () => {
    for (const draft of drafts.all()) await draft.save()
  }
  const question = going && (
    <Suspense>
      <UnsavedQuestion
        title={title}
        busy={busy}
        onCancel={() => setGoing(null)}
        onDiscard={() => {
          for (const draft of drafts.all()) draft.discard()
          void run(going)
        }}
        onSave={() =>
          void run(async () => {
            try {
              await saveAll()
            } catch (error) {
              // Why it was not saved stands beside the text; the question makes way for it.
              toast.error(error instanceof Error ? error.message : 'Error')
              return
            }
            await going()
          })
        }
      />
    </Suspense>
  )
  return { ask, busy, question }
}
