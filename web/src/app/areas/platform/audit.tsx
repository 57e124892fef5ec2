import { AuditLog } from '../../../features/provider/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /platform/audit: everything that was done in the console. */
export default function PlatformAudit() {
  return (
    <Page>
      <PageTitle />
      <AuditLog />
    </Page>
  )
}
