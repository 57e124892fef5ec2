import type { Visit } from '../events.ts'
import type { Listener } from '../story.ts'
import type { Doc, Person, Row, World } from '../world.ts'
import { makeReferrals } from './visit/referrals.ts'

export const visit: Listener = {
  module: 'visit',
  dice: 'story',
  hear: ({ world, companies, tell }) => {
    const registrations = new Map<Visit, Doc<'registration'>>()
    const treatments = new Map<Visit, Doc<'treatment'>>()
    const deptOf = departments(world)
    const go = (
      of: Visit,
      to: number,
      by: Person,
      at: Date,
      patch: Partial<Row<'registration'>>,
      reason?: string,
    ): void => {
      const doc = registrations.get(of) as Doc<'registration'>
      const from = doc.row.status as number
      world.change(doc, { ...patch, status: to }, by, at)
      world.step('registration', doc.row, from, to, by, at, reason)
    }
    return {
      arrived({ visit: of, at, by }) {
        const doc = register(world, of, deptOf(of), by, at)
        registrations.set(of, doc)
        of.ids.registration = doc.row.id
        world.step('registration', doc.row, null, 1, by, at)
      },
      gaveUpWaiting({ visit: of, at, by, reason }) {
        go(of, 7, by, at, { cancel_reason: reason }, reason)
        tell('visitMoved', { visit: of, to: 'gaveUp', at, by })
      },
      called: ({ visit: of, at }) => go(of, 2, of.doctor, at, { call_time: at }),
      seated({ visit: of, at }) {
        go(of, 3, of.doctor, at, { start_time: at })
        tell('visitMoved', { visit: of, to: 'inChair', at, by: of.doctor })
      },
      examined({ visit: of, at }) {
        const doc = treat(world, of, at)
        treatments.set(of, doc)
        of.ids.treatment = doc.row.id
      },
      treated({ visit: of, at, text }) {
        go(of, 4, of.doctor, at, { end_time: at })
        const patch = { status: 2, end_time: at, next_plan: text.next?.remark ?? '' }
        world.change(treatments.get(of) as Doc<'treatment'>, patch, of.doctor, at)
      },
      recordSigned({ visit: of, at }) {
        world.change(treatments.get(of) as Doc<'treatment'>, { emr_completed: true }, of.doctor, at)
      },
      paid: ({ visit: of, at, cashier }) => go(of, 5, cashier, at, { charge_time: at }),
      left({ visit: of, at, cashier }) {
        go(of, 6, cashier, at, { leave_time: at })
        tell('visitMoved', { visit: of, to: 'done', at, by: cashier })
      },
      daysLived() {
        const time = (row: Row<'registration'>) => row.reg_time as Date
        world.number(
          'registration',
          () => 'GH',
          time,
          (row, _count, text) => world.note(row, { reg_no: text() }),
        )
        world.number(
          'registration',
          (row) => `Q:${row.doctor_id}`,
          time,
          (row, count) => world.note(row, { queue_no: count }),
        )
      },
      presentReached: () => makeReferrals(world, companies),
    }
  },
}

/** Gives a doctor's department in the clinic of a visit. */
function departments(world: World): (of: Visit) => string | null {
  const key = (clinicId: string, employeeId: string) => `${clinicId} ${employeeId}`
  const depts = new Map(
    world.rows('employee_clinic').map((row) => [key(row.clinic_id, row.employee_id), row.dept_id ?? null]),
  )
  return ({ clinic, doctor }) => depts.get(key(clinic.id, doctor.id)) ?? null
}

function register(world: World, of: Visit, deptId: string | null, by: Person, at: Date): Doc<'registration'> {
  const { booking, patient } = of
  return world.create(
    'registration',
    {
      tenant_id: of.clinic.company.tenantId,
      id: world.r.uuid(at),
      clinic_id: of.clinic.id,
      reg_no: '',
      queue_no: 0,
      reg_date: world.date(of.day),
      patient_id: patient.id,
      appointment_id: booking?.id ?? null,
      doctor_id: of.doctor.id,
      reg_type: of.slot.urgent ? 3 : 1,
      treat_type: of.treatType,
      reg_fee: '0.00',
      dept_id: deptId,
      consultant_id: booking?.consultantId ?? null,
      source: booking?.source ?? 0,
      title: of.title,
      teeth: of.teeth,
      chief_complaint: '',
      appointed_at: booking?.startsAt ?? null,
      reg_time: at,
      call_time: null,
      start_time: null,
      end_time: null,
      charge_time: null,
      leave_time: null,
      status: 1,
      cancel_reason: null,
      created_by: by.id,
      created_name: by.name,
      created_at: at,
      updated_at: at,
    },
    by,
    at,
    patient.id,
  )
}

function treat(world: World, of: Visit, at: Date): Doc<'treatment'> {
  return world.create(
    'treatment',
    {
      tenant_id: of.clinic.company.tenantId,
      id: world.r.uuid(at),
      clinic_id: of.clinic.id,
      registration_id: of.ids.registration,
      patient_id: of.patient.id,
      doctor_id: of.doctor.id,
      chair_id: of.chairId,
      status: 1,
      start_time: at,
      end_time: null,
      next_plan: '',
      emr_completed: false,
      created_at: at,
      updated_at: at,
    },
    of.doctor,
    at,
    of.patient.id,
  )
}
