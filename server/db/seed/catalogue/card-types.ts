import type { Company } from '../organisation.ts'

interface Steps {
  amount: string
  bonus: string
  points: number
}
/** A type of member card as the demo sells it. */
export interface CardTypePlan {
  name: string
  kind: 1 | 2 | 3 | 4
  salePrice: string
  times?: number
  singlePrice?: string
  validDays?: number
  useOrder?: 1 | 2 | 3
  maxBonusRatio?: number
  passwordAbove?: string
  pointsRate?: number
  /** So many points are one yuan, up to half of a bill. */
  pointsPerYuan?: number
  /** What its owners pay for items, by code. */
  memberPrices?: { code: string; price: string }[]
  shareKin?: boolean
  /** Where it pays: 1 where it was opened, 3 everywhere. */
  shareClinics?: 1 | 3
  steps?: Steps[]
  discount?: number
  rights?: { name: string; qty: number; period: number }[]
}
/** The cards that the demo sells: all four kinds. */
export const cardTypes: readonly (CardTypePlan & {
  /** How many of a hundred members have it. */
  weight: number
})[] = [
  {
    name: '金卡',
    kind: 1,
    salePrice: '0.00',
    useOrder: 3,
    maxBonusRatio: 50,
    passwordAbove: '500.00',
    pointsRate: 100,
    pointsPerYuan: 100,
    shareKin: true,
    shareClinics: 3,
    discount: 90,
    steps: [
      { amount: '2000.00', bonus: '160.00', points: 0 },
      { amount: '5000.00', bonus: '1000.00', points: 200 },
      { amount: '10000.00', bonus: '2400.00', points: 500 },
    ],
    rights: [{ name: '全口洁治', qty: 1, period: 2 }],
    weight: 30,
  },
  {
    name: '银卡',
    kind: 1,
    salePrice: '0.00',
    useOrder: 1,
    maxBonusRatio: 100,
    pointsRate: 100,
    discount: 95,
    steps: [
      { amount: '1000.00', bonus: '50.00', points: 0 },
      { amount: '3000.00', bonus: '240.00', points: 100 },
    ],
    weight: 35,
  },
  {
    name: '家庭折扣卡',
    kind: 2,
    salePrice: '98.00',
    validDays: 365,
    discount: 88,
    memberPrices: [
      { code: 'YZ01', price: '128.00' },
      { code: 'JC05', price: '100.00' },
    ],
    weight: 10,
  },
  { name: '全口洁治 5 次', kind: 3, salePrice: '980.00', times: 5, singlePrice: '260.00', validDays: 730, weight: 15 },
  {
    name: '儿童护牙卡',
    kind: 4,
    salePrice: '198.00',
    validDays: 365,
    rights: [
      { name: '涂氟', qty: 2, period: 2 },
      { name: '口腔检查', qty: 4, period: 2 },
    ],
    weight: 10,
  },
]
const discountsOf = (type: CardTypePlan) => (type.discount ? [{ categoryId: null, percent: type.discount }] : [])

/** Member prices by the items of a company. */
const pricesOf = (type: CardTypePlan, { tariffs }: Company) =>
  (type.memberPrices ?? []).flatMap(({ code, price }) => {
    const tariffId = tariffs.get(code)?.id
    return tariffId ? [{ tariffId, price }] : []
  })

/** The rules of a type as its row holds them. */
export const rulesOf = (type: CardTypePlan, company: Company) => ({
  use_order: type.useOrder ?? 3,
  max_bonus_ratio: type.maxBonusRatio ?? 100,
  password_above: type.passwordAbove ?? null,
  points_rate: type.pointsRate ?? 0,
  points_per_yuan: type.pointsPerYuan ?? 0,
  max_points_ratio: 50,
  bonus_days: null,
  share_kin: type.shareKin ?? false,
  share_clinics: type.shareClinics ?? 1,
  shared_clinics: '[]',
  upgrade_by: 0,
  upgrade_amount: null,
  upgrade_type_id: null,
  excluded_categories: '[]',
  steps: JSON.stringify(type.steps ?? []),
  discount_rules: JSON.stringify(discountsOf(type)),
  member_prices: JSON.stringify(pricesOf(type, company)),
  rights: JSON.stringify(type.rights ?? []),
})

/** The rules that a card keeps from the day it is sold. */
export const keptRulesOf = (type: CardTypePlan, company: Company) => ({
  useOrder: type.useOrder ?? 3,
  maxBonusRatio: type.maxBonusRatio ?? 100,
  singlePrice: type.singlePrice ?? null,
  passwordAbove: type.passwordAbove ?? null,
  pointsRate: type.pointsRate ?? 0,
  pointsPerYuan: type.pointsPerYuan ?? 0,
  maxPointsRatio: 50,
  bonusDays: null,
  shareKin: type.shareKin ?? false,
  shareClinics: type.shareClinics ?? 1,
  sharedClinics: [],
  upgradeBy: 0,
  upgradeAmount: null,
  upgradeTypeId: null,
  steps: type.steps ?? [],
  excludedCategories: [],
  discountRules: discountsOf(type),
  memberPrices: pricesOf(type, company),
  rights: type.rights ?? [],
})
