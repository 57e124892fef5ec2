import { LOW_RATING } from '@dentin/contract/cockpit'
import { followUpStates } from '@dentin/contract/core/status'
import { CockpitPage, spans, type CockpitSpan } from '../../../features/cockpit/index.ts'
import { useClinics } from '../../../features/identity/index.ts'
import { useCan } from '../../../lib/permission.ts'
import { session } from '../../../lib/session.ts'
import { urlEnum, useUrlState } from '../../../ui/index.ts'
import { useSwitchClinic } from '../../layout/ClinicSwitcher.tsx'

const codecs = {
  span: urlEnum(Object.keys(spans) as CockpitSpan[], 'month'),
  measure: urlEnum(['takings', 'revenue'], 'takings'),
}

/** /homeCockpit: the span and the measure stand in the address. */
export default function HomeCockpit() {
  const [url, setUrl] = useUrlState(codecs)
  const can = useCan()
  const clinics = useClinics()
  const { begin, question } = useSwitchClinic()
  const lists: Readonly<Record<string, string | null>> = {
    exceptions: can('/orderSet:view') ? '/orderSet?tab=exception' : null,
    shifts: can('/orderSet:charge') || can('/orderSet:shifts') ? '/shiftHandover?open=1' : null,
    records: can('/patientMedicalRecord:view') ? '/patientMedicalRecord?whose=clinic' : null,
    overdue: can('/customerService:view') ? '/customerService' : null,
    ratings: can('/recordManage:view')
      ? `/recordManage?statuses=${followUpStates.code.done}&points=${LOW_RATING}`
      : null,
    licences: '/userFactory',
  }
  return (
    <>
      <CockpitPage
        span={url.span}
        measure={url.measure}
        onSpan={(span) => setUrl({ span })}
        onMeasure={(measure) => setUrl({ measure })}
        setsGoals={can('/homeCockpit:goals')}
        reportTo={
          can('/analysisData:view')
            ? (from, to, clinicId) => `/analysisData?from=${from}&to=${to}${clinicId ? `&clinics=${clinicId}` : ''}`
            : null
        }
        balancesTo={can('/interClinic:view') ? '/interClinic' : null}
        warningTo={(kind) => lists[kind] ?? null}
        ways={{
          here: session.get()?.clinicId ?? null,
          others: clinics.data?.map(({ clinicId }) => clinicId) ?? [],
          go: begin,
        }}
      />
      {question}
    </>
  )
}
