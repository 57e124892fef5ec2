import { appointmentStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput } from '@dentin/contract'
import { WALK_IN_MINUTES, type DayVisitCard } from '@dentin/contract/reporting'
import { today, type Fen } from '@dentin/kit'
import { lunarText } from '@dentin/kit/calendar'
import { sql } from 'kysely'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { clinicSettings } from '../clinic/index.ts'
import { brokenPromises } from '../instalment/index.ts'
import { findPatients, lookUpPatients, seesAmounts } from '../patient/index.ts'
import { reachOf, rowsWithin } from '../staff/index.ts'
import { mean, minutesBetween, registrationsOfDay, waitingOrder } from '../visit/index.ts'
import { billsOfVisits, moneyView } from './access.ts'
import {
  aroundToday,
  comingToday,
  dayAppointments,
  dayDoctors,
  dayMoney,
  todayOf,
  type Asker,
  type DayScope,
} from './queries.ts'
import { appointmentRates, matchedIn, tallyAppointments } from './rules.ts'

const NONE = { due: 0 as Fen, paid: 0 as Fen }
const UNSEEN = { due: null, paid: null }
/** Cancelled and transferred registrations are not people who came. */
const CAME = [1, 2, 3, 4, 5, 6, 9]

type Standing = HandlerOutput<typeof contract.reporting.find>[number]
type Found = Awaited<ReturnType<typeof findPatients>>[number]

/** What the desk has to know of patients who were found: how they stand today, what is next, what was last. */
async function withStanding(context: ClinicContext, found: readonly Found[], keyword = ''): Promise<Standing[]> {
  const { tx, now } = context
  if (found.length === 0) return []
  const ids = found.map((each) => each.id)
  const asker: Asker = {
    clinicId: context.clinicId,
    files: reachOf(context, '/allTimePatients:view'),
    work: reachOf(context, '/dashboard:view', '/doctorIndex:view', '/inTreatment:view', '/myAppointmentBoard:view'),
    records: context.can('/patientMedicalRecord:view'),
    bills: moneyView(context).bills ? billsOfVisits(context) : sql<boolean>`false`,
  }
  const today = await todayOf(tx, ids, asker)
  const around = await aroundToday(tx, ids, asker)
  return found.map((each) => ({
    ...each,
    matched: matchedIn(each.name, keyword),
    now,
    today: today.get(each.id) ?? [],
    next: around.get(each.id)?.next ?? null,
    last: around.get(each.id)?.last ?? null,
  }))
}

export const reportingHandlers: Handlers<typeof contract.reporting> = {
  async find(context, { keyword }) {
    const preferred = comingToday(context.tx, context.clinicId)
    return withStanding(context, await findPatients(context, keyword, { preferred }), keyword)
  },

  standing: async (context, { patientIds }) => withStanding(context, await lookUpPatients(context, patientIds)),

  async today(context, { doctorId }) {
    const { tx, clinicId, now } = context
    const reach = reachOf(context, '/dashboard:view', '/doctorIndex:view')
    const scope: DayScope = { clinicId, doctorId: doctorId ?? null, reach, amounts: seesAmounts(context) }
    const { lateMinutes, noShowMinutes } = await clinicSettings(tx, clinicId)
    const appointments = await dayAppointments(tx, scope)
    const date = today(now)
    const registrations = await registrationsOfDay(tx, { ...scope, date }, lateMinutes)
    const doctors = await dayDoctors(tx, scope)
    const sees = moneyView(context)
    const nothing = sees.bills ? NONE : UNSEEN
    const escalated = context.can('/orderSet:dunEscalated') ? reachOf(context, '/orderSet:dunEscalated') : null
    const escalatedBills =
      escalated &&
      sql`b.clinic_id = ${clinicId} and ${rowsWithin(escalated, { clinic: sql`b.clinic_id`, doctors: [sql`b.doctor_id`] })}`
    const money = await dayMoney(
      tx,
      scope,
      billsOfVisits(context),
      sees,
      escalatedBills && brokenPromises(tx, date, escalatedBills),
    )

    const ofToday = appointments.filter((each) => each.isToday)
    const lengths = new Map(ofToday.map((each) => [each.id, minutesBetween(each.startTime, each.endTime)]))
    const visits = registrations
      .filter((each) => CAME.includes(each.status))
      .map((each): DayVisitCard => {
        const { due, paid } = money.bills.get(each.id) ?? nothing
        return {
          ...each,
          plannedMinutes: lengths.get(each.appointmentId ?? '') ?? WALK_IN_MINUTES,
          due,
          paid,
        }
      })
    const at = (...statuses: number[]) => visits.filter((each) => statuses.includes(each.status))
    const overdue = (start: Date) => minutesBetween(start, now) >= noShowMinutes && start <= now
    // The job marks no-shows once a minute; right after a start it may not have been there yet.
    const tally = tallyAppointments(ofToday, now, (each) => overdue(each.startTime))
    const walkIns = visits.filter((each) => each.appointmentId === null).length
    const missed = (each: (typeof appointments)[number]) =>
      appointmentStates.is(each.status, 'missed')
        ? each.noShowHandled === null
        : appointmentStates.is(each.status, 'agreed') && overdue(each.startTime)

    return {
      now,
      date,
      lunar: lunarText(date),
      numbers: {
        ...tally,
        ...appointmentRates(tally),
        walkIns,
        registrations: visits.length,
        today: tally.booked - tally.cancelled + walkIns,
        arrived: visits.length,
        averageWait: mean(
          visits
            .filter((each) => each.startTime !== null || appointmentStates.is(each.status, 'agreed'))
            .map((each) => minutesBetween(each.regTime, each.startTime ?? now)),
        ),
        received: money.received,
      },
      doctors,
      // Who has asked for a time today and was not answered yet is expected, too.
      toArrive: ofToday.filter((each) =>
        appointmentStates.is(each.status, 'requested')
          ? each.startTime >= now
          : appointmentStates.is(each.status, 'agreed') && !missed(each),
      ),
      waiting: waitingOrder(at(1, 2)),
      inChair: at(3).sort((a, b) => (a.startTime?.getTime() ?? 0) - (b.startTime?.getTime() ?? 0)),
      toCharge: at(4, 5).sort((a, b) => (a.endTime?.getTime() ?? 0) - (b.endTime?.getTime() ?? 0)),
      departed: at(6).sort((a, b) => (b.leaveTime?.getTime() ?? 0) - (a.leaveTime?.getTime() ?? 0)),
      unarrived: ofToday.filter(missed).reverse(),
      olderUnarrived: appointments.filter((each) => !each.isToday && missed(each)).length,
      tasks: {
        unwritten: money.unwritten,
        unconfirmedTomorrow: money.unconfirmedTomorrow,
        toAccept: money.toAccept,
        brokenPromises: money.promises,
      },
    }
  },
}
