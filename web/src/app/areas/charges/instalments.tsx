import { InstalmentPage } from '../../../features/instalment/index.ts'
import { urlEnum, urlOptional, useUrlState } from '../../../ui/index.ts'

const codecs = { tab: urlEnum(['overdue', 'broken', 'soon', 'all'], 'overdue'), billId: urlOptional }

/** /instalments: the tab and the bill that is open stand in the address. */
export default function Instalments() {
  const [url, setUrl] = useUrlState(codecs)
  return (
    <InstalmentPage
      tab={url.tab}
      billId={url.billId}
      onTab={(tab) => setUrl({ tab })}
      onBill={(billId) => setUrl({ billId })}
    />
  )
}
