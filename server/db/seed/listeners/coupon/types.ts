/** A type of coupon of the demo. */
export interface DemoCoupon {
  name: string
  kind: 1 | 2 | 3 | 4
  value?: string
  percent?: number
  most?: string
  threshold?: string
  /** Codes of the items that it pays; none: all. */
  tariffs?: string[]
  days: number
  stackable?: boolean
  total?: number
}

/** All four kinds, one that goes with others, one of which there are so many. */
export const DEMO_COUPONS: readonly DemoCoupon[] = [
  { name: '满 500 减 50', kind: 1, value: '50.00', threshold: '500.00', days: 90 },
  { name: '新客立减 20', kind: 2, value: '20.00', days: 30, stackable: true, total: 500 },
  { name: '满意回访 9.5 折', kind: 3, percent: 95, days: 180 },
  { name: '口扫体验券', kind: 4, most: '200.00', tariffs: ['JC05'], days: 60, stackable: true },
]
