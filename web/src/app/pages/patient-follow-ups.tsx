import { useNavigate } from 'react-router'
import { PatientFollowUps } from '../../features/follow-up/PatientFollowUps.tsx'

/** 随访 in the patient's file. A row leads to where it is done. */
export default function PatientFollowUpsTab({ patientId }: { patientId: string }) {
  const navigate = useNavigate()
  return (
    <PatientFollowUps
      patientId={patientId}
      onOpen={(row) =>
        void navigate(
          `/followManagementList?tab=${({ 0: 'today', 1: 'done', 2: 'today', 3: 'overdue', 4: 'cancelled' } as Record<number, string>)[row.status] ?? 'today'}&follow=${row.id}`,
        )
      }
    />
  )
}
