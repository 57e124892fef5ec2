import { by, dayOf, once, plusDays, rate, rows, within, type Fact, type Reckonings } from './kit.ts'
import type { World } from './world.ts'

interface Hours {
  opensMin: number
  closesMin: number
}
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
/** The opening hours of a clinic on a day; undefined: closed. */
const openOn = (hours: unknown, day: string): Hours | undefined =>
  (hours as (Hours | null)[])[weekday(day)] ?? undefined
/** The minute of its day, as the world writes moments. */
const minuteOf = (moment: string): number => Number(moment.slice(11, 13)) * 60 + Number(moment.slice(14, 16))
const weekHourOf = (day: string, hour: number): string => `${weekday(day)}-${String(hour).padStart(2, '0')}`
/** How many minutes of an hour lie between two. */
const inHour = (hour: number, from: number, to: number): number =>
  Math.max(0, Math.min(to, hour * 60 + 60) - Math.max(from, hour * 60))

const chairsOf = once((world: World) =>
  by(
    world.chair.filter(({ enabled }) => enabled),
    ({ clinic_id }) => clinic_id,
  ),
)
const clinicsOf = once((world: World) => new Map(world.clinic.map((row) => [row.id, row])))

/** V13 (money.md §10): chair minutes in opening hours over enabled chairs times opening minutes. */
export const chairReckonings: Reckonings = {
  VU: rows((world, span) =>
    world.treatment.flatMap((row): Fact[] => {
      const day = dayOf(row.start_time)
      if (!within(span, day) || row.chair_id === null || row.end_time === null) return []
      const open = openOn(clinicsOf(world).get(row.clinic_id)?.hours, day)
      if (!open) return []
      const begun = Math.max(minuteOf(row.start_time), open.opensMin)
      const ended = Math.min(dayOf(row.end_time) > day ? 1440 : minuteOf(row.end_time), open.closesMin)
      return Array.from({ length: 24 }, (_, hour) => ({
        value: inHour(hour, begun, ended),
        day,
        clinic: row.clinic_id,
        doctor: row.doctor_id,
        weekHour: weekHourOf(day, hour),
      })).filter(({ value }) => value > 0)
    }),
  ),
  VT: rows((world, { from, to }) => {
    const facts: Fact[] = []
    for (const clinic of world.clinic) {
      const chairs = chairsOf(world).get(clinic.id)?.length ?? 0
      if (!clinic.enabled || chairs === 0) continue
      for (let day = from; day <= to && day <= world.today; day = plusDays(day, 1)) {
        const open = openOn(clinic.hours, day)
        if (!open) continue
        // Today as far as it has come.
        const closes = day === world.today ? Math.min(open.closesMin, world.minute) : open.closesMin
        for (let hour = 0; hour < 24; hour++) {
          const value = chairs * inHour(hour, open.opensMin, closes)
          if (value > 0) facts.push({ value, day, clinic: clinic.id, weekHour: weekHourOf(day, hour) })
        }
      }
    }
    return facts
  }),
  V13: rate('VU', 'VT', 10_000),
}
