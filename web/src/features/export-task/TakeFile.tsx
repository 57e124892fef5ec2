import { exportTask } from '@dentin/contract/export-task'
import { useState } from 'react'
import { fetchFile } from '../../lib/client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button, toast } from '../../ui/index.ts'

/** Fetches the file of a task. */
export function TakeFile({ id }: { id: string }) {
  const [fetching, setFetching] = useState(false)
  const download = async () => {
    setFetching(true)
    try {
      const file = await fetchFile(exportTask.download, { id }, { grown: () => {} })
      saveFile(file, file.name)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '没有下载，请重试')
    } finally {
      setFetching(false)
    }
  }
  return (
    <Button icon="download" busy={fetching} onClick={() => void download()}>
      下载
    </Button>
  )
}
