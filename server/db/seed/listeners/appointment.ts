import type { Booking } from '../events.ts'
import type { Listener } from '../story.ts'
import { system, type Doc, type Person, type Row, type World } from '../world.ts'
import { makeWaitlist } from './appointment/waitlist.ts'

/** What an appointment becomes when the visit goes on. */
const follows = { inChair: 4, done: 5, gaveUp: 7 } as const

export const appointment: Listener = {
  module: 'appointment',
  dice: 'story',
  hear: ({ world, companies }) => {
    const docs = new Map<Booking, Doc<'appointment'>>()
    const docOf = (booking: Booking): Doc<'appointment'> => docs.get(booking) as Doc<'appointment'>
    /** A step of its states, with what else changes at it. */
    const step = (
      booking: Booking,
      to: number,
      by: Person,
      at: Date,
      { reason, patch }: { reason?: string; patch?: Partial<Row<'appointment'>> } = {},
    ) => {
      const doc = docOf(booking)
      const from = doc.row.status as number
      world.change(doc, { status: to, ...patch }, by, at, reason ? { reason } : {})
      world.step('appointment', doc.row, from, to, by, at, reason)
    }
    return {
      booked({ booking }) {
        const doc = create(world, booking)
        docs.set(booking, doc)
        world.step('appointment', doc.row, null, doc.row.status as number, booking.by, booking.bookedAt)
      },
      rebooked({ booking, at, by, from, reason }) {
        rebook(world, docOf(booking), booking, from, by, at, reason)
      },
      confirmed: ({ booking, at, by }) => step(booking, 2, by, at, { patch: { confirm_status: 2 } }),
      cancelled: ({ booking, at, by, reason }) =>
        step(booking, 6, by, at, {
          reason,
          patch: { cancel_reason: reason, cancelled_by: by.id, cancelled_at: at },
        }),
      missed: ({ booking, at }) => step(booking, 9, system, at, { patch: { no_show_at: at } }),
      missLookedInto({ booking, at, by, handled }) {
        world.change(docOf(booking), { no_show_handled: handled }, by, at)
      },
      arrived({ visit, at, by }) {
        if (visit.booking) step(visit.booking, 3, by, at)
      },
      visitMoved({ visit, to, at, by }) {
        if (visit.booking) step(visit.booking, follows[to], by, at)
      },
      daysLived() {
        world.number(
          'appointment',
          () => 'YY',
          (row) => row.created_at as Date,
          (row, _count, text) => world.note(row, { appoint_no: text() }),
        )
      },
      presentReached: () => makeWaitlist(world, companies),
    }
  },
}

function create(world: World, booking: Booking): Doc<'appointment'> {
  const { patient, doctor, clinic, by, slot } = booking
  return world.create(
    'appointment',
    {
      tenant_id: clinic.company.tenantId,
      id: booking.id,
      clinic_id: clinic.id,
      appoint_no: '',
      patient_id: patient.id,
      doctor_id: doctor.id,
      chair_id: booking.chairId,
      starts_at: booking.startsAt,
      ends_at: booking.endsAt,
      ...booking.item?.buffers,
      item_ids: [booking.item?.id as string],
      plan_line_ids: [],
      title: booking.title,
      teeth: booking.teeth,
      treat_type: booking.treatType,
      source: booking.source,
      status: booking.pending ? 0 : 1,
      confirm_status: 0,
      nurse_id: null,
      consultant_id: booking.consultantId,
      is_urgent: slot.urgent,
      is_overbook: slot.overbook,
      is_backfilled: false,
      off_shift: false,
      remark: booking.remark,
      visible_remark: '',
      cancel_reason: null,
      cancelled_by: null,
      cancelled_at: null,
      no_show_at: null,
      no_show_handled: null,
      parked_at: null,
      parked_name: null,
      created_by: by.id,
      created_name: by.name,
      created_at: booking.bookedAt,
      updated_at: booking.bookedAt,
    },
    by,
    booking.bookedAt,
    patient.id,
  )
}

function rebook(
  world: World,
  doc: Doc<'appointment'>,
  { doctor, startsAt, endsAt }: Booking,
  from: { startsAt: Date; endsAt: Date },
  by: Person,
  at: Date,
  reason: string,
): void {
  const { row } = doc
  const old = { starts_at: from.startsAt, ends_at: from.endsAt }
  Object.assign(doc.first, old)
  Object.assign(row, old)
  world.change(doc, { starts_at: startsAt, ends_at: endsAt }, by, at, { reason })
  world.put('appointment_change', {
    tenant_id: row.tenant_id,
    id: world.r.uuid(at),
    clinic_id: row.clinic_id,
    appointment_id: row.id,
    old_doctor_id: doctor.id,
    new_doctor_id: doctor.id,
    old_starts_at: from.startsAt,
    old_ends_at: from.endsAt,
    new_starts_at: startsAt,
    new_ends_at: endsAt,
    reason,
    employee_id: by.id,
    actor_name: by.name,
    created_at: at,
  })
}
