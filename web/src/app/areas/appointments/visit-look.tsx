import { ageYears, briefGenderAge } from '../../../domain/person.ts'
import { AppointmentPane } from '../../../features/appointment/index.ts'
import { workText, type Day, type VisitCard } from '../../../features/reporting/index.ts'
import { VisitPane } from '../../../features/visit/index.ts'
import { useCan } from '../../../lib/permission.ts'
import { exists } from '../../routes.ts'
import { CheckIn, renderPicker } from '../../parts/appointment-parts.tsx'
import type { useDayActions } from '../../parts/day-actions.tsx'
import { patientTo, recordTo } from '../../parts/patient-links.ts'
import { recordTo as recordOfVisitTo } from '../../parts/visit-links.ts'

/** Beside the lanes: one visit or one appointment. */
export function Pane({
  day,
  visitId,
  appointmentId,
  actions,
  onShow,
  onClose,
}: {
  day: Day
  visitId: string | null
  appointmentId: string | null
  actions: ReturnType<typeof useDayActions>
  onShow: (id: string) => void
  onClose: () => void
}) {
  const may = useCan()
  if (appointmentId)
    return (
      <AppointmentPane
        key={appointmentId}
        id={appointmentId}
        onClose={onClose}
        onShow={onShow}
        patientHref={patientTo}
        recordHref={recordTo}
        renderPicker={renderPicker}
        renderCheckIn={(detail, done) => (
          <CheckIn
            appointment={detail}
            onDone={() => {
              actions.refresh()
              done()
            }}
          />
        )}
      />
    )
  const card = [...day.waiting, ...day.inChair, ...day.toCharge, ...day.departed].find((each) => each.id === visitId)
  if (!card) return null
  return <VisitLook card={card} day={day} actions={actions} onClose={onClose} may={may} />
}

function VisitLook({
  card,
  day,
  actions,
  onClose,
  may,
}: {
  card: VisitCard
  day: Day
  actions: ReturnType<typeof useDayActions>
  onClose: () => void
  may: ReturnType<typeof useCan>
}) {
  const writes = may('/patientMedicalRecord:view') && exists('/patientMedicalRecord') && card.treatmentId !== null
  return (
    <VisitPane
      key={card.id}
      visit={card}
      aside={briefGenderAge(card, day.date)}
      age={ageYears(card.birthDay, day.date)}
      work={workText(card)}
      patientHref={patientTo(card.patientId)}
      {...(writes ? { recordHref: recordOfVisitTo(card) } : {})}
      next={actions.actionOf(card, true)}
      onRequeue={() => actions.requeue(card)}
      onChanged={actions.refresh}
      onClose={onClose}
    />
  )
}
