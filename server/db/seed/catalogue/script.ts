import type { ToothConditionId, ToothLayer } from '@dentin/clinical'
import type { PatientWish } from '../story/patients.ts'

/** The morning and afternoon of the main clinic that are written down, visit by visit. */
export interface ScriptedVisit {
  doctor: string
  /** Minutes of the day; for a walk-in, of the arrival. */
  start: number
  minutes: number
  patient: PatientWish
  course: string
  step: number
  tooth?: string
  surfaces?: string
  second?: string
  /** Repeats of the step before this one. */
  turn?: number
  title?: string
  outcome?: 'walk-in' | 'no-show' | 'late' | 'pending' | 'emergency'
  overbook?: boolean
  /** Comes so many minutes before the appointed time. */
  early?: number
  confirmed?: boolean
}

const hm = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
const man = (name: string, age: number, more: Partial<PatientWish> = {}): PatientWish => ({
  name,
  gender: 0,
  age,
  ...more,
})
const woman = (name: string, age: number, more: Partial<PatientWish> = {}): PatientWish => ({
  name,
  gender: 1,
  age,
  ...more,
})
type More = Partial<Omit<ScriptedVisit, 'doctor' | 'start' | 'minutes' | 'patient' | 'course' | 'step'>>
const visit = (
  doctor: string,
  from: string,
  to: string,
  patient: PatientWish,
  course: string,
  step: number,
  more: More = {},
): ScriptedVisit => ({
  doctor,
  start: hm(from),
  minutes: hm(to) - hm(from),
  patient,
  course,
  step,
  ...more,
})

/** The patient whose file is worked out in full. */
export const mainPatient: PatientWish = {
  name: '周雨桐',
  gender: 1,
  age: 34,
  number: '20230418',
  mobile: '13867212046',
  allergy: '青霉素',
  diseases: ['高血压'],
  vip: true,
  source: '朋友介绍',
  referrer: '罗文静',
  alert: '高血压 Ⅱ 级，治疗前测血压',
}

export const scriptedDay: readonly ScriptedVisit[] = [
  visit('许明哲', '08:30', '09:15', man('钱锦程', 36), 'rct', 1, { tooth: '11' }),
  visit('许明哲', '09:15', '10:00', woman('赵子涵', 27), 'filling', 0, { tooth: '24', surfaces: 'DO', second: '25' }),
  visit('许明哲', '10:00', '11:00', woman('何晓燕', 43, { allergy: '头孢类' }), 'rct', 1, { tooth: '16' }),
  visit('许明哲', '10:31', '11:01', man('陈国栋', 52), 'emergency', 0, { tooth: '37', outcome: 'emergency' }),
  visit('许明哲', '11:00', '11:30', mainPatient, 'rct', 3, { tooth: '46', early: 65, confirmed: true }),
  visit('许明哲', '11:30', '12:00', woman('罗文静', 35, { vip: true }), 'rct', 4, { tooth: '36', confirmed: true }),
  visit('许明哲', '13:30', '14:30', man('丁海峰', 50), 'rct', 2, { tooth: '26', confirmed: true }),
  visit('许明哲', '14:30', '15:00', woman('柳思敏', 24), 'check', 0),
  visit('许明哲', '15:15', '16:15', man('汪建平', 57, { number: '20241215', mobile: '15867203390' }), 'rct', 2, {
    tooth: '15',
  }),
  visit('许明哲', '16:30', '17:00', woman('江晚晴', 31), 'filling', 0, {
    tooth: '37',
    surfaces: 'O',
    outcome: 'pending',
  }),
  visit('顾清妍', '08:45', '09:15', woman('方静怡', 19), 'ortho', 2, { turn: 5 }),
  visit('顾清妍', '09:15', '09:45', woman('贾敏', 23), 'ortho', 2, { turn: 6, outcome: 'no-show' }),
  visit('顾清妍', '10:15', '10:45', woman('邓可心', 22), 'ortho', 2, { turn: 8 }),
  visit('顾清妍', '10:45', '11:15', woman('沈嘉怡', 16), 'ortho', 2, { turn: 2, early: 22 }),
  visit('顾清妍', '11:15', '12:00', woman('吴佩珊', 29), 'ortho', 0, { confirmed: true }),
  visit('顾清妍', '13:30', '14:00', man('夏子墨', 14), 'ortho', 2, { turn: 3, confirmed: true }),
  visit('顾清妍', '14:00', '14:30', woman('严思涵', 17), 'ortho', 2, { turn: 7 }),
  visit('顾清妍', '14:30', '15:30', woman('田雨欣', 26, { vip: true }), 'ortho', 1),
  visit('顾清妍', '15:45', '16:15', man('石启航', 12), 'ortho', 2, { turn: 1 }),
  visit('顾清妍', '16:15', '16:45', woman('范晓彤', 20), 'ortho', 2, { turn: 10, confirmed: true }),
  visit('顾清妍', '17:00', '17:30', woman('金若曦', 25), 'ortho', 0, { outcome: 'pending' }),
  visit('韩朗', '09:45', '11:15', man('王建军', 64, { number: '20251103', mobile: '13657210952' }), 'implant', 1, {
    tooth: '36',
  }),
  visit(
    '韩朗',
    '10:20',
    '10:45',
    man('梁启明', 58, { number: '20210511', mobile: '13357218045', allergy: '磺胺类' }),
    'extraction',
    0,
    { tooth: '48', outcome: 'late', overbook: true },
  ),
  visit('韩朗', '11:20', '11:50', woman('黄美玲', 38), 'implant', 0, { tooth: '46', early: 55 }),
  visit('韩朗', '14:00', '15:00', man('秦国安', 59, { allergy: '青霉素' }), 'extraction', 0, {
    tooth: '18',
    confirmed: true,
  }),
  visit('韩朗', '15:00', '16:30', woman('姚淑芬', 62, { vip: true }), 'implant', 1, { tooth: '46', confirmed: true }),
  visit('唐睿', '08:30', '09:05', woman('林若安', 31, { vip: true }), 'scaling', 0),
  visit('唐睿', '10:15', '11:15', man('郑博文', 47), 'periodontitis', 1, { tooth: 'Q1', second: 'Q4' }),
  visit('唐睿', '10:17', '10:57', man('刘志强', 45), 'periodontitis', 3, {
    tooth: 'Q2',
    second: 'Q3',
    outcome: 'walk-in',
  }),
  visit('唐睿', '11:20', '11:50', man('曹立新', 41), 'scaling', 0),
  visit('唐睿', '13:30', '14:30', woman('彭雪莲', 55), 'periodontitis', 3, {
    tooth: 'Q1',
    second: 'Q4',
    confirmed: true,
  }),
  visit('唐睿', '14:30', '15:00', man('盛楠', 45), 'scaling', 0, { confirmed: true }),
  visit('唐睿', '15:00', '16:00', man('谢文博', 39), 'periodontitis', 1, { tooth: 'Q1', second: 'Q4' }),
  visit('程思齐', '09:00', '09:30', woman('余佳琪', 28), 'scaling', 0),
  visit('程思齐', '09:30', '10:10', man('何志远', 49, { number: '20220917', mobile: '13957217731' }), 'crown', 0, {
    tooth: '46',
  }),
  visit('程思齐', '10:10', '10:40', man('徐浩然', 30), 'filling', 0, { tooth: '25', surfaces: 'MO' }),
  visit('程思齐', '10:45', '11:15', woman('宋雅琴', 66, { number: '20190326', mobile: '13757216618' }), 'crown', 1, {
    tooth: '26',
    early: 2,
    confirmed: true,
  }),
  visit('程思齐', '11:15', '11:30', woman('孙丽华', 61), 'denture', 2, { tooth: '36', early: 38 }),
  visit('程思齐', '13:30', '14:15', man('鲁志成', 44), 'filling', 0, { tooth: '14', surfaces: 'MO' }),
  visit('程思齐', '14:15', '14:45', woman('康雅雯', 33), 'check', 0, { title: '美白咨询' }),
  visit('程思齐', '16:00', '17:00', man('霍建国', 68, { number: '20180609', mobile: '13557211274' }), 'denture', 0, {
    tooth: '36',
  }),
  visit('叶知秋', '10:30', '11:00', man('马思远', 7), 'sealant', 0, { tooth: '16', second: '26' }),
  visit('叶知秋', '11:15', '11:45', woman('高欣然', 8, { birthdayToday: true }), 'child-check', 0, {
    early: 4,
    confirmed: true,
  }),
  visit('叶知秋', '14:00', '14:30', woman('于果果', 5), 'milk-filling', 0, {
    tooth: '75',
    surfaces: 'O',
    confirmed: true,
  }),
  visit('叶知秋', '14:30', '15:00', man('凌子轩', 9), 'child-check', 0, { title: '间隙保持器复查' }),
  visit('叶知秋', '15:30', '16:00', woman('舒童', 6), 'child-check', 0, { outcome: 'pending' }),
]

/** A visit of the past with its day, kept apart from chance: doctor, days ago, course and step, money left owing. */
export interface PastVisit {
  patient: PatientWish
  doctor: string
  daysAgo: number
  course: string
  step: number
  tooth?: string
  surfaces?: string
  second?: string
  full?: boolean
  owes: number
  /** Goes on with the next steps. */
  goesOn?: boolean
}

const past = (
  patient: PatientWish,
  doctor: string,
  daysAgo: number,
  course: string,
  step: number,
  owes: number,
  more: Partial<PastVisit> = {},
): PastVisit => ({
  patient,
  doctor,
  daysAgo,
  course,
  step,
  owes,
  ...more,
})

/** Patients of the main clinic who left money owing. Those of the scripted day are named only. */
export const debtors: readonly PastVisit[] = [
  past(man('何志远', 49), '程思齐', 75, 'crown', 0, 1480, { tooth: '36', goesOn: true }),
  past(man('王建军', 64), '韩朗', 105, 'implant', 1, 8600, { tooth: '46', full: true }),
  past(man('霍建国', 68), '程思齐', 29, 'filling', 0, 340, { tooth: '24', surfaces: 'DO' }),
  past(man('梁启明', 58), '韩朗', 36, 'extraction', 0, 1200, { tooth: '38' }),
  past(woman('邵佩兰', 61, { number: '20200730', mobile: '18967215527' }), '唐睿', 53, 'periodontitis', 0, 420, {
    tooth: 'Q1',
    second: 'Q4',
  }),
  past(man('傅俊杰', 42, { number: '20230822', mobile: '18667219013' }), '许明哲', 64, 'filling', 0, 150, {
    tooth: '16',
    surfaces: 'MO',
  }),
  past(woman('毛晓彤', 29, { number: '20240306', mobile: '15067214462' }), '顾清妍', 69, 'ortho', 1, 6400, {
    goesOn: true,
  }),
  past(man('裴文斌', 51, { number: '20171120', mobile: '13857217706' }), '韩朗', 82, 'implant', 1, 2300, {
    tooth: '26',
  }),
  past(woman('阎秋菊', 70, { number: '20160414', mobile: '13967213358' }), '程思齐', 93, 'denture', 0, 720, {
    tooth: '46',
    goesOn: true,
  }),
  past(man('薄志新', 46, { number: '20220208', mobile: '13657212281' }), '唐睿', 110, 'scaling', 0, 310),
  past(woman('颜诗雨', 24, { number: '20251018', mobile: '17767216640' }), '顾清妍', 117, 'ortho', 1, 4900, {
    goesOn: true,
  }),
  past(man('穆海涛', 38, { number: '20210923', mobile: '15267211897' }), '许明哲', 128, 'rct', 0, 560, {
    tooth: '36',
    full: true,
  }),
  past(woman('窦青青', 33, { number: '20220611', mobile: '18057213306' }), '程思齐', 141, 'filling', 0, 180, {
    tooth: '46',
    surfaces: 'O',
  }),
]

/** The mouth of the main patient before the first visit in the system: tooth, condition, layer, surfaces. */
export const mainPatientMouth: readonly [
  tooth: string,
  condition: ToothConditionId,
  layer: ToothLayer,
  surfaces: string,
  detail?: string,
][] = [
  ['18', 'missing', 'existing', ''],
  ['48', 'missing', 'existing', ''],
  ['38', 'impacted', 'existing', '', '近中'],
  ['14', 'implant', 'existing', ''],
  ['17', 'filling', 'existing', 'O', '银汞合金'],
  ['27', 'filling', 'existing', 'O', '银汞合金'],
  ['21', 'filling', 'existing', 'M', '复合树脂'],
  ['36', 'filling', 'existing', 'O', '复合树脂'],
  ['44', 'filling', 'existing', 'BC', '玻璃离子'],
  ['35', 'rct', 'existing', ''],
  ['35', 'crown', 'existing', '', '烤瓷'],
]
