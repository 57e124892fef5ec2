/** What orthodontists choose from; each list in the order of the screen. */

export const wireMaterials = ['NiTi', 'SS', 'TMA'] as const
export type WireMaterial = (typeof wireMaterials)[number]
export const wireMaterialNames: Readonly<Record<WireMaterial, string>> = { NiTi: '镍钛', SS: '不锈钢', TMA: 'TMA' }

/** Sizes in inch that each material is made in: round ones, then rectangular ones (height × width). */
export const wireSizes = {
  NiTi: ['0.012', '0.014', '0.016', '0.018', '0.016×0.022', '0.018×0.025', '0.019×0.025'],
  SS: ['0.016', '0.018', '0.016×0.022', '0.017×0.025', '0.018×0.025', '0.019×0.025'],
  TMA: ['0.017×0.025', '0.019×0.025'],
} as const satisfies Readonly<Record<WireMaterial, readonly string[]>>
/** Every size that any material is made in, thin ones first. */
export const allWireSizes = [
  '0.012',
  '0.014',
  '0.016',
  '0.018',
  '0.016×0.022',
  '0.017×0.025',
  '0.018×0.025',
  '0.019×0.025',
] as const
export type WireSize = (typeof allWireSizes)[number]

/** A wire of one arch. */
export interface Wire {
  size: WireSize
  material: WireMaterial
}

const isMade = ({ size, material }: Wire): boolean => (wireSizes[material] as readonly string[]).includes(size)

/** Height and width of a wire's cross section in inch; a round one is as wide as it is high. */
function sectionOf(size: WireSize): readonly [number, number] {
  const [height = 0, width = height] = size.split('×').map(Number)
  return [height, width]
}

/** Slots of brackets in inch: how high a wire they take. */
export const slots = ['0.018', '0.022'] as const
export type Slot = (typeof slots)[number]

/** Why there is no such wire, or why the slot does not take it; null when it can be. */
export function wireProblem(wire: Wire, slot: Slot | null): string | null {
  if (!isMade(wire)) return `没有 ${wire.size} 的${wireMaterialNames[wire.material]}丝`
  const [height] = sectionOf(wire.size)
  return slot !== null && height > Number(slot) ? `${wire.size} 的弓丝放不进 ${slot} 的槽沟` : null
}

/** '0.019×0.025 不锈钢' */
export const wireText = ({ size, material }: Wire): string => `${size} ${wireMaterialNames[material]}`

export const elasticTypes = ['Ⅱ类', 'Ⅲ类', '垂直', '交互', '三角', '箱状'] as const
export type ElasticType = (typeof elasticTypes)[number]
/** Diameters in inch. */
export const elasticSizes = ['1/8', '3/16', '1/4', '5/16'] as const
export type ElasticSize = (typeof elasticSizes)[number]
/** Ounces. */
export const elasticForces = [2.5, 3.5, 4.5, 6] as const
export type ElasticForce = (typeof elasticForces)[number]

/** An elastic from tooth to tooth; a triangle and a box go over further teeth. */
export interface Elastic {
  type: ElasticType
  size: ElasticSize
  force: ElasticForce
  /** The teeth it is hooked on, in the order in which it runs. */
  teeth: string[]
  /** Hours a day. */
  hours: number | null
}

export const chainKinds = ['密', '中', '疏'] as const
export type ChainKind = (typeof chainKinds)[number]
export const springKinds = ['开', '闭'] as const
export type SpringKind = (typeof springKinds)[number]
/** An open coil pushes teeth apart, a closed one draws them together. */
export const springNames: Readonly<Record<SpringKind, string>> = { 开: '推簧', 闭: '拉簧' }

/** What runs along one arch from a tooth to another. */
export interface Span<K extends string> {
  kind: K
  from: string
  to: string
}

export const appliances = ['固定金属', '自锁', '陶瓷', '舌侧', '隐形', '功能', '扩弓', '其他'] as const
export type Appliance = (typeof appliances)[number]
/** Those that stand on brackets and wires. */
const onWires: readonly Appliance[] = ['固定金属', '自锁', '陶瓷', '舌侧']
/** Brackets and wires, trays, or something that is worn for growth. */
export type ApplianceKind = 'fixed' | 'aligner' | 'growth'
export const applianceKind = (appliance: Appliance): ApplianceKind =>
  onWires.includes(appliance) ? 'fixed' : appliance === '隐形' ? 'aligner' : 'growth'

export const retainers = ['压膜保持器', 'Hawley 保持器', '舌侧固定丝', '正位器', '不戴'] as const
export type Retainer = (typeof retainers)[number]

/** Phases of treatment in their order. */
export const orthoPhases = ['排齐', '关间隙', '精调', '保持'] as const
export type OrthoPhase = (typeof orthoPhases)[number]

/** How well somebody cleans, and how well somebody does what was agreed. */
export const careGrades = ['好', '中', '差'] as const
export type CareGrade = (typeof careGrades)[number]

/** What is often done at a visit, and often comes next. */
export const usualWorks = ['弯制', '片切', '去带环', '扩弓', '粘附件', '结扎', '粘托槽'] as const
export const usualNext = ['继续关间隙', '换上丝', '换下丝', '查橡皮圈佩戴', '全景片', '精调', '换保持器'] as const
/** Weeks to the next visit. */
export const usualWeeks = [4, 5, 6, 8] as const
/** Hours a day that elastics or trays are worn. */
export const usualHours = [12, 16, 20, 22] as const
