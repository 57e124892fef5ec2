/** Rule sets of maximum doses: what manufacturers state, and the stricter one. */
export type AnaestheticRules = 'standard' | 'conservative'
export type AnaestheticPopulation = 'adult' | 'child'

/** A maximum dose: mg for each kg of body weight, and never more than so many mg. */
export interface DoseLimit {
  mgPerKg: number
  maxMg: number
}

export interface Anaesthetic {
  id: string
  nameZh: string
  mgPerMl: number
  /** Adrenaline in µg/ml; 0 without. */
  adrenalineUgPerMl: number
  standard: DoseLimit
  conservative: DoseLimit
  child: DoseLimit
  /** Whole years below which it is not given; 0 without a limit. */
  minAge: number
  /** What the numbers rest on. */
  source: string
}

const MALAMED = 'Malamed《口腔局部麻醉手册》与说明书；儿童与保守值 AAPD 2023'
const PRILOCAINE = 'Malamed《口腔局部麻醉手册》；儿童与保守值为较早的 AAPD 表，未核对'
const ARTICAINE = '国内说明书（成人 7 mg/kg，儿童 5 mg/kg，4 岁起）；500 mg 上限取自较早的说明书'
const limit = (mgPerKg: number, maxMg: number): DoseLimit => ({ mgPerKg, maxMg })

/** Version of the table and the formulas, printed with every result. */
export const ANAESTHETIC_VERSION = '1.0（2026-11）'

/** Local anaesthetics with their maximum doses: 待医师复核, none of these numbers has been checked by a clinician. */
export const anaesthetics: readonly Anaesthetic[] = [
  {
    id: 'articaine4_epi100k',
    nameZh: '4% 阿替卡因（肾上腺素 1:100000）',
    mgPerMl: 40,
    adrenalineUgPerMl: 10,
    standard: limit(7, 500),
    conservative: limit(7, 500),
    child: limit(5, 500),
    minAge: 4,
    source: ARTICAINE,
  },
  {
    id: 'articaine4_epi200k',
    nameZh: '4% 阿替卡因（肾上腺素 1:200000）',
    mgPerMl: 40,
    adrenalineUgPerMl: 5,
    standard: limit(7, 500),
    conservative: limit(7, 500),
    child: limit(5, 500),
    minAge: 4,
    source: ARTICAINE,
  },
  {
    id: 'lidocaine2_epi100k',
    nameZh: '2% 利多卡因（肾上腺素 1:100000）',
    mgPerMl: 20,
    adrenalineUgPerMl: 10,
    standard: limit(7, 500),
    conservative: limit(4.4, 300),
    child: limit(4.4, 300),
    minAge: 0,
    source: MALAMED,
  },
  {
    id: 'lidocaine2_plain',
    nameZh: '2% 利多卡因（不含肾上腺素）',
    mgPerMl: 20,
    adrenalineUgPerMl: 0,
    standard: limit(4.5, 300),
    conservative: limit(4.4, 300),
    child: limit(4.4, 300),
    minAge: 0,
    source: MALAMED,
  },
  {
    id: 'mepivacaine3_plain',
    nameZh: '3% 甲哌卡因（不含肾上腺素）',
    mgPerMl: 30,
    adrenalineUgPerMl: 0,
    standard: limit(6.6, 400),
    conservative: limit(4.4, 300),
    child: limit(4.4, 300),
    minAge: 4,
    source: MALAMED,
  },
  {
    id: 'mepivacaine2_epi100k',
    nameZh: '2% 甲哌卡因（肾上腺素 1:100000）',
    mgPerMl: 20,
    adrenalineUgPerMl: 10,
    standard: limit(6.6, 400),
    conservative: limit(4.4, 300),
    child: limit(4.4, 300),
    minAge: 4,
    source: MALAMED,
  },
  {
    id: 'prilocaine4_plain',
    nameZh: '4% 丙胺卡因（不含肾上腺素）',
    mgPerMl: 40,
    adrenalineUgPerMl: 0,
    standard: limit(8, 600),
    conservative: limit(6, 400),
    child: limit(6, 400),
    minAge: 4,
    source: PRILOCAINE,
  },
  {
    id: 'prilocaine4_epi200k',
    nameZh: '4% 丙胺卡因（肾上腺素 1:200000）',
    mgPerMl: 40,
    adrenalineUgPerMl: 5,
    standard: limit(8, 600),
    conservative: limit(6, 400),
    child: limit(6, 400),
    minAge: 4,
    source: PRILOCAINE,
  },
  {
    id: 'bupivacaine05_epi200k',
    nameZh: '0.5% 布比卡因（肾上腺素 1:200000）',
    mgPerMl: 5,
    adrenalineUgPerMl: 5,
    standard: limit(2, 90),
    conservative: limit(1.3, 90),
    child: limit(1.3, 90),
    minAge: 12,
    source: MALAMED,
  },
]

/** Adrenaline of a visit in µg: for the healthy, and for the heart or ASA Ⅲ and more. */
export const ADRENALINE_CAP_UG = { healthy: 200, cardiac: 40 } as const

/** Adrenaline in µg/ml by its dilution. */
export const ADRENALINE_RATIOS: Readonly<Record<string, number>> = {
  '1:50000': 20,
  '1:80000': 12.5,
  '1:100000': 10,
  '1:200000': 5,
}

/** Volumes of cartridges in ml. */
export const CARTRIDGES_ML = [1.7, 1.8, 2.2] as const

/** Stands under every result. */
export const ANAESTHETIC_SAFETY =
  '本计算器仅供参考；给药前须核对药品说明书、过敏史、全身状况与体重；最大剂量不是推荐剂量，应使用最小有效剂量；注射前回抽、缓慢注射并监护。'
