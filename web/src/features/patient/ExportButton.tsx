import { patient, type PatientColumn } from '@dentin/contract/patient'
import { useState } from 'react'
import { fetchFile } from '../../lib/client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button, toast, useIsMobile } from '../../ui/index.ts'
import type { ListQuery } from './hooks.ts'

/** Takes the whole list as it is filtered, ordered and laid out: one file, made by the server. */
export function ExportButton({ query, columns }: { query: ListQuery; columns: readonly { key: string }[] }) {
  const [busy, setBusy] = useState(false)
  const mobile = useIsMobile()
  const make = async () => {
    setBusy(true)
    try {
      const { pageNum: _page, pageSize: _size, ...choice } = query
      const file = await fetchFile(patient.export, {
        ...choice,
        columns: columns.map(({ key }) => key as PatientColumn),
      })
      saveFile(file, file.name)
      toast.success('患者列表已导出')
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '没有导出，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon="download" busy={busy} aria-label="导出" onClick={() => void make()}>
      {mobile ? null : '导出'}
    </Button>
  )
}
