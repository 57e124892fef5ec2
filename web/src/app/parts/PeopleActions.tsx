import { MOST_PEOPLE } from '@dentin/contract/report'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PlanDialog } from '../../features/follow-up/index.ts'
import { AddToGroup } from '../../features/patient/index.ts'
import { usePeople, type DrillAsk } from '../../features/report/index.ts'
import { handOver, type Chosen } from '../../lib/handed-over.ts'
import { useCan } from '../../lib/permission.ts'
import { Button, toast } from '../../ui/index.ts'
import s from './people-actions.module.css'

/** So many follow-ups are planned at once. */
const MOST_FOLLOWED = 200
type Doing = 'group' | 'sms' | 'follow'

/** What is done with all patients of a cell: into a group, a message, a follow-up. Each is one step from the list. */
export function PeopleActions({ ask, usual }: { ask: DrillAsk; usual: { type: number; subject: string } }) {
  const can = useCan()
  const navigate = useNavigate()
  const people = usePeople()
  const [doing, setDoing] = useState<{ what: 'group' | 'follow'; chosen: readonly Chosen[] } | null>(null)
  const begin = async (what: Doing) => {
    const { pageNum: _pageNum, pageSize: _pageSize, ...cell } = ask
    const found = await people.mutateAsync(cell).catch(() => null)
    if (!found) return
    const most = what === 'follow' ? MOST_FOLLOWED : MOST_PEOPLE
    const chosen = found.list.slice(0, most)
    if (chosen.length === 0) {
      toast.info('没有在用的档案')
      return
    }
    if (found.total > most) toast.info(`一次最多 ${most} 人，先处理前 ${most} 人，共 ${found.total} 人`)
    if (what === 'sms') {
      handOver(chosen)
      await navigate('/SMSmanagement/sendRecord?to=chosen')
    } else setDoing({ what, chosen })
  }
  const ids = doing?.chosen.map(({ id }) => id) ?? []
  const end = () => setDoing(null)
  const offers = [
    { what: 'group', icon: 'users', label: '加入分组', may: can('/allTimePatients:group') },
    { what: 'sms', icon: 'message', label: '发短信', may: can('/SMSmanagement:send') },
    { what: 'follow', icon: 'phone', label: '安排随访', may: can('/followManagementList:add') },
  ] as const
  const offered = offers.filter(({ may }) => may)
  if (offered.length === 0) return null
  return (
    <div className={s.bar} role="group" aria-label="这些患者">
      {offered.map(({ what, icon, label }) => (
        <Button key={what} size="sm" icon={icon} disabled={people.isPending} onClick={() => void begin(what)}>
          {label}
        </Button>
      ))}
      {doing?.what === 'group' && (
        <AddToGroup patientIds={ids} widest={can('/allTimePatients:share') ? 3 : 1} onClose={end} onDone={end} />
      )}
      {doing?.what === 'follow' && <PlanDialog patient={null} many={ids} usual={usual} onClose={end} onSaved={end} />}
    </div>
  )
}
