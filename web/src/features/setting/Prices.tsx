import { clinic } from '@dentin/contract/clinic'
import { tariffCalls } from '@dentin/contract/tariffs'
import { priceText } from '@dentin/kit/money'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'
import {
  DataTable,
  Drawer,
  FormDialog,
  pageCodecs,
  pagedProps,
  Picked,
  Select,
  type Column,
  OptionalMoney,
} from '../../ui/heavy.ts'
import {
  Button,
  Checkbox,
  EmptyState,
  Field,
  Money,
  MoneyInput,
  NumberField,
  Switch,
  Tag,
  TextField,
  toast,
  urlEnum,
  urlOptional,
  urlText,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import {
  useAddStartingTariffs,
  usePriceCategories,
  usePrices,
  useSavePrice,
  type Price,
  type PriceCategory,
} from './hooks.ts'
import { PriceCategories } from './PriceCategories.tsx'
import { PriceFrame } from './PriceFrame.tsx'
import { PriceHistory } from './PriceHistory.tsx'
import s from './setting.module.css'
import p from './prices.module.css'

const codecs = {
  q: urlText(),
  category: urlOptional,
  state: urlEnum(['all', 'on', 'off'] as const, 'all'),
  ...pageCodecs,
}
const stateWords = { all: '全部', on: '启用', off: '停用' }

/** How far a clinic may go with its own price; '' without borders. */
export const bordersText = ({ minPrice, maxPrice }: { minPrice: string | null; maxPrice: string | null }): string =>
  minPrice !== null && maxPrice !== null
    ? `${priceText(minPrice)}–${priceText(maxPrice)}`
    : minPrice !== null
      ? `最低 ${priceText(minPrice)}`
      : maxPrice !== null
        ? `最高 ${priceText(maxPrice)}`
        : ''

/** What has to be minded when it is charged. */
const rulesText = (row: Price): string =>
  [row.toothRequired && '选牙位', row.toothCountPriced && '按牙数', !row.canDiscount && '不打折']
    .filter(Boolean)
    .join(' · ')

const columnsOf = (withCost: boolean): Column<Price>[] => [
  { key: 'code', title: '编码', width: 76, numeric: true, render: (row) => row.code },
  {
    key: 'name',
    title: '项目',
    render: (row) => (
      <span className={s.inline} title={row.categoryName}>
        <span className="bold ellipsis">{row.name}</span>
        {row.clinics > 0 && <Tag tone="brand">{row.clinics} 店自定</Tag>}
      </span>
    ),
  },
  { key: 'rules', title: '开单', width: 170, render: (row) => rulesText(row) || <span className="tertiary">—</span> },
  {
    key: 'price',
    title: '价格',
    width: 128,
    align: 'right',
    numeric: true,
    render: (row) => (
      <>
        <Money yuan={row.price} strong />
        <span className="tertiary"> / {row.unit}</span>
      </>
    ),
  },
  {
    key: 'borders',
    title: '门诊可调',
    width: 140,
    align: 'right',
    numeric: true,
    render: (row) => bordersText(row) || <span className="tertiary">不限</span>,
  },
  ...(withCost
    ? [
        {
          key: 'cost',
          title: '成本',
          width: 96,
          align: 'right',
          numeric: true,
          render: (row: Price) => (row.costPrice === null ? '—' : <Money yuan={row.costPrice} />),
        } satisfies Column<Price>,
      ]
    : []),
  {
    key: 'duration',
    title: '时长',
    width: 84,
    align: 'right',
    numeric: true,
    render: (row) => (row.durationMin === null ? '—' : `${row.durationMin} 分`),
  },
  {
    key: 'enabled',
    title: '状态',
    width: 80,
    render: (row) => (row.enabled ? <Tag tone="done">启用</Tag> : <Tag>停用</Tag>),
  },
]

/** The company's price list: two levels of categories, and what each item costs. */
export function Prices() {
  const [state, set] = useUrlState(codecs)
  const categories = usePriceCategories()
  const found = usePrices({
    keyword: state.q,
    categoryId: state.category,
    state: state.state,
    pageNum: state.page,
    pageSize: state.size,
  })
  const [item, setItem] = useState<Price | 'new' | null>(null)
  const [sorting, setSorting] = useState(false)
  const mayEdit = can('/baseTariffSet:edit')
  const withCost = can('/field:cost')
  const chosen = categories.data?.find(({ id }) => id === state.category)
  const bare = found.data?.listed === 0
  const mobile = useIsMobile()
  return (
    <>
      <PriceFrame
        categories={categories.data}
        chosen={state.category}
        onChoose={(id) => set({ category: id, page: 1 })}
        below={
          mayEdit && (
            <Button size="sm" icon="sliders" block onClick={() => setSorting(true)}>
              管理分类
            </Button>
          )
        }
        keyword={state.q}
        onKeyword={(q) => set({ q, page: 1 })}
        state={state.state}
        onState={(next) => set({ state: next, page: 1 })}
        stateWords={stateWords}
        hint="改价后新开的单按新价，开过的单不变"
        action={
          mayEdit && (
            <Button variant="primary" icon="plus" aria-label="新建项目" onClick={() => setItem('new')}>
              {mobile ? null : '新建项目'}
            </Button>
          )
        }
      >
        <DataTable<Price>
          label="价目"
          columns={columnsOf(withCost)}
          keyOf={(row) => row.id}
          {...pagedProps(found, state, set, { what: '价目', noun: '项' })}
          onOpen={mayEdit ? setItem : undefined}
          muted={(row) => !row.enabled}
          empty={
            bare ? (
              <Bare mayEdit={mayEdit} />
            ) : (
              <NothingFound onAll={() => set({ q: '', category: null, state: 'all', page: 1 })} />
            )
          }
          mobile={(row) => (
            <span className={s.card}>
              <span className={s.cardText}>
                <span className="t-16 bold ellipsis">{row.name}</span>
                <span className="t-13 secondary ellipsis">
                  {[row.code, row.categoryName, bordersText(row)].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="num bold">
                {priceText(row.price)}
                <span className="t-12 tertiary"> / {row.unit}</span>
              </span>
            </span>
          )}
          fill
        />
      </PriceFrame>
      {item && (
        <PriceDialog
          row={item === 'new' ? null : item}
          categories={categories.data ?? []}
          categoryId={chosen?.parentId ? chosen.id : null}
          withCost={withCost}
          onClose={() => setItem(null)}
        />
      )}
      {sorting && (
        <Drawer open title="收费项目分类" width={640} onClose={() => setSorting(false)}>
          <PriceCategories
            all={categories.data ?? []}
            parentId={chosen && !chosen.parentId ? chosen.id : (chosen?.parentId ?? null)}
          />
        </Drawer>
      )}
    </>
  )
}

export const NothingFound = ({ onAll }: { onAll: () => void }) => (
  <EmptyState
    layout="stack"
    icon="receipt"
    title="没有符合的收费项目"
    hint="换个名称、拼音首字母或编码再查"
    action={<Button onClick={onAll}>看全部</Button>}
  />
)

/** A price list in which nothing stands. */
function Bare({ mayEdit }: { mayEdit: boolean }) {
  const add = useAddStartingTariffs()
  return (
    <EmptyState
      layout="stack"
      icon="receipt"
      title="价目还是空的"
      hint={
        mayEdit
          ? '可以先放入 99 项常用项目的参考价，再逐项核对；也可以从管理分类开始'
          : '收银台还不能开单，请机构管理员放入价目'
      }
      action={
        mayEdit && (
          <Button
            variant="primary"
            icon="plus"
            busy={add.isPending}
            onClick={() =>
              add.mutate(
                {},
                {
                  onSuccess: ({ count }) => toast.success(`已放入 ${count} 项参考价目，请逐项核对`),
                  onError: (error) => toast.error(error.message),
                },
              )
            }
          >
            放入参考价目
          </Button>
        )
      }
    />
  )
}

function PriceDialog({
  row,
  categories,
  categoryId,
  withCost,
  onClose,
}: {
  row: Price | null
  categories: readonly PriceCategory[]
  categoryId: string | null
  withCost: boolean
  onClose: () => void
}) {
  const save = useSavePrice()
  const units = useCall(clinic.dictItems, { typeCode: 'unit' }, { staleTime: 5 * 60_000 }).data ?? []
  const form = useCallForm(tariffCalls.saveTariff, {
    defaultValues: {
      id: row?.id ?? null,
      version: row?.version,
      sortNo: row?.sortNo ?? 0,
      enabled: row?.enabled ?? true,
      categoryId: row?.categoryId ?? categoryId ?? undefined,
      code: row?.code ?? '',
      name: row?.name ?? '',
      unit: row?.unit ?? units.find(({ isDefault }) => isDefault)?.item ?? '次',
      price: row?.price ?? '',
      minPrice: row?.minPrice ?? null,
      maxPrice: row?.maxPrice ?? null,
      ...(withCost ? { costPrice: row?.costPrice ?? null } : {}),
      durationMin: row?.durationMin ?? null,
      toothRequired: row?.toothRequired ?? false,
      toothCountPriced: row?.toothCountPriced ?? false,
      canDiscount: row?.canDiscount ?? true,
    },
  })
  const submit = form.save(save.mutateAsync, () => {
    toast.success(row ? '更新成功' : '收费项目已建立')
    onClose()
  })
  const nameOf = (id: string | null) => categories.find((each) => each.id === id)?.name
  const words = [...new Set([...units.map(({ item }) => item), row?.unit ?? '次'])]
  return (
    <FormDialog
      title={row ? `修改${row.name}` : '新建收费项目'}
      width={600}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      <div className={s.pair}>
        <Field label="项目名称" required error={form.errorOf('name')}>
          <TextField maxLength={40} autoFocus {...form.register('name')} />
        </Field>
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
      </div>
      <div className={s.three}>
        <Field label="编码" required error={form.errorOf('code')}>
          <TextField maxLength={20} {...form.register('code')} />
        </Field>
        <Picked form={form} name="unit" label="单位" required>
          {(field) => <Select options={words.map((word) => ({ value: word, label: word }))} {...field} />}
        </Picked>
        <Picked form={form} name="durationMin" label="时长">
          {(field) => <NumberField {...field} value={field.value ?? null} min={1} max={600} unit="分钟" />}
        </Picked>
      </div>
      <div className={s.three}>
        <Picked form={form} name="price" label="价格" required>
          {(field) => <MoneyInput value={field.value ?? ''} onChange={field.onChange} onBlur={field.onBlur} />}
        </Picked>
        <Picked form={form} name="minPrice" label="最低价" help="开单也不能低于它">
          {(field) => <OptionalMoney field={field} placeholder="不限" />}
        </Picked>
        <Picked form={form} name="maxPrice" label="最高价" help="门诊自定价的上限">
          {(field) => <OptionalMoney field={field} placeholder="不限" />}
        </Picked>
      </div>
      <div className={s.three}>
        {withCost && (
          <Picked form={form} name="costPrice" label="成本价">
            {(field) => <OptionalMoney field={field} placeholder="未填" />}
          </Picked>
        )}
        <Picked form={form} name="sortNo" label="顺序" help="小的在前">
          {(field) => <NumberField {...field} value={field.value ?? 0} min={0} max={9999} />}
        </Picked>
        <Picked form={form} name="enabled" label="状态" group help="停用后不能再开，历史不变">
          {(field) => (
            <Switch checked={field.value ?? true} onChange={field.onChange}>
              启用
            </Switch>
          )}
        </Picked>
      </div>
      <div className={p.switches} role="group" aria-label="开单时">
        {(
          [
            ['toothRequired', '须选牙位'],
            ['toothCountPriced', '按牙数计价'],
            ['canDiscount', '可打折'],
          ] as const
        ).map(([name, label]) => (
          <Checkbox key={name} {...form.register(name)}>
            {label}
          </Checkbox>
        ))}
      </div>
      {row && <PriceHistory id={row.id} />}
    </FormDialog>
  )
}
