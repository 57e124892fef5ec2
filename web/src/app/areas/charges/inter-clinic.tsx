import { InterClinicPage } from '../../../features/inter-clinic/index.ts'
import { urlEnum, useUrlState } from '../../../ui/index.ts'
import { patientTo, payingTo } from '../../parts/patient-links.ts'

const codecs = { tab: urlEnum(['due', 'settled'], 'due') }

/** /interClinic: the tab stands in the address. */
export default function InterClinic() {
  const [{ tab }, setUrl] = useUrlState(codecs)
  return (
    <InterClinicPage tab={tab} onTab={(next) => setUrl({ tab: next })} links={{ bill: payingTo, patient: patientTo }} />
  )
}
