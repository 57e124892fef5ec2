import { followUpStates } from '@dentin/contract/core/status'
import { useState } from 'react'
import { deferred } from '../../lib/deferred.ts'
import { can } from '../../lib/permission.ts'
import { DataTable, pageCodecs, pagedProps } from '../../ui/heavy.ts'
import { Button, EmptyState, Toolbar, useUrlState } from '../../ui/index.ts'
import { FollowCard, followColumns as c } from './columns.tsx'
import { useOfPatient, type FollowRow } from './hooks.ts'

const PlanDialog = deferred(async () => (await import('./PlanDialog.tsx')).PlanDialog)
const columns = [c.plan, c.type, c.subject, c.status, c.result, c.satisfaction, c.doneBy, c.owner, c.clinic, c.note]

/** All follow-ups of one patient over the chain, the latest first. A row leads to where it is done. */
export function PatientFollowUps({ patientId, onOpen }: { patientId: string; onOpen: (row: FollowRow) => void }) {
  const [place, set] = useUrlState(pageCodecs)
  const found = useOfPatient(patientId, place)
  const [adding, setAdding] = useState(false)
  const add = can('/followManagementList:add') && (
    <Button icon="plus" onClick={() => setAdding(true)}>
      新建随访
    </Button>
  )
  return (
    <>
      {found.data && found.data.total > 0 && add && <Toolbar end={add} />}
      <DataTable
        label="随访"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, place, set, { what: '随访', noun: '条' })}
        onOpen={onOpen}
        muted={(row) => followUpStates.is(row.status, 'cancelled')}
        empty={<EmptyState icon="phone" title="还没有随访" hint="病历签名和收费后会按规则自动安排" action={add} />}
        mobile={(row) => <FollowCard row={row} />}
      />
      {adding && (
        <PlanDialog patient={{ id: patientId }} onClose={() => setAdding(false)} onSaved={() => setAdding(false)} />
      )}
    </>
  )
}
