import { record } from '@dentin/contract/record'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { useInvalidate } from '../../lib/query.ts'
import { Button, EmptyState, ErrorLine, SkeletonRows, toast } from '../../ui/index.ts'
import { ChartList } from './dialogs.ts'
import { otherDraft } from './DraftActions.tsx'
import { DraftPane } from './DraftPane.tsx'
import { useBegin, usePerioDraft } from './hooks.ts'
import { Leftover } from './Leftover.tsx'
import type { Lent } from './model.ts'
import { SnapshotPane } from './SnapshotPane.tsx'
import side from './side.module.css'

/** The chart of a periodontal record: the examination that is under way, else the snapshot, else how to begin. */
export function PerioPane({ lent }: { lent: Lent }) {
  const { data: draft, error, refetch } = usePerioDraft(lent.recordId)
  const ended = useRef(false)
  const invalidate = useInvalidate()
  useEffect(() => {
    // Saved in another window: it is the record that names the snapshot.
    if (draft === null && ended.current) void invalidate([record.get, record.ofPatient])
    ended.current = Boolean(draft)
  }, [draft, invalidate])
  // Without it nobody knows whether an examination is under way: an older snapshot would pass for it.
  if (error && draft === undefined) return <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>
  if (draft === undefined) return <SkeletonRows rows={12} />
  return (
    <>
      <Leftover key={draft?.id} recordId={lent.recordId} draftId={draft?.id ?? null} />
      {draft ? (
        <DraftPane key={draft.id} draft={draft} lent={lent} />
      ) : lent.chartId ? (
        <SnapshotPane id={lent.chartId} lent={lent} />
      ) : (
        <Begin lent={lent} />
      )}
    </>
  )
}

function Begin({ lent }: { lent: Lent }) {
  const can = useCan()
  const begin = useBegin()
  const [requestId, setRequestId] = useState(newRequestId)
  const other = otherDraft(begin.error)
  const start = (take: boolean) =>
    begin.mutate(
      { recordId: lent.recordId, take, requestId },
      {
        onError: (error) => {
          if (!otherDraft(error)) toast.error(error.message)
        },
        onSettled: () => setRequestId(newRequestId()),
      },
    )
  const writes = can('/patientMedicalRecord:add') && !lent.readOnly
  return (
    <section id="section-perio" aria-label="牙周检查">
      <EmptyState
        icon="tooth"
        title="这份病历还没有牙周检查"
        hint={
          other
            ? `${lent.patientName}在病历 ${other.recordNo}（${other.doctorName}）里有一份没完成的检查`
            : '缺失的牙和种植体从口腔现状带入'
        }
        action={
          writes && (
            <Button variant="primary" busy={begin.isPending} onClick={() => start(other !== null)}>
              {other ? '接着那一份做' : '开始检查'}
            </Button>
          )
        }
      />
      {lent.slots.side &&
        createPortal(
          <div className={side.side}>
            <section className={side.block} aria-label="历次检查">
              <header className={side.head}>
                <h2>历次检查</h2>
              </header>
              <ChartList patientId={lent.patientId} recordTo={lent.recordTo} />
            </section>
          </div>,
          lent.slots.side,
        )}
    </section>
  )
}
