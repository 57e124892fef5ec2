import { AuditLog } from '../../../features/provider/AuditLog.tsx'
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
