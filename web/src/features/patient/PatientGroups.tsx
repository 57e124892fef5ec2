import { patient as calls } from '@dentin/contract/patient'
import { useState } from 'react'
import { ApiError } from '../../lib/client.ts'
import { can } from '../../lib/permission.ts'
import { useSend } from '../../lib/query.ts'
import { IconButton, TextButton, toast } from '../../ui/index.ts'
import { GroupTag } from './GroupTag.tsx'
import { centreReads, useGroupsOf } from './hooks.ts'
import { AddToGroup } from './deferred.ts'
import s from './patient.module.css'

/** The groups by hand that a patient is in. */
export function PatientGroups({ patientId }: { patientId: string }) {
  const { data = [] } = useGroupsOf(patientId)
  const [adding, setAdding] = useState(false)
  const leave = useSend(calls.leaveGroup, { refresh: centreReads })
  const may = can('/allTimePatients:group')
  const out = async (groupId: string) => {
    try {
      await leave.mutateAsync({ groupId, patientId })
      toast.success('已移出分组')
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : '没有移出，请重试')
    }
  }
  return (
    <section className={s.fileSection} aria-label="分组">
      <div className={s.blockHead}>
        <h3>分组</h3>
        {may && (
          <TextButton icon="plus" onClick={() => setAdding(true)}>
            加入分组
          </TextButton>
        )}
      </div>
      {data.length === 0 && <p className="t-13 tertiary">不在任何分组里</p>}
      <div className={s.groupLine}>
        {data.map((group) => (
          <span key={group.id} className={s.inGroup}>
            <GroupTag group={group} />
            {may && group.canEdit && (
              <IconButton icon="x" size="xs" label={`移出 ${group.name}`} onClick={() => void out(group.id)} />
            )}
          </span>
        ))}
      </div>
      {adding && (
        <AddToGroup
          patientIds={[patientId]}
          widest={can('/allTimePatients:share') ? 3 : 1}
          onClose={() => setAdding(false)}
          onDone={() => setAdding(false)}
        />
      )}
    </section>
  )
}
