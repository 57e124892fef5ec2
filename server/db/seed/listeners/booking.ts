import type { Company } from '../organisation.ts'
import type { World } from '../world.ts'
import type { Listener } from '../story.ts'

/** The address under which the demo's first clinic lets patients book. */
const PAGE_CODE = 'wanghukq26'
/** The address of the screen in its waiting room. */
const SCREEN_KEY = 'wanghu-waiting-room-screen-2026-demo'
const NOTES = ['右上后牙咬硬物时疼', '', '上次说要复查', '希望早一点，谢谢', '']
/** The clinic's page, where most of its patients book. */
const ONLINE = 9

export const booking: Listener = {
  module: 'booking',
  dice: 'story',
  hear: ({ world, companies }) => ({ presentReached: () => makeOnlineBooking(world, companies) }),
}

/** The first clinic's page is open; what waits there to be confirmed came over it. */
function makeOnlineBooking(world: World, companies: readonly Company[]): void {
  const clinic = companies[0]?.clinics[0]
  const row = world.rows('clinic').find((each) => each.id === clinic?.id)
  if (!clinic || !row) return
  world.note(row, { settings: { ...(row.settings as object), isOpenEntry: true } })
  world.put('booking_page', {
    code: PAGE_CODE,
    tenant_id: clinic.company.tenantId,
    clinic_id: clinic.id,
    created_at: row.created_at,
  })
  world.put('queue_screen', {
    clinic_id: clinic.id,
    tenant_id: clinic.company.tenantId,
    key: SCREEN_KEY,
    set_name: '秦晓岚',
    set_at: new Date(world.now.getTime() - 21 * 86_400_000),
  })
  const patients = new Map(world.rows('patient').map((each) => [each.id, each]))
  const asked = world
    .rows('appointment')
    .filter((each) => each.clinic_id === clinic.id && each.status === 0 && (each.starts_at as Date) > world.now)
  for (const [n, each] of asked.entries()) {
    const patient = patients.get(each.patient_id as string)
    if (!patient?.mobile) continue
    world.note(each, { source: ONLINE, created_name: '网上预约' })
    world.put('online_request', {
      tenant_id: each.tenant_id,
      id: world.r.uuid(each.created_at as Date),
      clinic_id: each.clinic_id,
      appointment_id: each.id as string,
      mobile: patient.mobile,
      name: patient.name,
      note: NOTES[n % NOTES.length] as string,
      asked_starts_at: each.starts_at,
      asked_doctor_id: each.doctor_id,
      created_at: each.created_at,
    })
  }
}
