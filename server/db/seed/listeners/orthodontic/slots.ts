import type { Appliance, ApplianceKind } from '@dentin/clinical/orthodontics/vocabulary'
import { orthoStates } from '@dentin/contract/orthodontic'

/** One case of the demo, before it has a patient. */
export interface Slot {
  kind: ApplianceKind
  status: number
  ages: readonly [number, number]
  /** How many visits at most, and the day of the last, counted from today. */
  visits: number
  last: number
  late: boolean
  plan: {
    appliance: Appliance
    slot: '0.022' | null
    plan_name: string
    extraction: string
    months: number
    fee_total: string
    down_payment: string
    instalment_count: number
    instalment_amount: string
    instalment_day: number
    retainer_upper?: string
    retainer_lower?: string
    retention_hours?: number
    retention_months?: number
    retention_plan?: string
  }
}

/** Of each hundred: 40 fixed, 35 trays, 15 for growth make the 90 of the first clinic. */
const KINDS: readonly (readonly [ApplianceKind, number])[] = [
  ['fixed', 40],
  ['aligner', 35],
  ['growth', 15],
]
const ages: Readonly<Record<ApplianceKind, readonly [number, number]>> = {
  fixed: [11, 32],
  aligner: [16, 42],
  growth: [7, 13],
}
const LATE = 6
const { code } = orthoStates
/** How many of the 90 are in each state; the rest is under treatment. */
const STATES: readonly (readonly [status: number, count: number])[] = [
  [code.first, 5],
  [code.diagnosed, 4],
  [code.planning, 5],
  [code.retention, 5],
  [code.ended, 7],
  [code.stopped, 3],
]

function planOf(kind: ApplianceKind, n: number): Slot['plan'] {
  const pay = (total: number, down: number, count: number) => ({
    fee_total: total.toFixed(2),
    down_payment: down.toFixed(2),
    instalment_count: count,
    instalment_amount: ((total - down) / count).toFixed(2),
    instalment_day: 1 + (n % 28),
  })
  if (kind === 'fixed')
    return {
      appliance: (['固定金属', '自锁', '陶瓷'] as const)[n % 3] ?? '固定金属',
      slot: '0.022',
      plan_name: '不拔牙排齐，调整咬合',
      extraction: '',
      months: 24,
      ...pay(18_800, 6_800, 24),
    }
  if (kind === 'aligner')
    return {
      appliance: '隐形',
      slot: null,
      plan_name: '隐形矫治，邻面去釉排齐',
      extraction: '',
      months: 18,
      ...pay(32_000, 14_000, 18),
    }
  return {
    appliance: n % 2 === 0 ? '功能' : '扩弓',
    slot: null,
    plan_name: n % 2 === 0 ? '功能矫治导下颌向前' : '上颌扩弓',
    extraction: '',
    months: 12,
    ...pay(9_600, 3_600, 12),
  }
}

/** A plan with the first premolars taken out: nobody whose teeth still stand in the chart is treated by it. */
const extracting = {
  plan_name: '拔除四颗第一前磨牙，内收前牙',
  extraction: '14;24;34;44',
}

const retained = {
  retainer_upper: '压膜保持器',
  retainer_lower: '舌侧固定丝',
  retention_hours: 20,
  retention_months: 24,
  retention_plan: '头半年全天戴，之后夜间；3、6、12 个月复查',
}

/** @param share 1: the clinic in full, 3: a third of it */
export function slotsOf(share: number): Slot[] {
  const kinds = KINDS.flatMap(([kind, count]) => Array.from({ length: Math.round(count / share) }, () => kind))
  const states = STATES.flatMap(([status, count]) =>
    Array.from({ length: Math.max(1, Math.round(count / share)) }, () => status),
  )
  // Every third slot is in another state than under treatment, so that each appliance has some of them.
  const late = Math.round(LATE / share)
  let lateMade = 0
  return kinds.map((kind, n): Slot => {
    const other = n % 3 === 2 ? states[Math.floor(n / 3)] : undefined
    const status = other ?? code.treating
    const isLate = status === code.treating && n % 7 === 0 && lateMade < late
    if (isLate) lateMade += 1
    const plan = planOf(kind, n)
    return {
      kind,
      status,
      ages: ages[kind],
      visits: 2 + ((n * 5) % 21),
      last: isLate ? -(52 + ((n * 3) % 24)) : -(1 + ((n * 7) % 38)),
      late: isLate,
      plan: {
        ...plan,
        ...(kind === 'fixed' && status === code.planning ? extracting : {}),
        ...(orthoStates.is(status, 'retention', 'ended') ? retained : {}),
      },
    }
  })
}
