import { membership } from '@dentin/contract/membership'
import { useState } from 'react'
import { fetchFile } from '../../lib/client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { TextButton, toast } from '../../ui/index.ts'

const ENDINGS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' }

/** Fetches the file of an issued invoice. A plain link would carry no token. */
export function InvoiceFile({ fileUrl, orderNo }: { fileUrl: string; orderNo: string }) {
  const [busy, setBusy] = useState(false)
  const fetchIt = async () => {
    setBusy(true)
    try {
      const file = await fetchFile(membership.invoiceFile, { id: fileUrl.split('/').at(-1) ?? '' })
      saveFile(file, `发票-${orderNo}.${ENDINGS[file.type] ?? 'pdf'}`)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '发票没有下载')
    } finally {
      setBusy(false)
    }
  }
  return (
    <TextButton icon="download" disabled={busy} onClick={() => void fetchIt()}>
      下载
    </TextButton>
  )
}
