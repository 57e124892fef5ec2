export { prescriptionStates } from './prescription-states.ts'

/** Kinds of prescriptions, each on paper of its own colour. */
export const prescriptionKinds = { ordinary: '普通', emergency: '急诊', pediatric: '儿科' } as const
export type PrescriptionKind = keyof typeof prescriptionKinds
/** Children under this age (full years) get a paediatric prescription. */
export const CHILD_BELOW = 14
/** So many drugs stand on one sheet. */
export const MOST_DRUGS = 5
/** So many days a prescription is for, unless a reason is written. Source: 处方管理办法. */
export const USUAL_DAYS: Readonly<Record<PrescriptionKind, number>> = { ordinary: 7, emergency: 3, pediatric: 7 }
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
/** Drugs that a dental clinic does not prescribe, by the code of the reference. */
export const controlledDrugs: Readonly<Record<string, string>> = {
  midazolam: '咪达唑仑为第二类精神药品',
  diazepam: '地西泮为第二类精神药品',
  tramadol: '曲马多为第二类精神药品',
}
/** How somebody went on in spite of a check: with a reason, by a click, as the second person. */
export const overrideKinds = { reason: '写明理由', seen: '已知晓', second: '第二人确认' } as const
