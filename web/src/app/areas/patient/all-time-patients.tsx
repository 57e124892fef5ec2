import { useNavigate } from 'react-router'
import { PatientList } from '../../../features/patient/index.ts'
import { can } from '../../../lib/permission.ts'
import { Button, IconButton, LinkButton, Menu, Page, PageTitle, useIsMobile } from '../../../ui/index.ts'
import { useRow } from '../../parts/ScreenTabs.tsx'
import { listLinks } from './patient-list-links.tsx'

/** /allTimePatients: every patient of the company. */
export default function AllTimePatients() {
  const navigate = useNavigate()
  const mobile = useIsMobile()
  const places = useRow('patients').filter(({ key }) => key !== '/allTimePatients')
  return (
    <Page>
      <PageTitle
        mobileActions={
          can('/allTimePatients:add') && (
            <LinkButton to="?edit=new" variant="primary" icon="plus" aria-label="新建患者" />
          )
        }
      />
      <PatientList
        links={listLinks()}
        beside={
          <Menu
            align="end"
            items={places.map(({ key, label }) => ({ key, label, onSelect: () => void navigate(key) }))}
          >
            {mobile ? (
              <IconButton icon="list" label="其他名单" size="sm" />
            ) : (
              <Button size="sm" variant="text" iconRight="chevron-down">
                其他名单
              </Button>
            )}
          </Menu>
        }
      />
    </Page>
  )
}
