import { parseDateTime } from '@dentin/kit/datetime'
import { Link } from 'react-router'
import { present } from '../../lib/present.ts'
import { Notice } from '../../ui/index.ts'
import { useOversteps } from './hooks.ts'

/** A line that leads to what is still to be made up, while there is something. */
export function OverstepLine({ to }: { to: string }) {
  const rows = useOversteps(true).data ?? []
  if (rows.length === 0) return null
  const late = rows.filter(({ dueAt }) => parseDateTime(dueAt) <= present()).length
  return (
    <Notice tone="wait" icon="pill" edge action={<Link to={to}>补办</Link>}>
      越级使用抗菌药物：{rows.length} 张处方待补办手续{late > 0 && `，其中 ${late} 张已逾 24 小时`}
    </Notice>
  )
}
