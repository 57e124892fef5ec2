import { Templates, SmsNotices } from '../../features/sms/index.ts'
import { Page, PageTitle } from '../../ui/index.ts'
import { SmsTabs } from './sms-tabs.tsx'

/** /SMSmanagement/templateRecord: templates and their review. */
export default function SmsTemplateRecordPage() {
  return (
    <Page>
      <PageTitle title="短信模板" />
      <SmsTabs value="/SMSmanagement/templateRecord" />
      <SmsNotices />
      <Templates />
    </Page>
  )
}
