import { useNavigate } from 'react-router'
import { ConsentsBeside } from '../../../features/consent/index.ts'
import { useUserInfo } from '../../../features/identity/index.ts'
import { FileMissing, PatientBar, useFileMissing } from '../../../features/patient/index.ts'
import { PicturesBeside } from '../../../features/picture/index.ts'
import { newDraft, PlanEditor, PlanList, PlanPage } from '../../../features/treatment-plan/index.ts'
import { can } from '../../../lib/permission.ts'
import { Page, PageTitle, urlOptional, useUrlState } from '../../../ui/index.ts'
import { bookingTo, patientTo, planTo, recordTo } from '../../parts/patient-links.ts'

const state = { id: urlOptional, patientId: urlOptional, recordId: urlOptional }
const links = { recordTo, billTo: (id: string) => `/orderSet?billId=${id}` }

/** /treatmentPlan: the clinic's plans; ?id= one of them; ?patientId= (with ?recordId=) a new one. */
export default function TreatmentPlan() {
  const [{ id, patientId, recordId }] = useUrlState(state)
  const navigate = useNavigate()
  const open = (next: string) => void navigate(planTo(next))
  if (id)
    return (
      <PlanPage
        key={id}
        id={id}
        links={links}
        printTo={`/treatmentPlan/print?id=${id}`}
        chooseTo={`/treatmentPlan/choose?id=${id}`}
        bookTo={(patient, doctorId, lineIds) =>
          `${bookingTo(patient)}&treatDentistId=${doctorId}&planLines=${lineIds.join(',')}`
        }
        plansTo={(patient) => patientTo(patient, 'plans')}
        bar={(patient) => <PatientBar id={patient} size="compact" />}
        consents={
          can('/patientConsent:view')
            ? (plan) => (
                <ConsentsBeside
                  patientId={plan.patientId}
                  of={{ planId: plan.id }}
                  editable
                  onOpen={(consentId) => void navigate(`/patientConsent?id=${consentId}`)}
                />
              )
            : undefined
        }
        pictures={
          can('/imageData:view')
            ? (plan) => <PicturesBeside of={{ planId: plan.id }} patientId={plan.patientId} />
            : undefined
        }
        onOpen={(next, patient) => (next ? open(next) : void navigate(patientTo(patient, 'plans')))}
      />
    )
  if (patientId) return <NewPlan key={patientId} patientId={patientId} recordId={recordId} />
  return (
    <Page>
      <PageTitle />
      <PlanList onOpen={open} />
    </Page>
  )
}

/** A plan begun for a patient whose file is there. */
function NewPlan({ patientId, recordId }: { patientId: string; recordId: string | null }) {
  const navigate = useNavigate()
  const info = useUserInfo()
  const missing = useFileMissing(patientId)
  return (
    <Page>
      <PageTitle sub="新建" crumbs={[{ label: '患者', to: patientTo(patientId, 'plans') }]} />
      {missing ? (
        <FileMissing />
      ) : (
        <>
          <PatientBar id={patientId} size="compact" />
          {info.data && (
            <PlanEditor
              patientId={patientId}
              recordId={recordId}
              plan={null}
              begin={newDraft(info.data.isDoctor ? info.data.employeeId : null)}
              onDone={(made) => void navigate(made ? planTo(made) : patientTo(patientId, 'plans'))}
            />
          )}
        </>
      )}
    </Page>
  )
}
