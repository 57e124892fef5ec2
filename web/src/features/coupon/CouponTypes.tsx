import { coupon } from '@dentin/contract/coupon'
import { couponValidities } from '@dentin/contract/coupon-rules'
import { cardTypeCalls } from '@dentin/contract/lists/card-types'
import { couponTypes } from '@dentin/contract/lists/coupon-types'
import { tariffCategories } from '@dentin/contract/lists/tariff-categories'
import type { ReactNode } from 'react'
import { useAllTariffs } from '../../domain/all-tariffs.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'
import { DeclaredField } from '../../ui/form/DeclaredField.tsx'
import { MultiSelect, Picked } from '../../ui/heavy.ts'
import { SettingList, type Controls } from '../../ui/list/SettingList.tsx'
import type { CouponType } from './hooks.ts'
import { thresholdWords, worthWords } from './words.ts'

type At = Parameters<NonNullable<Controls<CouponType, typeof couponTypes.calls.save>[string]>>[0]

/** A declared field that is there while another one says so. */
const when =
  (key: keyof typeof couponTypes.fields, of: 'kind' | 'validType', ...values: number[]) =>
  ({ form }: At): ReactNode =>
    values.includes(form.watch(of) as number) ? (
      <DeclaredField form={form} name={key} field={couponTypes.fields[key] as never} emptied={null} />
    ) : null

/** What coupons the company gives. */
export function CouponTypes() {
  const can = useCan()
  const categories = useCall(tariffCategories.calls.list, {}, { staleTime: 60_000 }).data ?? []
  const tariffs = useAllTariffs()
  const clinics =
    useCall(cardTypeCalls.clinics, {}, { staleTime: 60_000, enabled: can('/vipCardList:view') }).data ?? []
  const some =
    (
      key: 'categoryIds' | 'tariffIds' | 'clinicIds',
      placeholder: string,
      help: string,
      entries: readonly { id: string; name: string }[],
    ) =>
    ({ form }: At): ReactNode => (
      <Picked form={form} name={key} label={couponTypes.fields[key].label} help={help}>
        {(field) => (
          <MultiSelect
            placeholder={placeholder}
            options={entries.map(({ id, name }) => ({ value: id, label: name }))}
            value={(field.value as string[] | null) ?? []}
            onChange={field.onChange}
          />
        )}
      </Picked>
    )
  const controls: Controls<CouponType, typeof couponTypes.calls.save> = {
    value: when('value', 'kind', 1, 2),
    percent: when('percent', 'kind', 3),
    most: when('most', 'kind', 3, 4),
    validUntil: when('validUntil', 'validType', 1),
    validDays: when('validDays', 'validType', 2),
    categoryIds: some('categoryIds', '全部类别', '与可用项目都不选，则全部项目可用', categories),
    tariffIds: some('tariffIds', '全部项目', '项目券须选择项目或类别', tariffs),
    clinicIds: some('clinicIds', '全部门诊', '', clinics),
  }
  return (
    <SettingList
      list={couponTypes}
      icon="ticket"
      hint="发给患者的优惠券；改动只影响以后发的券，已发的照发券时的规则"
      width={560}
      cells={{
        value: { render: (row) => worthWords(row), words: (row) => worthWords(row) },
        threshold: { render: (row) => thresholdWords(row.threshold), words: (row) => thresholdWords(row.threshold) },
        validType: { render: (row) => validityOf(row), words: (row) => validityOf(row) },
        total: { render: (row) => (row.total === null ? '不限' : row.total) },
      }}
      controls={controls}
      refresh={[coupon.forIssue]}
    />
  )
}

const validityOf = (row: CouponType): string =>
  row.validType === 1 ? `至 ${row.validUntil}` : row.validDays === null ? couponValidities[2] : `${row.validDays} 天`
