import { Navigate } from 'react-router'
import { reloadPermissions } from '../../../features/identity/index.ts'
import { CustomMenu } from '../../../features/setting/index.ts'
import { permissions, useCan } from '../../../lib/permission.ts'
import { session } from '../../../lib/session.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { exists } from '../../routes.ts'

/** /customizAtion: the menu as one likes it. */
export default function Customization() {
  // The menu is drawn again when it has been saved.
  useCan()
  if (!session.get()?.clinicId) return <Navigate to="/" replace />
  const menu = (permissions.get()?.menu ?? []).filter((entry) => exists(entry.path))
  return (
    <Page scroll>
      <PageTitle />
      <CustomMenu menu={menu} onSaved={reloadPermissions} />
    </Page>
  )
}
