import type { AnyCall, WireInput } from '@dentin/contract'
import { useState, type ReactNode } from 'react'
import { takePapers, type ExportTask } from '../../lib/export.ts'
import { printFile, printsPdf } from '../../lib/print-file.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button, toast } from '../../ui/index.ts'

/** A paper or two are there at once; of many it is told how far they have come. */
const SHOWN_FROM = 400_000

/**
 * Has the server make a paper as PDF, with number and QR code, and prints it or gives it to the person: what leaves the clinic
 * on paper and as a file is the same. Each counts as a print. Many are made in the background.
 */
export function PdfButtons<C extends AnyCall & { answer: 'file' }>({
  call,
  input,
  later,
}: {
  call: C
  input: WireInput<C>
  /** How far it has come with what is made in the background. */
  later?: (task: ExportTask) => ReactNode
}) {
  const [task, setTask] = useState<ExportTask | null>(null)
  const [busy, setBusy] = useState<'print' | 'save' | null>(null)
  const [bytes, setBytes] = useState(0)
  const make = async (what: 'print' | 'save') => {
    setBusy(what)
    setBytes(0)
    setTask(null)
    try {
      const file = await takePapers(call, input, setBytes)
      if (!(file instanceof File)) {
        setTask(file)
        toast.info('份数较多，已转后台生成，完成后会通知您')
      } else if (what === 'print' && printsPdf()) printFile(file)
      else {
        saveFile(file, file.name)
        if (what === 'print') toast.info('这个浏览器不能直接打印 PDF，文件已下载，请打开后打印')
      }
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '没有生成，请重试')
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      {busy && bytes > SHOWN_FROM && (
        <span className="secondary t-13 num" role="status">
          已生成 {(bytes / 1024 / 1024).toFixed(1)} MB
        </span>
      )}
      {task && later?.(task)}
      <Button icon="download" busy={busy === 'save'} disabled={busy !== null} onClick={() => void make('save')}>
        下载 PDF
      </Button>
      <Button
        variant="primary"
        icon="printer"
        busy={busy === 'print'}
        disabled={busy !== null}
        onClick={() => void make('print')}
      >
        打印
      </Button>
    </>
  )
}
