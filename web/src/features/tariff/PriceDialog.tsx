import { tariffFields, type TariffKey } from '@dentin/contract/tariff-fields'
import { tariffCalls } from '@dentin/contract/tariffs'
import type { ReactNode } from 'react'
import type { FieldPath } from 'react-hook-form'
import { Link } from 'react-router'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import { presentDay } from '../../lib/present.ts'
import { useCall } from '../../lib/query.ts'
import { DatePicker, DeclaredField, FormDialog, Picked, Select } from '../../ui/heavy.ts'
import { Button, Checkbox, confirm, FormSection, Money, MoneyInput, Switch, Tag, toast } from '../../ui/index.ts'
import { useDeletePrice, useSavePrice, useUnits, type Price, type PriceCategory } from './hooks.ts'
import { PriceHistory } from './PriceHistory.tsx'
import p from './tariff.module.css'

/** What the quality list of records asks of whoever does it. */
const ASKS = ['isSurgery', 'isImplant'] as const
const FLAGS = ['toothRequired', 'toothCountPriced', 'canDiscount', 'canBonus', 'isGoods'] as const

/** One item of the company's price list: all its fields, what follows from it, and how its price came to be. */
export function PriceDialog({
  row,
  categories,
  categoryId,
  onClose,
}: {
  row: Price | null
  categories: readonly PriceCategory[]
  /** Where a new one begins. */
  categoryId: string | null
  onClose: () => void
}) {
  const save = useSavePrice()
  const remove = useDeletePrice()
  const units = useUnits()
  const withCost = can('/field:cost')
  const { costPrice, labCost, ...fields } = row ?? blank
  const form = useCallForm(tariffCalls.saveTariff, {
    defaultValues: {
      ...(fields as typeof blank),
      ...(withCost ? { costPrice, labCost } : {}),
      id: row?.id ?? null,
      version: row?.version,
      categoryId: row?.categoryId ?? categoryId ?? undefined,
      unit: row?.unit ?? units.find(({ isDefault }) => isDefault)?.item ?? '次',
      effectiveFrom: null,
    },
  })
  const submit = form.save(save.mutateAsync, (_answer, { price, effectiveFrom }) => {
    const later = row && price !== row.price && effectiveFrom && effectiveFrom > presentDay()
    toast.success(!row ? '收费项目已建立' : later ? `已保存，价格从 ${effectiveFrom} 起生效` : '更新成功')
    onClose()
  })
  const nameOf = (id: string | null) => categories.find((each) => each.id === id)?.name
  const words = [...new Set([...units.map(({ item }) => item), row?.unit ?? '次'])]
  const declared = (...keys: TariffKey[]) =>
    keys.map((key, n) => (
      <DeclaredField
        key={key}
        form={form}
        name={key as FieldPath<typeof blank>}
        field={tariffFields[key]}
        emptied={null}
        autoFocus={!row && key === 'name' && n === 0}
      />
    ))
  const changed = row !== null && form.watch('price') !== row.price
  const drop = async () => {
    if (!row) return
    const sure = await confirm({ title: `删除收费项目「${row.name}」？`, okText: '删除', danger: true })
    if (!sure) return
    remove.mutate(
      { id: row.id },
      {
        onSuccess: () => {
          toast.success('已删除')
          onClose()
        },
        onError: (error) => toast.error(error.message),
      },
    )
  }
  return (
    <FormDialog
      title={row ? `修改${row.name}` : '新建收费项目'}
      width={720}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
      footStart={
        row && (
          <Button icon="trash" busy={remove.isPending} onClick={() => void drop()}>
            删除
          </Button>
        )
      }
    >
      <div className={p.long}>
        <FormSection title="基本" columns={3}>
          {declared('name')}
          <Picked form={form} name="categoryId" label="分类" required>
            {(field) => (
              <Select
                searchable
                placeholder="二级分类"
                options={categories
                  .filter(({ id, parentId, enabled }) => id === row?.categoryId || (parentId !== null && enabled))
                  .map(({ id, name, parentId }) => ({ value: id, label: name, hint: nameOf(parentId) ?? '' }))}
                {...field}
              />
            )}
          </Picked>
          {declared('code', 'shortName', 'pinyin')}
          <Picked form={form} name="unit" label="单位" required>
            {(field) => <Select options={words.map((word) => ({ value: word, label: word }))} {...field} />}
          </Picked>
        </FormSection>
        <FormSection title="价格" columns={3}>
          <Picked form={form} name="price" label="价格" required>
            {(field) => <MoneyInput value={field.value ?? ''} onChange={field.onChange} onBlur={field.onBlur} />}
          </Picked>
          {changed ? (
            <Picked form={form} name="effectiveFrom" label="新价生效日期" help="不选为今天；已开的单不变">
              {(field) => (
                <DatePicker clearable {...field} value={field.value ?? null} min={presentDay()} placeholder="今天" />
              )}
            </Picked>
          ) : (
            row?.nextFrom && (
              <div className={p.coming}>
                <span className="t-13 secondary">下次调价</span>
                <span>
                  {row.nextFrom} 起 <Money yuan={row.nextPrice ?? row.price} strong />
                </span>
              </div>
            )
          )}
          {declared('memberPrice', 'minPrice', 'priceMin', 'priceMax')}
          {withCost && declared('costPrice', 'labCost')}
        </FormSection>
        <FormSection title="开单与业绩" columns={3}>
          {declared('durationMin', 'executeRule', 'performanceRule')}
          <div className={p.switches} role="group" aria-label="开单时">
            {FLAGS.map((key) => (
              <Checkbox key={key} {...form.register(key)}>
                {tariffFields[key].label}
              </Checkbox>
            ))}
          </div>
        </FormSection>
        <FormSection title="病历质控" columns={3}>
          {declared('course')}
          <div className={p.switches} role="group" aria-label="病历里要写的">
            {ASKS.map((key) => (
              <Checkbox key={key} {...form.register(key)}>
                {tariffFields[key].label}
              </Checkbox>
            ))}
          </div>
        </FormSection>
        <FormSection title="票据与医保" columns={3}>
          {declared('invoiceItem', 'medicareCode', 'nationalCode')}
        </FormSection>
        <Picked form={form} name="enabled" label="状态" group help="停用后不能再开，历史不变">
          {(field) => (
            <Switch checked={field.value ?? true} onChange={field.onChange}>
              启用
            </Switch>
          )}
        </Picked>
        {row && <Links id={row.id} />}
        {row && <PriceHistory id={row.id} />}
      </div>
    </FormDialog>
  )
}

const blank = Object.fromEntries(
  Object.entries(tariffFields).map(([key, field]) => [key, field.blank]),
) as unknown as Omit<Price, 'id' | 'version' | 'sortNo' | 'clinics' | 'categoryName' | 'nextPrice' | 'nextFrom'>

const linkWords = {
  consent: { label: '需签同意书', none: '没有要求', to: '/baseInformedConsent', may: '/baseInformedConsent:view' },
  followRule: { label: '做完后随访', none: '没有规则', to: '/followRule', may: '/followRule:view' },
} as const

/** What follows from an item: consents that a record of it asks for, rules that follow it up. Each is kept where it lives. */
function Links({ id }: { id: string }) {
  const { data } = useCall(tariffCalls.tariffLinks, { id }, { keep: false })
  if (!data) return null
  const line = (kind: keyof typeof linkWords): ReactNode => {
    const { label, none, to, may } = linkWords[kind]
    const found = data.filter((each) => each.kind === kind)
    return (
      <div className={p.link}>
        <span className="secondary">{label}</span>
        <span className={p.tags}>
          {found.length === 0 && <span className="tertiary">{none}</span>}
          {found.map((each) => (
            <Tag key={each.name} tone="outline" title={each.direct ? undefined : '按分类或名称'}>
              {each.name}
            </Tag>
          ))}
        </span>
        {can(may) && <Link to={to}>去设置</Link>}
      </div>
    )
  }
  return (
    <FormSection title="关联" columns={1}>
      {line('consent')}
      {line('followRule')}
    </FormSection>
  )
}
