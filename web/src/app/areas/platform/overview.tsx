import { useOutletContext } from 'react-router'
import { Overview, type OwnDialog } from '../../../features/provider/index.ts'
import { IconButton, Page, PageTitle, useIsMobile } from '../../../ui/index.ts'
import { OwnMenu } from '../../platform/PlatformLayout.tsx'

/** /platform: what waits, and the way to every page. */
export default function PlatformOverview() {
  const { openOwn } = useOutletContext<{ openOwn: (dialog: OwnDialog) => void }>()
  const mobile = useIsMobile()
  return (
    <Page scroll padded>
      <PageTitle
        mobileActions={mobile && <OwnMenu trigger={<IconButton icon="user" label="我的账号" />} onOpen={openOwn} />}
      />
      <Overview />
    </Page>
  )
}
