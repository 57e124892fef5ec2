import { invoice } from '@dentin/contract/invoice'
import { useState } from 'react'
import { fetchFile } from '../../lib/client.ts'
import { printFile } from '../../lib/print-file.ts'
import { saveFile } from '../../lib/save-file.ts'
import { TextButton, toast } from '../../ui/index.ts'

/** Gives the document of an invoice, or of a red one, to the person: as a file, or to the printer. */
export function FileButtons({ id, redId }: { id: string; redId?: string }) {
  const [busy, setBusy] = useState(false)
  const take = async (what: 'save' | 'print') => {
    setBusy(true)
    try {
      const file = await fetchFile(invoice.file, { id, ...(redId ? { redId } : {}) })
      if (what === 'print') printFile(file)
      else saveFile(file, file.name)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '没有下载，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <TextButton icon="download" disabled={busy} onClick={() => void take('save')}>
        下载
      </TextButton>
      <TextButton icon="printer" disabled={busy} onClick={() => void take('print')}>
        打印
      </TextButton>
    </>
  )
}
