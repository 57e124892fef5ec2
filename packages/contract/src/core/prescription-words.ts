export { prescriptionStates } from './prescription-states.ts'

/** Kinds of prescriptions, each on paper of its own colour. */
export const prescriptionKinds = {
  ordinary: '普通',
  emergency: '急诊',
  pediatric: '儿科',
  psychotropic: '精二',
} as const
export type PrescriptionKind = keyof typeof prescriptionKinds
/** Children under this age (full years) get a paediatric prescription. */
export const CHILD_BELOW = 14
/** So many drugs stand on one sheet. */
export const MOST_DRUGS = 5
/** So many days a prescription is for, unless a reason is written. Source: 处方管理办法. */
export const USUAL_DAYS: Readonly<Record<PrescriptionKind, number>> = {
  ordinary: 7,
  emergency: 3,
  pediatric: 7,
  psychotropic: 7,
}
/** A prescription holds on its day, and as many days as this when the doctor says so. Source: 处方管理办法. */
export const MOST_VALID_DAYS = 3

export const rxRoutes = ['口服', '含漱', '外用', '局注', '含化', '舌下', '吸入', '肌注', '静滴'] as const
/** Routes by which a drug reaches the whole body. */
export const systemicRoutes: readonly string[] = ['口服', '肌注', '静滴']
/** Frequencies and how they are said. */
export const rxFrequencies = {
  qd: '每日 1 次',
  bid: '每日 2 次',
  tid: '每日 3 次',
  qid: '每日 4 次',
  q12h: '每 12 小时 1 次',
  q8h: '每 8 小时 1 次',
  q6h: '每 6 小时 1 次',
  q4h: '每 4 小时 1 次',
  qn: '每晚 1 次',
  st: '立即 1 次',
  prn: '必要时',
} as const
export type RxFrequency = keyof typeof rxFrequencies
export const doseUnits = ['mg', 'g', 'ml', '片', '粒', '支', '揿', '贴', 'U', '万U'] as const
export const handOutUnits = ['片', '粒', '支', '瓶', '盒', '袋', '贴', 'ml', 'g'] as const
/** A skin test: none is needed, left out for a reason, still to be made, made. */
export const skinTests = { none: '不需要', exempt: '免试', needed: '需试', negative: '阴性', positive: '阳性' } as const
export type SkinTest = keyof typeof skinTests
/** Psychotropics of the second class among the drugs of the reference, by its code. */
const secondClassCodes: ReadonlySet<string> = new Set(['midazolam', 'diazepam', 'tramadol'])
// A company's own drugs have no code: they are known by their names. Of the catalogues those that a dental clinic could meet;
// 待药师复核. Source: 麻醉药品品种目录, 精神药品品种目录.
const SECOND_CLASS =
  /咪达唑仑|咪唑安定|地西泮|曲马多|阿普唑仑|艾司唑仑|劳拉西泮|氯硝西泮|奥沙西泮|唑吡坦|佐匹克隆|苯巴比妥|纳布啡|布托啡诺/
const NARCOTIC = /吗啡|哌替啶|杜冷丁|芬太尼|羟考酮|可待因|美沙酮|布桂嗪|氯胺酮|丁丙诺啡|哌甲酯|三唑仑|司可巴比妥|羟丁酸/
/** How the law holds a drug: never prescribed here, or with the clinic's right alone; null: as any other. */
export function controlledAs({ code, name }: { code: string | null; name: string }): 'narcotic' | 'second' | null {
  if (NARCOTIC.test(name)) return 'narcotic'
  return (code !== null && secondClassCodes.has(code)) || SECOND_CLASS.test(name) ? 'second' : null
}
/** How somebody went on in spite of a check: with a reason, by a click, as the second person. */
export const overrideKinds = { reason: '写明理由', seen: '已知晓', second: '第二人确认' } as const
