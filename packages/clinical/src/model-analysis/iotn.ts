import { parseTeeth } from '../teeth.ts'

/** Grade of need of treatment: 5 very great … 1 none. */
export interface IotnItem {
  code: string
  nameZh: string
}

const items = (grade: number, names: Readonly<Record<string, string>>): IotnItem[] =>
  Object.entries(names).map(([letter, nameZh]) => ({ code: `${grade}${letter}`, nameZh }))

/** Where the items and their limits come from; the limits have not been compared with the paper. */
export const IOTN_SOURCE = 'Brook & Shaw 1989，界值待确认'

/** Dental health component of the IOTN (Brook & Shaw 1989): the items of each grade; the worst counts. Limits 待确认. */
export const iotnItems: readonly IotnItem[] = [
  ...items(5, {
    i: '萌出受阻',
    h: '每象限缺失超过 1 颗',
    a: '覆盖 > 9 mm',
    m: '反覆盖 > 3.5 mm，有咀嚼或语音障碍',
    p: '唇腭裂',
    s: '乳牙下沉',
  }),
  ...items(4, {
    a: '覆盖 > 6～9 mm',
    b: '反覆盖 > 3.5 mm，无咀嚼或语音障碍',
    m: '反覆盖 > 1～3.5 mm，有咀嚼或语音障碍',
    c: '反𬌗，后退接触位与牙尖交错位相差 > 2 mm',
    l: '后牙舌侧反𬌗，无功能接触',
    d: '接触点移位 > 4 mm',
    e: '开𬌗 > 4 mm',
    f: '完全覆𬌗，伴牙龈或腭部创伤',
    h: '较轻的缺牙，须修复前正畸或关闭间隙',
    t: '倾斜阻生，与邻牙嵌顿',
    x: '多生牙',
  }),
  ...items(3, {
    a: '覆盖 > 3.5～6 mm，唇闭合不全',
    b: '反覆盖 > 1～3.5 mm',
    c: '反𬌗，相差 > 1～2 mm',
    d: '接触点移位 > 2～4 mm',
    e: '开𬌗 > 2～4 mm',
    f: '完全深覆𬌗，无创伤',
  }),
  ...items(2, {
    a: '覆盖 > 3.5～6 mm，唇可闭合',
    b: '反覆盖 > 0～1 mm',
    c: '反𬌗，相差 ≤ 1 mm',
    d: '接触点移位 > 1～2 mm',
    e: '开𬌗 > 1～2 mm',
    f: '覆𬌗 ≥ 3.5 mm，无牙龈接触',
    g: '前后向偏差不超过半个单位',
  }),
  { code: '1', nameZh: '极轻微或无错𬌗' },
]

/** What an examination says that items of the IOTN follow from. null or empty: not measured, nothing recorded. */
export interface IotnMeasures {
  /** mm; below 0 reversed. */
  overjet: number | null
  lipClosure: string | null
  /** mm */
  openBite: number | null
  /** Teeth as stored text. */
  missingTeeth: string
  supernumerary: string
}

/** An item that is met, and the datum that says so. */
export interface IotnFound extends IotnItem {
  datum: string
}

const mm = (value: number): string => `${Math.round(value * 100) / 100} mm`

function byOverjet({ overjet, lipClosure }: IotnMeasures): [code: string, datum: string] | null {
  if (overjet === null) return null
  if (overjet < 0) {
    const reverse = -overjet
    return [reverse > 3.5 ? '4b' : reverse > 1 ? '3b' : '2b', `反覆盖 ${mm(reverse)}`]
  }
  const said = `覆盖 ${mm(overjet)}`
  if (overjet > 9) return ['5a', said]
  if (overjet > 6) return ['4a', said]
  // From here the lips decide: who has not looked at them has no grade.
  if (overjet <= 3.5 || lipClosure === null) return null
  return lipClosure === '闭合' ? ['2a', `${said}，唇可闭合`] : ['3a', `${said}，唇闭合${lipClosure}`]
}

function byOpenBite({ openBite }: IotnMeasures): [string, string] | null {
  if (openBite === null || openBite <= 1) return null
  return [openBite > 4 ? '4e' : openBite > 2 ? '3e' : '2e', `开𬌗 ${mm(openBite)}`]
}

const WISDOM = '8'
/** Permanent teeth that are missing, wisdom teeth apart: more than one in a quadrant, or fewer. */
function byMissing({ missingTeeth }: IotnMeasures): [string, string] | null {
  const codes = missingTeeth === '' ? [] : parseTeeth(missingTeeth).map(({ code }) => code)
  const missing = codes.filter((code) => /^[1-4][1-8]$/.test(code) && !code.endsWith(WISDOM))
  if (missing.length === 0) return null
  const most = Math.max(...['1', '2', '3', '4'].map((q) => missing.filter((code) => code.startsWith(q)).length))
  return [most > 1 ? '5h' : '4h', `缺失 ${missing.join(' ')}`]
}

const bySupernumerary = ({ supernumerary }: IotnMeasures): [string, string] | null =>
  supernumerary === '' ? null : ['4x', `多生牙 ${supernumerary.replaceAll(';', ' ')}`]

/** The order in which items of one grade are named: missing, overjet, crossbite, displacement, overbite (MOCDO). */
const inOrder = [byMissing, bySupernumerary, byOverjet, byOpenBite]

/**
 * The worst item that the figures of an examination meet, with the datum that decided. Only what is measured is graded:
 * displacement, shift of a crossbite, trauma of a deep bite and trouble of speech are not among the figures, so that the doctor
 * may know a worse one; null: no figure reaches grade 2, which does not say grade 1. Source: clinical-calculators §4. Limits 待确认.
 */
export function iotnOf(measures: IotnMeasures): IotnFound | null {
  const found = inOrder.flatMap((by) => {
    const met = by(measures)
    const item = met && iotnItems.find(({ code }) => code === met[0])
    return met && item ? [{ ...item, datum: met[1] }] : []
  })
  return found.toSorted((a, b) => Number(b.code[0]) - Number(a.code[0]))[0] ?? null
}
