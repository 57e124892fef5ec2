import { UnitAccountsPage } from '../../../features/unit-account/index.ts'
import { useCan } from '../../../lib/permission.ts'
import { urlEnum, urlOptional, useUrlState } from '../../../ui/index.ts'
import { patientTo, payingTo } from '../../parts/patient-links.ts'

const codecs = {
  unit: urlOptional,
  tab: urlEnum(['open', 'statement', 'settlements'], 'open'),
  month: urlOptional,
}

/** /unitAccounts: the unit that is open, its tab and the month stand in the address. */
export default function UnitAccounts() {
  const [url, setUrl] = useUrlState(codecs)
  const can = useCan()
  return (
    <UnitAccountsPage
      unitId={url.unit}
      tab={url.tab}
      month={url.month}
      onUnit={(unit) => setUrl({ unit, tab: 'open', month: null })}
      onTab={(tab) => setUrl({ tab })}
      onMonth={(month) => setUrl({ month })}
      links={{ bill: payingTo, patient: patientTo, units: can('/payUnitList:view') ? '/payUnitList' : null }}
    />
  )
}
