import { useStaff } from '../../domain/staff.ts'
import { Dialog } from '../../ui/heavy.ts'
import { Button, cx, Notice } from '../../ui/index.ts'
import { wordsOf, type Draft } from './draft.ts'
import type { Offers } from './offers.ts'
import s from './billing.module.css'

export interface ConflictDialogProps {
  mine: Draft
  theirs: Draft
  changedBy: string
  /** What cards and coupons give on the items. */
  offers: Offers
  onClose: () => void
  /** true: what stands on the screen goes on top of what was saved meanwhile. */
  onKeep: (mine: boolean) => void
}

/** Both versions of a bill beside each other; one is kept. */
export function ConflictDialog({ mine, theirs, changedBy, offers, onClose, onKeep }: ConflictDialogProps) {
  const staff = new Map(useStaff().everybody.map(({ value, label }) => [value, label]))
  const saved = wordsOf(theirs, offers, staff)
  const rows = wordsOf(mine, offers, staff).map((row, n) => ({ ...row, theirs: saved[n]?.text ?? '' }))
  return (
    <Dialog
      open
      sticky
      width={760}
      title="已被他人修改"
      onClose={onClose}
      footer={
        <div className={s.conflictFoot}>
          <Button onClick={onClose}>先不处理</Button>
          <Button onClick={() => onKeep(false)}>用对方保存的</Button>
          <Button variant="primary" onClick={() => onKeep(true)}>
            保留我的
          </Button>
        </div>
      }
    >
      <Notice tone="wait" icon="users">
        {changedBy || '另一位同事'}刚刚保存了这张账单，还没有收款。选择留下哪一份，再收款。
      </Notice>
      <table className={s.compare}>
        <thead>
          <tr>
            <th scope="col">内容</th>
            <th scope="col">我的</th>
            <th scope="col">{changedBy || '对方'}保存的</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label} className={cx(row.text !== row.theirs && s.differs)}>
              <th scope="row">{row.label}</th>
              <td>{row.text || '—'}</td>
              <td>{row.theirs || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
