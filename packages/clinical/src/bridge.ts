import { findTooth, toothRange } from './teeth.ts'
import type { ToothMark, ToothMarkStatus } from './tooth-conditions.ts'

/** What a bridge is charted with. */
export interface BridgeChoice {
  /** FDI codes of all its teeth, in any order. */
  teeth: readonly string[]
  /** Teeth that are not there: they carry a pontic. */
  missing: ReadonlySet<string>
  status: ToothMarkStatus
  /** Names the piece; each bridge its own. */
  group: string
}

/**
 * The marks of a bridge, as one piece: pontics where teeth are missing, abutments where they are. When none of them is
 * missing, the first and the last are the abutments.
 * @returns the marks in the order of the arch, or what is wrong with the teeth, in Chinese
 */
export function bridgeMarks({ teeth, missing, status, group }: BridgeChoice): ToothMark[] | { problem: string } {
  if (teeth.some((code) => findTooth(code)?.dentition !== 'permanent')) return { problem: '固定桥只能标在恒牙上' }
  if (teeth.length < 2) return { problem: '固定桥至少选两颗相连的牙' }
  const [upper, lower] = [toothRange('18', '28'), toothRange('48', '38')]
  const arch = upper.includes(teeth[0] ?? '') ? upper : lower
  const places = teeth.map((code) => arch.indexOf(code)).sort((one, other) => one - other)
  const first = places[0] ?? -1
  if (first < 0 || places.some((place, index) => place !== first + index))
    return { problem: '固定桥的牙应在同一颌内相连' }
  const span = arch.slice(first, first + teeth.length)
  const gaps = span.filter((code) => missing.has(code))
  if (gaps.length === span.length) return { problem: '固定桥至少要有一颗基牙' }
  const isPontic = (code: string) => (gaps.length > 0 ? gaps.includes(code) : code !== span[0] && code !== span.at(-1))
  if (!span.some(isPontic)) return { problem: '固定桥至少要有一个桥体：选三颗牙，或先标缺失' }
  return span.map((tooth) => ({
    tooth,
    condition: isPontic(tooth) ? 'pontic' : 'bridge_abutment',
    surfaces: '',
    status,
    group,
  }))
}
