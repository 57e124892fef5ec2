import { useNavigate } from 'react-router'
import { orthoStates } from '@dentin/contract/orthodontic'
import { paper } from '@dentin/contract/paper'
import { CaseList, CasePage } from '../../../features/orthodontic/index.ts'
import { PatientBar } from '../../../features/patient/index.ts'
import { PdfButtons } from '../../../features/paper/index.ts'
import { BeforeAfter } from '../../../features/picture/index.ts'
import { can } from '../../../lib/permission.ts'
import { LinkButton, Page, PageTitle, urlOptional, useUrlState } from '../../../ui/index.ts'
import { startAndEnd } from '../../parts/ortho-days.ts'
import { jumpTo, orthoTo, patientTo, payingTo, recordTo } from '../../parts/patient-links.ts'

const state = { id: urlOptional }

/** /orthodontics: the clinic's orthodontic cases, the late ones too; ?id= one of them. */
export default function Orthodontics() {
  const [{ id }] = useUrlState(state)
  const navigate = useNavigate()
  if (id)
    return (
      <CasePage
        key={id}
        id={id}
        bar={(patient) => <PatientBar id={patient} size="compact" />}
        recordTo={recordTo}
        writeTo={(patientId, treatmentId) =>
          `${jumpTo('/patientMedicalRecord', { patientId, treatmentId })}&recordType=2`
        }
        consentsTo={can('/patientConsent:view') ? (patient) => patientTo(patient, 'consents') : null}
        picturesTo={(patient) => patientTo(patient, 'images')}
        billTo={can('/orderSet:view') ? payingTo : null}
        listTo="/orthodontics"
        papers={({ status }) =>
          can('/patientMedicalRecord:print')
            ? [
                ...(orthoStates.is(status, 'treating', 'retention', 'ended')
                  ? [{ title: '佩戴说明', buttons: <PdfButtons call={paper.orthoWear} input={{ id }} /> }]
                  : []),
                ...(orthoStates.is(status, 'treating', 'retention', 'ended') && can('/imageData:view')
                  ? [
                      {
                        title: '前后对照',
                        buttons: (
                          <LinkButton icon="printer" to={`/orthodontics/before-after?id=${id}`} target="_blank">
                            打印
                          </LinkButton>
                        ),
                      },
                    ]
                  : []),
                { title: '转诊资料', buttons: <PdfButtons call={paper.ortho} input={{ id }} /> },
              ]
            : []
        }
        beforeAfter={
          can('/imageData:view')
            ? (found) => <BeforeAfter patientId={found.patientId} {...startAndEnd(found)} />
            : undefined
        }
      />
    )
  return (
    <Page>
      <PageTitle />
      <CaseList onOpen={(next) => void navigate(orthoTo(next))} />
    </Page>
  )
}
