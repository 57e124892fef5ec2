import { findTooth, isToothRegion } from './teeth.ts'

/** What is charted at the place of a tooth that is not there: gaps, and what fills them. */
const WITHOUT_TOOTH: ReadonlySet<ToothConditionId> = new Set([
  'missing',
  'lost_early',
  'congenitally_missing',
  'space_closed',
  'implant',
  'implant_abutment',
  'pontic',
  'removable',
  'full_denture',
  'space_maintainer',
  'retainer',
  'splint',
  'crown',
  'temporary_crown',
  'unerupted',
  'embedded',
  'other',
])

/** Whether a condition can be charted where the tooth is missing. A crown may stand on an implant. */
export const standsWithoutTooth = (id: ToothConditionId): boolean => WITHOUT_TOOTH.has(id)

/** What somebody made and can take off again. */
const MADE: ReadonlySet<ToothConditionId> = new Set([
  'filling',
  'rct',
  'crown',
  'temporary_crown',
  'implant',
  'implant_abutment',
  'bridge_abutment',
  'pontic',
  'veneer',
  'inlay',
  'post_core',
  'removable',
  'full_denture',
  'sealant',
  'bracket',
  'space_maintainer',
  'retainer',
  'splint',
])
/** What over several teeth is one piece: it is put on and taken off as a whole. A bridge has conditions of its own. */
const PIECES: ReadonlySet<ToothConditionId> = new Set(['removable', 'full_denture', 'bracket', 'retainer', 'splint'])
export const isPiece = (id: ToothConditionId): boolean => PIECES.has(id)

/** Why something is taken off, in the order of the list; anything else is written in words. */
export const removalReasons = ['松脱', '破损', '继发龋', '重做', '治疗结束', '患者要求'] as const

/** Whether a mark takes something off and does not say why. */
export const lacksReason = ({ condition, status, reason = '' }: ToothMark): boolean =>
  status === 'removed' && MADE.has(condition) && reason.trim() === ''

/** Colour layer of a mark: lesion, present restoration or state, planned work. */
export type ToothLayer = 'finding' | 'existing' | 'plan'
/** 现有, 计划, 进行中, 已完成, 外院完成, 拆除. */
export type ToothMarkStatus = 'present' | 'planned' | 'inProgress' | 'completed' | 'external' | 'removed'

interface ConditionShape {
  id: string
  nameZh: string
  /** Letter that marks the selected teeth on the chart; null when it has none. */
  key: string | null
  layer: ToothLayer
  /** True when the condition is recorded on surfaces. */
  perSurface: boolean
  /** True for one of the ten marks of the palette beside the chart. */
  palette: boolean
  /** Choices for `ToothMark.detail` (depth, material, grade). */
  details?: readonly string[]
}

const list = [
  {
    id: 'caries',
    nameZh: '龋',
    key: 'C',
    layer: 'finding',
    perSurface: true,
    palette: true,
    details: ['浅', '中', '深'],
  },
  {
    id: 'filling',
    nameZh: '充填体',
    key: 'F',
    layer: 'existing',
    perSurface: true,
    palette: true,
    details: ['复合树脂', '玻璃离子', '银汞合金', '暂封'],
  },
  { id: 'rct', nameZh: '根管治疗', key: 'R', layer: 'existing', perSurface: false, palette: true },
  { id: 'periapical', nameZh: '根尖周炎', key: 'A', layer: 'finding', perSurface: false, palette: true },
  {
    id: 'crown',
    nameZh: '冠',
    key: 'G',
    layer: 'existing',
    perSurface: false,
    palette: true,
    details: ['全瓷', '烤瓷', '金属', '预成'],
  },
  { id: 'wedge', nameZh: '楔状缺损', key: 'W', layer: 'finding', perSurface: true, palette: true },
  { id: 'residual_root', nameZh: '残根', key: 'Q', layer: 'finding', perSurface: false, palette: true },
  { id: 'implant', nameZh: '种植体', key: 'I', layer: 'existing', perSurface: false, palette: true },
  { id: 'missing', nameZh: '缺失', key: 'X', layer: 'existing', perSurface: false, palette: true },
  {
    id: 'impacted',
    nameZh: '阻生',
    key: 'Z',
    layer: 'existing',
    perSurface: false,
    palette: true,
    details: ['垂直', '近中', '水平', '远中', '倒置'],
  },
  { id: 'sound', nameZh: '健康', key: 'H', layer: 'existing', perSurface: false, palette: false },
  {
    id: 'secondary_caries',
    nameZh: '继发龋',
    key: null,
    layer: 'finding',
    perSurface: true,
    palette: false,
    details: ['浅', '中', '深'],
  },
  { id: 'pulpitis', nameZh: '牙髓炎', key: 'P', layer: 'finding', perSurface: false, palette: false },
  { id: 'residual_crown', nameZh: '残冠', key: 'D', layer: 'finding', perSurface: false, palette: false },
  { id: 'unerupted', nameZh: '未萌', key: 'U', layer: 'existing', perSurface: false, palette: false },
  { id: 'erupting', nameZh: '萌出中', key: null, layer: 'existing', perSurface: false, palette: false },
  { id: 'embedded', nameZh: '埋伏', key: null, layer: 'existing', perSurface: false, palette: false },
  { id: 'retained_deciduous', nameZh: '乳牙滞留', key: null, layer: 'finding', perSurface: false, palette: false },
  { id: 'supernumerary', nameZh: '多生牙', key: null, layer: 'finding', perSurface: false, palette: false },
  { id: 'mobility1', nameZh: '松动Ⅰ度', key: 'L', layer: 'finding', perSurface: false, palette: false },
  { id: 'mobility2', nameZh: '松动Ⅱ度', key: null, layer: 'finding', perSurface: false, palette: false },
  { id: 'mobility3', nameZh: '松动Ⅲ度', key: null, layer: 'finding', perSurface: false, palette: false },
  { id: 'furcation', nameZh: '根分叉病变', key: null, layer: 'finding', perSurface: false, palette: false },
  { id: 'recession', nameZh: '牙龈退缩', key: null, layer: 'finding', perSurface: false, palette: false },
  { id: 'attrition', nameZh: '磨耗', key: 'M', layer: 'finding', perSurface: true, palette: false },
  { id: 'crack', nameZh: '隐裂', key: 'K', layer: 'finding', perSurface: true, palette: false },
  { id: 'fracture', nameZh: '折断', key: 'B', layer: 'finding', perSurface: true, palette: false },
  { id: 'fluorosis', nameZh: '氟斑牙', key: null, layer: 'finding', perSurface: false, palette: false },
  {
    id: 'temporary_crown',
    nameZh: '临时冠',
    key: 'T',
    layer: 'existing',
    perSurface: false,
    palette: false,
    details: ['树脂', '金属'],
  },
  {
    id: 'bridge_abutment',
    nameZh: '桥基牙',
    key: 'J',
    layer: 'existing',
    perSurface: false,
    palette: false,
    details: ['全瓷', '烤瓷', '金属'],
  },
  {
    id: 'pontic',
    nameZh: '桥体',
    key: 'Y',
    layer: 'existing',
    perSurface: false,
    palette: false,
    details: ['全瓷', '烤瓷', '金属'],
  },
  {
    id: 'veneer',
    nameZh: '贴面',
    key: 'V',
    layer: 'existing',
    perSurface: true,
    palette: false,
    details: ['全瓷', '树脂'],
  },
  {
    id: 'inlay',
    nameZh: '嵌体',
    key: 'N',
    layer: 'existing',
    perSurface: true,
    palette: false,
    details: ['全瓷', '树脂', '金属'],
  },
  {
    id: 'post_core',
    nameZh: '桩核',
    key: null,
    layer: 'existing',
    perSurface: false,
    palette: false,
    details: ['纤维桩', '金属桩'],
  },
  { id: 'implant_abutment', nameZh: '基台', key: null, layer: 'existing', perSurface: false, palette: false },
  { id: 'removable', nameZh: '活动义齿', key: 'E', layer: 'existing', perSurface: false, palette: false },
  { id: 'sealant', nameZh: '窝沟封闭', key: 'S', layer: 'existing', perSurface: true, palette: false },
  { id: 'bracket', nameZh: '托槽、附件', key: 'O', layer: 'existing', perSurface: false, palette: false },
  { id: 'space_maintainer', nameZh: '间隙保持器', key: null, layer: 'existing', perSurface: false, palette: false },
  { id: 'veneer_defect', nameZh: '修复体缺损', key: null, layer: 'finding', perSurface: false, palette: false },
  { id: 'cyst', nameZh: '根尖周囊肿', key: null, layer: 'finding', perSurface: false, palette: false },
  { id: 'root_fracture', nameZh: '根折', key: null, layer: 'finding', perSurface: false, palette: false },
  { id: 'resorption', nameZh: '牙根吸收', key: null, layer: 'finding', perSurface: false, palette: false },
  { id: 'overgrowth', nameZh: '牙龈增生', key: null, layer: 'finding', perSurface: false, palette: false },
  { id: 'lost_early', nameZh: '早失', key: null, layer: 'existing', perSurface: false, palette: false },
  // A tooth that was never laid down: nobody took it out, and its deciduous forerunner may stay for life.
  {
    id: 'congenitally_missing',
    nameZh: '先天缺失',
    key: null,
    layer: 'existing',
    perSurface: false,
    palette: false,
  },
  { id: 'space_closed', nameZh: '间隙关闭', key: null, layer: 'existing', perSurface: false, palette: false },
  {
    id: 'malposed',
    nameZh: '错位',
    key: null,
    layer: 'finding',
    perSurface: false,
    palette: false,
    details: ['唇颊向', '舌腭向', '近中', '远中', '扭转'],
  },
  { id: 'overerupted', nameZh: '伸长', key: null, layer: 'finding', perSurface: false, palette: false },
  {
    id: 'anomaly',
    nameZh: '牙形态异常',
    key: null,
    layer: 'finding',
    perSurface: false,
    palette: false,
    details: ['融合', '畸形', '过小'],
  },
  { id: 'retainer', nameZh: '固位保持丝', key: null, layer: 'existing', perSurface: false, palette: false },
  { id: 'splint', nameZh: '夹板', key: null, layer: 'existing', perSurface: false, palette: false },
  { id: 'full_denture', nameZh: '全口义齿', key: null, layer: 'existing', perSurface: false, palette: false },
  { id: 'rct_needed', nameZh: '需根管治疗', key: null, layer: 'plan', perSurface: false, palette: false },
  { id: 'extract_planned', nameZh: '拟拔除', key: null, layer: 'plan', perSurface: false, palette: false },
  { id: 'other', nameZh: '其他', key: null, layer: 'finding', perSurface: false, palette: false },
] as const satisfies readonly ConditionShape[]

export type ToothConditionId = (typeof list)[number]['id']
export interface ToothCondition extends ConditionShape {
  id: ToothConditionId
}

/** Everything that can be charted on a tooth; the first ten are the palette, in its order. */
export const toothConditions: readonly ToothCondition[] = list

const byId = new Map(toothConditions.map((condition) => [condition.id, condition]))
const byKey = new Map(toothConditions.map((condition) => [condition.key, condition]))

/** One charted condition. `tooth` is an FDI code or 'S' and its neighbour; `surfaces` is '' when none apply. */
export interface ToothMark {
  tooth: string
  condition: ToothConditionId
  surfaces: string
  status: ToothMarkStatus
  /** Depth, material or grade, one of the condition's `details`. */
  detail?: string
  /** What is one piece over several teeth (a bridge, a splint) shares it. */
  group?: string
  /** Why it was taken off: one of `removalReasons`, or words. */
  reason?: string
}

export const toothMarkStatuses: readonly { id: ToothMarkStatus; nameZh: string }[] = [
  { id: 'present', nameZh: '现有' },
  { id: 'planned', nameZh: '计划' },
  { id: 'inProgress', nameZh: '进行中' },
  { id: 'completed', nameZh: '已完成' },
  { id: 'external', nameZh: '外院完成' },
  { id: 'removed', nameZh: '拆除' },
]

/** The condition of an id. */
export function toothCondition(id: ToothConditionId): ToothCondition {
  const condition = byId.get(id)
  if (!condition) throw new Error(`Unknown tooth condition ${id}`)
  return condition
}

/** What is wrong with the detail of a condition, in Chinese; null when it is one of its details, or none. */
export function detailProblem(id: ToothConditionId, detail: string): string | null {
  const { nameZh, details = [] } = toothCondition(id)
  return detail === '' || details.includes(detail) ? null : `${nameZh}没有「${detail}」这一项`
}

/** The condition marked by a letter key (either case), or undefined. */
export function conditionOfKey(key: string): ToothCondition | undefined {
  return key.length === 1 ? byKey.get(key.toUpperCase()) : undefined
}

/** Whether a mark is work that is still to be done, or under way. */
export const isPlan = (mark: Pick<ToothMark, 'condition' | 'status'>): boolean => markLayer(mark) === 'plan'

/** Colour layer of a mark: planned and running work is plan, otherwise what its condition says. */
export function markLayer(mark: Pick<ToothMark, 'condition' | 'status'>): ToothLayer {
  return mark.status === 'planned' || mark.status === 'inProgress' ? 'plan' : toothCondition(mark.condition).layer
}

/**
 * Surfaces a new mark gets: those chosen; otherwise the place the condition is usual at (occlusal or incisal,
 * the buccal neck for a wedge defect, buccal for a veneer); '' for conditions of the whole tooth.
 */
export function defaultSurfaces(tooth: string, condition: ToothConditionId, chosen: string): string {
  if (!toothCondition(condition).perSurface || isToothRegion(tooth)) return ''
  if (chosen) return chosen
  if (condition === 'wedge') return 'BC'
  if (condition === 'veneer') return 'B'
  const host = findTooth(tooth.replace('S', ''))
  return host?.surfaces.includes('O') ? 'O' : 'I'
}
