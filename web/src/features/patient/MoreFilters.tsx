import { useState } from 'react'
import { Drawer } from '../../ui/heavy.ts'
import { Button } from '../../ui/index.ts'
import { FilterFields, inOrder } from './FilterFields.tsx'
import { noFilters, type ListPatch, type ListState } from './filters.ts'
import s from './patient.module.css'

/** All filters; they hold when 查看结果 is pressed. */
export function MoreFilters({
  state,
  onApply,
  onClose,
}: {
  state: ListState
  onApply: (patch: ListPatch) => void
  onClose: () => void
}) {
  const [draft, setDraft] = useState<ListState>(state)
  const set = (patch: ListPatch) => setDraft((now) => ({ ...now, ...patch }))
  const apply = () => onApply({ ...inOrder(draft), saved: null, page: 1 })
  return (
    <Drawer
      open
      title="更多筛选"
      width={420}
      onClose={onClose}
      footer={
        <div className={s.besideFoot} style={{ padding: '8px 0', border: 0 }}>
          <Button onClick={() => onApply(noFilters)}>全部清空</Button>
          <Button variant="primary" onClick={apply}>
            查看结果
          </Button>
        </div>
      }
    >
      <form
        className={s.filterForm}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <FilterFields draft={draft} set={set} />
        <button type="submit" hidden>
          查看结果
        </button>
      </form>
    </Drawer>
  )
}
