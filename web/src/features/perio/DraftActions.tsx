import { perio, perioErrors, type PerioDraft } from '@dentin/contract/perio'
import type { PerioCells } from '@dentin/clinical/perio/cells'
import { memo, useState, useSyncExternalStore } from 'react'
import { ApiError, newRequestId } from '../../lib/client.ts'
import { useInvalidate } from '../../lib/query.ts'
import { presentDay } from '../../lib/present.ts'
import { Button, confirm, Menu, Tag, toast } from '../../ui/index.ts'
import { ReasonOf } from './dialogs.ts'
import { useDiscard, useSeal, type Decisions } from './hooks.ts'
import { forget } from './keeping.ts'
import type { Lent } from './model.ts'
import type { ChartStore } from './store.ts'
import { chartDay } from './words.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

/** What is done with an examination as a whole. */
export const DraftActions = memo(function DraftActions({
  draft,
  store,
  decided,
  lent,
}: {
  draft: PerioDraft
  store: ChartStore
  decided: Decisions
  lent: Lent
}) {
  const seal = useSeal()
  const discard = useDiscard()
  const invalidate = useInvalidate()
  const [busy, setBusy] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [requestId, setRequestId] = useState(newRequestId)
  const measured = useSyncExternalStore(store.subscribe, () => isMeasured(store.get().entry.cells))

  const save = async () => {
    setBusy(true)
    try {
      // What is typed in the record goes first: the snapshot writes into it.
      if ((await lent.flush()) === null) return
      await store.adopt()
      if (!(await store.flush())) {
        toast.error(
          store.get().conflicts.length > 0
            ? '有格子被他人改过，请先选用谁的'
            : '还有格子没有保存到服务器，联网后再存快照',
        )
        return
      }
      const version = await decided.settled()
      await seal.mutateAsync({ id: draft.id, version, seq: store.seq, requestId })
      store.end()
      forget(draft.id)
      toast.success('已存为快照，写入病历')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Where the answer was lost the same request is made again: it may have arrived.
      if (!error.mayPass) setRequestId(newRequestId())
      if (error.is(perioErrors.PERIO_CELLS_CHANGED)) await invalidate([perio.draft])
      toast.error(error.message)
    } finally {
      setBusy(false)
    }
  }
  const giveUp = async (reason: string) => {
    try {
      // What was decided here last may still be on its way: the version after it is the one that is given up.
      const version = await decided.settled()
      // So may the last cells: what others typed beside them is refused by their number.
      await store.flush()
      await discard.mutateAsync({ id: draft.id, version, seq: store.seq, ...(reason ? { reason } : {}) })
      store.end()
      forget(draft.id)
      setLeaving(false)
      toast.success('已放弃这次检查')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await invalidate([perio.draft])
      toast.error(error.message)
    }
  }
  const { answers } = decided
  const sugar = answers.diabetes
    ? `糖尿病${answers.hba1c === null ? '' : ` HbA1c ${answers.hba1c}%`}`
    : answers.diabetes === null
      ? draft.risks.diabetes
      : ''
  const smoke =
    answers.cigarettes === null ? draft.risks.smoking : answers.cigarettes > 0 ? `吸烟 ${answers.cigarettes} 支/日` : ''
  return (
    <>
      {sugar && <Tag tone="danger">{sugar}</Tag>}
      {smoke && <Tag>{smoke}</Tag>}
      <ViewSwitch
        patientId={draft.patientId}
        first="录入"
        latest={draft.latest && { id: draft.latest.id, day: chartDay(draft.latest.examinedAt, presentDay()) }}
      />
      {draft.can.edit && !lent.readOnly && (
        <Menu
          align="end"
          items={[
            {
              key: 'discard',
              label: '放弃这次检查',
              icon: 'trash',
              danger: true,
              onSelect: () => {
                if (measured) setLeaving(true)
                else
                  void confirm({ title: '放弃这次牙周检查？', okText: '放弃', danger: true }).then((yes) =>
                    yes ? giveUp('') : undefined,
                  )
              },
            },
          ]}
        >
          <Button size="sm" variant="text" icon="dots" aria-label="更多操作" title="更多操作" />
        </Menu>
      )}
      {draft.can.seal && !lent.readOnly && (
        <Button size="sm" variant="primary" busy={busy} disabled={!measured} onClick={() => void save()}>
          保存快照
        </Button>
      )}
      {leaving && (
        <ReasonOf
          title="放弃这次牙周检查？"
          hint="已量的位点不再保留。"
          submitText="放弃"
          busy={discard.isPending}
          error={discard.error?.message ?? null}
          onClose={() => setLeaving(false)}
          onSubmit={(reason) => void giveUp(reason)}
        />
      )}
    </>
  )
})

/** Whether anything was probed. */
const isMeasured = (cells: PerioCells): boolean =>
  Object.values(cells).some((tooth) => Object.keys(tooth).some((key) => key.startsWith('pd.')))

/** Whether a refusal names the draft of another record. */
export const otherDraft = (error: unknown): { recordId: string; recordNo: string; doctorName: string } | null =>
  error instanceof ApiError && error.is(perioErrors.PERIO_DRAFT_THERE)
    ? (error.data as { recordId: string; recordNo: string; doctorName: string } | null)
    : null
