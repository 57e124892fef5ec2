import { TemplateWorkspace } from '../../../features/print-template/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { PaperLook } from '../../parts/paper-previews.tsx'

/** /templateSetting: how the papers of money are printed. */
export default function TemplateSettingPage() {
  return (
    <Page>
      <PageTitle />
      <TemplateWorkspace draw={(kind, paper) => <PaperLook kind={kind} paper={paper} />} />
    </Page>
  )
}
