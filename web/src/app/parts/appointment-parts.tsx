import { patient } from '@dentin/contract/patient'
import { visit } from '@dentin/contract/visit'
import { useRef } from 'react'
import {
  appointmentReads,
  type AppointmentDetail,
  type PatientPicker as Picker,
} from '../../features/appointment/index.ts'
import { NewPatientRow, PatientPicker } from '../../features/patient/index.ts'
import { newRequestId } from '../../lib/client.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { Button, toast } from '../../ui/index.ts'

/** The patients' picker in the booking dialogs; who has no file is booked under a name. */
export const renderPicker: Picker = ({ value, onPick, onNew, autoFocus }) => (
  <PatientPicker
    value={value}
    onChange={onPick}
    autoFocus={autoFocus ?? false}
    lastRow={{ render: (text) => <NewPatientRow text={text} />, onPick: onNew }}
  />
)

/** The patient that another page sent here to be booked. */
export function usePatientToBook(id: string | null) {
  return useCall(patient.information, { id: id ?? '' }, { enabled: id !== null, keep: false }).data ?? null
}

/** 签到: the patient is there; a registration comes of the appointment. */
export function CheckIn({ appointment, onDone }: { appointment: AppointmentDetail; onDone: () => void }) {
  const checkIn = useSend(visit.checkIn, { refresh: appointmentReads })
  const requestId = useRef(newRequestId())
  const run = () =>
    checkIn.mutate(
      { requestId: requestId.current, appointmentId: appointment.id },
      {
        onSuccess: () => {
          requestId.current = newRequestId()
          toast.success('已签到')
          onDone()
        },
        onError: (error) => toast.error(error.message),
      },
    )
  return (
    <Button
      variant="primary"
      icon="user-check"
      busy={checkIn.isPending}
      disabled={appointment.patientId === null}
      title={appointment.patientId === null ? '请先关联患者档案' : undefined}
      onClick={run}
    >
      签到
    </Button>
  )
}
