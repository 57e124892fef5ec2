import { patient } from '@dentin/contract/patient'
import { dayReads } from '../../features/reporting/index.ts'
import { WalkInDialog } from '../../features/visit/index.ts'
import { useCall, useInvalidate } from '../../lib/query.ts'
import type { GlobalDialogProps } from '../dialogs.ts'
import { PatientOrNew } from './visit-parts.tsx'

/** 现场挂号 from anywhere; `patientId` is chosen already when another page sent it. */
export default function NewRegistration({ onClose, patientId }: GlobalDialogProps) {
  const invalidate = useInvalidate()
  const given = useCall(patient.information, { id: patientId ?? '' }, { enabled: patientId !== null, keep: false })
  if (patientId !== null && !given.data && !given.error) return null
  return (
    <WalkInDialog
      renderPicker={(picker) => <PatientOrNew {...picker} />}
      patient={given.data ? { id: given.data.id, name: given.data.name } : null}
      onClose={onClose}
      onDone={() => {
        void invalidate(dayReads)
        onClose()
      }}
    />
  )
}
