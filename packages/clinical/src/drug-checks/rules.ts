import type { DrugClass } from './class-names.ts'
import { drugClasses } from './classes.ts'

export type Severity = '阻断' | '强提示' | '提示'

/** When a rule applies to one of its drugs. */
export type DrugCondition =
  | { kind: 'crossAllergy'; allergy: DrugClass; reaction: 'any' | 'immediateSevere' | 'other' }
  | { kind: 'age'; below: number }
  /** Completed weeks: from the first up to, not including, the second. */
  | { kind: 'pregnancy'; from: number; before: number }
  | { kind: 'lactation' }
  | { kind: 'disease'; disease: string }
  | { kind: 'pair'; others: readonly string[] }
  /** Said to everybody who takes it; `onSheet` stands on the patient's prescription. */
  | { kind: 'advice'; onSheet: string }

/** A row of the table. `drugs`: ids of the shared list. No row is verified until a pharmacist has signed it. */
export interface DrugRule {
  id: string
  drugs: readonly string[]
  condition: DrugCondition
  severity: Severity
  text: string
  source: string
  verifiedBy: string | null
  verifiedAt: string | null
}

const insert = '药品说明书（待药师复核）'
const row = (
  id: string,
  drugs: readonly string[],
  condition: DrugCondition,
  severity: Severity,
  text: string,
  source = insert,
): DrugRule => ({ id, drugs, condition, severity, text, source, verifiedBy: null, verifiedAt: null })

const NO_ALCOHOL = '用药期间及停药后不饮酒'
const { nsaid, quinolone, macrolide, penicillin, benzodiazepine, azole } = drugClasses
const withAdrenaline = drugClasses.sulphite
const rinses = ['chlorhexidine', 'compound-cpc', 'compound-cx', 'povidone-iodine', 'h2o2']

const young = (id: string, drugs: readonly string[], below: number, severity: Severity = '阻断') =>
  row(
    `age-${id}`,
    drugs,
    { kind: 'age', below },
    severity,
    `${below} 岁以下${severity === '阻断' ? '禁用' : '慎用，防吞咽'}`,
  )
const expecting = (id: string, drugs: readonly string[], severity: Severity, text: string, from = 0, before = 42) =>
  row(`pregnancy-${id}`, drugs, { kind: 'pregnancy', from, before }, severity, text)
const ill = (id: string, drugs: readonly string[], disease: string, severity: Severity, text: string) =>
  row(`disease-${id}`, drugs, { kind: 'disease', disease }, severity, text)
const pair = (id: string, drugs: readonly string[], others: readonly string[], severity: Severity, text: string) =>
  row(`pair-${id}`, drugs, { kind: 'pair', others }, severity, text)

const reaction = 'R1 侧链交叉反应研究；说明书更严者从说明书（待药师复核）'
const acrossFromPenicillin = (limit: 'any' | 'immediateSevere' | 'other'): DrugCondition => ({
  kind: 'crossAllergy',
  allergy: 'penicillin',
  reaction: limit,
})

/** Every drug rule of the clinics, as data. Where the source names no severity, 强提示 is written. */
export const drugRules: readonly DrugRule[] = [
  row(
    'cross-like-chain',
    ['cefalexin', 'cefradine', 'cefaclor'],
    acrossFromPenicillin('any'),
    '阻断',
    '与青霉素侧链相似，交叉过敏',
    reaction,
  ),
  row(
    'cross-severe',
    ['cefuroxime-axetil', 'ceftriaxone'],
    acrossFromPenicillin('immediateSevere'),
    '阻断',
    '青霉素速发严重过敏者不用头孢菌素',
    reaction,
  ),
  row(
    'cross-other',
    ['cefuroxime-axetil', 'ceftriaxone'],
    acrossFromPenicillin('other'),
    '提示',
    '侧链不同，青霉素过敏者慎用',
    reaction,
  ),
  ill('aspirin-asthma', nsaid, 'aspirinAsthma', '阻断', '阿司匹林哮喘禁用非甾体抗炎药'),
  ill('aspirin-asthma-paracetamol', ['paracetamol'], 'aspirinAsthma', '提示', '阿司匹林哮喘：对乙酰氨基酚慎用'),

  young('tetracycline', ['doxycycline', 'minocycline-gel'], 8),
  young('quinolone', quinolone, 18),
  young('aspirin', ['aspirin'], 16),
  young('tramadol', ['tramadol'], 12),
  young('articaine', ['articaine-epi-100k', 'articaine-epi-200k'], 4),
  young('bupivacaine', ['bupivacaine-05'], 12),
  young('valaciclovir', ['valaciclovir'], 12),
  young('etoricoxib', ['etoricoxib'], 16),
  young('celecoxib', ['celecoxib'], 18),
  young('benzocaine', ['benzocaine-gel'], 2),
  young('rinse', rinses, 6, '提示'),

  expecting('blocked', ['doxycycline', ...quinolone, 'thalidomide', 'etoricoxib'], '阻断', '妊娠期禁用'),
  expecting('nsaid-late', nsaid, '阻断', '妊娠 20 周起禁用非甾体抗炎药', 20),
  expecting('nsaid-early', nsaid, '提示', '妊娠期慎用非甾体抗炎药', 0, 20),
  expecting('first', ['metronidazole', 'tinidazole', 'nitrous-oxide'], '阻断', '妊娠早期（14 周前）禁用', 0, 14),
  expecting('strong', ['fluconazole', ...benzodiazepine, 'minocycline-gel'], '强提示', '妊娠期避免使用'),
  row(
    'lactation',
    ['metronidazole', 'tinidazole', ...quinolone],
    { kind: 'lactation' },
    '强提示',
    '哺乳期避免使用，或暂停哺乳',
  ),

  ill('nsaid-ulcer', nsaid, 'ulcer', '阻断', '消化性溃疡禁用非甾体抗炎药'),
  ill('nsaid-renal', nsaid, 'renal', '阻断', '重度肾功能不全禁用非甾体抗炎药'),
  ill('nsaid-heart', nsaid, 'heartFailure', '阻断', '心力衰竭禁用非甾体抗炎药'),
  ill('methaemoglobin', ['prilocaine-4', 'benzocaine-gel'], 'methaemoglobinaemia', '阻断', '高铁血红蛋白血症禁用'),
  ill('colitis', ['clindamycin'], 'colitis', '强提示', '结肠炎病史避免使用克林霉素'),
  ill('adrenaline-thyroid', withAdrenaline, 'hyperthyroidism', '阻断', '未控制的甲亢禁用含肾上腺素局麻药'),
  ill('adrenaline-phaeo', withAdrenaline, 'phaeochromocytoma', '阻断', '嗜铬细胞瘤禁用含肾上腺素局麻药'),
  ill('adrenaline-angina', withAdrenaline, 'unstableAngina', '阻断', '不稳定型心绞痛禁用含肾上腺素局麻药'),
  ill('adrenaline-cardiac', withAdrenaline, 'cardiac', '强提示', '心脏病患者肾上腺素总量不超过 40 µg'),

  pair(
    'warfarin-block',
    ['metronidazole', 'fluconazole', 'miconazole-gel'],
    ['warfarin'],
    '阻断',
    '显著增强华法林抗凝',
  ),
  pair(
    'warfarin',
    [...macrolide, ...quinolone, 'doxycycline', ...nsaid],
    ['warfarin'],
    '强提示',
    '增加华法林出血风险，监测 INR',
  ),
  row(
    'alcohol',
    ['metronidazole', 'tinidazole', 'ceftriaxone'],
    { kind: 'advice', onSheet: NO_ALCOHOL },
    '提示',
    `${NO_ALCOHOL}（写入处方笺）`,
  ),
  pair('methotrexate', [...penicillin, ...nsaid], ['methotrexate'], '强提示', '升高甲氨蝶呤血药浓度'),
  pair('statin-block', ['clarithromycin', 'erythromycin'], ['statin'], '阻断', '他汀血药浓度升高，横纹肌溶解风险'),
  pair('statin-azole', azole, ['statin'], '强提示', '他汀血药浓度升高'),
  pair(
    'qt',
    ['azithromycin', 'moxifloxacin', 'fluconazole'],
    ['azithromycin', 'moxifloxacin', 'fluconazole'],
    '强提示',
    'QT 间期延长叠加',
  ),
  pair('lithium', [...nsaid, 'metronidazole'], ['lithium'], '强提示', '升高血锂浓度'),
  pair('acei', nsaid, ['acei', 'diuretic'], '强提示', '减弱降压，损害肾功能'),
  pair('ssri-tramadol', ['tramadol'], ['ssri'], '阻断', '5-羟色胺综合征、惊厥风险'),
  pair('ssri-nsaid', nsaid, ['ssri'], '强提示', '增加消化道出血风险'),
  pair('maoi', ['tramadol', 'carbamazepine', ...withAdrenaline], ['maoi'], '强提示', '单胺氧化酶抑制剂相互作用'),
  pair('beta-blocker', withAdrenaline, ['betaBlocker', 'tricyclic'], '强提示', '肾上腺素总量不超过 40 µg'),
  pair('clindamycin', ['clindamycin'], ['erythromycin'], '强提示', '作用拮抗，不合用'),
  pair(
    'contraceptive',
    ['carbamazepine', 'tranexamic'],
    ['contraceptive'],
    '强提示',
    '避孕失效（卡马西平）或血栓风险（氨甲环酸）',
  ),
  pair('sulfonylurea', ['miconazole-gel', 'fluconazole'], ['sulfonylurea'], '强提示', '低血糖风险'),
  pair(
    'antacid',
    ['doxycycline', ...quinolone, 'cefuroxime-axetil'],
    ['antacid', 'iron'],
    '提示',
    '影响吸收，间隔 2 小时服用',
  ),
]

/** Rules of what is done in the visit: medicines of the file × items, without a drug prescribed. */
export const itemRules = [
  {
    ...row(
      'item-mronj',
      [],
      { kind: 'pair', others: ['bisphosphonate'] },
      '强提示',
      '双膦酸盐：拔牙、种植有药物相关颌骨坏死风险',
    ),
    items: ['extraction', 'implant'],
    medicines: ['bisphosphonate'],
  },
  {
    ...row(
      'item-inr',
      [],
      { kind: 'pair', others: ['warfarin', 'anticoagulant'] },
      '强提示',
      '抗凝治疗：手术前询问 INR',
    ),
    items: ['extraction', 'implant', 'surgery'],
    medicines: ['warfarin', 'anticoagulant'],
  },
] as const
