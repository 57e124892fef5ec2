import type { contract, HandlerOutput } from '@dentin/contract'
import { formatTime, monthOf } from '@dentin/kit'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { answerOf } from '../../platform/wiring.ts'
import { clinicSettings } from '../clinic/index.ts'
import { coveredRows, mustReachPatient, patientBriefs, seesAmounts, seesDigits } from '../patient/index.ts'
import { reachOf, wholeClinic, type Reach } from '../staff/index.ts'
import { reaches } from './access.ts'
import { createAppointment, moveAppointment, rebookMissed, tellMoved } from './commands/book.ts'
import { moveElsewhere, timesElsewhere } from './commands/elsewhere.ts'
import { parkAppointment } from './commands/park.ts'
import { repeatAppointment } from './commands/repeat.ts'
import {
  acceptAppointment,
  attachPatient,
  cancelAppointment,
  confirmAppointment,
  handleMissed,
  refuseAppointment,
  removeAppointment,
  updateAppointment,
} from './commands/settle.ts'
import { answerOffer, dismissOpening, leaveWaitlist, offerOpening, saveWaitlist } from './commands/waitlist.ts'
import { displacedList, keepDisplaced, nearbyPlaces, tellDisplaced } from './displaced.ts'
import { freePlaces } from './places.ts'
import {
  appointItems,
  appointmentDetail,
  appointmentList,
  appointmentsOfPatient,
  board,
  bookingOptions,
  monthLoad,
  neighbours,
  parkedList,
  traceOfPatient,
  unArrivedCount,
  unArrivedList,
} from './queries.ts'
import { allowedActions } from './rules.ts'
import { openings, waitlistPage } from './waitlist-queries.ts'

const BOARD = '/myAppointmentBoard:view'
const LIST = '/myAppointmentList:view'
const PATIENTS = '/allTimePatients:view'
const BLACKLISTED = 6

/** Rows as they may leave; without a file yet they are those of who has to do with them. */
interface Booked {
  patientId: string | null
  mobile: string
  doctorId?: string
  nurseId?: string | null
  consultantId?: string | null
}
const covered = <Row extends Booked>(context: ClinicContext, rows: readonly Row[]): Promise<Row[]> =>
  coveredRows(context, rows, ({ patientId, doctorId, nurseId, consultantId }) => ({
    patientId,
    people: [doctorId ?? null, nurseId ?? null, consultantId ?? null],
  }))

const detailOf = (context: ClinicContext, id: string) =>
  appointmentDetail(context.tx, context.clinicId, reachOf(context, BOARD, LIST), id, seesAmounts(context))

/** Whose missed appointments a home screen counts: by the board's grant, or the whole clinic when there is none. */
const missedReach = (context: ClinicContext): Reach =>
  context.scopeOf(BOARD) === null ? wholeClinic(context) : reachOf(context, BOARD)

export const appointmentHandlers: Handlers<typeof contract.appointment> = {
  week: (context, input) => board(context.tx, context.clinicId, reachOf(context, BOARD), input, seesAmounts(context)),
  month: (context, input) =>
    monthLoad(context.tx, context.clinicId, reachOf(context, BOARD), monthOf(input.month), input.doctorIds),
  options: (context) => bookingOptions(context.tx, context.clinicId, reachOf(context, BOARD, LIST)),
  items: (context) => appointItems(context.tx, context.clinicId),
  async list(context, input) {
    const reach = reachOf(context, LIST)
    const page = await appointmentList(
      context.tx,
      context.clinicId,
      reach,
      input,
      seesAmounts(context),
      seesDigits(context, LIST),
    )
    return { ...page, list: await covered(context, page.list) }
  },
  async byPatient(context, input) {
    await mustReachPatient(context, input.patientId)
    return appointmentsOfPatient(context.tx, reachOf(context, BOARD, PATIENTS), input)
  },
  trace: (context, { id }) => traceOfPatient(context.tx, reachOf(context, BOARD, PATIENTS), id),
  async get(context, { id }) {
    const found = await detailOf(context, id)
    const whose = {
      clinic_id: context.clinicId,
      doctor_id: found.doctorId,
      nurse_id: found.nurseId,
      consultant_id: found.consultantId,
    }
    const grants = {
      edit: await reaches(context, '/myAppointmentBoard:edit', whose),
      cancel: await reaches(context, '/myAppointmentBoard:cancel', whose),
      register: context.can('/inTreatment:register'),
    }
    const [shown = found] = await covered(context, [found])
    const { patientId, createdTime: bookedAt } = found
    const recordsOf = answerOf(context.tx, 'appointment', (part) => part.recordsOf)
    const records = patientId === null ? [] : await recordsOf(context, { id, patientId, bookedAt })
    return { ...shown, records, actions: allowedActions(found, grants) }
  },
  async warn(context, { id }) {
    const found = await detailOf(context, id)
    const around = found.patientId
      ? await neighbours(context.tx, context.clinicId, {
          doctorId: found.doctorId,
          chairId: null,
          patientId: found.patientId,
          start: found.startTime,
          end: found.endTime,
          except: id,
        })
      : []
    const brief = found.patientId
      ? (await patientBriefs(context.tx, [found.patientId])).get(found.patientId)
      : undefined
    type Warning = HandlerOutput<typeof contract.appointment.warn>[number]
    const red = (kind: Warning['kind'], text: string): Warning => ({ kind, level: 'red', text })
    const orange = (text: string): Warning => ({ kind: 'booking', level: 'orange', text })
    const blue = (text: string): Warning => ({ kind: 'booking', level: 'blue', text })
    return [
      ...(found.hasAllergy ? [red('allergy', `过敏：${found.allergyHistory}`)] : []),
      ...(brief?.systemicDiseases ?? []).map((name) => red('disease', name)),
      ...(brief?.alertNote ? [red('note', brief.alertNote)] : []),
      ...(found.patientType === BLACKLISTED ? [red('blacklist', '黑名单患者')] : []),
      ...(found.arrears ? [red('arrears', '有欠费未结清')] : []),
      ...around
        .filter((each) => each.patientId === found.patientId)
        .map((each) => orange(`同时段另约 ${each.doctorName} ${formatTime(each.startsAt)}–${formatTime(each.endsAt)}`)),
      ...(found.offShift ? [orange('在医生班次之外')] : []),
      ...(found.isOverbook ? [orange('加号')] : []),
      ...(found.patientId === null ? [blue('未建档，到店时建档')] : []),
    ]
  },
  create: createAppointment,
  repeat: repeatAppointment,
  move: moveAppointment,
  moveElsewhere,
  timesElsewhere,
  freePlaces,
  tellMoved,
  park: parkAppointment,
  async parked(context) {
    const list = await parkedList(context.tx, context.clinicId, reachOf(context, BOARD))
    return covered(context, list)
  },
  update: updateAppointment,
  attachPatient,
  confirm: confirmAppointment,
  accept: acceptAppointment,
  refuse: refuseAppointment,
  cancel: cancelAppointment,
  remove: removeAppointment,
  async unArrivedCount(context) {
    const { noShowMinutes } = await clinicSettings(context.tx, context.clinicId)
    return { count: await unArrivedCount(context.tx, context.clinicId, missedReach(context), noShowMinutes) }
  },
  async unArrivedList(context, { pageNum, pageSize }) {
    const { noShowMinutes } = await clinicSettings(context.tx, context.clinicId)
    const page = await unArrivedList(context.tx, context.clinicId, missedReach(context), noShowMinutes, {
      pageNum,
      pageSize,
    })
    return { ...page, list: await covered(context, page.list) }
  },
  handleMissed,
  rebookMissed,
  async waitlist(context, input) {
    const page = await waitlistPage(
      context.tx,
      context.clinicId,
      reachOf(context, BOARD),
      input,
      seesDigits(context, BOARD),
    )
    return { ...page, list: await covered(context, page.list) }
  },
  saveWaitlist,
  leaveWaitlist,
  async openings(context) {
    const found = await openings(context.tx, context.clinicId, reachOf(context, BOARD))
    const held = await covered(
      context,
      found.flatMap((row) => row.held ?? []),
    )
    const byOffer = new Map(held.map(({ patientId: _patient, ...each }) => [each.offerId, each]))
    return found.map((row) => ({ ...row, held: row.held && (byOffer.get(row.held.offerId) ?? null) }))
  },
  offerOpening,
  answerOffer,
  dismissOpening,
  async displacedList(context, range) {
    const planner = context.scopeOf('/clinicSchedule:view') !== null
    const list = await displacedList(context, planner ? wholeClinic(context) : reachOf(context, BOARD), range)
    return covered(context, list)
  },
  nearbyPlaces,
  tellDisplaced,
  keepDisplaced,
}
