import { patient } from '@dentin/contract/patient'
import { useState } from 'react'
import { FeeDialog } from '../../features/billing/index.ts'
import { dayReads } from '../../features/reporting/index.ts'
import { WalkInDialog } from '../../features/visit/index.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall, useInvalidate } from '../../lib/query.ts'
import type { GlobalDialogProps } from '../dialogs.ts'
import { PatientOrNew } from './visit-parts.tsx'

/** 现场挂号 from anywhere; `patientId` is chosen already when another page sent it. Then its fee is taken, by who may. */
export default function NewRegistration({ onClose, patientId }: GlobalDialogProps) {
  const invalidate = useInvalidate()
  const can = useCan()
  const [owing, setOwing] = useState<{ registrationId: string; name: string; fee: string } | null>(null)
  const given = useCall(patient.information, { id: patientId ?? '' }, { enabled: patientId !== null, keep: false })
  if (patientId !== null && !given.data && !given.error) return null
  if (owing)
    return (
      <FeeDialog
        registrationId={owing.registrationId}
        fee={owing.fee}
        who={owing.name}
        onClose={() => {
          void invalidate(dayReads)
          onClose()
        }}
      />
    )
  return (
    <WalkInDialog
      renderPicker={(picker) => <PatientOrNew {...picker} />}
      patient={given.data ? { id: given.data.id, name: given.data.name } : null}
      onClose={onClose}
      onDone={(made) => {
        void invalidate(dayReads)
        if (Number(made.fee) > 0 && can('/orderSet:charge')) setOwing(made)
        else onClose()
      }}
    />
  )
}
