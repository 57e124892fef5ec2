import { Templates, SmsNotices } from '../../../features/sms/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /SMSmanagement/templateRecord: templates and their review. */
export default function SmsTemplateRecordPage() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <SmsNotices />
      <Templates />
    </Page>
  )
}
