/** What a defect of a record costs: 1 it can't be signed, 2 points, 3 it is only said. */
export const qualityLevelNames = { 1: '阻断', 2: '扣分', 3: '提示' } as const
export type QualityLevel = 1 | 2 | 3

interface Rule {
  /** As the list of the quality check calls it. */
  id: string
  name: string
  level: QualityLevel
  /** Of 100. */
  points: number
}

/** The defects that a record is looked through for. */
export const qualityRules = [
  { id: 'Q01', name: '主诉未填', level: 1, points: 8 },
  { id: 'Q02', name: '现病史（复诊为病情变化）未填', level: 1, points: 8 },
  { id: 'Q03', name: '既往史未填', level: 1, points: 8 },
  { id: 'Q04', name: '过敏史未填', level: 1, points: 8 },
  { id: 'Q05', name: '口腔检查未填', level: 1, points: 8 },
  { id: 'Q06', name: '诊断未填', level: 1, points: 8 },
  { id: 'Q07', name: '处置未填', level: 1, points: 8 },
  { id: 'Q08', name: '门诊要求的其他段落未填', level: 1, points: 8 },
  { id: 'Q09', name: '主诉缺部位、症状或时间', level: 2, points: 2 },
  { id: 'Q10', name: '主诉超过 50 字', level: 3, points: 0 },
  { id: 'Q11', name: '诊断应选牙位而未选', level: 2, points: 4 },
  { id: 'Q12', name: '诊断没有编码又不是待查', level: 2, points: 3 },
  { id: 'Q13', name: '第三次就诊仍是同一待查诊断', level: 3, points: 0 },
  { id: 'Q14', name: '处置牙位没有诊断', level: 2, points: 5 },
  { id: 'Q15', name: '文字的左右上下与牙位不符', level: 2, points: 5 },
  { id: 'Q16', name: '乳牙、恒牙与年龄不符', level: 2, points: 5 },
  { id: 'Q17', name: '口腔图里缺失或已种植的牙按天然牙处置', level: 1, points: 8 },
  { id: 'Q18', name: '性别、年龄与内容不符', level: 2, points: 5 },
  { id: 'Q18b', name: '诊断与适用年龄不符', level: 3, points: 0 },
  { id: 'Q19', name: '手术未填血压', level: 1, points: 8 },
  { id: 'Q19b', name: '手术时血压过高而未说明', level: 2, points: 6 },
  { id: 'Q20', name: '处置需要的同意书没有签（门诊设为不能签名）', level: 1, points: 8 },
  { id: 'Q20b', name: '处置需要的同意书没有签', level: 3, points: 0 },
  { id: 'Q21', name: '根管治疗没有该牙 90 天内的片子', level: 2, points: 6 },
  { id: 'Q21b', name: '根管充填后没有拍片', level: 2, points: 4 },
  { id: 'Q22', name: '种植没有 12 个月内的 CBCT', level: 2, points: 6 },
  { id: 'Q22b', name: '种植体缺品牌、规格或批号', level: 2, points: 8 },
  { id: 'Q23', name: '局麻缺药名、用量、批号或时间', level: 2, points: 4 },
  { id: 'Q23b', name: '局麻超过限量而未写理由', level: 1, points: 8 },
  { id: 'Q23c', name: '局麻限量核对不全', level: 3, points: 0 },
  { id: 'Q24', name: '处方与过敏、妊娠、年龄冲突而未经第二人签名', level: 1, points: 8 },
  { id: 'Q25', name: '开了处方而没有医嘱', level: 2, points: 2 },
  { id: 'Q25b', name: '抗菌药物没有感染或预防的理由', level: 3, points: 0 },
  { id: 'Q26', name: '就诊 24 小时后才完成书写', level: 2, points: 6 },
  { id: 'Q26b', name: '就诊 72 小时后才完成书写', level: 2, points: 10 },
  { id: 'Q27', name: '与以前的病历大部分相同', level: 2, points: 8 },
  { id: 'Q27b', name: '与当天其他患者的病历大部分相同', level: 3, points: 0 },
  { id: 'Q28', name: '模板留下的空未填', level: 1, points: 0 },
  { id: 'Q29', name: '上级审签未完成，不归档', level: 3, points: 0 },
  { id: 'Q30', name: '疗程未完而没有约下次', level: 3, points: 0 },
  { id: 'Q31', name: '诊断牙周炎而 90 天内没有牙周检查', level: 3, points: 0 },
  { id: 'Q32', name: '列了辅助检查而没有所见', level: 2, points: 2 },
] as const satisfies readonly Rule[]
export type QualityRuleId = (typeof qualityRules)[number]['id']
export const qualityRuleIds = qualityRules.map(({ id }) => id) as [QualityRuleId, ...QualityRuleId[]]

/** How a clinic takes a rule: 0 it isn't looked for, else as the levels say. */
export interface QualitySetting {
  id: QualityRuleId
  level: 0 | QualityLevel
  /** Of 100; counts where the level is 1 or 2. */
  points: number
}
/** Rules that the clinic's own rule for consents speaks for. */
const BY_CONSENT_RULE: ReadonlySet<QualityRuleId> = new Set(['Q20', 'Q20b'])
/** What was late stays late: it can't keep anybody from signing. */
const NEVER_BLOCKS: ReadonlySet<QualityRuleId> = new Set(['Q26', 'Q26b'])

/** Whether a clinic may say how it takes a rule. */
export const isAdjustable = (id: QualityRuleId): boolean => !BY_CONSENT_RULE.has(id)
/** The levels that a clinic may choose for a rule, 0 first. A superior signs after the author: that costs no points. */
export const levelsOf = (id: QualityRuleId): (0 | QualityLevel)[] =>
  id === 'Q29' ? [0, 3] : NEVER_BLOCKS.has(id) ? [0, 3, 2] : [0, 3, 2, 1]

/** Every rule as a clinic takes it: as the list says, unless the clinic says otherwise. */
export function qualityRulesOf(settings: readonly QualitySetting[]): (Omit<Rule, 'level' | 'id'> & QualitySetting)[] {
  return qualityRules.map((rule) => {
    const own = isAdjustable(rule.id) ? settings.find(({ id }) => id === rule.id) : undefined
    return own && levelsOf(rule.id).includes(own.level) ? { ...rule, ...own } : rule
  })
}
