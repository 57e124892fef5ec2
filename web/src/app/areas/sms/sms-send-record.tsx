import { PatientPicker } from '../../../features/patient/index.ts'
import { Records, SmsNotices } from '../../../features/sms/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /SMSmanagement/sendRecord: what was sent, and sending by hand; `?to=` with a patient's id, or `chosen` after several were handed over, begins a message to them, with `&birthday=1` one that congratulates. */
export default function SmsSendRecordPage() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <SmsNotices />
      <Records
        pickPatient={(pick) => <PatientPicker value={null} onChange={(patient) => patient && pick(patient)} />}
      />
    </Page>
  )
}
