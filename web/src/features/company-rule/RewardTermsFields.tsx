import {
  rewardBases,
  rewardWays,
  type RewardBasis,
  type RewardTerms,
  type RewardWay,
} from '@dentin/contract/company-rule'
import { Select } from '../../ui/heavy.ts'
import { NumberField, RadioGroup } from '../../ui/index.ts'
import s from './company-rule.module.css'

const units: Readonly<Record<RewardWay, string>> = { none: '', points: '积分', coupon: '张', cash: '元' }
const MOST = 1_000_000

/** What introducing somebody earns: of what kind, from which consumption on, how much on each level. */
export function RewardTermsFields({
  value,
  couponTypes,
  onChange,
}: {
  value: RewardTerms
  couponTypes: readonly { id: string; name: string }[]
  onChange: (next: RewardTerms) => void
}) {
  const change = (part: Partial<RewardTerms>) => onChange({ ...value, ...part })
  const unit = value.basis === 'percent' ? '%' : units[value.way]
  const number = (label: string, key: 'from' | 'first' | 'second', of: string) => (
    <label>
      {label}
      <NumberField
        aria-label={label}
        value={value[key]}
        min={0}
        max={MOST}
        decimals={2}
        unit={of}
        onChange={(next) => change({ [key]: next ?? 0 })}
      />
    </label>
  )
  return (
    <div className={s.terms}>
      <RadioGroup
        label="奖励"
        options={(Object.keys(rewardWays) as RewardWay[]).map((way) => ({ value: way, label: rewardWays[way] }))}
        value={value.way}
        onChange={(way) =>
          change({
            way,
            ...(way === 'coupon' ? { basis: 'fixed' } : {}),
            ...(way === 'coupon' ? {} : { couponTypeId: null }),
          })
        }
      />
      {value.way !== 'none' && (
        <>
          {value.way === 'coupon' ? (
            <Select
              label="优惠券"
              options={couponTypes.map(({ id, name }) => ({ value: id, label: name }))}
              value={value.couponTypeId}
              onChange={(couponTypeId) => change({ couponTypeId })}
            />
          ) : (
            <RadioGroup
              label="计算方法"
              options={(Object.keys(rewardBases) as RewardBasis[]).map((basis) => ({
                value: basis,
                label: rewardBases[basis],
              }))}
              value={value.basis}
              onChange={(basis) => change({ basis })}
            />
          )}
          <div className={s.steps}>
            {number('一张账单付满', 'from', '元')}
            {number('介绍人得', 'first', unit)}
            {number('上一级介绍人得', 'second', unit)}
          </div>
        </>
      )}
    </div>
  )
}
