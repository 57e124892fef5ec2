import type { PlanOutcome } from '@dentin/clinical/plan-marks'

/** One item of an option: tariff code, the teeth it is done at, what the chart shows afterwards. */
export interface DemoPlanLine {
  code: string
  teeth?: string
  qty?: number
  outcome?: PlanOutcome
}
export interface DemoPlanOption {
  name: string
  months: number | null
  pros: readonly string[]
  cons: readonly string[]
  phases: readonly { name: string; visits: number; lines: readonly DemoPlanLine[] }[]
}
export interface DemoPlan {
  title: string
  /** The first is what is done. */
  options: readonly DemoPlanOption[]
}

const place = (tooth: string): 0 | 1 | 2 => (Number(tooth[1]) <= 3 ? 0 : Number(tooth[1]) <= 5 ? 1 : 2)

/** A tooth between its two neighbours, as a bridge of three takes them. */
const besides = (tooth: string): readonly string[] => [-1, 0, 1].map((step) => `${tooth[0]}${Number(tooth[1]) + step}`)

const implantPhases = (tooth: string) => [
  { name: '种植手术', visits: 2, lines: [{ code: 'ZZ01', teeth: tooth, outcome: 'implant' as const }] },
  {
    name: '种植修复',
    visits: 2,
    lines: [
      { code: 'ZX03', teeth: tooth },
      { code: 'ZX01', teeth: tooth },
      { code: 'ZX02', teeth: tooth, outcome: 'crown' as const },
    ],
  },
]
const rootCanal = (tooth: string) => ({
  name: '根管治疗',
  visits: 3,
  lines: [
    { code: ['GG02', 'GG03', 'GG04'][place(tooth)] as string, teeth: tooth },
    { code: ['GG06', 'GG07', 'GG08'][place(tooth)] as string, teeth: tooth, outcome: 'rct' as const },
    { code: 'ZH01', teeth: tooth, outcome: 'post_core' as const },
  ],
})
const crownOf = (code: string, tooth: string) => ({
  name: '冠修复',
  visits: 2,
  lines: [
    { code, teeth: tooth, outcome: 'crown' as const },
    { code: 'XF08', teeth: tooth },
  ],
})

const implantOrBridge = (tooth: string): DemoPlan => {
  const bridge = besides(tooth)
  return {
    title: `${tooth} 缺失修复`,
    options: [
      {
        name: '种植单冠',
        months: 5,
        pros: ['不磨邻牙', '咀嚼效率接近真牙'],
        cons: ['需手术，疗程较长', '费用较高'],
        phases: implantPhases(tooth),
      },
      {
        name: '固定桥',
        months: 1,
        pros: ['疗程短，两三周完成', '不做手术'],
        cons: ['要磨两侧邻牙', '桥体下方需用牙线清洁'],
        phases: [
          {
            name: '固定桥修复',
            visits: 3,
            lines: [
              { code: 'XF01', teeth: bridge.join(';'), qty: bridge.length, outcome: 'bridge' },
              { code: 'XF06', teeth: bridge.join(';'), qty: bridge.length },
            ],
          },
        ],
      },
    ],
  }
}

/** Plans of courses whose later visits do what the patient agreed to. */
export const agreedPlans: Readonly<Record<string, (tooth: string, second: string) => DemoPlan>> = {
  implant: implantOrBridge,
  rct: (tooth) => ({
    title: `${tooth} 保留或拔除`,
    options: [
      {
        name: '根管治疗后全冠',
        months: 2,
        pros: ['保住自己的牙', '费用比种植低'],
        cons: ['就诊次数多', '牙体变脆，必须做冠'],
        phases: [rootCanal(tooth), crownOf('XF01', tooth)],
      },
      {
        name: '拔除后种植',
        months: 8,
        pros: ['一次解决反复发炎'],
        cons: ['失去自己的牙', '拔牙后需等三个月'],
        phases: [
          { name: '拔牙', visits: 1, lines: [{ code: 'BY03', teeth: tooth, outcome: 'extraction' }] },
          ...implantPhases(tooth),
        ],
      },
    ],
  }),
  periodontitis: (tooth, second) => ({
    title: '牙周系统治疗',
    options: [
      {
        name: '分区刮治',
        months: 3,
        pros: ['保住牙槽骨', '控制牙龈出血和口气'],
        cons: ['治疗后可能短期敏感', '需每三个月维护'],
        phases: [
          {
            name: '龈下刮治',
            visits: 2,
            lines: [`${tooth};${second}`, tooth === 'Q1' ? 'Q2;Q3' : 'Q1;Q4'].map((teeth) => ({
              code: 'YZ04',
              teeth,
              qty: 2,
            })),
          },
          { name: '复查维护', visits: 1, lines: [{ code: 'YZ06' }] },
        ],
      },
      {
        name: '全口洁治观察',
        months: 1,
        pros: ['费用低，一次完成'],
        cons: ['深牙周袋清不干净', '牙槽骨可能继续吸收'],
        phases: [
          { name: '洁治', visits: 1, lines: [{ code: 'YZ01' }, { code: 'YZ08' }] },
          { name: '复查维护', visits: 1, lines: [{ code: 'YZ06' }] },
        ],
      },
    ],
  }),
}

/** Plans that nobody has taken up, by what the patient last came for. */
export const openPlans: readonly {
  courses: readonly string[]
  ages: readonly [number, number]
  /** null: the mouth asks for no such thing. */
  plan: (missing: readonly string[]) => DemoPlan | null
}[] = [
  {
    courses: ['check', 'scaling'],
    ages: [14, 45],
    plan: () => ({
      title: '牙列不齐矫治',
      options: [
        {
          name: '隐形矫治',
          months: 20,
          pros: ['不影响美观', '可摘下刷牙进食'],
          cons: ['每天须戴满 20 小时', '费用较高'],
          phases: [
            { name: '方案设计', visits: 1, lines: [{ code: 'ZJ01' }] },
            { name: '矫治', visits: 12, lines: [{ code: 'ZJ04', outcome: 'bracket' }] },
            { name: '保持', visits: 2, lines: [{ code: 'BC01', qty: 2 }] },
          ],
        },
        {
          name: '金属自锁托槽',
          months: 22,
          pros: ['不靠自觉，医生可控', '费用较低'],
          cons: ['影响美观', '刷牙较麻烦'],
          phases: [
            { name: '方案设计', visits: 1, lines: [{ code: 'ZJ01' }] },
            { name: '矫治', visits: 22, lines: [{ code: 'ZJ02', outcome: 'bracket' }] },
            { name: '保持', visits: 2, lines: [{ code: 'BC01', qty: 2 }] },
          ],
        },
      ],
    }),
  },
  {
    courses: ['scaling', 'check', 'filling', 'wedge', 'periodontitis', 'extraction'],
    ages: [30, 80],
    plan: (missing) => {
      const gap = missing.find(
        (tooth) => /[4-6]$/.test(tooth) && besides(tooth).every((each) => each === tooth || !missing.includes(each)),
      )
      return gap ? implantOrBridge(gap) : null
    },
  },
  {
    courses: ['check', 'filling', 'scaling'],
    ages: [22, 60],
    plan: () => ({
      title: '牙齿美白',
      options: [
        {
          name: '冷光美白',
          months: null,
          pros: ['一次就诊可见效'],
          cons: ['当天可能酸痛', '一两年后需补做'],
          phases: [{ name: '美白', visits: 1, lines: [{ code: 'YZ02' }, { code: 'MB01' }] }],
        },
        {
          name: '家庭美白',
          months: 1,
          pros: ['酸痛轻', '托盘可再用'],
          cons: ['每天佩戴，两到四周见效'],
          phases: [{ name: '美白', visits: 2, lines: [{ code: 'YZ02' }, { code: 'MB02' }] }],
        },
      ],
    }),
  },
  {
    courses: ['check', 'filling', 'scaling', 'wedge', 'emergency'],
    ages: [25, 65],
    plan: () => ({
      title: '夜磨牙保护',
      options: [
        {
          name: '软硬复合𬌗垫',
          months: 1,
          pros: ['保护牙面和充填体', '缓解晨起酸胀'],
          cons: ['每晚佩戴，需适应一周'],
          phases: [
            { name: '检查取模', visits: 1, lines: [{ code: 'JC06' }] },
            { name: '戴用调改', visits: 2, lines: [{ code: 'HD05' }, { code: 'HD04', qty: 2 }] },
          ],
        },
      ],
    }),
  },
  {
    courses: ['check', 'filling', 'scaling'],
    ages: [22, 55],
    plan: () => ({
      title: '上前牙美学修复',
      options: [
        {
          name: '瓷贴面',
          months: 1,
          pros: ['颜色形态一次改善', '磨牙少'],
          cons: ['不能咬硬物', '费用较高'],
          phases: [
            {
              name: '贴面修复',
              visits: 3,
              lines: [{ code: 'YZ02' }, { code: 'XF04', teeth: '12;11;21;22', qty: 4, outcome: 'veneer' }],
            },
          ],
        },
        {
          name: '树脂美学充填',
          months: null,
          pros: ['当天完成', '费用低'],
          cons: ['三到五年会变色'],
          phases: [
            { name: '充填', visits: 1, lines: [{ code: 'CT04', teeth: '12;11;21;22', qty: 4, outcome: 'filling' }] },
          ],
        },
      ],
    }),
  },
]
