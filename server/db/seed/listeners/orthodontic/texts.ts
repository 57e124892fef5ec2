import type { OrthoPhase, Wire } from '@dentin/clinical/orthodontics/vocabulary'
import { recordContent, type RecordContent } from '@dentin/contract'
import { orthoExam, orthoStates, orthoVisit } from '@dentin/contract/orthodontic'
import type { Random } from '../../random.ts'
import type { Slot } from './slots.ts'

/** A typical run of wires, a step every other visit. */
const RUN: readonly Wire[] = [
  { size: '0.014', material: 'NiTi' },
  { size: '0.016', material: 'NiTi' },
  { size: '0.016×0.022', material: 'NiTi' },
  { size: '0.018×0.025', material: 'NiTi' },
  { size: '0.019×0.025', material: 'SS' },
]
const PHASES: readonly OrthoPhase[] = ['排齐', '排齐', '排齐', '关间隙', '精调']
const DAYS_PER_TRAY = 10
/** Trays between two visits. */
const TRAYS = 3

/** The first examination of a case, with plans once they were made. */
export function examText(r: Random, caseId: string, { kind, status, plan }: Slot): RecordContent {
  const hasPlans = !orthoStates.is(status, 'first', 'diagnosed')
  const overjet = kind === 'growth' ? r.int(6, 9) : r.int(2, 7)
  const chosen = {
    name: plan.plan_name,
    appliance: plan.appliance,
    extraction: plan.extraction,
    anchorage: '中',
    months: plan.months,
    risks: '酸痛、托槽或附件脱落、牙根吸收、保持不当复发',
    fee: {
      total: plan.fee_total,
      down: plan.down_payment,
      count: plan.instalment_count,
      each: plan.instalment_amount,
      day: plan.instalment_day,
    },
    chosen: !orthoStates.is(status, 'planning'),
  }
  return recordContent.parse({
    chiefComplaint: r.pick(['牙列不齐，要求矫治', '上前牙前突，要求矫治', '牙齿拥挤，影响美观']),
    pastHistory: '否认系统病史',
    allergyHistory: '否认药物过敏史',
    diagnoses: [{ teeth: '', icdCode: 'K07.3', icdName: '牙位置异常', kind: 1 }],
    orthoExam: orthoExam.parse({
      caseId,
      growthHistory: kind === 'growth' ? '身高近一年长 6 cm' : '',
      puberty: kind === 'growth' ? '进行中' : '已过',
      badHabits: r.chance(0.3) ? [r.pick(['口呼吸', '咬唇', '吐舌'])] : [],
      expectation: '排齐牙齿，改善侧貌',
      symmetry: 0,
      faceType: r.pick(['均面', '长面']),
      profile: overjet > 5 ? '凸' : '直',
      chin: overjet > 5 ? '后缩' : '正常',
      mandibularPlane: '均角',
      dentition: kind === 'growth' ? '替牙列' : '恒牙列',
      crowdingUpper: r.int(0, 7),
      crowdingLower: r.int(1, 8),
      speeLeft: 2,
      speeRight: 2,
      boltonAnterior: r.int(770, 810) / 10,
      boltonTotal: r.int(900, 930) / 10,
      molarLeft: overjet > 4 ? 2 : 1,
      molarRight: overjet > 4 ? 2 : 1,
      angleType: overjet > 4 ? 'Ⅱ1' : 'Ⅰ',
      overjet,
      overbite: r.pick([0.25, 0.45, 0.6]),
      oralHygiene: r.pick(['好', '中']),
      skeletalClass: overjet > 5 ? 'Ⅱ类' : 'Ⅰ类',
      problems: [overjet > 4 ? '覆盖大' : '牙列拥挤', '中线不正'],
      goals: ['排齐牙列', '磨牙、尖牙中性'],
      plans: hasPlans ? [chosen, { ...chosen, name: '暂缓，半年后复查', fee: null, chosen: false }] : [],
    }),
  })
}

/**
 * One monthly visit.
 * @param n which visit of the case, from 0
 */
export function visitText(r: Random, caseId: string, { kind, visits }: Slot, n: number, count: number): RecordContent {
  const step = Math.min(RUN.length - 1, Math.floor(n / 2))
  const total = Math.max(20, visits * TRAYS)
  const isNew = n === 0 || n % 2 === 0
  const grade = () => r.pick(['好', '好', '中', '差'] as const)
  const lost = kind === 'fixed' && n > 0 && r.chance(0.12) ? [r.pick(['45', '35', '15', '25'])] : []
  const fixed = {
    phase: PHASES[step],
    ...(isNew ? { upperWire: RUN[step], lowerWire: RUN[Math.max(0, step - (n > 0 ? 1 : 0))] } : {}),
    ...(step === 3 && isNew
      ? {
          elastics: [
            { type: 'Ⅱ类', size: '3/16', force: 4.5, teeth: ['13', '46'], hours: 22 },
            { type: 'Ⅱ类', size: '3/16', force: 4.5, teeth: ['23', '36'], hours: 22 },
          ],
          chains: [{ kind: '中', from: '13', to: '23' }],
        }
      : {}),
    bracketLoss: lost,
    rebonded: lost,
  }
  const tray = {
    phase: n < count / 2 ? '排齐' : '精调',
    tray: { no: Math.min(total, 1 + n * TRAYS), total, daysPerTray: DAYS_PER_TRAY, refinement: 0 },
    wearHours: 22,
    ...(n === 1 ? { stripping: [{ between: ['11', '21'], mm: 0.2 }] } : {}),
  }
  return recordContent.parse({
    chiefComplaint: '正畸复诊',
    nextVisit: { days: 35, remark: '复诊加力' },
    orthoVisit: orthoVisit.parse({
      caseId,
      ...(kind === 'fixed' ? fixed : kind === 'aligner' ? tray : { wearHours: 14 }),
      hygiene: grade(),
      cooperation: grade(),
      measures: {
        spaceRight: null,
        spaceLeft: null,
        overjet: Math.max(2, 6 - n * 0.5),
        overbite: Math.max(2, 4 - n * 0.25),
        canineRight: null,
        canineLeft: null,
      },
      next: [kind === 'fixed' ? '换上丝' : '查橡皮圈佩戴'],
      interval: 5,
    }),
  })
}
