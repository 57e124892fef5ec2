import type { PatientListLinks } from '../../../features/patient/index.ts'
import { PlanDialog } from '../../../features/follow-up/index.ts'
import { handOver } from '../../../lib/handed-over.ts'
import { can } from '../../../lib/permission.ts'
import { bookingTo, chargingTo, patientTo, payingTo } from '../../parts/patient-links.ts'

const BIRTHDAY = { type: 7, subject: '生日' }

/** Where a list of patients leads to, as far as the post goes. */
export const listLinks = (): PatientListLinks => ({
  file: patientTo,
  book: can('/myAppointmentBoard:add') ? bookingTo : null,
  charge: can('/orderSet:open') || can('/orderSet:charge') ? chargingTo : null,
  pay: can('/orderSet:charge') ? payingTo : null,
  sms: can('/SMSmanagement:send')
    ? (people, birthday) => {
        handOver(people)
        return `/SMSmanagement/sendRecord?to=chosen${birthday ? '&birthday=1' : ''}`
      }
    : null,
  follow: can('/followManagementList:add')
    ? (ids, { onClose, onDone, birthday }) => (
        <PlanDialog
          patient={null}
          many={ids}
          onClose={onClose}
          onSaved={onDone}
          {...(birthday ? { usual: BIRTHDAY } : {})}
        />
      )
    : null,
})
