import { consentRules, type ConsentRule } from '@dentin/contract/core/consent-rules'
import { orthoPictureRules, type OrthoPictureRule } from '@dentin/contract/core/ortho-states'
import { qualityRuleIds, type QualitySetting } from '@dentin/contract/core/quality-rules'
import type { LocalDate } from '@dentin/kit'
import { requirableFields, type RequirableField } from '@dentin/contract/patient'
import { appointmentTones, USUAL_TONES, type AppointmentTone } from '@dentin/contract/core/appointment-tones'
import { setUpStepKeys, setUpSteps, type SetUpStep } from '@dentin/contract/set-up'
import { wordsOf } from '@dentin/contract/core/fields'
import { REQUIRABLE_SECTIONS, USUALLY_REQUIRED, type RequirableSection } from '@dentin/contract/record'
import {
  receiptPapers,
  recordNotations,
  recordPapers,
  type ReceiptPaper,
  type RecordNotation,
  type RecordPaper,
} from '@dentin/contract/core/papers'
import { formatYuan, SMS_FROM, SMS_TO, yuanToFen, type Fen, type WeekHours } from '@dentin/kit'
import { pinyinInitials, pinyinOf } from '@dentin/kit/pinyin'

/** How far patients may book by themselves. */
export interface OnlineRules {
  /** How many days ahead. */
  daysAhead: number
  /** How many hours before the visit at the latest. */
  leadHours: number
  /** How many online bookings one doctor takes in one part of a day. */
  slotLimit: number
  /** How many open bookings one phone number may have. */
  patientLimit: number
  /** The desk accepts each one before it holds. */
  needsReview: boolean
}

/** How a clinic works; every figure has a default, the clinic's row holds what was changed. */
export interface ClinicSettings {
  /** When it is open on each weekday. */
  hours: WeekHours
  /** A visit within so many days of the last one is a return visit. */
  revisitDays: number
  /** Grid of the appointment board: 5, 10 or 15. */
  slotMinutes: number
  /** How many extra patients may share a doctor's time. */
  overbookLimit: number
  /** So long after the appointed time somebody who has not come counts as no-show. */
  noShowMinutes: number
  /** So long a place stays held for somebody of the waiting list. */
  holdMinutes: number
  /** So long after the appointed time somebody who comes counts as late. */
  lateMinutes: number
  /** Registration fee. */
  regFee: Fen
  /** Do those who come by appointment pay it, too? */
  checkInFee: boolean
  /** What falls off a sum: nothing, the fen, or jiao and fen. */
  rounding: 'none' | 'jiao' | 'yuan'
  /** May a patient leave owing money? */
  arrearsAllowed: boolean
  /** In which order payments go back: 1 the last first, 2 in proportion to what was paid. */
  refundMode: 1 | 2
  /** From this sum on somebody else agrees to a refund first. */
  refundApprovalAmount: Fen
  /** Cash is counted before the till says what should be there. */
  shiftBlind: boolean
  /** Discounts that a member card gave are made up for when its principal is given back. */
  cardMakeUp: boolean
  /** Which fields of a patient's file have to be filled when it is opened, beside those that always are. */
  patientRequired: RequirableField[]
  /** What a medical number is made of: letters, the year, so many digits of a count. */
  numberPrefix: string
  numberYear: boolean
  numberWidth: 4 | 5 | 6
  /** Sections of a record asked for besides those that always are. */
  firstSections: RequirableSection[]
  returnSections: RequirableSection[]
  /** What becomes of a record whose treatments ask for a consent that nobody has signed. */
  consentRule: ConsentRule
  /** What becomes of the start and the end of orthodontics without their pictures. */
  orthoPictureRule: OrthoPictureRule
  /** May the sound of dictation be sent to the service of the browser's maker? */
  speechRemote: boolean
  /** How the clinic takes rules of the quality check, where not as the list says. */
  qualityRules: QualitySetting[]
  /** Days after the signature when a record is filed, and whose records a superior signs too. */
  archiveDays: number
  countersigned: string[]
  /** On which papers records and receipts are printed. */
  recordPaper: RecordPaper
  recordNotation: RecordNotation
  recordPictures: boolean
  receiptPaper: ReceiptPaper
  /** One doctor works here alone: prescriptions are audited by whoever wrote them. */
  soloDoctor: boolean
  /** The clinic's right to psychotropics of the second class: the number of the permit ('' none), and until when it holds. */
  psychotropicNo: string
  psychotropicUntil: LocalDate | null
  /** Colours of the states 0 to 5 of an appointment. */
  appointmentTones: AppointmentTone[]
  /** Between which minutes of the day messages leave that may wait. */
  smsFromMin: number
  smsToMin: number
  /** May patients book online? */
  isOpenEntry: boolean
  /** What patients may book over the clinic's page. */
  online: OnlineRules
  /** Which of the two ways to keep stock the clinic has chosen. */
  warehouseVersion: 'old' | 'new'
}

const whole = (value: unknown, min: number, max: number, otherwise: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : otherwise

function readOnline(stored: unknown): OnlineRules {
  const kept = (stored ?? {}) as Record<string, unknown>
  return {
    daysAhead: whole(kept.daysAhead, 1, 90, 14),
    leadHours: whole(kept.leadHours, 0, 72, 2),
    slotLimit: whole(kept.slotLimit, 1, 50, 4),
    patientLimit: whole(kept.patientLimit, 1, 10, 2),
    needsReview: kept.needsReview !== false,
  }
}

function qualityOf(stored: unknown): QualitySetting[] {
  return (Array.isArray(stored) ? stored : []).flatMap((each: Partial<QualitySetting> | null) => {
    const id = qualityRuleIds.find((known) => known === each?.id)
    const level = ([0, 1, 2, 3] as const).find((known) => known === each?.level)
    return id && level !== undefined ? [{ id, level, points: whole(each?.points, 0, 100, 0) }] : []
  })
}

const sectionsOf = (stored: unknown, usual: readonly RequirableSection[]): RequirableSection[] =>
  REQUIRABLE_SECTIONS.filter((section) => (Array.isArray(stored) ? stored : usual).includes(section))

const tonesOf = (stored: unknown): AppointmentTone[] =>
  USUAL_TONES.map((usual, n) => oneFrom(appointmentTones, Array.isArray(stored) ? stored[n] : null, usual))

const oneFrom = <K extends string>(words: Readonly<Record<K, unknown>>, stored: unknown, otherwise: K): K =>
  typeof stored === 'string' && Object.hasOwn(words, stored) ? (stored as K) : otherwise

/** Between 8:00 and 21:00; hours that make no sense give way to these. */
function readSmsHours(from: unknown, to: unknown): { smsFromMin: number; smsToMin: number } {
  const [smsFromMin, smsToMin] = [whole(from, SMS_FROM, SMS_TO, SMS_FROM), whole(to, SMS_FROM, SMS_TO, SMS_TO)]
  return smsFromMin < smsToMin ? { smsFromMin, smsToMin } : { smsFromMin: SMS_FROM, smsToMin: SMS_TO }
}

const isDay = (stored: unknown): stored is LocalDate => typeof stored === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(stored)

/** A sum as the settings keep it, or the usual one. */
const sumOf = (stored: unknown, usual: string): Fen =>
  yuanToFen(typeof stored === 'string' && /^\d{1,7}(\.\d{1,2})?$/.test(stored) ? stored : usual)

const requiredOf = (stored: unknown): RequirableField[] =>
  wordsOf(requirableFields).filter((field) => Array.isArray(stored) && stored.includes(field))

/** The settings of a clinic from its row; a value that makes no sense gives way to the default. */
export function readSettings(stored: Record<string, unknown>): Omit<ClinicSettings, 'hours'> {
  const slot = stored.slotMinutes
  const rounding = stored.rounding
  return {
    revisitDays: whole(stored.revisitDays, 1, 3650, 180),
    slotMinutes: slot === 10 || slot === 15 ? slot : 5,
    overbookLimit: whole(stored.overbookLimit, 0, 20, 1),
    noShowMinutes: whole(stored.noShowMinutes, 5, 720, 30),
    holdMinutes: whole(stored.holdMinutes, 5, 1440, 30),
    lateMinutes: whole(stored.lateMinutes, 1, 240, 15),
    regFee: sumOf(stored.regFee, '20.00'),
    checkInFee: stored.checkInFee === true,
    rounding: rounding === 'jiao' || rounding === 'yuan' ? rounding : 'none',
    arrearsAllowed: stored.arrearsAllowed !== false,
    refundMode: stored.refundMode === 2 ? 2 : 1,
    refundApprovalAmount: sumOf(stored.refundApprovalAmount, '300.00'),
    shiftBlind: stored.shiftBlind === true,
    cardMakeUp: stored.cardMakeUp === true,
    patientRequired: requiredOf(stored.patientRequired),
    numberPrefix:
      typeof stored.numberPrefix === 'string' && /^[A-Z]{0,4}$/.test(stored.numberPrefix) ? stored.numberPrefix : '',
    numberYear: stored.numberYear !== false,
    numberWidth: stored.numberWidth === 5 || stored.numberWidth === 6 ? stored.numberWidth : 4,
    firstSections: sectionsOf(stored.firstSections, USUALLY_REQUIRED.first),
    returnSections: sectionsOf(stored.returnSections, USUALLY_REQUIRED.return),
    consentRule: oneFrom(consentRules, stored.consentRule, 'warn'),
    orthoPictureRule: oneFrom(orthoPictureRules, stored.orthoPictureRule, 'warn'),
    speechRemote: stored.speechRemote === true,
    qualityRules: qualityOf(stored.qualityRules),
    archiveDays: whole(stored.archiveDays, 1, 365, 30),
    countersigned: Array.isArray(stored.countersigned)
      ? stored.countersigned.filter((id): id is string => typeof id === 'string')
      : [],
    recordPaper: oneFrom(recordPapers, stored.recordPaper, 'a4'),
    recordNotation: oneFrom(recordNotations, stored.recordNotation, 'cross'),
    recordPictures: stored.recordPictures === true,
    receiptPaper: oneFrom(receiptPapers, stored.receiptPaper, 'a5'),
    soloDoctor: stored.soloDoctor === true,
    psychotropicNo: typeof stored.psychotropicNo === 'string' ? stored.psychotropicNo : '',
    psychotropicUntil: isDay(stored.psychotropicUntil) ? stored.psychotropicUntil : null,
    appointmentTones: tonesOf(stored.appointmentTones),
    ...readSmsHours(stored.smsFromMin, stored.smsToMin),
    isOpenEntry: stored.isOpenEntry === true,
    online: readOnline(stored.online),
    warehouseVersion: stored.warehouseVersion === 'old' ? 'old' : 'new',
  }
}

/** Initials by which an item of the price list is found, as its name has them. */
export const pinyinCode = (name: string): string =>
  pinyinInitials(name)
    .replaceAll(/[^a-z0-9]/gi, '')
    .slice(0, 40)

/** Code, names, pinyin and initials, by which an item of the price list is found. */
export const tariffSearch = (code: string, name: string, shortName = '', initials = pinyinCode(name)): string =>
  [code.toLowerCase(), name, shortName, pinyinOf(name), pinyinInitials(name), initials.toLowerCase()]
    .filter((part, n, all) => part !== '' && all.indexOf(part) === n)
    .join(' ')

/** Between which prices a clinic keeps its own; null: no border. */
export interface PriceBorders {
  priceMin: Fen | null
  priceMax: Fen | null
}

/** Why a clinic's price is outside its borders, in words; null: it is within. */
export function outsideInWords(price: Fen, { priceMin, priceMax }: PriceBorders): string | null {
  if (priceMin !== null && price < priceMin) return `低于总部下限 ${formatYuan(priceMin)} 元`
  if (priceMax !== null && price > priceMax) return `高于总部上限 ${formatYuan(priceMax)} 元`
  return null
}

/** What the prices of an item say of each other: the field that is wrong, and why. */
export function priceProblem(
  item: PriceBorders & { price: Fen; minPrice: Fen | null; memberPrice: Fen | null },
): { field: 'price' | 'priceMin' | 'priceMax' | 'memberPrice'; message: string } | null {
  const { price, minPrice, priceMin, priceMax, memberPrice } = item
  if (priceMin !== null && priceMax !== null && priceMin > priceMax)
    return { field: 'priceMax', message: '门诊上限不能低于下限' }
  if (priceMin !== null && minPrice !== null && priceMin < minPrice)
    return { field: 'priceMin', message: `门诊下限不能低于最低价 ${formatYuan(minPrice)} 元` }
  if (minPrice !== null && price < minPrice)
    return { field: 'price', message: `价格不能低于最低价 ${formatYuan(minPrice)} 元` }
  if (outsideInWords(price, { priceMin, priceMax }) !== null)
    return { field: 'price', message: '价格应在门诊下限与上限之间' }
  if (memberPrice !== null && memberPrice > price) return { field: 'memberPrice', message: '会员价不能高于价格' }
  if (memberPrice !== null && minPrice !== null && memberPrice < minPrice)
    return { field: 'memberPrice', message: `会员价不能低于最低价 ${formatYuan(minPrice)} 元` }
  return null
}

/** How far a new clinic is: what somebody said is right, what was left for later, and whether the list was put away. */
export interface SetUp {
  said: SetUpStep[]
  skipped: SetUpStep[]
  away: boolean
}

/** What a new clinic begins with. */
export const FIRST_SET_UP: SetUp = { said: [], skipped: [], away: false }

/** The list of a clinic that opens, from its settings; null for one that never had one. */
export function readSetUp(stored: Record<string, unknown>): SetUp | null {
  const kept = stored.setUp
  if (typeof kept !== 'object' || kept === null) return null
  const { said, skipped, away } = kept as Record<string, unknown>
  const stepsIn = (list: unknown) => setUpStepKeys.filter((key) => Array.isArray(list) && list.includes(key))
  return { said: stepsIn(said), skipped: stepsIn(skipped), away: away === true }
}

/** Is a step done, by what there is or by what somebody said; else left for later, or open? */
export function stepState(step: SetUpStep, { said, skipped }: SetUp, count: number): 'done' | 'skipped' | 'open' {
  const done = count > 0 && (!setUpSteps[step].byWord || said.includes(step))
  return done ? 'done' : skipped.includes(step) ? 'skipped' : 'open'
}

/** There is something left to do. */
export const setUpIsOpen = (steps: readonly { state: string }[]): boolean => steps.some(({ state }) => state === 'open')

/** What a day of the company's calendar becomes beside the public one. null: as the public calendar has it. */
export function ownDay(
  shared: { name: string; isWorkday: boolean } | null,
  kind: 'plain' | 'off' | 'work',
  name: string,
): { kind: 0 | 1 | 2; name: string } | null {
  const same = kind === 'plain' ? shared === null : shared !== null && shared.isWorkday === (kind === 'work')
  if (same && (name === '' || name === shared?.name)) return null
  if (kind === 'plain') return { kind: 0, name: name || '平常日' }
  return kind === 'off' ? { kind: 1, name: name || '放假' } : { kind: 2, name: name || '调休上班' }
}

/** What other modules know of how far a new clinic is. */
export interface SetUpCounts {
  /** Days that were ever planned. */
  days: number
  patients: number
  /** What it began with. */
  records: number
  sms: number
  followRules: number
}

/** A licence as a clinic shows it. */
export interface Licence {
  permitNo: string
  permitExpire: LocalDate | null
  principal: string
  status: number
}
