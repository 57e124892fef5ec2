import { Navigate } from 'react-router'
import { reloadPermissions } from '../../features/identity/account-actions.ts'
import { CustomMenu } from '../../features/setting/CustomMenu.tsx'
import { permissions, useCan } from '../../lib/permission.ts'
import { session } from '../../lib/session.ts'
import { Page, PageTitle } from '../../ui/index.ts'
import { screens } from '../routes.ts'

/** /customizAtion: the menu as one likes it. */
export default function Customization() {
  const allowed = useCan()
  if (!session.get()?.clinicId) return <Navigate to="/" replace />
  const menu = (permissions.get()?.menu ?? []).filter((entry) => screens.some(({ path }) => path === entry.path))
  const crumbs = allowed('/allSetting:view') ? [{ label: '设置', to: '/allSetting' }] : []
  return (
    <Page scroll>
      <PageTitle title="自定义菜单" crumbs={crumbs} />
      <CustomMenu menu={menu} onSaved={reloadPermissions} />
    </Page>
  )
}
