import { patient as calls } from '@dentin/contract/patient'
import { ApiError, newRequestId } from '../../lib/client.ts'
import { useSend } from '../../lib/query.ts'
import { Button, Notice, toast } from '../../ui/index.ts'
import { centreReads } from './hooks.ts'

/** Says that a file is archived, and opens it again for whoever may. */
export function ArchivedNotice({ id, mayOpen, className }: { id: string; mayOpen: boolean; className?: string }) {
  const open = useSend(calls.unarchive, { refresh: centreReads })
  const unarchive = async () => {
    try {
      await open.mutateAsync({ patientIds: [id], requestId: newRequestId() })
      toast.success('已取消归档')
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : '没有成功，请重试')
    }
  }
  return (
    <Notice
      icon="archive"
      tone="muted"
      className={className}
      action={
        mayOpen && (
          <Button size="xs" busy={open.isPending} onClick={() => void unarchive()}>
            取消归档
          </Button>
        )
      }
    >
      档案已归档，预约、挂号前请先取消归档。
    </Notice>
  )
}
