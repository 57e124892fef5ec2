import { coupon } from '@dentin/contract/coupon'
import { tariffCategories } from '@dentin/contract/lists/tariff-categories'
import { cardValidities, ruleFields, rightPeriods } from '@dentin/contract/card-rules'
import { cardTypeCalls, cardTypes } from '@dentin/contract/lists/card-types'
import { formatYuanText } from '@dentin/kit/money'
import type { ReactNode } from 'react'
import { useAllTariffs } from '../../domain/all-tariffs.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'
import { MultiSelect, Picked, Select } from '../../ui/heavy.ts'
import { Button, Field, IconButton, Money, MoneyInput, NumberField, TextField } from '../../ui/index.ts'
import { DeclaredField } from '../../ui/form/DeclaredField.tsx'
import { SettingList, type Controls } from '../../ui/list/SettingList.tsx'
import type { CardType } from './hooks.ts'
import s from './card.module.css'

type At = Parameters<NonNullable<Controls<CardType, typeof cardTypes.calls.save>[string]>>[0]

/** A declared field that is there for some kinds of cards only. */
const forKinds =
  (key: keyof typeof cardTypes.fields, ...kinds: number[]) =>
  ({ form }: At): ReactNode =>
    kinds.includes(form.watch('kind') as number) ? (
      <DeclaredField form={form} name={key} field={cardTypes.fields[key] as never} />
    ) : null

interface RowsProps<Row> {
  label: string
  help: string
  rows: readonly Row[]
  blank: Row
  most: number
  add: string
  onChange: (rows: Row[]) => void
  errorOf: (name: string) => string | undefined
  name: string
  children: (row: Row, set: (patch: Partial<Row>) => void, n: number) => ReactNode
}

/** Rows of an entry that are added and taken out. */
function Rows<Row>({ label, help, rows, blank, most, add, onChange, errorOf, name, children }: RowsProps<Row>) {
  const wrong =
    errorOf(name) ??
    rows.flatMap((row, n) => Object.keys(row as object).map((key) => errorOf(`${name}.${n}.${key}`))).find(Boolean)
  return (
    <Field label={label} help={help} group error={wrong}>
      <div className={s.rows}>
        {rows.map((row, n) => (
          <div key={n} className={s.row}>
            {children(row, (patch) => onChange(rows.map((each, i) => (i === n ? { ...each, ...patch } : each))), n)}
            <IconButton
              icon="x"
              size="sm"
              label={`去掉第 ${n + 1} 行`}
              onClick={() => onChange(rows.filter((_, i) => i !== n))}
            />
          </div>
        ))}
        {rows.length < most && (
          <Button size="sm" icon="plus" onClick={() => onChange([...rows, blank])}>
            {add}
          </Button>
        )}
      </div>
    </Field>
  )
}

/** The types of member cards that the company sells. */
export function CardTypes() {
  const categories = useCall(tariffCategories.calls.list, {}, { staleTime: 60_000 }).data ?? []
  const clinics = useCall(cardTypeCalls.clinics, {}, { staleTime: 60_000 }).data ?? []
  const types = useCall(cardTypeCalls.forSale, {}, { staleTime: 60_000 }).data ?? []
  const can = useCan()
  const coupons = (
    useCall(coupon.forIssue, {}, { staleTime: 60_000, enabled: can('/coupons:view') || can('/coupons:issue') }).data ??
    []
  ).map(({ id, name }) => ({ value: id, label: name }))
  const ofCategories = categories.map(({ id, name }) => ({ value: id, label: name }))
  const ofTariffs = useAllTariffs().map(({ id, name, code }) => ({ value: id, label: name, hint: code, search: code }))
  const listOf =
    <Row,>(
      key: 'steps' | 'discountRules' | 'memberPrices' | 'rights',
      kinds: number[],
      words: { help: string; add: string; most: number },
      blank: Row,
      draw: (row: Row, set: (patch: Partial<Row>) => void, n: number) => ReactNode,
    ) =>
    ({ form }: At): ReactNode =>
      kinds.includes(form.watch('kind') as number) ? (
        <Rows<Row>
          label={ruleFields[key].label}
          name={key}
          errorOf={(name) => form.errorOf(name)}
          rows={(form.watch(key) as Row[] | undefined) ?? []}
          blank={blank}
          onChange={(rows) => form.setValue(key, rows as never, { shouldDirty: true })}
          {...words}
        >
          {draw}
        </Rows>
      ) : null
  const controls: Controls<CardType, typeof cardTypes.calls.save> = {
    validUntil: ({ form }) =>
      form.watch('validType') === 2 ? (
        <DeclaredField form={form} name="validUntil" field={cardTypes.fields.validUntil} />
      ) : null,
    validDays: ({ form }) =>
      form.watch('validType') === 3 ? (
        <DeclaredField form={form} name="validDays" field={cardTypes.fields.validDays} emptied={null} />
      ) : null,
    times: forKinds('times', 3),
    singlePrice: forKinds('singlePrice', 3),
    stepRule: forKinds('stepRule', 1),
    useOrder: forKinds('useOrder', 1),
    maxBonusRatio: forKinds('maxBonusRatio', 1),
    passwordAbove: forKinds('passwordAbove', 1, 3),
    pointsRate: forKinds('pointsRate', 1, 2, 4),
    pointsPerYuan: forKinds('pointsPerYuan', 1, 2, 4),
    maxPointsRatio: forKinds('maxPointsRatio', 1, 2, 4),
    bonusDays: forKinds('bonusDays', 1),
    shareKin: forKinds('shareKin', 1),
    shareClinics: forKinds('shareClinics', 1, 2, 3, 4),
    sharedClinics: ({ form }) =>
      form.watch('shareClinics') === 2 ? (
        <Picked form={form} name="sharedClinics" label="指定门诊" required>
          {(field) => (
            <MultiSelect
              placeholder="选择门诊"
              options={clinics.map(({ id, name }) => ({ value: id, label: name }))}
              value={(field.value as string[] | null) ?? []}
              onChange={field.onChange}
            />
          )}
        </Picked>
      ) : null,
    upgradeBy: forKinds('upgradeBy', 1, 2, 4),
    upgradeAmount: ({ form }) =>
      upgrades(form.watch('upgradeBy')) ? (
        <DeclaredField form={form} name="upgradeAmount" field={cardTypes.fields.upgradeAmount} emptied={null} />
      ) : null,
    upgradeTypeId: ({ form }) =>
      upgrades(form.watch('upgradeBy')) ? (
        <Picked form={form} name="upgradeTypeId" label="升级为" required>
          {(field) => (
            <Select
              placeholder="选择卡种"
              options={types
                .filter(({ id, kind }) => id !== form.watch('id') && kind === form.watch('kind'))
                .map(({ id, name }) => ({ value: id, label: name }))}
              {...field}
            />
          )}
        </Picked>
      ) : null,
    steps: listOf(
      'steps',
      [1],
      { help: '充值达到一档，送这一档的赠金与积分；每满的按份数送', add: '加一档', most: 12 },
      { amount: '', bonus: '', points: 0, gift: '', couponTypeId: null as string | null },
      (row, set, n) => (
        <>
          <span className="t-13 tertiary">充</span>
          <MoneyInput aria-label={`第 ${n + 1} 档充值`} value={row.amount} onChange={(amount) => set({ amount })} />
          <span className="t-13 tertiary">赠</span>
          <MoneyInput aria-label={`第 ${n + 1} 档赠金`} value={row.bonus} onChange={(bonus) => set({ bonus })} />
          <NumberField
            aria-label={`第 ${n + 1} 档积分`}
            unit="分"
            min={0}
            value={row.points}
            onChange={(points) => set({ points: points ?? 0 })}
          />
          <TextField
            aria-label={`第 ${n + 1} 档赠品`}
            placeholder="赠品"
            maxLength={30}
            value={row.gift ?? ''}
            onChange={(event) => set({ gift: event.target.value })}
          />
          {coupons.length > 0 && (
            <Select
              label={`第 ${n + 1} 档赠券`}
              clearable
              placeholder="不赠券"
              options={coupons}
              value={row.couponTypeId}
              onChange={(couponTypeId) => set({ couponTypeId: (couponTypeId as string | null) ?? null })}
            />
          )}
        </>
      ),
    ),
    excludedCategories: ({ form }) =>
      form.watch('kind') === 1 ? (
        <Picked form={form} name="excludedCategories" label="赠金不可用的类别" help="这些类别的项目只能用本金支付">
          {(field) => (
            <MultiSelect
              placeholder="都可以用"
              options={ofCategories}
              value={(field.value as string[] | null) ?? []}
              onChange={field.onChange}
            />
          )}
        </Picked>
      ) : null,
    discountRules: listOf(
      'discountRules',
      [1, 2, 4],
      { help: '会员享受的折扣；开单时照此打折：项目的先于类别的，类别的先于全部的', add: '加折扣', most: 200 },
      { categoryId: null as string | null, tariffId: null as string | null, percent: 90 },
      (row, set, n) => (
        <>
          <Select
            label={`第 ${n + 1} 条类别`}
            clearable
            placeholder="全部项目"
            options={ofCategories}
            value={row.categoryId}
            onChange={(categoryId) => set({ categoryId: (categoryId as string | null) ?? null, tariffId: null })}
          />
          <Select
            label={`第 ${n + 1} 条折扣的项目`}
            clearable
            searchable
            placeholder="或一个项目"
            options={ofTariffs}
            value={row.tariffId}
            onChange={(tariffId) => set({ tariffId: (tariffId as string | null) ?? null, categoryId: null })}
          />
          <NumberField
            aria-label={`第 ${n + 1} 条折扣`}
            unit="%"
            min={1}
            max={100}
            value={row.percent}
            onChange={(percent) => set({ percent: percent ?? 100 })}
          />
        </>
      ),
    ),
    memberPrices: listOf(
      'memberPrices',
      [1, 2, 4],
      { help: '个别项目的会员价，优先于折扣', add: '加会员价', most: 200 },
      { tariffId: '', price: '' },
      (row, set, n) => (
        <>
          <Select
            label={`第 ${n + 1} 个项目`}
            searchable
            placeholder="选择项目"
            options={ofTariffs}
            value={row.tariffId || null}
            onChange={(tariffId) => set({ tariffId: (tariffId as string | null) ?? '' })}
          />
          <MoneyInput aria-label={`第 ${n + 1} 个会员价`} value={row.price} onChange={(price) => set({ price })} />
        </>
      ),
    ),
    rights: listOf(
      'rights',
      [1, 2, 3, 4],
      { help: '例如：免费洁治、优先预约', add: '加权益', most: 30 },
      { name: '', qty: 1, period: 2, couponTypeId: null as string | null },
      (row, set, n) => (
        <>
          <TextField
            aria-label={`第 ${n + 1} 项权益`}
            placeholder="权益"
            maxLength={30}
            value={row.name}
            onChange={(event) => set({ name: event.target.value })}
          />
          <Select
            label={`第 ${n + 1} 项周期`}
            options={Object.entries(rightPeriods).map(([value, label]) => ({ value: Number(value), label }))}
            value={row.period}
            onChange={(period) => set({ period: Number(period) })}
          />
          <NumberField
            aria-label={`第 ${n + 1} 项次数`}
            unit="次"
            min={1}
            value={row.qty}
            onChange={(qty) => set({ qty: qty ?? 1 })}
          />
          {coupons.length > 0 && (
            <Select
              label={`第 ${n + 1} 项用时发券`}
              clearable
              placeholder="用时不发券"
              options={coupons}
              value={row.couponTypeId}
              onChange={(couponTypeId) => set({ couponTypeId: (couponTypeId as string | null) ?? null })}
            />
          )}
        </>
      ),
    ),
  }
  return (
    <SettingList
      list={cardTypes}
      icon="crown"
      hint="可以卖的会员卡；改动只影响以后开的卡，已开的卡照开卡时的规则"
      width={640}
      cells={{
        salePrice: {
          render: (row) => (Number(row.salePrice) === 0 ? '免费' : <Money yuan={row.salePrice} />),
          words: (row) => Number(row.salePrice) > 0 && `售价 ${formatYuanText(row.salePrice)}`,
        },
        validType: {
          render: (row) => validityOf(row),
          words: (row) => validityOf(row),
        },
        useOrder: {
          render: (row) => (row.kind === 1 ? ruleFields.useOrder.words[row.useOrder as 1 | 2 | 3] : '—'),
        },
        maxBonusRatio: { render: (row) => (row.kind === 1 ? `${row.maxBonusRatio} %` : '—') },
      }}
      controls={controls}
      refresh={[cardTypeCalls.forSale]}
    />
  )
}

const upgrades = (by: unknown): boolean => by === 1 || by === 2

const validityOf = (row: CardType): string =>
  row.validType === 2 ? `至 ${row.validUntil}` : row.validType === 3 ? `${row.validDays} 天` : cardValidities[1]
