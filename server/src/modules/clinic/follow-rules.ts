import type { NewId } from './defaults.ts'

interface Beginning {
  code: string
  name: string
  triggers: number[]
  words: string[]
  exceptWords?: string[]
  absentDays?: number
  delayDays: number[]
  graceDays: number
  type: number
  ownerRole: string
  template: string
  content: string
}

const ITEMS = [2, 3]

/** The rules of follow-up that a company begins with, each with the words that are said. */
const rules: readonly Beginning[] = [
  {
    code: 'extraction',
    name: '拔牙次日',
    triggers: ITEMS,
    words: ['拔牙', '拔除'],
    exceptWords: ['器械', '拆线'],
    delayDays: [1],
    graceDays: 1,
    type: 1,
    ownerRole: 'nurse',
    template: '拔牙术后',
    content:
      '{称呼}您好，{日期}拔牙（{牙位}）后出血、肿胀、疼痛情况如何？提醒：勿漱口吐唾、勿吸烟饮酒、勿用患侧咀嚼；出血不止或发热请立即联系我们。',
  },
  {
    code: 'implant-surgery',
    name: '种植手术后',
    triggers: ITEMS,
    words: ['种植体植入', '种植手术', '骨再生', '上颌窦'],
    delayDays: [1, 7],
    graceDays: 1,
    type: 1,
    ownerRole: 'nurse',
    template: '种植术后',
    content:
      '{称呼}您好，{日期}种植手术（{牙位}）后肿胀、出血、麻木情况如何？提醒按时服药、含漱，勿碰伤口，7–10 天拆线；剧痛或持续麻木请立即联系{医生}医生。',
  },
  {
    code: 'root-canal',
    name: '根管治疗后',
    triggers: ITEMS,
    words: ['根管预备', '根管充填', '根管治疗', '根管再治疗', '开髓'],
    exceptWords: ['橡皮障', '显微镜'],
    delayDays: [3],
    graceDays: 2,
    type: 2,
    ownerRole: 'service',
    template: '根管治疗后',
    content:
      '{称呼}您好，{日期}做的根管治疗（{牙位}）这几天有没有咬合痛、自发痛或肿胀？提醒勿用患牙咬硬物，按约复诊；明显肿痛请提前回来检查。',
  },
  {
    code: 'crown',
    name: '戴冠后',
    triggers: ITEMS,
    words: ['全瓷冠', '铸瓷冠', '烤瓷冠', '氧化锆冠', '金属冠', '戴冠', '戴牙'],
    exceptWords: ['临时', '拆除', '延长'],
    delayDays: [7],
    graceDays: 3,
    type: 2,
    ownerRole: 'service',
    template: '戴冠后',
    content:
      '{称呼}您好，{日期}戴的牙冠（{牙位}）咬合、食物嵌塞、冷热敏感情况如何？提醒使用牙线清洁邻面，有高点或松动请回来调整。',
  },
  {
    code: 'scaling',
    name: '洁治半年',
    triggers: ITEMS,
    words: ['洁治'],
    delayDays: [180],
    graceDays: 14,
    type: 3,
    ownerRole: 'service',
    template: '洁治复查',
    content: '{称呼}您好，您{日期}洗过牙，建议每半年检查并洗一次牙。最近刷牙出血吗？为您约个方便的时间？',
  },
  {
    code: 'orthodontic-absent',
    name: '正畸未复诊',
    triggers: [4],
    words: ['正畸', '矫治', '托槽', '保持器'],
    exceptWords: ['间隙'],
    absentDays: 45,
    delayDays: [0],
    graceDays: 5,
    type: 4,
    ownerRole: 'service',
    template: '正畸未复诊',
    content: '{称呼}您好，您距上次正畸复诊（{日期}）已超过 45 天，矫治器是否完好？请尽快约复诊，以免影响疗程。',
  },
]

/** The rules of follow-up a company begins with, each with its template. Rows lack only their tenant. */
export function followRuleRows(newId: NewId, at: Date) {
  const stamped = { created_at: at, updated_at: at }
  return rules.map((rule, n) => {
    const template = {
      id: newId(),
      name: rule.template,
      type: rule.type,
      content: rule.content,
      enabled: true,
      sort_no: n,
      ...stamped,
    }
    return {
      template,
      rule: {
        id: newId(),
        code: rule.code,
        name: rule.name,
        triggers: rule.triggers,
        words: rule.words,
        except_words: rule.exceptWords ?? [],
        tariff_ids: [] as string[],
        icd_codes: [] as string[],
        absent_days: rule.absentDays ?? null,
        delay_days: rule.delayDays,
        grace_days: rule.graceDays,
        type: rule.type,
        owner_role: rule.ownerRole,
        method: 1,
        template_id: template.id,
        enabled: true,
        sort_no: n,
        ...stamped,
      },
    }
  })
}
