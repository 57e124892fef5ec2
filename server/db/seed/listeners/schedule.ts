import { weekday } from '@dentin/kit'
import { shiftTimes, type Company, type Stretch } from '../organisation.ts'
import type { World } from '../world.ts'
import type { Listener } from '../story.ts'

const WEEKS_BACK = 1
const WEEKS = 4

export const schedule: Listener = {
  module: 'schedule',
  dice: 'story',
  hear: ({ world, companies }) => ({ presentReached: () => makeStaffShifts(world, companies) }),
}

/**
 * Shifts of those at the desk and beside the chair: last week to two weeks ahead, one day off a week. Made after everything
 * else, so that the chance on which the rest of the demo stands is the same with and without them.
 */
function makeStaffShifts(world: World, companies: readonly Company[]): void {
  const { r } = world
  const at = world.at(-12, 17 * 60)
  const first = -7 * WEEKS_BACK - weekday(world.today)
  for (const company of companies) {
    for (const clinic of company.clinics) {
      for (const [n, person] of clinic.onShifts.entries()) {
        for (let day = first; day < first + 7 * WEEKS; day += 1) {
          const date = world.date(day)
          const rests = weekday(date) === (n * 3 + 1) % 7
          const spans: readonly Stretch[] = rests ? [[510, 1110]] : shiftTimes.全日班
          for (const [from, to] of spans) {
            world.create(
              'schedule',
              {
                tenant_id: company.tenantId,
                id: r.uuid(at),
                clinic_id: clinic.id,
                employee_id: person.id,
                date,
                kind: rests ? 2 : 1,
                starts_min: from,
                ends_min: to,
                title: rests ? '休息' : '',
                shift_id: rests ? null : clinic.wholeDayShift,
                chair_id: null,
                status: 1,
                published_at: at,
                created_at: at,
                updated_at: at,
              },
              clinic.director,
              at,
            )
          }
        }
      }
    }
  }
}
