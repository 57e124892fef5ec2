import { mergeStates } from '@dentin/contract/core/status'
import { merge } from '@dentin/contract/merge'
import type { WireOutput } from '@dentin/contract/core/call'
import { can } from '../../lib/permission.ts'
import { useCallForm } from '../../lib/form.ts'
import { Dialog, FormDialog } from '../../ui/heavy.ts'
import { ErrorLine, Field, Notice, SkeletonRows, TextField, toast } from '../../ui/index.ts'
import { useMergeDetail, useUndo } from './hooks.ts'
import { minute } from './words.ts'
import s from './merge.module.css'

type Detail = WireOutput<typeof merge.detail>

/** One merge: what it moved, and, while it can be taken back, what that brings back and what stays. */
export function UndoDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useMergeDetail(id)
  if (data && data.undoUntil !== null && can('/duplicate:merge'))
    return <UndoForm key={data.version} merged={data} onClose={onClose} />
  return (
    <Dialog open width={560} title="合并记录" onClose={onClose}>
      {error && !data && (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          合并记录没有读到：{error.message}
        </ErrorLine>
      )}
      {!data && !error && <SkeletonRows rows={5} height={28} />}
      {data && <Facts merged={data} />}
    </Dialog>
  )
}

function UndoForm({ merged, onClose }: { merged: Detail; onClose: () => void }) {
  const form = useCallForm(merge.undo, { defaultValues: { id: merged.id, version: merged.version, reason: '' } })
  const undo = useUndo()
  const submit = form.save(undo.mutateAsync, () => {
    toast.success('已撤销合并，两份档案各自还原')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      danger
      width={560}
      title="撤销合并"
      onClose={onClose}
      onSubmit={submit}
      submitText="撤销合并"
    >
      <Facts merged={merged} />
      <Field label="撤销原因" required error={form.errorOf('reason')}>
        <TextField maxLength={200} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

function Facts({ merged }: { merged: Detail }) {
  const { moved, stays, staysTotal, changed, status } = merged
  const done = mergeStates.is(status, 'undone')
  return (
    <div className={s.facts}>
      <p>
        {minute(merged.createdAt)} {merged.createdName}把 <b>{merged.removeName}</b>（{merged.removeNumber}）并入{' '}
        <b>{merged.keepName}</b>（{merged.keepNumber}）：{merged.reason}
      </p>
      {done && merged.undoneAt && (
        <p>
          {minute(merged.undoneAt)} {merged.undoneName}撤销：{merged.undoneReason}
        </p>
      )}
      <p className="secondary">
        {moved.length === 0
          ? '没有并入的记录。'
          : `${done ? '已还给原档案' : '撤销后还给原档案'}：${moved.map(({ kind, count }) => `${kind} ${count}`).join('、')}`}
      </p>
      {staysTotal > 0 && (
        <Notice tone="wait" icon="info">
          <div>
            合并之后新产生的 {staysTotal} 条记录{done ? '留在' : '会留在'}保留的档案：
            <ul className={s.stays}>
              {stays.map((each, n) => (
                <li key={n}>
                  {each.kind} <span className="num">{each.number}</span>　{minute(each.createdAt)}
                </li>
              ))}
            </ul>
          </div>
        </Notice>
      )}
      {changed.length > 0 && (
        <Notice tone="wait" icon="pencil">
          <div>
            合并之后改过的资料{done ? '保留了' : '会保留'}现在的内容：
            <ul className={s.stays}>
              {changed.map((each) => (
                <li key={each.field}>
                  {each.label}：{each.now}（合并前 {each.was}）
                </li>
              ))}
            </ul>
          </div>
        </Notice>
      )}
    </div>
  )
}
