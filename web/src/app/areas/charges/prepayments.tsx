import { PrepaymentsPage } from '../../../features/prepay/index.ts'
import { urlEnum, useUrlState } from '../../../ui/index.ts'
import { patientTo } from '../../parts/patient-links.ts'
import { pickPatient } from '../../parts/PrepaysOf.tsx'

const codecs = { tab: urlEnum(['valid', 'returns', 'all'], 'valid') }

/** /prepayments: the tab stands in the address. */
export default function Prepayments() {
  const [{ tab }, setUrl] = useUrlState(codecs)
  return (
    <PrepaymentsPage
      tab={tab}
      onTab={(next) => setUrl({ tab: next })}
      fileTo={(patientId) => patientTo(patientId, 'prepays')}
      renderPicker={pickPatient}
    />
  )
}
