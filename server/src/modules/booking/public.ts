import { appointmentStates } from '@dentin/contract/core/status'
import { addDays, daysOf, formatDate, uuidv7, type LocalDate } from '@dentin/kit'
import { dayWord } from '@dentin/kit/calendar'
import { sql } from 'kysely'
import { systemActor } from '../../platform/database/ids.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { openPicture, pictureById } from '../../platform/files/pictures.ts'
import type { PublicContext } from '../../platform/http/context.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import {
  agreeOnline,
  bookOnline,
  cancelOnline,
  keepRequest,
  lockOnline,
  moveOnline,
  onlineDoctors,
  onlineItems,
  onlineSlots,
  systemDesk,
  type AppointmentRow,
  type Desk,
  settleRequest,
} from '../appointment/index.ts'
import { clinicProfile, clinicSettings, holidaysBetween, type ClinicSettings } from '../clinic/index.ts'
import { mustBeWithin, sendPhoneCode, spendPhoneCode, type Limit } from '../identity/index.ts'
import { ownBookings, type OwnBooking } from './queries.ts'
import { clockOf, mayStillChange } from './rules.ts'

/** A waiting room full of phones stands behind one address; a machine that collects does not. */
const LOOKS_PER_ADDRESS: Limit = { name: 'booking-look', times: 300, minutes: 10 }
const PICTURES_PER_ADDRESS: Limit = { name: 'booking-picture', times: 2000, minutes: 10 }
const WRITES_PER_ADDRESS: Limit = { name: 'booking-write', times: 60, minutes: 60 }
const TRIES_PER_ADDRESS: Limit = { name: 'booking-enter', times: 30, minutes: 10 }
const BOOKINGS_PER_PHONE: Limit = { name: 'booking-phone', times: 10, minutes: 24 * 60 }
const PASS_MINUTES = 30
const WHO = '网上预约'

interface Page {
  tenantId: string
  clinicId: string
}

async function pageOf(tx: PlatformTx, code: string): Promise<Page> {
  const page = await tx.row<Page>(
    keptSql`select tenant_id as "tenantId", clinic_id as "clinicId" from booking_page where code = ${code}`,
  )
  if (!page) throw new AppError('BOOKING_UNKNOWN', { keep: true })
  return page
}

/** Steps into the clinic of a page, as the page itself. */
async function inClinic<T>(
  context: PublicContext,
  code: string,
  limit: Limit,
  work: (desk: Desk, settings: ClinicSettings, outer: PlatformTx) => Promise<T>,
): Promise<T> {
  const { services } = context
  const actor = { ...systemActor, name: WHO, ip: context.ip, requestId: context.requestId }
  // Counted by itself: what is refused afterwards counts as well.
  await services.database.withPlatform((tx) => mustBeWithin(tx, limit, context.ip), actor)
  return services.database.withPlatform(async (tx) => {
    const page = await pageOf(tx, code)
    const inside = await tx.enter(page.tenantId, page.clinicId)
    const settings = await clinicSettings(inside, page.clinicId)
    const answer = await work(systemDesk(inside, page.clinicId, services, WHO), settings, tx)
    inside.flush()
    return answer
  }, actor)
}

function mustBeOpen(settings: ClinicSettings): void {
  if (!settings.isOpenEntry) throw new AppError('BOOKING_CLOSED')
}

/** What everybody may know of the clinic and its page. */
export async function publicPage(context: PublicContext, { code }: { code: string }) {
  return inClinic(context, code, LOOKS_PER_ADDRESS, async ({ tx, clinicId }, settings) => {
    const profile = await clinicProfile(tx, clinicId)
    const { phone, address, introduction, traffic, hours, logo, pictures, longitude, latitude, isMedicare } = profile
    const open = settings.isOpenEntry
    return {
      clinicName: profile.name,
      phone,
      address,
      introduction,
      traffic,
      hours,
      logo,
      pictures,
      longitude,
      latitude,
      isMedicare,
      open,
      daysAhead: settings.online.daysAhead,
      days: await markedDays(tx, formatDate(tx.now), settings.online.daysAhead),
      leadHours: settings.online.leadHours,
      needsReview: settings.online.needsReview,
      items: open ? await onlineItems(tx, clinicId) : [],
      doctors: open
        ? (await onlineDoctors(tx, clinicId)).map(({ id, name, title, dept }) => ({ id, name, title, dept }))
        : [],
    }
  })
}

/** The days that may be booked, as a calendar marks them. */
async function markedDays(tx: TenantTx, from: LocalDate, ahead: number) {
  const to = addDays(from, ahead)
  const holidays = new Map((await holidaysBetween(tx, from, to)).map((day) => [day.date, day]))
  return daysOf(from, to).map((date) => {
    const holiday = holidays.get(date)
    return {
      date,
      word: dayWord(date),
      mark: holiday ? (holiday.isWorkday ? ('work' as const) : ('rest' as const)) : null,
    }
  })
}

/** A picture that the clinic of the page shows; no other. */
export async function publicPicture(context: PublicContext, { code, id }: { code: string; id: string }) {
  const { services } = context
  const picture = await services.database.withPlatform(async (tx) => {
    await mustBeWithin(tx, PICTURES_PER_ADDRESS, context.ip)
    const { clinicId } = await pageOf(tx, code)
    const found = await pictureById(tx, id)
    if (found?.clinicId !== clinicId) throw new AppError('NOT_FOUND')
    return found
  }, context.actor)
  return openPicture(services, picture)
}

async function itemOf(tx: TenantTx, clinicId: string, id: string) {
  const item = (await onlineItems(tx, clinicId)).find((each) => each.id === id)
  if (!item) throw new AppError('BOOKING_TAKEN', { message: '该项目暂不接受网上预约，请另选' })
  return item
}

/** The free beginnings of a day. */
export async function publicSlots(
  context: PublicContext,
  input: { code: string; itemId: string; date: LocalDate; doctorId?: string | null | undefined },
) {
  return inClinic(context, input.code, LOOKS_PER_ADDRESS, async ({ tx, clinicId }, settings) => {
    mustBeOpen(settings)
    const item = await itemOf(tx, clinicId, input.itemId)
    const doctors = (await onlineDoctors(tx, clinicId)).filter((each) => !input.doctorId || each.id === input.doctorId)
    const found = await onlineSlots(
      tx,
      clinicId,
      { date: input.date, item, doctorIds: doctors.map((each) => each.id) },
      settings.online,
    )
    return doctors.map(({ id, name }) => ({
      doctorId: id,
      doctorName: name,
      times: (found.get(id) ?? []).map(clockOf),
    }))
  })
}

/** Sends a code to whoever wants to book: to every phone alike. */
export async function publicCode(
  context: PublicContext,
  input: { code: string; phone: string; captcha?: string | undefined; captchaId?: string | undefined },
) {
  await inClinic(context, input.code, WRITES_PER_ADDRESS, async (_desk, settings) => mustBeOpen(settings))
  const { phone, captcha, captchaId } = input
  await sendPhoneCode(context, { phone, captcha, captchaId, purpose: 'booking' })
  return { local: context.services.sms.local }
}

/** The code was right: a pass for this clinic and this number. */
export async function publicEnter(
  context: PublicContext,
  input: { code: string; phone: string; phoneCode: string },
): Promise<{ pass: string }> {
  const { services } = context
  return services.database.withPlatform(async (tx) => {
    await mustBeWithin(tx, TRIES_PER_ADDRESS, context.ip)
    const { clinicId } = await pageOf(tx, input.code)
    await spendPhoneCode(tx, { phone: input.phone, purpose: 'booking', code: input.phoneCode }, 'phoneCode')
    const pass = newToken()
    await tx.rows(
      keptSql`insert into booking_pass (id, token_hash, clinic_id, phone, expires_at, created_at)
          values (${uuidv7()}, ${hashToken(pass)}, ${clinicId}, ${input.phone}, ${new Date(tx.realNow.getTime() + PASS_MINUTES * 60_000)}, ${tx.now})`,
    )
    return { pass }
  }, context.actor)
}

/** The number behind a pass. */
async function phoneOf(tx: PlatformTx, clinicId: string, pass: string): Promise<string> {
  const row = await tx.row<{ phone: string }>(
    sql`select phone from booking_pass where token_hash = ${hashToken(pass)} and clinic_id = ${clinicId} and expires_at > ${tx.realNow}`,
  )
  if (!row) throw new AppError('BOOKING_PASS', { keep: true })
  return row.phone
}

type Held = { code: string; pass: string }

/** What was booked under the number of a pass. */
export async function publicMine(context: PublicContext, { code, pass }: Held): Promise<OwnBooking[]> {
  return inClinic(context, code, LOOKS_PER_ADDRESS, async ({ tx, clinicId }, { online }, outer) =>
    ownBookings(tx, clinicId, await phoneOf(outer, clinicId, pass), online.leadHours),
  )
}

async function shown(desk: Desk, phone: string, id: string, leadHours: number): Promise<OwnBooking> {
  const found = (await ownBookings(desk.tx, desk.clinicId, phone, leadHours)).find((each) => each.id === id)
  if (!found) throw new AppError('BOOKING_GONE')
  return found
}

/** Every refusal of a place is the same to a patient: somebody else has it. */
async function orTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && /^APPOINTMENT_(SLOT|CHAIR|OVERBOOK|OFF|DOCTOR|TIME|IN_PAST)/.test(error.refusal))
      throw new AppError('BOOKING_TAKEN')
    throw error
  }
}

/** Books. The same number at the same time with the same doctor is the same booking, however often it is sent. */
export async function publicSubmit(
  context: PublicContext,
  input: Held & { itemId: string; doctorId: string; startTime: Date; name: string; note: string },
): Promise<OwnBooking> {
  return inClinic(context, input.code, WRITES_PER_ADDRESS, async (desk, settings, outer) => {
    const { tx, clinicId, now } = desk
    mustBeOpen(settings)
    const phone = await phoneOf(outer, clinicId, input.pass)
    // The row of the limit stays locked: what one number sends at once stands in line.
    await mustBeWithin(outer, BOOKINGS_PER_PHONE, phone)
    const open = (await ownBookings(tx, clinicId, phone, settings.online.leadHours)).filter(
      (each) => appointmentStates.is(each.status, 'coming') && each.startTime > now,
    )
    const same = open.find(
      (each) => each.doctorId === input.doctorId && each.startTime.getTime() === input.startTime.getTime(),
    )
    if (same) return same
    if (open.length >= settings.online.patientLimit) throw new AppError('BOOKING_PATIENT_LIMIT')
    const item = await itemOf(tx, clinicId, input.itemId)
    const row = await orTaken(
      bookOnline(
        desk,
        { doctorId: input.doctorId, item, start: input.startTime, name: input.name, mobile: phone, note: input.note },
        settings.online,
      ),
    )
    await keepRequest(tx, row, {
      mobile: phone,
      name: input.name,
      note: input.note,
      start: input.startTime,
      doctorId: input.doctorId,
    })
    return shown(desk, phone, row.id, settings.online.leadHours)
  })
}

/** One booking of the number, changed by its patient while there is time. */
async function changing(
  context: PublicContext,
  input: Held & { id: string },
  work: (desk: Desk, row: AppointmentRow, settings: ClinicSettings, proposed: boolean) => Promise<void>,
): Promise<OwnBooking> {
  return inClinic(context, input.code, WRITES_PER_ADDRESS, async (desk, settings, outer) => {
    const phone = await phoneOf(outer, desk.clinicId, input.pass)
    const row = await lockOnline(desk.tx, desk.clinicId, input.id, phone)
    if (!row || !appointmentStates.is(row.status, 'coming')) throw new AppError('BOOKING_GONE')
    const { proposed } = await shown(desk, phone, row.id, settings.online.leadHours)
    if (!proposed && !mayStillChange(row.starts_at, desk.now, settings.online.leadHours))
      throw new AppError('BOOKING_TOO_LATE')
    await work(desk, row, settings, proposed)
    await settleRequest(desk.tx, row.id)
    return shown(desk, phone, row.id, settings.online.leadHours)
  })
}

/** Another time, chosen by the patient. */
export async function publicChange(
  context: PublicContext,
  input: Held & { id: string; doctorId: string; startTime: Date },
): Promise<OwnBooking> {
  return changing(context, input, async (desk, row, settings) => {
    mustBeOpen(settings)
    const item = (await onlineItems(desk.tx, desk.clinicId)).find((each) => row.item_ids.includes(each.id)) ?? {
      id: '',
      name: row.title,
      duration: Math.round((row.ends_at.getTime() - row.starts_at.getTime()) / 60_000),
      price: null,
      firstVisitOnly: false,
      bufferBefore: row.buffer_before_min,
      bufferAfter: row.buffer_after_min,
    }
    await orTaken(moveOnline(desk, row, { doctorId: input.doctorId, item, start: input.startTime }, settings.online))
  })
}

/** The patient does not come. */
export async function publicCancel(context: PublicContext, input: Held & { id: string }): Promise<OwnBooking> {
  return changing(context, input, async (desk, row) => {
    await cancelOnline(desk, row)
  })
}

/** The patient agrees to the time that the clinic proposed. */
export async function publicAnswer(context: PublicContext, input: Held & { id: string }): Promise<OwnBooking> {
  return changing(context, input, async (desk, row, _settings, proposed) => {
    if (!proposed || !appointmentStates.is(row.status, 'requested')) throw new AppError('BOOKING_GONE')
    await agreeOnline(desk, row)
  })
}
