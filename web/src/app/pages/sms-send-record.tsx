import { PatientPicker } from '../../features/patient/PatientSearch.tsx'
import { Records, SmsNotices } from '../../features/sms/index.ts'
import { Page, PageTitle } from '../../ui/index.ts'
import { SmsTabs } from './sms-tabs.tsx'

/** /SMSmanagement/sendRecord: what was sent, and sending by hand; `?to=` with a patient's id, or `chosen` after several were handed over, begins a message to them, with `&birthday=1` one that congratulates. */
export default function SmsSendRecordPage() {
  return (
    <Page>
      <PageTitle title="发送记录" />
      <SmsTabs value="/SMSmanagement/sendRecord" />
      <SmsNotices />
      <Records
        pickPatient={(pick) => <PatientPicker value={null} onChange={(patient) => patient && pick(patient)} />}
      />
    </Page>
  )
}
