import { LAST_INTERVAL } from '@dentin/contract/record-template'
import { Tag, TextButton, toast } from '../../../ui/index.ts'
import { useSaveInterval, type Template } from './hooks.ts'

/** Says that a template of a return visit has nothing of what has changed; whoever keeps it puts last time's in with one click. */
export function IntervalTag({ template }: { template: Template }) {
  const save = useSaveInterval()
  const { id, version, name, canEdit } = template
  const failed = (error: Error) => toast.error(error.message)
  const undo = (since: number) =>
    save.mutate(
      { id, version: since, interval: '' },
      { onSuccess: () => toast.info(`已撤销：${name}`), onError: failed },
    )
  const put = () =>
    save.mutate(
      { id, version, interval: LAST_INTERVAL },
      {
        onSuccess: (saved) =>
          toast.success(`已补上病情变化：${name}`, { action: { label: '撤销', onClick: () => undo(saved.version) } }),
        onError: failed,
      },
    )
  return (
    <>
      <Tag tone="muted">无病情变化</Tag>
      {canEdit && (
        <TextButton disabled={save.isPending} onClick={put}>
          补上病情变化
        </TextButton>
      )}
    </>
  )
}
