import { useState, type ReactNode } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { Button, toast } from '../../ui/index.ts'
import { wordsOf } from './ImportState.tsx'

/** Fetches a file of the server and gives it to the person. */
export function FileButton({ fetch, children }: { fetch: () => Promise<File>; children: ReactNode }) {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      const file = await fetch()
      saveFile(file, file.name)
    } catch (error) {
      toast.error(wordsOf(error, '没有下载，请重试'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon="download" busy={busy} onClick={() => void take()}>
      {children}
    </Button>
  )
}
