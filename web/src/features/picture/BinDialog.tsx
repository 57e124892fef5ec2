import { BIN_DAYS, pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { retryOf } from '../../lib/client.ts'
import { Dialog } from '../../ui/heavy.ts'
import { EmptyState, ErrorLine, SkeletonRows, TextButton, toast } from '../../ui/index.ts'
import { useBin, useRestore } from './hooks.ts'
import s from './picture.module.css'

/** What was deleted and may still be taken back. */
export function BinDialog({ patientId, onClose }: { patientId: string; onClose: () => void }) {
  const bin = useBin(patientId)
  const restore = useRestore()
  return (
    <Dialog open title="影像回收站" width={560} onClose={onClose}>
      <p className="secondary t-13">删除的图片保留 {BIN_DAYS} 天，之后清除，不能恢复。</p>
      {bin.error ? (
        <ErrorLine onRetry={retryOf(bin.error, () => void bin.refetch())}>{bin.error.message}</ErrorLine>
      ) : !bin.data ? (
        <SkeletonRows rows={3} />
      ) : bin.data.length === 0 ? (
        <EmptyState layout="stack" icon="trash" title="回收站是空的" />
      ) : (
        <ul className={s.bin}>
          {bin.data.map((row) => (
            <li key={row.id}>
              <span className={s.binWhat}>
                <b>{pictureKindNames[row.type as PictureKind]}</b>
                <span className="ellipsis tertiary t-13">
                  {row.stageName} · {row.photoName}
                </span>
              </span>
              <span className="tertiary t-13">
                {row.deletedName} {row.deletedAt.slice(5, 16)} 删除，还有 {row.daysLeft} 天
              </span>
              <TextButton
                disabled={restore.isPending}
                onClick={() =>
                  restore.mutate(
                    { id: row.id },
                    { onSuccess: () => toast.success('已恢复'), onError: (error) => toast.error(error.message) },
                  )
                }
              >
                恢复
              </TextButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
