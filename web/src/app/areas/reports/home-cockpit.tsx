import { cutNames } from '@dentin/contract/report'
import { LOW_RATING } from '@dentin/contract/cockpit'
import { followUpStates } from '@dentin/contract/core/status'
import { CockpitPage, spans, type CockpitSpan } from '../../../features/cockpit/index.ts'
import { DrillDrawer } from '../../../features/report/index.ts'
import { useClinics } from '../../../features/identity/index.ts'
import { useCan } from '../../../lib/permission.ts'
import { session } from '../../../lib/session.ts'
import { urlEnum, urlNumber, urlOptional, useUrlState } from '../../../ui/index.ts'
import { linkIn } from '../../parts/report-links.ts'
import { useSwitchClinic } from '../../layout/ClinicSwitcher.tsx'

const codecs = {
  span: urlEnum(Object.keys(spans) as CockpitSpan[], 'month'),
  measure: urlEnum(['takings', 'revenue'], 'takings'),
  /** The figure whose rows are open: by what it is cut, of which row (none: of all), which part of a rate, which page. */
  figure: urlOptional,
  by: urlEnum(cutNames, 'clinic'),
  row: urlOptional,
  part: urlOptional,
  rows: urlNumber(1),
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
        onRows={({ figure, by, key }) => setUrl({ figure, by, row: key, part: null, rows: 1 }, { push: true })}
        rows={({ from, until }, figures) =>
          url.figure && (
            <DrillDrawer
              ask={{
                door: 'homeCockpit',
                from,
                to: until,
                by: url.by,
                figure: url.figure,
                ...(url.row === null ? {} : { key: url.row }),
              }}
              figures={figures}
              linkTo={linkIn('homeCockpit', can('/orderSet:view'))}
              part={url.part}
              page={url.rows}
              onPart={(part) => setUrl({ part, rows: 1 })}
              onPage={(rows) => setUrl({ rows })}
              onClose={() => setUrl({ figure: null, row: null, by: 'clinic', part: null, rows: 1 })}
            />
          )
        }
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
