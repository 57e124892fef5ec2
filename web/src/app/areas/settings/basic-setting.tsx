import { CompanyRules } from '../../../features/company-rule/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /basicSetting: the rules by which the company counts. */
export default function BasicSettingPage() {
  return (
    <Page>
      <PageTitle />
      <CompanyRules />
    </Page>
  )
}
