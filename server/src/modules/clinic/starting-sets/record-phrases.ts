/** The section of a record that a phrase is put into. */
type Section = 'chiefComplaint' | 'presentIllness' | 'interval' | 'exams' | 'treatments' | 'plans' | 'advice'

/** Phrases that a company begins with: category → section → name and words. */
const phrases: Readonly<Record<string, readonly [section: Section, list: Readonly<Record<string, string>>]>> = {
  主诉: [
    'chiefComplaint',
    {
      冷热痛: '{牙位}冷热刺激痛 {数字:1-60} {选择:天|周|月}。',
      自发痛: '{牙位}自发痛、夜间痛 {数字:1-30} {选择:天|周}。',
      咬合痛: '{牙位}咬物痛 {数字:1-60} {选择:天|周|月}。',
      刷牙出血: '刷牙时牙龈出血 {数字:1-24} {选择:月|年}。',
      缺牙要求修复: '{牙位}缺失 {数字:1-120} {选择:月|年}，要求修复。',
      要求洁治: '要求洁治。',
    },
  ],
  现病史: [
    'presentIllness',
    {
      未治疗: '未经治疗，无自发痛、夜间痛，无放射痛。',
      曾充填: '{数字:1-120} {选择:月|年}前外院充填，近来不适，未复查。',
      外伤: '{日期}摔倒致伤，{选择:无|有}昏迷、呕吐史。',
    },
  ],
  病情变化: [
    'interval',
    {
      上次治疗后: '上次“{上次:处置}”后{选择:无不适|轻微咬合不适，渐缓解|疼痛加重}。',
      疼痛: '疼痛{选择:消失|减轻|无变化|加重}，{选择:无|有}肿胀。',
      修复体: '{选择:临时冠|修复体|义齿}戴用{选择:无不适|有压痛|松动|脱落}。',
      牙龈: '刷牙出血{选择:消失|减轻|无变化}。',
      同上次: '{上次:病情变化}',
    },
  ],
  检查: [
    'exams',
    {
      深龋: '{牙面}深龋，探{选择:酸|痛}，未探及穿髓孔，冷测{选择:敏感，刺激去除后消失|持续痛}，叩({选择:−|±|+})，无松动。',
      根尖周炎: '深龋及髓，无探痛，冷测无反应，叩({选择:±|+|++})，松动{选择:无|Ⅰ度|Ⅱ度}，{选择:未见窦道|见窦道}。',
      牙龈炎: '牙龈{多选:红|肿|质软}，探诊出血，探诊深度 {数字:1-4} mm，未及附着丧失。',
      牙周炎: '牙石（{选择:+|++|+++}），探诊深度 {数字:4-12} mm，探诊出血，松动{选择:无|Ⅰ度|Ⅱ度|Ⅲ度}。',
      阻生智齿: '{选择:近中|垂直|水平|远中}阻生，冠周牙龈{选择:无红肿|红肿，盲袋溢脓}，张口度{选择:正常|两指|一指}。',
      修复体完好: '冠边缘密合，咬合良好，叩(−)，牙龈无红肿。',
      缺牙区: '缺失，牙槽嵴{选择:丰满|中度吸收|刃状}，近远中距 {数字:3-30} mm，对𬌗牙{选择:无|轻度|明显}伸长。',
      片示: '片示：{影像所见}。',
    },
  ],
  处置: [
    'treatments',
    {
      知情同意: '告知病情、治疗方案、费用与风险，患者知情同意。',
      局部浸润: '{牙位}{选择:4% 阿替卡因|2% 利多卡因}局部浸润麻醉，回吸无血，麻醉效果良好。',
      下牙槽阻滞: '{牙位}下牙槽神经阻滞麻醉，回吸无血，下唇麻木。',
      橡皮障: '橡皮障隔湿。',
      封药: '根管冲洗，{选择:氢氧化钙|氯己定}封药，暂封。',
      树脂充填: '酸蚀，涂粘接剂，光照，复合树脂{选择:单层|分层}充填，调𬌗，抛光。',
      龈上洁治: '超声龈上洁治，抛光，3% 过氧化氢冲洗。',
      缝合: '{选择:3-0|4-0|5-0}缝线间断缝合 {数字:1-12} 针，压迫止血。',
    },
  ],
  治疗计划: [
    'plans',
    {
      根管后冠修复: '根管治疗完成观察 {数字:1-4} 周后全冠修复。',
      定期维护: '牙周基础治疗后 {数字:1-6} 个月复查维护。',
      转诊: '建议转{选择:口腔外科|牙周科|正畸科|修复科}进一步诊治。',
    },
  ],
  医嘱: [
    'advice',
    {
      麻药消退: '麻药消退前勿进食，防咬伤。',
      拔牙后: '咬纱球 30 分钟，24 小时内勿漱口、刷牙患处，勿用吸管，当日进温凉软食；出血不止、剧痛随诊。',
      充填后: '24 小时内勿用患侧咬硬物，不适随诊。',
      洁治后: '近期可能冷热敏感，使用脱敏牙膏，坚持正确刷牙和使用牙线。',
      临时冠: '勿用临时冠咬硬、黏食物，脱落及时复诊。',
      拆线: '{数字:5-14} 天后拆线。',
    },
  ],
}

/** Each phrase with its category and what it says, in the order in which they are listed. */
export function* startingPhrases(): Generator<{ category: string; list: { name: string; content: object }[] }> {
  for (const [category, [section, list]] of Object.entries(phrases))
    yield {
      category,
      list: Object.entries(list).map(([name, words]) => ({ name, content: contentOf(section, words) })),
    }
}

const contentOf = (section: Section, words: string) => {
  if (section === 'exams' || section === 'plans') return { [section]: [{ teeth: '', content: words }] }
  if (section === 'treatments') return { treatments: [{ teeth: '', content: words, tariffs: [], anesthetic: null }] }
  return { [section]: words }
}
