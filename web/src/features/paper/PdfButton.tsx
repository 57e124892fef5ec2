import type { AnyCall, WireInput } from '@dentin/contract'
import { useState } from 'react'
import { fetchFile } from '../../lib/client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button, toast } from '../../ui/index.ts'

/** Has the server make a paper as PDF, with number and QR code, and gives it to the person. It counts as a print. */
export function PdfButton<C extends AnyCall & { answer: 'file' }>({ call, input }: { call: C; input: WireInput<C> }) {
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    try {
      const file = await fetchFile(call, input)
      saveFile(file, file.name)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '没有生成，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon="download" busy={busy} onClick={() => void make()}>
      下载 PDF
    </Button>
  )
}
