import { useState } from 'react'
import { can, useCan } from '../../lib/permission.ts'
import { Button } from '../../ui/index.ts'
import { SealDialog, SealsDrawer } from './deferred.ts'
import { useSeals } from './hooks.ts'

/** Beside a patient's records: what was sealed in a dispute, and sealing for whoever may. */
export function RecordSeals({ patientId }: { patientId: string }) {
  const [open, setOpen] = useState<'seal' | 'list' | null>(null)
  useCan()
  const seals = useSeals(patientId)
  const count = seals.data?.length ?? 0
  const close = () => setOpen(null)
  return (
    <>
      {count > 0 && (
        <Button icon="archive" onClick={() => setOpen('list')}>
          封存件 {count}
        </Button>
      )}
      {can('/patientMedicalRecord:seal') && (
        <Button icon="lock" onClick={() => setOpen('seal')}>
          封存
        </Button>
      )}
      {open === 'seal' && <SealDialog patientId={patientId} onClose={close} onSealed={() => setOpen('list')} />}
      {open === 'list' && <SealsDrawer seals={seals.data ?? []} onClose={close} />}
    </>
  )
}
