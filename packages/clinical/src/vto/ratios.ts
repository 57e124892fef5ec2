/**
 * How far soft tissue follows bones and teeth; each can be set by the clinic. Averages: the true error is often 2 mm or more.
 * Sources: Rudee 1964, Roos 1977, Rains & Nanda 1982 (upper lip by incisor); Epker, Stella & Fish 1995, Proffit, White & Sarver
 * 2003 (maxilla, genioplasty); Veltkamp 2002, Naoumova 2008 (mandible). 待确认.
 */
export interface SoftRatios {
  /** Nose tip and subnasale by the maxilla, forward. */
  noseTip: number
  subnasale: number
  /** Upper lip by the maxilla forward and up, and by the tooth's own way forward. */
  upperLipMaxilla: number
  upperLipUp: number
  upperLipTooth: number
  /** Lower lip by the whole way of the lower incisor. */
  lowerLipTooth: number
  /** Chin by genioplasty: forward, back, and in height. */
  chinForward: number
  chinBack: number
  chinUp: number
}

export const DEFAULT_RATIOS: SoftRatios = {
  noseTip: 0.25,
  subnasale: 0.5,
  upperLipMaxilla: 0.6,
  upperLipUp: 0.3,
  upperLipTooth: 0.4,
  lowerLipTooth: 0.75,
  chinForward: 0.85,
  chinBack: 0.55,
  chinUp: 0.5,
}

/** Ricketts-style growth of a year, a list that can be edited (decision): degrees, or mm. */
export const GROWTH_PER_YEAR = [
  { id: 'facialAxis', nameZh: '面轴角', unit: 'deg', change: 0 },
  { id: 'FMA', nameZh: '下颌平面角', unit: 'deg', change: -1 / 3 },
  { id: 'convexityMm', nameZh: '颌凸距', unit: 'mm', change: -0.2 },
  { id: 'Ba', nameZh: 'Ba-N 后端', unit: 'mm', change: 1 },
  { id: 'N', nameZh: 'Ba-N 前端', unit: 'mm', change: 1 },
  { id: 'condyleAxis', nameZh: '髁突轴', unit: 'mm', change: 1 },
  { id: 'corpusAxis', nameZh: '下颌体轴', unit: 'mm', change: 2 },
] as const

/** Stands under every simulation. */
export const VTO_NOTICE = '模拟结果仅用于医患沟通，不代表实际疗效'
