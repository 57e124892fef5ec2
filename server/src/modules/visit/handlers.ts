import { registrationStates, appointmentStates, treatmentStates } from '@dentin/contract/core/status'
import type { contract } from '@dentin/contract'
import { registrationStatuses, type VisitAlert } from '@dentin/contract/visit'
import { daysBetween, formatYuan, today, yuanToFen } from '@dentin/kit'
import { fieldError } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { clinicSettings } from '../clinic/index.ts'
import { coveredRow, mustReachPatient, patientBriefs, seesAmounts } from '../patient/index.ts'
import { reachOf } from '../staff/index.ts'
import { mustReach, mustReachDoctor, viewReach } from './access.ts'
import {
  cancelRegistration,
  checkIn,
  registerWalkIn,
  setMedicare,
  updateRegistration,
  type Desk,
} from './commands/register.ts'
import {
  acceptReferral,
  lockOwn,
  refer,
  referOut,
  refuseReferral,
  settleReferral,
  takeBackReferral,
  type ReferralRow,
} from './commands/referral.ts'
import { addReferralFile, openReferralFile, removeReferralFile } from './commands/referral-files.ts'
import { tellAdvice } from './commands/tell.ts'
import { lockRegistration, wrongStatus, type RegistrationRow } from './commands/status.ts'
import { callIn, finishTreatment, leave, pin, requeue, startTreatment } from './commands/treat.ts'
import {
  averagesOf,
  countOfDay,
  countTreatTypes,
  daySpan,
  isOverdue,
  leftBehind,
  paidRegistrationFee,
  receptionOptions,
  registrationNotes,
  registrationsOfDay,
  registrationWithin,
  treatmentPage,
} from './queries.ts'
import { referralCount, referralPage, referralSheet } from './referral-queries.ts'
import {
  alertsOf,
  durations,
  isLate,
  isWaiting,
  mean,
  minutesBetween,
  sortAlerts,
  statusName,
  waitingOrder,
} from './rules.ts'
import { queueLink, queueScreen, setQueueLink } from './screen.ts'
import { treatTypeToday } from './treat-type.ts'

const LONGEST_AVERAGE = 92
const deskOf = ({ clinicId, employeeId, actorName }: Desk): Desk => ({ clinicId, employeeId, actorName })
const stepOf = (row: RegistrationRow) => ({ id: row.id, version: row.version, status: row.status })
const referredOf = (row: ReferralRow) => ({ id: row.id, version: row.version, status: row.status })
const registeredOf = (row: RegistrationRow) => ({ ...stepOf(row), regNo: row.reg_no, queueNo: row.queue_no })

export const visitHandlers: Handlers<typeof contract.visit> = {
  queueLink,
  setQueueLink,
  queueScreen: ({ services }, { key }) => queueScreen(services, key),

  async options({ tx, clinicId }) {
    const { regFee } = await clinicSettings(tx, clinicId)
    return { ...(await receptionOptions(tx, clinicId)), regFee }
  },

  async checkIn(context, input) {
    if (input.patientId) await mustReachPatient(context, input.patientId, 'patientId')
    const row = await checkIn(context.tx, deskOf(context), input)
    await mustReach(context, row, '/inTreatment:register')
    return registeredOf(row)
  },

  async register(context, input) {
    await mustReachDoctor(context, input.doctorId, '/inTreatment:register')
    await mustReachPatient(context, input.patientId, 'patientId')
    return registeredOf(await registerWalkIn(context.tx, deskOf(context), input))
  },

  async update(context, input) {
    const row = await lockRegistration(context.tx, input.id)
    await mustReach(context, row, '/inTreatment:register')
    if (input.doctorId !== row.doctor_id) await mustReachDoctor(context, input.doctorId, '/inTreatment:register')
    return stepOf(await updateRegistration(context.tx, row, input))
  },

  async medicare(context, input) {
    const row = await lockRegistration(context.tx, input.id)
    await mustReach(context, row, '/inTreatment:register')
    return stepOf(await setMedicare(context.tx, row, input))
  },

  async detail(context, { id }) {
    const { status, ...notes } = await registrationNotes(context.tx, id, viewReach(context))
    return { ...notes, mayChange: registrationStates.is(status, 'live') && context.can('/inTreatment:register') }
  },

  async cancel(context, { id, reason }) {
    const row = await lockRegistration(context.tx, id)
    await mustReach(context, row, '/inTreatment:cancel')
    return stepOf(await cancelRegistration(context.tx, row, reason, appointmentStates.code.confirmed))
  },

  async walkOut(context, { id, reason }) {
    const row = await lockRegistration(context.tx, id)
    await mustReach(context, row, '/inTreatment:cancel')
    return stepOf(await cancelRegistration(context.tx, row, reason, appointmentStates.code.walkedOut))
  },

  async referral(context, { id, ...input }) {
    const row = await lockRegistration(context.tx, id)
    await mustReach(context, row, '/inTreatment:register', '/inTreatment:treat')
    const { registration, referralId } = await refer(context.tx, deskOf(context), row, input)
    return { ...registeredOf(registration), referralId }
  },

  async referOut(context, input) {
    const row = await lockOwn(context.tx, context.clinicId, input.registrationId)
    await mustReach(context, row, '/inTreatment:register', '/inTreatment:treat')
    const made = await referOut(context, row, input)
    return { ...referredOf(made), referralNo: made.referral_no }
  },
  referralList: referralPage,
  referralCount: (context) => referralCount(context),
  async referralGet(context, { id }) {
    const sheet = await referralSheet(context, id)
    return coveredRow(context, sheet, { patientId: sheet.patientId })
  },
  addReferralFile: (context, { id, file }) => addReferralFile(context, id, file),
  async removeReferralFile(context, { id }) {
    await removeReferralFile(context, id)
    return null
  },
  referralFile: (context, { id }) => openReferralFile(context, id),
  async acceptReferral(context, input) {
    await mustReachDoctor(context, input.doctorId, '/inTreatment:register')
    return registeredOf(await acceptReferral(context, input))
  },
  async refuseReferral(context, input) {
    return referredOf(await refuseReferral(context, input))
  },
  async takeBackReferral(context, input) {
    return registeredOf(await takeBackReferral(context, input))
  },
  async settleReferral(context, input) {
    return referredOf(await settleReferral(context, input))
  },

  async transferWaiting(context, { ids, toDoctorId, reason }) {
    // In one order, so that two who transfer the same people follow each other.
    const wanted = [...new Set(ids)].sort()
    const rows: RegistrationRow[] = []
    for (const id of wanted) rows.push(await lockRegistration(context.tx, id))
    for (const row of rows) {
      await mustReach(context, row, '/inTreatment:register', '/inTreatment:treat')
      if (!isWaiting(row.status)) throw wrongStatus(row, '转诊')
    }
    // Whoever came first keeps the better number with the other doctor.
    rows.sort((a, b) => a.reg_time.getTime() - b.reg_time.getTime() || a.queue_no - b.queue_no)
    for (const row of rows) await refer(context.tx, deskOf(context), row, { toDoctorId, reason })
    return { moved: rows.length }
  },

  async insertDelete(context, { id }) {
    const row = await lockRegistration(context.tx, id)
    await mustReach(context, row, '/inTreatment:call')
    const inserted = row.pinned_reason === null
    return { ...stepOf(await pin(context.tx, row, inserted ? '医生工作台插队' : null)), inserted }
  },

  async averages(context, { dateFrom, dateTo, doctorId }) {
    if (dateFrom > dateTo) throw fieldError('BAD_INPUT', 'dateTo', '结束日期不能早于开始日期')
    if (daysBetween(dateFrom, dateTo) >= LONGEST_AVERAGE)
      throw fieldError('BAD_INPUT', 'dateTo', `最长 ${LONGEST_AVERAGE} 天`)
    return averagesOf(context.tx, {
      clinicId: context.clinicId,
      dateFrom,
      dateTo,
      doctorId: doctorId ?? null,
      reach: viewReach(context),
    })
  },

  async pin(context, { id, reason }) {
    const row = await lockRegistration(context.tx, id)
    await mustReach(context, row, '/inTreatment:call')
    return stepOf(await pin(context.tx, row, reason))
  },

  async callIn(context, { id }) {
    const row = await lockRegistration(context.tx, id)
    await mustReach(context, row, '/inTreatment:call')
    return stepOf(await callIn(context.tx, row))
  },

  async requeue(context, { id }) {
    const row = await lockRegistration(context.tx, id)
    await mustReach(
      context,
      row,
      registrationStates.is(row.status, 'inTreatment') ? '/inTreatment:treat' : '/inTreatment:call',
    )
    return stepOf(await requeue(context.tx, row))
  },

  async start(context, input) {
    const row = await lockRegistration(context.tx, input.registrationId)
    await mustReach(context, row, '/inTreatment:treat')
    const { registration, treatment } = await startTreatment(context.tx, row, input)
    return { ...stepOf(registration), treatmentId: treatment.id }
  },

  async finish(context, { registrationId, nextPlan }) {
    const row = await lockRegistration(context.tx, registrationId)
    await mustReach(context, row, '/inTreatment:treat')
    const finished = await finishTreatment(context.tx, row, nextPlan)
    await tellAdvice(context, finished)
    return stepOf(finished)
  },

  async leave(context, { id, reason }) {
    const row = await lockRegistration(context.tx, id)
    await mustReach(context, row, '/inTreatment:leave')
    return stepOf(await leave(context.tx, row, { mayOwe: context.can('/orderSet:arrears'), reason }))
  },

  async allStatusList(context, { date, doctorId }) {
    const { tx, clinicId, now } = context
    const { lateMinutes } = await clinicSettings(tx, clinicId)
    const filter = {
      clinicId,
      date: date ?? today(now),
      doctorId: doctorId ?? null,
      reach: viewReach(context),
      amounts: seesAmounts(context),
    }
    const all = await registrationsOfDay(tx, filter, lateMinutes)
    const groups = registrationStatuses.map((status) => {
      const list = all.filter((each) => each.status === status)
      return {
        status,
        name: statusName(status),
        count: list.length,
        list: isWaiting(status) ? waitingOrder(list) : list,
      }
    })
    return { now, groups }
  },

  async registeredList(context, { doctorId }) {
    const { tx, clinicId, now } = context
    const { lateMinutes } = await clinicSettings(tx, clinicId)
    const filter = {
      clinicId,
      date: today(now),
      doctorId: doctorId ?? null,
      statuses: [1, 2],
      reach: viewReach(context),
      amounts: seesAmounts(context),
    }
    const list = waitingOrder(await registrationsOfDay(tx, filter, lateMinutes)).map((each) => ({
      ...each,
      waitedMinutes: minutesBetween(each.regTime, now),
    }))
    return { now, averageWait: mean(list.map((each) => each.waitedMinutes)), list }
  },

  async list(context, { dateFrom, dateTo, doctorId, status, pageNum, pageSize }) {
    return treatmentPage(context, {
      clinicId: context.clinicId,
      ...daySpan(dateFrom, dateTo),
      doctorId: doctorId ?? null,
      status: status ?? null,
      reach: viewReach(context),
      pageNum,
      pageSize,
    })
  },

  async findTreatmentList(context, { patientId, pageNum, pageSize }) {
    await mustReachPatient(context, patientId)
    const reach = reachOf(context, '/patientCenter:view', '/inTreatment:view')
    return treatmentPage(context, { clinicId: context.clinicId, patientId, reach, pageNum, pageSize })
  },

  async count(context, { doctorId }) {
    const { tx, clinicId } = context
    return countOfDay(tx, { clinicId, doctorId: doctorId ?? null, reach: viewReach(context) })
  },

  async treatTypeCount(context, { date, doctorId, patientId }) {
    const { tx, clinicId, now } = context
    const filter = { clinicId, date: date ?? today(now), doctorId: doctorId ?? null, reach: viewReach(context) }
    const counts = await countTreatTypes(tx, filter)
    if (!patientId) return { ...counts, treatType: null }
    await mustReachPatient(context, patientId)
    const { revisitDays } = await clinicSettings(tx, clinicId)
    return { ...counts, treatType: await treatTypeToday(tx, patientId, revisitDays) }
  },

  async treatmentTime(context, { registrationId }) {
    const row = await registrationWithin(context.tx, registrationId, viewReach(context))
    const { regTime, callTime, startTime, endTime, chargeTime, leaveTime } = row
    return { regTime, callTime, startTime, endTime, chargeTime, leaveTime, ...durations(row) }
  },

  async remindJudge(context, { registrationId }) {
    const { tx } = context
    const row = await registrationWithin(tx, registrationId, viewReach(context))
    const brief = (await patientBriefs(tx, [row.patientId])).get(row.patientId)
    if (!brief) throw new Error(`registration ${row.id} has no patient`)
    const left = await leftBehind(context, row.patientId, row.id)
    return {
      patientId: brief.id,
      name: brief.name,
      alerts: alertsOf({ ...brief, ...left, arrears: seesAmounts(context) ? brief.arrears : null }),
    }
  },

  async regWarn(context, { id }) {
    const { tx, clinicId } = context
    const row = await registrationWithin(tx, id, viewReach(context))
    const { lateMinutes } = await clinicSettings(tx, clinicId)
    const fee = yuanToFen(row.regFee)
    const warnings: VisitAlert[] = []
    if (fee > 0 && !(await paidRegistrationFee(tx, id)))
      warnings.push({ kind: 'fee', level: 'orange', text: `挂号费 ${formatYuan(fee)} 未收` })
    if (isLate(row, lateMinutes) && row.appointTime)
      warnings.push({
        kind: 'late',
        level: 'blue',
        text: `比预约晚到 ${minutesBetween(row.appointTime, row.regTime)} 分`,
      })
    if (row.doctorStopped && isWaiting(row.status))
      warnings.push({ kind: 'doctor', level: 'red', text: '医生已停止接诊，请转给其他医生' })
    return sortAlerts(warnings)
  },

  async emrPatientList(context, { completed, dateFrom, dateTo, doctorId, pageNum, pageSize }) {
    const page = await treatmentPage(context, {
      clinicId: context.clinicId,
      ...daySpan(dateFrom, dateTo),
      doctorId: doctorId ?? null,
      status: treatmentStates.code.ended,
      emrCompleted: completed,
      reach: viewReach(context),
      pageNum,
      pageSize,
    })
    return { ...page, list: page.list.map((row) => ({ ...row, overdue: isOverdue(row, context.now) })) }
  },
}
