import type { ConsentTemplateContent } from '@dentin/contract/consent'

/** A text that the platform offers. */
export interface PlatformTemplate {
  key: string
  name: string
  /** 1 agrees, 2 refuses. */
  kind: 1 | 2
  versionNo: number
  content: ConsentTemplateContent
}

/** Diseases and medicines that most treatments ask about. */
const ownRisk = {
  heart: {
    name: '心血管病',
    text: '紧张和疼痛可使血压升高、诱发心绞痛或心律失常；会先测血压，必要时停止治疗并请内科处理。',
    words: ['高血压', '心脏病', '冠心病', '心律失常', '起搏器'],
  },
  bleeding: {
    name: '出血不易止住',
    text: '服用抗凝、抗血小板药或有凝血异常时，出血时间延长，可能需要缝合、填塞或复查；不要自行停药。',
    words: ['华法林', '阿司匹林', '氯吡格雷', '利伐沙班', '抗凝', '血友病', '血小板', '凝血'],
  },
  diabetes: {
    name: '糖尿病',
    text: '血糖控制不好时伤口愈合慢、容易感染；治疗当天请照常进食和用药。',
    words: ['糖尿病', '血糖'],
  },
  bone: {
    name: '颌骨坏死',
    text: '用过双膦酸盐或地舒单抗，或颌面部放疗过，拔牙和手术后颌骨可能长期不愈合甚至坏死。',
    words: ['双膦酸', '唑来膦酸', '阿仑膦酸', '地舒单抗', '放疗', '骨质疏松'],
  },
  allergy: {
    name: '药物或材料过敏',
    text: '已知的过敏会避开；没有发现过的过敏仍可能发生，轻者皮疹，重者休克。',
    words: ['过敏'],
  },
  pregnancy: {
    name: '妊娠',
    text: '孕期尽量只做必要的处理，孕中期相对稳妥；拍片、用药会先说明。',
    words: ['妊娠', '怀孕', '孕'],
  },
  asthma: {
    name: '哮喘',
    text: '可能因紧张或气味发作，请随身带好平喘药，治疗前放在手边。',
    words: ['哮喘'],
  },
  smoking: {
    name: '吸烟',
    text: '吸烟会明显增加术后出血、感染、愈合不良和失败的机会，术前术后请戒烟。',
    words: ['吸烟', '烟'],
  },
} as const
type Own = keyof typeof ownRisk

export const own = (...keys: Own[]): ConsentTemplateContent['ownRisks'] =>
  keys.map((key) => ({ ...ownRisk[key], words: [...ownRisk[key].words] }))

const MUST_TELL =
  '请告诉我们：现在患有和曾患的疾病、正在服用的药（包括阿司匹林等抗凝药、双膦酸盐、激素、保健品），药物、麻药、乳胶和金属过敏，妊娠、哺乳或可能怀孕，装有心脏起搏器，过去拔牙、麻醉时的不适，最近一次月经和今天是否进食。隐瞒可能带来本可避免的危险。'
const COST =
  '本次费用估计 {费用} 元，按实际所做项目结算；方案有变时先说明再进行。治疗本身可能发生的并发症，其检查和处理的费用按国家和门诊的规定处理，因门诊过错造成的由门诊承担。'
const AGREED =
  '医生已用我能听懂的话说明了病情、治疗的目的和步骤、可能的风险、其他办法以及不处理的后果，我的问题得到了回答。我知道治疗效果因人而异，没有人向我保证结果。我可以在治疗开始前随时改变主意。我同意由 {医生} 为我进行上述治疗，并同意治疗中发生紧急情况时按需要处理。'
const USUAL_TICKS = ['我已如实说明身体情况和过敏史', '我已了解其他办法和不处理的后果', '我的问题都得到了回答']

/** A text with what most have in common. */
export const agreement = (
  text: Pick<ConsentTemplateContent, 'aims' | 'alternatives' | 'risks' | 'aftercare'> & Partial<ConsentTemplateContent>,
): ConsentTemplateContent => ({
  condition: '经检查，您的诊断为：{诊断}。',
  proposal: '拟行 {治疗}，牙位 {牙位}，麻醉：{麻醉}。',
  mustTell: MUST_TELL,
  cost: COST,
  ownRisks: [],
  ticks: [...USUAL_TICKS],
  declaration: AGREED,
  handSentence: '',
  ...text,
})
