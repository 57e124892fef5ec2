import { drafts } from '../../lib/drafts.ts'
import { Button } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import s from './layout.module.css'

/** What is unsaved before one goes: 保存, 放弃 or 取消. */
export default function UnsavedQuestion({
  title,
  busy,
  onCancel,
  onDiscard,
  onSave,
}: {
  title: string
  busy: boolean
  onCancel: () => void
  onDiscard: () => void
  onSave: () => void
}) {
  const footer = (
    <div className={s.foot}>
      <Button onClick={onCancel} disabled={busy}>
        取消
      </Button>
      <Button variant="danger" onClick={onDiscard} disabled={busy}>
        放弃
      </Button>
      <Button variant="primary" onClick={onSave} busy={busy}>
        保存
      </Button>
    </div>
  )
  return (
    <Dialog open title={title} onClose={onCancel} busy={busy} footer={footer}>
      <ul className={s.drafts}>
        {drafts.all().map((draft) => (
          <li key={draft.name}>{draft.name}</li>
        ))}
      </ul>
    </Dialog>
  )
}
