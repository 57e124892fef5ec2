import { visitsOf } from './visits.ts'
import { known, once } from './kit.ts'
import type { World } from './world.ts'

/** Of which clinic a row is, which doctors it names, and whom else. */
export interface Named {
  clinic: string | null
  doctors: readonly (string | null)[]
  others: readonly (string | null)[]
  /** In a report of people: whoever else had a part in it. */
  parts?: readonly (string | null)[]
  /** Whose it is, where it leads to no paper of theirs. */
  patient?: string | null
}

const EACH = 36
/** The id at the beginning of what a report calls a row by. */
const idOf = (id: string): string => id.slice(0, EACH)

const indexed = once((world: World) => {
  const of = <R extends { id: string }>(list: readonly R[]) => new Map(list.map((row) => [row.id, row]))
  return {
    executions: of(world.bill_item_execution),
    followUps: of(world.follow_up),
    logs: of(world.card_log),
    records: of(world.medical_record),
    slips: of(world.commission_slip),
    paid: of(world.commission_line),
    spends: of(world.source_spend),
    targets: of(world.clinic_target),
    treatments: of(world.treatment),
    postings: new Map(world.ledger_posting.map((row) => [`${row.entry_id}-${row.no}`, row])),
  }
})

/**
 * Whom a row of a source names, by its raw rows; undefined: there is no such row in the company.
 * @param day as of which somebody was here last
 */
export function namedBy(world: World, source: string, id: string, day = world.today): Named | undefined {
  const own = known(world)
  const { executions, followUps, logs, records, slips, paid, spends, targets, treatments, postings } = indexed(world)
  const patient = (patientId: string | null | undefined) => own.patients.get(patientId ?? '')
  switch (source) {
    case 'appointments':
    case 'bookings': {
      const row = own.appointments.get(id)
      const others = [row?.consultant_id ?? null, row?.nurse_id ?? null]
      return row && { clinic: row.clinic_id, doctors: [row.doctor_id], others, parts: [row.created_by] }
    }
    case 'registrations':
    case 'firstVisits': {
      const row = own.registrations.get(id)
      const parts = [own.appointments.get(row?.appointment_id ?? '')?.nurse_id ?? null, row?.created_by ?? null]
      return row && { clinic: row.clinic_id, doctors: [row.doctor_id], others: [row.consultant_id], parts }
    }
    case 'patients':
    case 'introduced': {
      const row = patient(id)
      const others = [row?.consultant_id ?? null, row?.referrer_employee_id ?? null]
      return row && { clinic: row.home_clinic_id, doctors: [row.resp_doctor_id], others }
    }
    case 'lines': {
      const item = own.items.get(id)
      const bill = own.bills.get(item?.bill_id ?? '')
      const parts = [bill?.cashier_id ?? null, bill?.consultant_id ?? null]
      return bill && { clinic: bill.clinic_id, doctors: [item?.doctor_id ?? bill.doctor_id], others: [], parts }
    }
    case 'takings':
    case 'settled':
    case 'owed':
    case 'claims':
    case 'stored': {
      const row = postings.get(id)
      const bill = own.bills.get(row?.bill_id ?? '')
      const doctor = own.items.get(row?.item_id ?? '')?.doctor_id ?? bill?.doctor_id ?? null
      const parts = [own.entries.get(row?.entry_id ?? '')?.actor_id ?? null, bill?.consultant_id ?? null]
      const owner = bill ?? own.cards.get(row?.card_id ?? '') ?? own.prepays.get(row?.prepay_id ?? '')
      return row && { clinic: row.clinic_id, doctors: [doctor], others: [], parts, patient: owner?.patient_id ?? null }
    }
    case 'openItems':
    case 'bills.charged':
    case 'bills.opened':
    case 'bills.paid': {
      const row = own.bills.get(idOf(id))
      return row && { clinic: row.clinic_id, doctors: [row.doctor_id], others: [row.opener_id] }
    }
    case 'cardBalances':
    case 'heldCards':
    case 'openedCards': {
      const row = own.cards.get(id)
      return (
        row && { clinic: row.open_clinic_id, doctors: [patient(row.patient_id)?.resp_doctor_id ?? null], others: [] }
      )
    }
    case 'cardMovements': {
      const row = logs.get(id)
      return row && { clinic: row.moved_clinic_id, doctors: [], others: [row.operator_id, row.sales_id] }
    }
    case 'executions': {
      const row = executions.get(id)
      const item = own.items.get(row?.bill_item_id ?? '')
      const bill = own.bills.get(row?.bill_id ?? '')
      const doctors = [row?.doctor_id ?? item?.doctor_id ?? bill?.doctor_id ?? null]
      const others = [row?.assistant_id ?? null, bill?.consultant_id ?? null]
      return row && { clinic: row.clinic_id, doctors, others, parts: [bill?.cashier_id ?? null] }
    }
    case 'ratings': {
      const row = followUps.get(id)
      return row && { clinic: row.clinic_id, doctors: [row.doctor_id], others: [], parts: [row.done_by] }
    }
    case 'treatments': {
      const row = treatments.get(id)
      const visit = own.registrations.get(row?.registration_id ?? '')
      const nurse = own.appointments.get(visit?.appointment_id ?? '')?.nurse_id ?? null
      return row && { clinic: row.clinic_id, doctors: [row.doctor_id], others: [nurse] }
    }
    case 'diagnosed': {
      const row = records.get(idOf(id))
      return row && { clinic: row.clinic_id, doctors: [row.doctor_id], others: [] }
    }
    case 'lostPatients':
    case 'ratedPatients': {
      const last = visitsOf(world)
        .get(id)
        ?.findLast(({ reg_date }) => reg_date <= day)
      return last && { clinic: last.clinic_id, doctors: [last.doctor_id], others: [patient(id)?.consultant_id ?? null] }
    }
    case 'expectedCare': {
      // Named by the patient, the diagnosis and what it calls for: of whichever of the patient's records says so last.
      const patientId = idOf(id)
      const icd = /^[A-Z]\d{2}(\.\d)?/.exec(id.slice(EACH))?.[0] ?? ''
      const said = world.medical_record
        .filter((row) => row.patient_id === patientId && JSON.stringify(row.content).includes(`"icdCode":"${icd}`))
        .toSorted((a, b) => (a.visit_time < b.visit_time ? 1 : -1))
      const [row] = said
      return (
        row && {
          clinic: row.clinic_id,
          doctors: said.map(({ doctor_id }) => doctor_id),
          others: [patient(patientId)?.consultant_id ?? null],
        }
      )
    }
    case 'paid': {
      const line = paid.get(id)
      const slip = slips.get(line?.slip_id ?? '')
      if (line) return { clinic: line.clinic_id, doctors: [slip?.employee_id ?? null], others: [] }
      // Of a month that is open: what moved the line, whom it pays, and as what.
      const [movement = '', employee = ''] = id.split(' ')
      const row = postings.get(movement) ?? executions.get(movement)
      return row && { clinic: row.clinic_id, doctors: [employee], others: [] }
    }
    case 'targets': {
      const row = targets.get(id)
      return row && { clinic: row.clinic_id, doctors: [], others: [] }
    }
    case 'spends': {
      const row = spends.get(id)
      return row && { clinic: row.clinic_id, doctors: [], others: [] }
    }
    default:
      return undefined
  }
}
