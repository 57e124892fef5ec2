import type { ToothConditionId, ToothLayer } from '@dentin/clinical'
import type { Random } from '../random.ts'

/** A row of teeth (stored text) and words. */
export interface Line {
  teeth: string
  content: string
}
export interface Mark {
  tooth: string
  surfaces?: string
  condition: ToothConditionId
  layer: ToothLayer
  /** Depth, material or grade, where the text says it. */
  detail?: string
}
export interface TreatmentLine extends Line {
  /** Tariff codes with quantities. */
  items: readonly (readonly [code: string, qty: number])[]
  anesthetic?: { drug: string; dose: string }
}

/** What a doctor writes at one visit. */
export interface VisitText {
  chief: string
  present: string
  exams: Line[]
  aux?: { teeth: string; kind: string; content: string }[]
  diagnoses: { teeth: string; code: string; kind?: 1 | 2 | 3 }[]
  plans?: Line[]
  treatments: TreatmentLine[]
  advice: string
  next?: { days: number | null; remark: string }
  marks?: Mark[]
  /** Blood pressure is taken: surgery. */
  vitals?: boolean
  /** A later visit of its course: what it says of the present is what has changed since the last one. */
  again?: boolean
}

/** What a step may ask about its course. */
export interface CourseState {
  r: Random
  /** The tooth (or first tooth) treated, '' when none. */
  tooth: string
  surfaces: string
  /** A second tooth or quadrant, '' when none. */
  second: string
  age: number
  /** How many visits of a repeating step came before. */
  turn: number
  /** Everything that may be done is done (the patient shown in detail). */
  full: boolean
}

export interface Step {
  /** Name of the bookable item. */
  item: string
  title: (c: CourseState) => string
  minutes: number
  /** Days to the next step; absent for the last. */
  gap?: readonly [number, number]
  /** Stays in this step until the given turn. */
  turns?: (c: CourseState) => number
  write: (c: CourseState) => VisitText
}

export interface Course {
  key: string
  /** Who does it: endo, perio, prosth, implant, ortho, pedo. */
  skills: readonly string[]
  ages: readonly [number, number]
  weight: number
  /** Picks teeth that are still free; null when the patient has none. */
  teeth: (
    r: Random,
    free: (candidates: readonly string[]) => string[],
  ) => { tooth: string; surfaces?: string; second?: string } | null
  steps: readonly Step[]
}

const molars = ['16', '17', '26', '27', '36', '37', '46', '47']
const premolars = ['14', '15', '24', '25', '34', '35', '44', '45']
const anteriors = ['11', '12', '13', '21', '22', '23']
const wisdom = ['18', '28', '38', '48']
const milkMolars = ['54', '55', '64', '65', '74', '75', '84', '85']
const articaine = { drug: '4% 阿替卡因肾上腺素注射液', dose: '1.7 ml' }
const lidocaine = { drug: '2% 利多卡因注射液', dose: '1.8 ml' }

function isMolar(tooth: string): boolean {
  return Number(tooth[1]) >= 6
}
function isAnterior(tooth: string): boolean {
  return Number(tooth[1]) <= 3
}
const place = (tooth: string): string =>
  `${['', '右上', '左上', '左下', '右下', '右上', '左上', '左下', '右下'][Number(tooth[0])]}${isAnterior(tooth) ? '前牙' : '后牙'}`
const face = (c: CourseState): string => (c.surfaces ? `${c.tooth}:${c.surfaces}` : c.tooth)
const faceWords = (c: CourseState): string =>
  ({
    O: '𬌗面',
    MO: '近中邻𬌗面',
    DO: '远中邻𬌗面',
    MOD: '近远中邻𬌗面',
    M: '近中面',
    D: '远中面',
    I: '切缘',
    L: '舌面窝',
    BC: '颊侧颈部',
  })[c.surfaces] ?? '𬌗面'
const one = (r: Random, free: (list: readonly string[]) => string[], list: readonly string[]): string | null => {
  const open = free(list)
  return open.length > 0 ? r.pick(open) : null
}
const byTooth = (tooth: string, front: string, premolar: string, molar: string): string =>
  isAnterior(tooth) ? front : isMolar(tooth) ? molar : premolar
const stays = (c: CourseState): string => c.r.pick(['牙龈无红肿', '牙龈色粉质韧', '牙周袋未及', '牙龈轻度红肿'])

const rctSteps: readonly Step[] = [
  {
    item: '根管治疗',
    title: (c) => `根管治疗 ${c.tooth}`,
    minutes: 60,
    gap: [6, 9],
    write: (c) => {
      const acute = !c.full && c.r.chance(0.4)
      const days = c.r.int(2, 7)
      return {
        chief: acute ? `${place(c.tooth)}自发痛、夜间痛 ${days} 天。` : `${place(c.tooth)}咬物痛 ${days} 天。`,
        present: acute
          ? `${days} 天前${place(c.tooth)}出现阵发性自发痛，冷热刺激加重，夜间痛明显，口服止痛药可缓解，未行其他治疗。`
          : `近 ${days} 天${place(c.tooth)}咬物不适、疼痛，无明显自发痛及夜间痛。既往该牙曾有冷热刺激痛，未治疗。`,
        exams: [
          {
            teeth: c.tooth,
            content: acute
              ? `𬌗面深龋及髓，探痛(+++)，叩(+)，冷测持续性疼痛，无松动，${stays(c)}。`
              : `深龋，探及髓腔，无探痛，叩(+)，冷测无反应，无松动，根尖区黏膜无窦道，${stays(c)}。`,
          },
        ],
        aux: [
          {
            teeth: c.tooth,
            kind: '根尖片',
            content: acute
              ? '牙冠低密度影近髓，根尖周膜未见明显增宽。'
              : '根尖周低密度影，大小约 3 mm×3 mm，根管影像清晰。',
          },
        ],
        diagnoses: [{ teeth: c.tooth, code: acute ? 'K04.0' : 'K04.5', kind: 1 }],
        plans: [
          { teeth: c.tooth, content: '根管治疗，完善后桩核加全冠修复。已告知步骤、次数、费用及风险，患者同意。' },
        ],
        treatments: [
          {
            teeth: '',
            content: '诊查，影像检查，告知病情。',
            items: c.full
              ? [
                  ['JC01', 1],
                  ['YX02', 1],
                  ['YX04', 1],
                ]
              : c.r.chance(0.3)
                ? [
                    ['JC01', 1],
                    ['YX04', 1],
                  ]
                : [['JC01', 1]],
          },
          {
            teeth: c.tooth,
            content: `局麻下橡皮障隔湿，去净腐质，开髓，揭顶，${acute ? '拔髓，' : '去除坏死牙髓，'}1% 次氯酸钠冲洗，定位根管口，开放减压后暂封。`,
            items: [
              ['GG01', 1],
              ['GG10', 1],
              ['YX01', 1],
              ...(c.full || c.r.chance(0.3) ? ([['GG11', 1]] as const) : []),
            ],
            anesthetic: articaine,
          },
        ],
        advice: '麻药消退前勿进食，避免患侧咀嚼；如肿痛加重随时复诊。',
        next: { days: 7, remark: '根管预备' },
        marks: [
          {
            tooth: c.tooth,
            surfaces: isAnterior(c.tooth) ? 'M' : 'O',
            condition: 'caries',
            layer: 'finding',
            detail: '深',
          },
          { tooth: c.tooth, condition: acute ? 'pulpitis' : 'periapical', layer: 'finding' },
          { tooth: c.tooth, condition: 'rct_needed', layer: 'plan' },
        ],
      }
    },
  },
  {
    item: '根管治疗',
    title: (c) => `根管治疗 ${c.tooth}`,
    minutes: 60,
    gap: [13, 15],
    write: (c) => ({
      chief: `${place(c.tooth)}根管治疗开髓后 1 周复诊。`,
      present: '开髓后疼痛缓解，无肿胀。',
      exams: [{ teeth: c.tooth, content: `暂封完整，叩(${c.r.pick(['−', '±'])})，无松动，牙龈无红肿。` }],
      aux: [{ teeth: c.tooth, kind: '根尖片', content: '插针片示工作长度达根尖狭窄处。' }],
      diagnoses: [{ teeth: c.tooth, code: 'K04.5', kind: 1 }],
      treatments: [
        {
          teeth: c.tooth,
          content: `橡皮障隔湿，去暂封，测工作长度，机用镍钛锉预备至 #${c.r.pick(['25', '30'])}/.04，1% 次氯酸钠与 17% EDTA 交替冲洗，超声荡洗，氢氧化钙封药，玻璃离子暂封。`,
          items: [
            [byTooth(c.tooth, 'GG02', 'GG03', 'GG04'), 1],
            ['GG05', 1],
            ['GG10', 1],
            ['YX01', 1],
          ],
        },
      ],
      advice: '暂封期间勿咬硬物，2 周后复诊根管充填。',
      next: { days: 14, remark: '根管充填' },
    }),
  },
  {
    item: '根管治疗',
    title: (c) => `根管充填 ${c.tooth}`,
    minutes: 60,
    gap: [20, 22],
    write: (c) => ({
      chief: `${place(c.tooth)}根管封药后 2 周复诊。`,
      present: '封药后无不适。',
      exams: [{ teeth: c.tooth, content: '暂封完整，叩(−)，牙龈无窦道，无松动。根管内无渗出、无异味。' }],
      aux: [{ teeth: c.tooth, kind: '根尖片', content: '根充恰填，致密，距根尖 0.5–1 mm。' }],
      diagnoses: [{ teeth: c.tooth, code: 'K04.5', kind: 1 }],
      plans: [{ teeth: c.tooth, content: '3 周后行全冠修复，已告知不做冠有牙折风险。' }],
      treatments: [
        {
          teeth: c.tooth,
          content: `橡皮障隔湿，去暂封，冲洗，试主尖，热牙胶垂直加压充填；#${c.r.pick(['1', '2'])} 纤维桩粘接，树脂核成形，调𬌗抛光。`,
          items: [
            [byTooth(c.tooth, 'GG06', 'GG07', 'GG08'), 1],
            ['ZH01', 1],
            ['GG10', 1],
            ['YX01', 2],
          ],
        },
      ],
      advice: '患牙勿咬硬物，3 周后复诊行冠修复。',
      next: { days: 21, remark: '冠修复' },
      marks: [
        {
          tooth: c.tooth,
          condition: 'rct',
          layer: 'existing',
        },
        { tooth: c.tooth, condition: 'post_core', layer: 'existing', detail: '纤维桩' },
        { tooth: c.tooth, condition: 'crown', layer: 'plan', detail: '全瓷' },
      ],
    }),
  },
  {
    item: '取模/扫描',
    title: (c) => `冠修复 ${c.tooth}`,
    minutes: 45,
    gap: [13, 15],
    write: (c) => ({
      chief: `${place(c.tooth)}根管治疗后 3 周，要求冠修复。`,
      present: '根管治疗后无不适。',
      exams: [{ teeth: c.tooth, content: '牙冠大面积树脂核充填，叩(−)，无松动，牙龈无红肿。' }],
      diagnoses: [{ teeth: c.tooth, code: 'K04.5', kind: 1 }],
      plans: [
        { teeth: c.tooth, content: `${c.full || c.r.chance(0.7) ? '氧化锆全瓷冠' : '铸瓷冠'}修复，已比色告知。` },
      ],
      treatments: [
        {
          teeth: c.tooth,
          content: `牙体预备：𬌗面 1.5 mm，轴面 1.0 mm，龈缘肩台 0.8 mm；排龈，口内扫描，比色 ${c.r.pick(['A2', 'A3', 'A3.5', 'B2'])}，临时冠修复，氧化锌暂粘。`,
          items: [
            [c.full || c.r.chance(0.75) ? 'XF01' : 'XF03', 1],
            ['XF06', 1],
            ['JC05', 1],
          ],
        },
      ],
      advice: '临时冠期间勿咬硬黏食物，脱落及时复诊；2 周后戴牙。',
      next: { days: 14, remark: '戴牙' },
      marks: [{ tooth: c.tooth, condition: 'temporary_crown', layer: 'existing', detail: '树脂' }],
    }),
  },
  {
    item: '戴牙',
    title: (c) => `戴冠 ${c.tooth}`,
    minutes: 30,
    write: (c) => ({
      chief: `${place(c.tooth)}全冠戴牙。`,
      present: '临时冠期间无不适。',
      exams: [{ teeth: c.tooth, content: '临时冠完整，牙龈无红肿，试戴冠边缘密合、邻接良好、咬合无高点。' }],
      aux: [{ teeth: c.tooth, kind: '根尖片', content: '冠边缘密合，根充影像同前，根尖低密度影缩小。' }],
      diagnoses: [{ teeth: c.tooth, code: 'K04.5', kind: 1 }],
      treatments: [
        {
          teeth: c.tooth,
          content: '去临时冠，清洁基牙，试戴，调𬌗抛光，树脂水门汀粘固，去除多余粘接剂。',
          items: [
            ['XF08', 1],
            ['YX01', 1],
          ],
        },
      ],
      advice: '24 小时内勿用患侧咀嚼，每半年复查。',
      next: { days: 180, remark: '复查' },
      marks: [{ tooth: c.tooth, condition: 'crown', layer: 'existing', detail: '全瓷' }],
    }),
  },
]

/** The kinds of treatment the demo clinics give, each as the visits it takes. */
export const courses: readonly Course[] = [
  {
    key: 'filling',
    skills: ['endo', 'prosth'],
    ages: [13, 75],
    weight: 34,
    teeth: (r, free) => {
      const tooth = one(r, free, r.chance(0.8) ? [...molars, ...premolars] : anteriors)
      return tooth
        ? { tooth, surfaces: isAnterior(tooth) ? r.pick(['M', 'D']) : r.pick(['O', 'O', 'MO', 'DO', 'MOD']) }
        : null
    },
    steps: [
      {
        item: '补牙',
        title: (c) => `补牙 ${c.tooth}`,
        minutes: 40,
        write: (c) => {
          const deep = !c.full && c.r.chance(0.25)
          const price = isAnterior(c.tooth)
            ? 'CT04'
            : c.surfaces.length === 1
              ? 'CT01'
              : c.surfaces.length === 2
                ? 'CT02'
                : 'CT03'
          return {
            chief: c.r.pick([
              `${place(c.tooth)}食物嵌塞 1 月。`,
              `${place(c.tooth)}进冷食酸痛 2 周。`,
              `发现${place(c.tooth)}龋洞，要求补牙。`,
            ]),
            present: c.r.pick(['无自发痛、夜间痛，刺激去除后疼痛即消失。', '偶有冷刺激敏感，无自发痛，未曾治疗。']),
            exams: [
              {
                teeth: face(c),
                content: `${faceWords(c)}龋，探及牙本质${deep ? '深层，未穿髓' : '中层'}，冷测一过性敏感，叩(−)，无松动。`,
              },
            ],
            ...(deep
              ? { aux: [{ teeth: c.tooth, kind: '根尖片', content: '冠部低密度影近髓，根尖周未见异常。' }] }
              : {}),
            diagnoses: [{ teeth: c.tooth, code: 'K02.1', kind: 1 as const }],
            treatments: [
              {
                teeth: face(c),
                content: `${deep ? '局麻下' : ''}橡皮障隔湿，去净腐质，${deep ? '氢氧化钙间接盖髓，' : ''}酸蚀，涂粘接剂，光照，流体树脂洞衬，复合树脂分层充填，调𬌗抛光。`,
                items: [
                  [price, 1],
                  [c.full ? 'JC01' : 'GG10', 1],
                  ...(deep
                    ? ([
                        ['CT07', 1],
                        ['YX01', 1],
                      ] as const)
                    : []),
                ],
                ...(deep ? { anesthetic: articaine } : {}),
              },
            ],
            advice: '24 小时内勿用患侧咬硬物；如出现自发痛、夜间痛及时复诊。',
            next: { days: 180, remark: '定期检查' },
            marks: [
              {
                tooth: c.tooth,
                surfaces: c.surfaces,
                condition: 'filling',
                layer: 'existing' as const,
                detail: '复合树脂',
              },
            ],
          }
        },
      },
    ],
  },
  {
    key: 'wedge',
    skills: ['endo', 'prosth'],
    ages: [35, 80],
    weight: 10,
    teeth: (r, free) => {
      const tooth = one(r, free, premolars)
      return tooth ? { tooth, surfaces: 'BC' } : null
    },
    steps: [
      {
        item: '补牙',
        title: (c) => `楔缺充填 ${c.tooth}`,
        minutes: 30,
        write: (c) => ({
          chief: `${place(c.tooth)}刷牙酸痛 1 月余。`,
          present: '刷牙及冷刺激时酸软，无自发痛。横刷习惯多年。',
          exams: [
            {
              teeth: face(c),
              content: `颊侧颈部楔状缺损，深约 ${c.r.pick(['1.5', '2'])} mm，探敏感，叩(−)，冷测同对照牙。`,
            },
          ],
          diagnoses: [{ teeth: c.tooth, code: 'K03.1', kind: 1 }],
          treatments: [
            {
              teeth: face(c),
              content: '排龈，打磨缺损面，自酸蚀粘接，流体加复合树脂充填，抛光。',
              items: [['CT05', 1]],
            },
          ],
          advice: '改用巴氏刷牙法，软毛牙刷，少饮酸性饮料。',
          marks: [{ tooth: c.tooth, surfaces: 'BC', condition: 'filling', layer: 'existing', detail: '复合树脂' }],
        }),
      },
    ],
  },
  {
    key: 'rct',
    skills: ['endo'],
    ages: [16, 72],
    weight: 22,
    teeth: (r, free) => {
      const tooth = one(r, free, r.chance(0.65) ? molars : r.chance(0.6) ? premolars : anteriors)
      return tooth ? { tooth } : null
    },
    steps: rctSteps,
  },
  {
    key: 'scaling',
    skills: ['perio', 'endo', 'prosth'],
    ages: [16, 80],
    weight: 24,
    teeth: () => ({ tooth: '' }),
    steps: [
      {
        item: '洁治',
        title: () => '洁治',
        minutes: 40,
        write: (c) => {
          const bop = c.r.int(12, 38)
          return {
            chief: c.r.pick(['刷牙出血 2 周。', '要求洗牙。', '自觉牙石较多，口腔异味。']),
            present: c.r.pick(['刷牙时偶有出血，可自止，无自发出血。', '距上次洁治约 1 年，无其他不适。']),
            exams: [
              {
                teeth: 'FM',
                content: `口腔卫生${c.r.pick(['一般', '欠佳'])}，牙石 ${c.r.pick(['Ⅰ', 'Ⅱ'])} 度，牙龈缘红，探诊出血 BOP ${bop}%，探诊深度 2–3 mm。`,
              },
            ],
            diagnoses: [{ teeth: 'FM', code: 'K05.1', kind: 1 }],
            treatments: [
              {
                teeth: 'FM',
                content: '全口超声洁治，抛光，3% 过氧化氢冲洗，口腔卫生指导。',
                items: [['YZ01', 1], ['YZ02', 1], ...(!c.full && c.r.chance(0.3) ? ([['YZ03', 1]] as const) : [])],
              },
            ],
            advice: '早晚巴氏刷牙，每日使用牙线，每半年洁治一次。',
            next: { days: 180, remark: '洁治' },
          }
        },
      },
    ],
  },
  {
    key: 'periodontitis',
    skills: ['perio'],
    ages: [35, 75],
    weight: 22,
    teeth: (r) => {
      const sides = r.pick([
        ['Q1', 'Q4'],
        ['Q2', 'Q3'],
      ] as const)
      return { tooth: sides[0], second: sides[1] }
    },
    steps: [
      {
        item: '牙周治疗',
        title: () => '牙周检查、洁治',
        minutes: 60,
        gap: [7, 10],
        write: (c) => ({
          chief: '牙龈出血、牙齿松动感半年。',
          present: '刷牙出血半年余，近 1 月咀嚼无力，偶有牙龈肿胀，未行系统牙周治疗。',
          exams: [
            {
              teeth: 'FM',
              content: `牙石 Ⅱ–Ⅲ 度，牙龈暗红水肿，BOP ${c.r.int(55, 85)}%，探诊深度 4–${c.r.int(6, 8)} mm，附着丧失 3–5 mm，下前牙松动 Ⅰ 度。`,
            },
          ],
          aux: [{ teeth: 'FM', kind: '全景片', content: '全口牙槽骨水平型吸收，达根长 1/3。' }],
          diagnoses: [{ teeth: 'FM', code: 'K05.3', kind: 1 }],
          plans: [{ teeth: 'FM', content: '全口洁治 → 分区龈下刮治 → 6–8 周复查 → 牙周维护。' }],
          treatments: [
            {
              teeth: 'FM',
              content: '牙周检查记录，全口超声洁治，抛光，3% 过氧化氢冲洗，口腔卫生指导。',
              items: [
                ['YX02', 1],
                ['JC04', 1],
                ['YZ01', 1],
                ['YZ02', 1],
              ],
            },
          ],
          advice: '戒烟，使用牙线与牙间隙刷，1 周后行龈下刮治。',
          next: { days: 7, remark: '龈下刮治' },
          marks: [{ tooth: '31', condition: 'mobility1', layer: 'finding' }],
        }),
      },
      {
        item: '牙周治疗',
        title: (c) => `龈下刮治 ${c.tooth}`,
        minutes: 60,
        gap: [7, 10],
        write: (c) => ({
          chief: '牙周炎洁治后 1 周复诊。',
          present: '洁治后出血减轻，遇冷酸软。',
          exams: [
            {
              teeth: `${c.tooth};${c.second}`,
              content: `牙龈红肿减轻，探诊深度 4–${c.r.int(5, 7)} mm，可探及龈下牙石。`,
            },
          ],
          diagnoses: [{ teeth: 'FM', code: 'K05.3', kind: 1 }],
          treatments: [
            {
              teeth: `${c.tooth};${c.second}`,
              content: '局麻下行龈下刮治与根面平整，3% 过氧化氢与生理盐水交替冲洗，袋内上药。',
              items: [['YZ04', 2]],
              anesthetic: articaine,
            },
          ],
          advice: '当日勿食刺激性食物，氯己定含漱 1 周。',
          next: { days: 7, remark: '对侧龈下刮治' },
        }),
      },
      {
        item: '牙周治疗',
        title: (c) => `龈下刮治 ${c.tooth === 'Q1' ? 'Q2' : 'Q1'}`,
        minutes: 60,
        gap: [42, 56],
        write: (c) => {
          const teeth = c.tooth === 'Q1' ? 'Q2;Q3' : 'Q1;Q4'
          return {
            chief: '龈下刮治后复诊，行对侧治疗。',
            present: '上次治疗后无明显不适。',
            exams: [{ teeth, content: '探诊深度 4–6 mm，探诊出血，可及龈下牙石。' }],
            diagnoses: [{ teeth: 'FM', code: 'K05.3', kind: 1 }],
            treatments: [
              {
                teeth,
                content: '局麻下行龈下刮治与根面平整，冲洗，袋内上药。',
                items: [['YZ04', 2]],
                anesthetic: articaine,
              },
            ],
            advice: '氯己定含漱 1 周，6 周后复查。',
            next: { days: 42, remark: '牙周复查' },
          }
        },
      },
      {
        item: '复查',
        title: () => '牙周复查',
        minutes: 40,
        write: (c) => ({
          chief: '牙周基础治疗后 6 周复查。',
          present: '刷牙出血明显减少，咀嚼有力。',
          exams: [{ teeth: 'FM', content: `牙龈粉红，BOP ${c.r.int(10, 22)}%，探诊深度 2–4 mm，松动较前减轻。` }],
          diagnoses: [{ teeth: 'FM', code: 'K05.3', kind: 1 }],
          treatments: [
            {
              teeth: 'FM',
              content: '牙周检查记录，残留牙周袋再刮治，抛光，卫生指导。',
              items: [
                ['YZ06', 1],
                ['JC04', 1],
              ],
            },
          ],
          advice: '每 3 个月牙周维护。',
          next: { days: 90, remark: '牙周维护' },
        }),
      },
    ],
  },
  {
    key: 'crown',
    skills: ['prosth'],
    ages: [22, 75],
    weight: 18,
    teeth: (r, free) => {
      const tooth = one(r, free, [...molars, ...premolars, ...anteriors])
      return tooth ? { tooth } : null
    },
    steps: [
      {
        item: '取模/扫描',
        title: (c) => `全瓷冠 ${c.tooth}`,
        minutes: 60,
        gap: [12, 16],
        write: (c) => ({
          chief: `${place(c.tooth)}${isAnterior(c.tooth) ? '变色' : '大面积充填'}，要求冠修复。`,
          present: '外院根管治疗后半年余，无疼痛不适。',
          exams: [
            {
              teeth: c.tooth,
              content: `${isAnterior(c.tooth) ? '牙冠变色，' : '牙冠大面积充填体，'}叩(−)，无松动，牙龈健康。`,
            },
          ],
          aux: [{ teeth: c.tooth, kind: '根尖片', content: '根充良好，根尖周未见低密度影。' }],
          diagnoses: [{ teeth: c.tooth, code: isAnterior(c.tooth) ? 'K03.7' : 'K03.8', kind: 1 }],
          plans: [{ teeth: c.tooth, content: '全瓷冠修复，已告知磨除量、费用与质保。' }],
          treatments: [
            {
              teeth: c.tooth,
              content: `局麻下牙体预备，排龈，口内扫描，比色 ${c.r.pick(['A1', 'A2', 'A3'])}，临时冠修复。`,
              items: [
                [isAnterior(c.tooth) ? 'XF02' : 'XF01', 1],
                ['XF06', 1],
                ['JC05', 1],
                ['YX01', 1],
              ],
              anesthetic: articaine,
            },
          ],
          advice: '临时冠勿咬硬物，2 周后戴牙。',
          next: { days: 14, remark: '戴牙' },
          marks: [
            { tooth: c.tooth, condition: 'rct', layer: 'existing' },
            { tooth: c.tooth, condition: 'crown', layer: 'plan', detail: '全瓷' },
            { tooth: c.tooth, condition: 'temporary_crown', layer: 'existing', detail: '树脂' },
          ],
        }),
      },
      {
        item: '戴牙',
        title: (c) => `戴牙 ${c.tooth}`,
        minutes: 30,
        write: (c) => ({
          chief: `${place(c.tooth)}全冠戴牙。`,
          present: '临时冠期间无不适。',
          exams: [{ teeth: c.tooth, content: '试戴冠边缘密合，邻接、咬合良好，颜色与邻牙协调，患者满意。' }],
          diagnoses: [{ teeth: c.tooth, code: isAnterior(c.tooth) ? 'K03.7' : 'K03.8', kind: 1 }],
          treatments: [{ teeth: c.tooth, content: '去临时冠，试戴，调𬌗抛光，树脂水门汀粘固。', items: [['XF08', 1]] }],
          advice: '24 小时内勿咬硬物，注意清洁龈缘，半年复查。',
          next: { days: 180, remark: '复查' },
          marks: [{ tooth: c.tooth, condition: 'crown', layer: 'existing', detail: '全瓷' }],
        }),
      },
    ],
  },
  {
    key: 'denture',
    skills: ['prosth'],
    ages: [58, 90],
    weight: 8,
    teeth: (r, free) => {
      const tooth = one(r, free, ['36', '37', '46', '47', '26', '27', '16', '17'])
      return tooth ? { tooth } : null
    },
    steps: [
      {
        item: '取模/扫描',
        title: () => '活动义齿取模',
        minutes: 60,
        gap: [10, 14],
        write: (c) => ({
          chief: '后牙缺失多年，要求活动义齿修复。',
          present: '后牙缺失 3 年余，曾戴旧义齿，现不密合。',
          exams: [{ teeth: c.tooth, content: '牙缺失，牙槽嵴中度吸收，黏膜无红肿，基牙无松动。' }],
          diagnoses: [{ teeth: c.tooth, code: 'K08.1', kind: 1 }],
          plans: [{ teeth: c.tooth, content: '纯钛支架可摘局部义齿修复。' }],
          treatments: [
            {
              teeth: c.tooth,
              content: '基牙预备，二次法取模，确定颌位关系，选色。',
              items: [
                ['HD01', 1],
                ['JC06', 1],
              ],
            },
          ],
          advice: '2 周后戴牙。',
          next: { days: 12, remark: '戴牙' },
          marks: [{ tooth: c.tooth, condition: 'missing', layer: 'existing' }],
        }),
      },
      {
        item: '戴牙',
        title: () => '活动义齿戴牙',
        minutes: 40,
        gap: [5, 8],
        write: (c) => ({
          chief: '活动义齿戴牙。',
          present: '取模后无不适。',
          exams: [{ teeth: c.tooth, content: '义齿就位顺利，固位、稳定良好，边缘伸展合适。' }],
          diagnoses: [{ teeth: c.tooth, code: 'K08.1', kind: 1 }],
          treatments: [{ teeth: c.tooth, content: '试戴，调𬌗，组织面缓冲，抛光，指导摘戴。', items: [['HD04', 1]] }],
          advice: '饭后清洁，睡前摘下浸于冷水；有压痛及时复诊。',
          next: { days: 7, remark: '复查调改' },
          marks: [{ tooth: c.tooth, condition: 'removable', layer: 'existing' }],
        }),
      },
      {
        item: '复查',
        title: () => '义齿复查',
        minutes: 20,
        write: (c) => ({
          chief: '戴义齿后 1 周，局部压痛。',
          present: '咀嚼时局部压痛。',
          exams: [{ teeth: c.tooth, content: '黏膜局部轻度充血，义齿边缘略长。' }],
          diagnoses: [{ teeth: c.tooth, code: 'K08.1', kind: 1 }],
          treatments: [{ teeth: c.tooth, content: '压痛点缓冲，调改，抛光。', items: [['HD04', 1]] }],
          advice: '不适随诊。',
        }),
      },
    ],
  },
  {
    key: 'whitening',
    skills: ['prosth'],
    ages: [20, 45],
    weight: 5,
    teeth: () => ({ tooth: '' }),
    steps: [
      {
        item: '美白',
        title: () => '冷光美白',
        minutes: 90,
        write: (c) => ({
          chief: '自觉牙齿偏黄，要求美白。',
          present: '长期饮茶与咖啡，牙齿外源性着色。',
          exams: [{ teeth: 'AU', content: `术前比色 ${c.r.pick(['A3', 'A3.5', 'B3'])}，牙面完整，无龋，牙龈健康。` }],
          diagnoses: [{ teeth: 'AU', code: 'K03.7', kind: 1 }],
          treatments: [
            {
              teeth: 'AU',
              content: '抛光，牙龈保护，冷光美白 3 次×8 分钟，涂脱敏剂；术后比色 A1。',
              items: [
                ['YZ02', 1],
                ['MB01', 1],
              ],
            },
          ],
          advice: '48 小时内避免深色食物及饮料，可能有一过性敏感。',
        }),
      },
    ],
  },
  {
    key: 'extraction',
    skills: ['implant'],
    ages: [17, 50],
    weight: 22,
    teeth: (r, free) => {
      const tooth = one(r, free, wisdom)
      return tooth ? { tooth } : null
    },
    steps: [
      {
        item: '拔牙',
        title: (c) => `拔牙 ${c.tooth}`,
        minutes: 45,
        gap: [7, 8],
        write: (c) => {
          const lower = c.tooth === '38' || c.tooth === '48'
          return {
            chief: `${place(c.tooth)}反复肿痛 ${c.r.int(1, 6)} 月，要求拔除。`,
            present: '反复冠周肿痛，口服消炎药可缓解，现无张口受限。',
            exams: [
              {
                teeth: c.tooth,
                content: `${lower ? '近中阻生' : '颊向错位萌出'}，冠周软组织无红肿溢脓，邻牙未见龋坏，张口度正常。`,
              },
            ],
            aux: [
              {
                teeth: c.tooth,
                kind: '全景片',
                content: lower ? '近中阻生，根尖距下牙槽神经管约 3 mm。' : '单根融合，距上颌窦底有骨隔。',
              },
            ],
            diagnoses: [{ teeth: c.tooth, code: lower ? 'K01.1' : 'K07.3', kind: 1 }],
            plans: [{ teeth: c.tooth, content: '局麻下拔除，已签知情同意书。' }],
            treatments: [
              { teeth: '', content: '拍片。', items: [['YX02', 1]] },
              {
                teeth: c.tooth,
                content: lower
                  ? '阻滞加浸润麻醉，切开翻瓣，超声骨刀去骨，分冠，分次取出，搔刮牙槽窝，明胶海绵填塞，缝合 2 针。'
                  : '浸润麻醉，分离牙龈，挺松，拔除，搔刮，压迫止血。',
                items: lower
                  ? [
                      ['BY04', 1],
                      ['WK02', 1],
                      ['BY05', 1],
                      ['WK06', 1],
                    ]
                  : [
                      ['BY02', 1],
                      ['WK01', 1],
                    ],
                anesthetic: lower ? lidocaine : articaine,
              },
            ],
            advice: '咬纱 30 分钟，24 小时内勿漱口、勿吸吮，冷敷，软食；7 天拆线。',
            next: { days: 7, remark: '拆线' },
            marks: [{ tooth: c.tooth, condition: 'missing', layer: 'existing' }],
            vitals: true,
          }
        },
      },
      {
        item: '复查',
        title: (c) => `拔牙后复查 ${c.tooth}`,
        minutes: 20,
        write: (c) => ({
          chief: '拔牙后 1 周复诊。',
          present: '术后轻度肿胀，第 3 天起消退，无发热。',
          exams: [{ teeth: c.tooth, content: '拔牙窝愈合良好，肉芽组织充填，无异味，无渗出。' }],
          diagnoses: [{ teeth: c.tooth, code: 'K08.1', kind: 1 }],
          treatments: [{ teeth: c.tooth, content: '拆线，冲洗，上药。', items: [['WK03', 1]] }],
          advice: '饭后漱口，避免硬物嵌入。',
        }),
      },
    ],
  },
  {
    key: 'implant',
    skills: ['implant'],
    ages: [28, 72],
    weight: 10,
    teeth: (r, free) => {
      const tooth = one(r, free, ['36', '46', '37', '47', '16', '26', '25', '15'])
      return tooth ? { tooth } : null
    },
    steps: [
      {
        item: '种植咨询',
        title: () => '种植咨询',
        minutes: 30,
        gap: [7, 12],
        write: (c) => ({
          chief: `${place(c.tooth)}缺失，要求种植修复。`,
          present: '因龋坏拔除半年余，未行修复，影响咀嚼。',
          exams: [{ teeth: c.tooth, content: '牙缺失，牙龈愈合良好，缺牙间隙正常，对颌牙无伸长。' }],
          aux: [
            {
              teeth: c.tooth,
              kind: 'CBCT',
              content: `骨宽 ${c.r.pick(['6.5', '7.2', '7.8'])} mm，骨高 ${c.r.pick(['11.2', '12.4', '13.0'])} mm，骨密度 Ⅱ–Ⅲ 类。`,
            },
          ],
          diagnoses: [{ teeth: c.tooth, code: 'K08.1', kind: 1 }],
          plans: [{ teeth: c.tooth, content: '种植一期植入，3 个月后上部修复，已告知费用、周期与风险。' }],
          treatments: [
            {
              teeth: c.tooth,
              content: '诊查，CBCT 检查，方案沟通。',
              items: [
                ['JC02', 1],
                ['YX05', 1],
              ],
            },
          ],
          advice: '控制血压血糖，术前洁治，1 周后手术。',
          next: { days: 7, remark: '种植一期' },
          marks: [
            { tooth: c.tooth, condition: 'missing', layer: 'existing' },
            { tooth: c.tooth, condition: 'implant', layer: 'plan' },
          ],
        }),
      },
      {
        item: '种植手术',
        title: (c) => `种植一期 ${c.tooth}`,
        minutes: 90,
        gap: [9, 12],
        write: (c) => ({
          chief: `${place(c.tooth)}种植一期手术。`,
          present: '无发热感冒，血压平稳。',
          exams: [{ teeth: c.tooth, content: '术区黏膜健康，无急性炎症。' }],
          diagnoses: [{ teeth: c.tooth, code: 'K08.1', kind: 1 }],
          treatments: [
            {
              teeth: c.tooth,
              content: `心电监护，常规消毒铺巾，局麻，翻瓣，逐级备洞，植入 ${c.r.pick(['4.1×10', '4.8×10', '4.3×11.5'])} mm 种植体 1 枚，扭矩 35 N·cm，上${c.r.pick(['覆盖螺丝', '愈合基台'])}，缝合。`,
              items: [
                ['ZZ01', 1],
                ...(c.full || c.r.chance(0.3) ? ([['ZZ02', 1]] as const) : []),
                ['WK07', 1],
                ['YX01', 1],
              ],
              anesthetic: articaine,
            },
          ],
          advice: '冷敷 24 小时，口服抗生素 3 天，氯己定含漱，10 天拆线。',
          next: { days: 10, remark: '拆线' },
          marks: [{ tooth: c.tooth, condition: 'implant', layer: 'existing' }],
          vitals: true,
        }),
      },
      {
        item: '复查',
        title: (c) => `种植拆线 ${c.tooth}`,
        minutes: 20,
        gap: [84, 98],
        write: (c) => ({
          chief: '种植术后 10 天拆线。',
          present: '术后肿胀 2 天后消退。',
          exams: [{ teeth: c.tooth, content: '创口愈合良好，缝线在位，无红肿渗出。' }],
          diagnoses: [{ teeth: c.tooth, code: 'K08.1', kind: 1 }],
          treatments: [{ teeth: c.tooth, content: '拆线，冲洗。', items: [['WK03', 1]] }],
          advice: '术区勿咬硬物，3 个月后取模。',
          next: { days: 90, remark: '种植取模' },
        }),
      },
      {
        item: '取模/扫描',
        title: (c) => `种植取模 ${c.tooth}`,
        minutes: 40,
        gap: [14, 18],
        write: (c) => ({
          chief: '种植术后 3 个月，要求上部修复。',
          present: '术后无不适。',
          exams: [{ teeth: c.tooth, content: '种植体稳定，叩音清脆，牙龈袖口健康。' }],
          aux: [{ teeth: c.tooth, kind: '根尖片', content: '种植体骨结合良好，无透射影。' }],
          diagnoses: [{ teeth: c.tooth, code: 'K08.1', kind: 1 }],
          treatments: [
            {
              teeth: c.tooth,
              content: '上扫描杆，口内扫描，比色 A3，选基台。',
              items: [
                ['ZX03', 1],
                ['ZX01', 1],
                ['ZX02', 1],
                ['YX01', 1],
              ],
            },
          ],
          advice: '2 周后戴牙。',
          next: { days: 14, remark: '戴牙' },
        }),
      },
      {
        item: '戴牙',
        title: (c) => `种植戴牙 ${c.tooth}`,
        minutes: 40,
        write: (c) => ({
          chief: '种植冠戴牙。',
          present: '无不适。',
          exams: [{ teeth: c.tooth, content: '基台就位，冠邻接良好，咬合轻接触，边缘密合。' }],
          diagnoses: [{ teeth: c.tooth, code: 'K08.1', kind: 1 }],
          treatments: [
            {
              teeth: c.tooth,
              content: '基台加力 25 N·cm，螺丝固位冠就位，封孔，调𬌗抛光。',
              items: [
                ['XF08', 1],
                ['YX01', 1],
              ],
            },
          ],
          advice: '使用牙线与冲牙器，每半年复查。',
          next: { days: 180, remark: '种植复查' },
          marks: [{ tooth: c.tooth, condition: 'implant_abutment', layer: 'existing' }],
        }),
      },
    ],
  },
  {
    key: 'ortho',
    skills: ['ortho'],
    ages: [11, 34],
    weight: 30,
    teeth: () => ({ tooth: '' }),
    steps: [
      {
        item: '正畸咨询',
        title: () => '正畸咨询',
        minutes: 40,
        gap: [7, 14],
        write: (c) => ({
          chief: c.r.pick(['牙列不齐，要求矫治。', '上前牙前突，要求矫治。', '地包天，要求矫治。']),
          present: '替牙后牙列不齐，影响美观，否认外伤及正畸史。',
          exams: [
            {
              teeth: 'FM',
              content: `恒牙列，磨牙${c.r.pick(['中性', '远中'])}关系，前牙覆盖 ${c.r.int(4, 7)} mm，深覆𬌗 ${c.r.pick(['Ⅰ', 'Ⅱ'])} 度，上颌拥挤 ${c.r.int(3, 8)} mm，下颌拥挤 ${c.r.int(3, 7)} mm。`,
            },
          ],
          aux: [
            { teeth: 'FM', kind: '其他', content: '头颅侧位片：SNA 82.4°，SNB 78.1°，ANB 4.3°，下颌平面角 33.5°。' },
          ],
          diagnoses: [
            { teeth: 'FM', code: 'K07.3', kind: 1 },
            { teeth: 'FM', code: 'K07.2', kind: 2 },
          ],
          plans: [{ teeth: 'FM', content: '固定或隐形矫治，疗程约 20–24 个月；已沟通方案与费用。' }],
          treatments: [
            {
              teeth: 'FM',
              content: '面像与口内照，全景片、侧位片，口内扫描，方案设计。',
              items: [
                ['YX06', 1],
                ['YX02', 1],
                ['YX03', 1],
                ['JC05', 1],
                ['ZJ01', 1],
              ],
            },
          ],
          advice: '完成洁治与龋齿充填后开始矫治。',
          next: { days: 10, remark: '粘接托槽' },
        }),
      },
      {
        item: '正畸复诊',
        title: (c) => (c.turn % 2 === 0 ? '粘接托槽' : '粘接附件'),
        minutes: 60,
        gap: [28, 35],
        write: (c) => ({
          chief: '正畸初戴。',
          present: '已完成洁治，无不适。',
          exams: [{ teeth: 'FM', content: '牙面清洁，无龋，牙龈健康。' }],
          diagnoses: [{ teeth: 'FM', code: 'K07.3', kind: 1 }],
          treatments: [
            {
              teeth: 'FM',
              content: '清洁牙面，酸蚀，粘接自锁托槽，结扎 0.014 英寸镍钛圆丝，口腔卫生宣教。',
              items: [[c.r.pick(['ZJ02', 'ZJ02', 'ZJ03']), 1]],
            },
          ],
          advice: '避免啃咬硬物，餐后刷牙，托槽脱落及时复诊。',
          next: { days: 30, remark: '正畸复诊' },
          marks: [{ tooth: '11', condition: 'bracket', layer: 'existing' }],
        }),
      },
      {
        item: '正畸复诊',
        title: (c) => `正畸复诊 第 ${c.turn + 1} 月`,
        minutes: 25,
        gap: [27, 33],
        turns: () => 20,
        write: (c) => ({
          chief: `正畸治疗中，第 ${c.turn + 1} 次复诊。`,
          present: c.r.pick(['加力后酸痛 2 天缓解。', '无特殊不适。', '橡皮圈佩戴可。']),
          exams: [
            {
              teeth: 'FM',
              content: `托槽${c.r.chance(0.15) ? '脱落 1 颗' : '完整'}，弓丝到位，牙列${c.turn < 6 ? '逐步排齐' : '间隙关闭中'}，口腔卫生${c.r.pick(['良好', '一般'])}。`,
            },
          ],
          diagnoses: [{ teeth: 'FM', code: 'K07.3', kind: 1 }],
          treatments: [
            {
              teeth: 'FM',
              content: `更换${['0.014 镍钛丝', '0.016 镍钛丝', '0.018 镍钛丝', '0.016×0.022 镍钛丝', '0.018×0.025 镍钛丝', '0.019×0.025 不锈钢丝'][Math.min(5, Math.floor(c.turn / 2))]}，${c.turn > 6 ? '链圈关闭间隙，Ⅱ 类牵引' : '结扎加力'}。`,
              items: [['ZJ05', 1], ...(c.r.chance(0.3) ? ([['ZJ09', 1]] as const) : [])],
            },
          ],
          advice: '坚持刷牙，4 周后复诊。',
          next: { days: 28, remark: '正畸复诊' },
        }),
      },
    ],
  },
  {
    key: 'child-check',
    skills: ['pedo'],
    ages: [3, 13],
    weight: 20,
    teeth: () => ({ tooth: '' }),
    steps: [
      {
        item: '儿童涂氟/窝沟封闭',
        title: () => '涂氟',
        minutes: 25,
        write: (c) => ({
          chief: '家长要求口腔检查及涂氟。',
          present: '无口腔不适。',
          exams: [
            {
              teeth: 'FM',
              content: `${c.age < 6 ? '乳牙列' : '替牙列'}，牙面软垢 ${c.r.pick(['Ⅰ', 'Ⅱ'])} 度，未见明显龋坏。`,
            },
          ],
          diagnoses: [{ teeth: 'FM', code: 'Z01.2', kind: 1 }],
          treatments: [
            {
              teeth: 'FM',
              content: '清洁牙面，隔湿，全口涂布氟保护漆，口腔卫生宣教。',
              items: [
                ['ET03', 1],
                ['ET01', 1],
              ],
            },
          ],
          advice: '2 小时内勿进食，当晚不刷牙；每 3–6 个月涂氟一次。',
          next: { days: 120, remark: '涂氟' },
        }),
      },
    ],
  },
  {
    key: 'sealant',
    skills: ['pedo'],
    ages: [6, 13],
    weight: 16,
    teeth: (r, free) => {
      const open = free(['16', '26', '36', '46'])
      return open.length >= 2 ? { tooth: open[0] as string, second: open[1] as string } : null
    },
    steps: [
      {
        item: '儿童涂氟/窝沟封闭',
        title: () => '窝沟封闭',
        minutes: 30,
        write: (c) => ({
          chief: '家长要求窝沟封闭。',
          present: '第一恒磨牙已萌出，无不适。',
          exams: [{ teeth: `${c.tooth};${c.second}`, content: '完全萌出，窝沟深，未探及龋。' }],
          diagnoses: [{ teeth: `${c.tooth};${c.second}`, code: 'Z01.2', kind: 1 }],
          treatments: [
            {
              teeth: `${c.tooth}:O;${c.second}:O`,
              content: '清洁窝沟，隔湿，酸蚀 30 秒，涂封闭剂，光照固化，检查咬合。',
              items: [['ET02', 2]],
            },
          ],
          advice: '每半年复查封闭剂保留情况。',
          next: { days: 180, remark: '复查' },
          marks: [
            { tooth: c.tooth, surfaces: 'O', condition: 'sealant', layer: 'existing' },
            { tooth: c.second, surfaces: 'O', condition: 'sealant', layer: 'existing' },
          ],
        }),
      },
    ],
  },
  {
    key: 'milk-filling',
    skills: ['pedo'],
    ages: [3, 10],
    weight: 26,
    teeth: (r, free) => {
      const tooth = one(r, free, milkMolars)
      return tooth ? { tooth, surfaces: r.pick(['O', 'MO', 'DO']) } : null
    },
    steps: [
      {
        item: '补牙',
        title: (c) => `乳牙补牙 ${c.tooth}`,
        minutes: 30,
        write: (c) => ({
          chief: `家长发现${place(c.tooth)}有洞。`,
          present: '进食时偶有食物嵌塞，无自发痛。',
          exams: [{ teeth: face(c), content: `${faceWords(c)}龋，探及牙本质浅中层，叩(−)，无松动，牙龈无窦道。` }],
          diagnoses: [{ teeth: c.tooth, code: 'K02.1', kind: 1 }],
          treatments: [
            {
              teeth: face(c),
              content: '橡皮障隔湿，去腐，流体树脂垫底，复合树脂充填，调𬌗抛光。',
              items: [
                ['ET04', 1],
                ['GG10', 1],
              ],
            },
          ],
          advice: '少吃甜食，家长帮助刷牙并使用牙线，3 个月复查。',
          next: { days: 90, remark: '复查' },
          marks: [
            { tooth: c.tooth, surfaces: c.surfaces, condition: 'filling', layer: 'existing', detail: '复合树脂' },
          ],
        }),
      },
    ],
  },
  {
    key: 'milk-root',
    skills: ['pedo'],
    ages: [3, 9],
    weight: 10,
    teeth: (r, free) => {
      const tooth = one(r, free, milkMolars)
      return tooth ? { tooth, surfaces: 'O' } : null
    },
    steps: [
      {
        item: '根管治疗',
        title: (c) => `乳牙根管 ${c.tooth}`,
        minutes: 45,
        gap: [7, 10],
        write: (c) => ({
          chief: `${place(c.tooth)}疼痛 3 天。`,
          present: '夜间哭闹，进食疼痛，家长未给药。',
          exams: [{ teeth: c.tooth, content: '𬌗面深龋及髓，探痛，叩(+)，松动 Ⅰ 度，牙龈轻红。' }],
          aux: [{ teeth: c.tooth, kind: '根尖片', content: '根分叉区低密度影，恒牙胚在位。' }],
          diagnoses: [{ teeth: c.tooth, code: 'K04.0', kind: 1 }],
          treatments: [
            {
              teeth: c.tooth,
              content: '局麻下橡皮障隔湿，去腐开髓，拔髓，根管预备，Vitapex 糊剂充填，玻璃离子封闭。',
              items: [
                ['ET05', 1],
                ['GG10', 1],
                ['YX01', 1],
              ],
              anesthetic: { ...articaine, dose: '0.8 ml' },
            },
          ],
          advice: '麻药消退前看护勿咬唇，1 周后复诊行预成冠。',
          next: { days: 7, remark: '预成冠' },
          marks: [{ tooth: c.tooth, condition: 'rct', layer: 'existing' }],
        }),
      },
      {
        item: '戴牙',
        title: (c) => `乳牙预成冠 ${c.tooth}`,
        minutes: 30,
        write: (c) => ({
          chief: '乳牙根管治疗后 1 周复诊。',
          present: '疼痛消失，进食正常。',
          exams: [{ teeth: c.tooth, content: '充填体完整，叩(−)，牙龈无红肿。' }],
          diagnoses: [{ teeth: c.tooth, code: 'K04.0', kind: 1 }],
          treatments: [
            { teeth: c.tooth, content: '牙体预备，试戴预成冠，修整边缘，玻璃离子粘固。', items: [['ET06', 1]] },
          ],
          advice: '勿食黏性食物，3 个月复查。',
          next: { days: 90, remark: '复查' },
          marks: [{ tooth: c.tooth, condition: 'crown', layer: 'existing', detail: '预成' }],
        }),
      },
    ],
  },
  {
    key: 'check',
    skills: ['endo', 'prosth', 'perio', 'implant'],
    ages: [14, 85],
    weight: 8,
    teeth: () => ({ tooth: '' }),
    steps: [
      {
        item: '检查',
        title: () => '检查',
        minutes: 30,
        write: (c) => ({
          chief: c.r.pick(['要求口腔检查。', '定期口腔检查。', '牙齿敏感，要求检查。']),
          present: '无明显不适。',
          exams: [
            {
              teeth: 'FM',
              content: `口腔卫生${c.r.pick(['良好', '一般'])}，软垢少许，牙石 Ⅰ 度，未见明显龋坏，牙龈轻度红。`,
            },
          ],
          diagnoses: [{ teeth: 'FM', code: 'Z01.2', kind: 1 }],
          treatments: [
            {
              teeth: 'FM',
              content: '口腔全面检查，全景片，卫生指导。',
              items: [
                ['JC02', 1],
                ['YX02', 1],
              ],
            },
          ],
          advice: '每半年检查洁治一次。',
          next: { days: 180, remark: '检查' },
        }),
      },
    ],
  },
  {
    key: 'emergency',
    skills: ['endo'],
    ages: [16, 80],
    weight: 5,
    teeth: (r, free) => {
      const tooth = one(r, free, molars)
      return tooth ? { tooth } : null
    },
    steps: [
      {
        item: '急诊',
        title: (c) => `急性牙髓炎 ${c.tooth}`,
        minutes: 30,
        write: (c) => ({
          chief: `${place(c.tooth)}剧烈疼痛 1 天。`,
          present: '昨夜起自发性剧痛，放射至耳颞部，止痛药效果差。',
          exams: [{ teeth: c.tooth, content: '𬌗面深龋，探痛(+++)，叩(+)，热测剧痛，冷测可缓解。' }],
          aux: [{ teeth: c.tooth, kind: '根尖片', content: '冠部低密度影及髓，根尖周膜未见增宽。' }],
          diagnoses: [{ teeth: c.tooth, code: 'K04.0', kind: 1 }],
          plans: [{ teeth: c.tooth, content: '应急开髓，择期根管治疗。' }],
          treatments: [
            {
              teeth: c.tooth,
              content: '局麻下开髓减压，拔髓，开放引流，置樟脑酚棉球。',
              items: [
                ['JC01', 1],
                ['GG01', 1],
                ['YX01', 1],
              ],
              anesthetic: articaine,
            },
          ],
          advice: '3 天内复诊继续根管治疗，疼痛加重随诊。',
          next: { days: 3, remark: '根管治疗' },
          marks: [{ tooth: c.tooth, condition: 'pulpitis', layer: 'finding' }],
        }),
      },
    ],
  },
]

const byKey = new Map(courses.map((course) => [course.key, course]))

/** A course by its key. */
export function courseOf(key: string): Course {
  const course = byKey.get(key)
  if (!course) throw new Error(`no course ${key}`)
  return course
}
