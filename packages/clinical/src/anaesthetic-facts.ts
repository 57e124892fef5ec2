import { anaesthetic, type AnaestheticPatient } from './anaesthetic.ts'
import { ADRENALINE_CAP_UG, type AnaestheticRules } from './anaesthetic-data.ts'
import { anaestheticRiskIds, type AnaestheticRisk } from './anaesthetic-words.ts'

/** Below this age in whole years the limits of children hold: a decision, the stricter side. */
export const CHILD_BELOW = 18
/** From this age on articaine is halved (insert: elderly half the adult dose; the age itself is a decision). */
export const ELDERLY_FROM = 65
const HEAVY_KG = 120

interface Risk {
  name: string
  /** How a file says it. */
  words: RegExp
  /** Adrenaline of a visit no more than for a heart disease. */
  lessAdrenaline?: true
  /** What is said of it beside a dose, for the drugs it concerns. */
  warning: string
  drugs?: RegExp
}

const WITH_ADRENALINE = /epi/
/** What in a patient changes how much may be given, or needs a word: data, 待医师复核. */
export const anaestheticRisks = {
  heart: {
    name: '心血管病',
    words: /心脏|冠心|心绞痛|心肌|心律失常|房颤|心衰|心力衰竭|心功能|起搏器|瓣膜/,
    lessAdrenaline: true,
    warning: '心血管病：本次肾上腺素不超过 40 µg，注射前测血压',
    drugs: WITH_ADRENALINE,
  },
  betaBlocker: {
    name: '非选择性 β 受体阻滞剂',
    words: /普萘洛尔|心得安|纳多洛尔|索他洛尔|噻吗洛尔|卡维地洛/,
    lessAdrenaline: true,
    warning: '服用非选择性 β 受体阻滞剂：肾上腺素可使血压骤升，本次不超过 40 µg',
    drugs: WITH_ADRENALINE,
  },
  tricyclic: {
    name: '三环类抗抑郁药',
    words: /阿米替林|丙米嗪|氯米帕明|多塞平|三环/,
    lessAdrenaline: true,
    warning: '服用三环类抗抑郁药：增强肾上腺素作用，本次不超过 40 µg',
    drugs: WITH_ADRENALINE,
  },
  adrenalineBarred: {
    name: '不宜用肾上腺素',
    words: /嗜铬细胞瘤|未控制的?甲亢|不稳定型?心绞痛/,
    lessAdrenaline: true,
    warning: '嗜铬细胞瘤、未控制的甲亢、不稳定型心绞痛：不用含肾上腺素的麻药',
    drugs: WITH_ADRENALINE,
  },
  pregnant: {
    name: '妊娠',
    words: /妊娠|怀孕|孕期|孕妇/,
    warning: '妊娠：权衡后使用最小有效量，左侧卧位，避免仰卧低血压',
  },
  liver: {
    name: '肝病',
    words: /肝炎|乙肝|丙肝|肝硬化|肝功能|肝病|肝癌/,
    warning: '肝病：酰胺类麻药在肝内代谢，减量并延长间隔',
  },
  methaemoglobinaemia: {
    name: '高铁血红蛋白血症',
    words: /高铁血红蛋白/,
    warning: '高铁血红蛋白血症：不用丙胺卡因，慎用阿替卡因',
    drugs: /prilocaine|articaine/,
  },
  sulphite: {
    name: '亚硫酸盐过敏',
    words: /亚硫酸/,
    warning: '亚硫酸盐过敏：含肾上腺素的麻药加有亚硫酸盐，改用不含肾上腺素的',
    drugs: WITH_ADRENALINE,
  },
} as const satisfies Record<AnaestheticRisk, Risk>
const allRisks = anaestheticRiskIds.map((id): [AnaestheticRisk, Risk] => [id, anaestheticRisks[id]])

const DENIED = /^(无|否认|没有|未(?!控制)|非(?!选择))/

/** What of it the words of a file name, and in which words. A denied one (否认心脏病) is none. */
export function anaestheticRisksIn(texts: readonly string[]): { risk: AnaestheticRisk; said: string }[] {
  const parts = texts.flatMap((text) => text.split(/[、，,；;。\n]+/).map((part) => part.trim()))
  return allRisks.flatMap(([risk, { words }]) => {
    const said = parts.find((part) => words.test(part) && !DENIED.test(part))
    return said === undefined ? [] : [{ risk, said }]
  })
}

/** Who is given an anaesthetic, as the file or a form says. Null: not known. */
export interface AnaestheticPerson {
  /** kg */
  weightKg: number
  /** Whole years. */
  age: number | null
  underSixMonths?: boolean
  /** ASA physical status, 1 to 5. */
  asa?: number | null
  risks: readonly AnaestheticRisk[]
}

/** Why the adrenaline of a visit is limited to 40 µg, in words; empty when it is not. */
export function adrenalineReasons({ asa = null, risks }: Pick<AnaestheticPerson, 'asa' | 'risks'>): string[] {
  const named = allRisks.filter(([risk, { lessAdrenaline }]) => lessAdrenaline && risks.includes(risk))
  return [...named.map(([, { name }]) => name), ...(asa !== null && asa >= 3 ? ['ASA Ⅲ 级及以上'] : [])]
}

/** The factor of one drug for a person, the smallest that holds, with its reason; 1 without one. */
export function factorOf(
  drugId: string,
  who: Pick<AnaestheticPerson, 'age' | 'underSixMonths'>,
): { factor: number; reason: string } {
  if (who.age !== null && who.age >= ELDERLY_FROM && drugId.startsWith('articaine'))
    return { factor: 0.5, reason: `${ELDERLY_FROM} 岁及以上，阿替卡因减半` }
  if (who.underSixMonths) return { factor: 0.7, reason: '不满 6 个月，酰胺类减至 0.7' }
  return { factor: 1, reason: '' }
}

export const isChild = ({ age }: Pick<AnaestheticPerson, 'age'>): boolean => age !== null && age < CHILD_BELOW

/** A person as the formulas take one. */
export function dosedAs(who: AnaestheticPerson, ruleset: AnaestheticRules): AnaestheticPatient {
  return {
    population: isChild(who) ? 'child' : 'adult',
    weightKg: who.weightKg,
    ...(who.age === null ? {} : { age: who.age }),
    cardiac: adrenalineReasons(who).length > 0,
    ruleset,
    factorOf: (drugId) => factorOf(drugId, who).factor,
  }
}

/** What must be said beside a dose of these drugs. */
export function anaestheticWarnings(drugIds: readonly string[], who: AnaestheticPerson): string[] {
  const drugs = drugIds.map((id) => anaesthetic(id).id)
  return [
    ...allRisks.flatMap(([risk, { warning, drugs: concerned }]) =>
      who.risks.includes(risk) && drugs.some((id) => !concerned || concerned.test(id)) ? [warning] : [],
    ),
    ...(who.weightKg > HEAVY_KG ? [`体重超过 ${HEAVY_KG} kg：按理想体重核对，绝对上限不变`] : []),
  ]
}

/** '40 µg（心血管病）' or '200 µg': the most adrenaline of a visit, in words. */
export function adrenalineCapInWords(who: Pick<AnaestheticPerson, 'asa' | 'risks'>): string {
  const reasons = adrenalineReasons(who)
  return reasons.length > 0
    ? `${ADRENALINE_CAP_UG.cardiac} µg（${reasons.join('、')}）`
    : `${ADRENALINE_CAP_UG.healthy} µg`
}
