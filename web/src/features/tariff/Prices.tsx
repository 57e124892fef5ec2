import type { WireInput } from '@dentin/contract/core/call'
import { tariffCalls } from '@dentin/contract/tariffs'
import { priceText } from '@dentin/kit/money'
import { useState } from 'react'
import { usePreload } from '../../lib/deferred.ts'
import { can } from '../../lib/permission.ts'
import {
  DataTable,
  Drawer,
  pageCodecs,
  pagedProps,
  RowHandle,
  useExport,
  useOrder,
  type Column,
} from '../../ui/heavy.ts'
import {
  Button,
  EmptyState,
  IconButton,
  Money,
  Tag,
  toast,
  urlEnum,
  urlFlag,
  urlOptional,
  urlText,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import { PriceDialog, PriceGrid, PriceImport } from './deferred.ts'
import { priced, useAddStartingTariffs, usePriceCategories, usePrices, type Price } from './hooks.ts'
import { NextPrice } from './NextPrice.tsx'
import { PriceCategories } from './PriceCategories.tsx'
import { PriceFrame } from './PriceFrame.tsx'
import p from './tariff.module.css'
import { bordersText } from './words.ts'

const codecs = {
  q: urlText(),
  category: urlOptional,
  state: urlEnum(['all', 'on', 'off'] as const, 'all'),
  /** Edited as a grid. */
  grid: urlFlag,
  ...pageCodecs,
}
const stateWords = { all: '全部', on: '启用', off: '停用' }

/** What has to be minded when it is charged. */
const rulesText = (row: Price): string =>
  [row.isGoods && '零售', row.toothRequired && '选牙位', row.toothCountPriced && '按牙数', !row.canDiscount && '不打折']
    .filter(Boolean)
    .join(' · ')

const columnsOf = (withCost: boolean): Column<Price>[] => [
  { key: 'code', title: '编码', width: 76, numeric: true, render: (row) => row.code },
  {
    key: 'name',
    title: '项目',
    render: (row) => (
      <span className={p.inline} title={row.categoryName}>
        <span className="bold ellipsis">{row.name}</span>
        {row.clinics > 0 && <Tag tone="brand">{row.clinics} 店不同</Tag>}
        {row.nextFrom !== null && <NextPrice price={row.nextPrice} from={row.nextFrom} />}
      </span>
    ),
  },
  { key: 'rules', title: '开单', width: 158, render: (row) => rulesText(row) || <span className="tertiary">—</span> },
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
    width: 124,
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

/** So many items of a category may be dragged into order at once. */
const SORTED = 100

/** The company's price list: two levels of categories, and what each item costs. */
export function Prices() {
  const [state, set] = useUrlState(codecs)
  const mayEdit = can('/baseTariffSet:edit')
  const mobile = useIsMobile()
  // A grid of twenty columns is nothing for a phone.
  return state.grid && mayEdit && !mobile ? (
    <PriceGrid
      sought={{ keyword: state.q, categoryId: state.category, state: state.state }}
      onClose={() => set({ grid: false })}
    />
  ) : (
    <PriceList />
  )
}

function PriceList() {
  const [state, set] = useUrlState(codecs)
  const categories = usePriceCategories()
  const chosen = categories.data?.find(({ id }) => id === state.category)
  const mayEdit = can('/baseTariffSet:edit')
  const sorting = mayEdit && chosen != null && chosen.parentId !== null && state.q === '' && state.state === 'all'
  const size = sorting ? SORTED : state.size
  const found = usePrices({
    keyword: state.q,
    categoryId: state.category,
    state: state.state,
    pageNum: sorting ? 1 : state.page,
    pageSize: size,
  })
  const placed = useOrder(found.data?.list, tariffCalls.sortTariffs, { refresh: priced })
  const [item, setItem] = useState<Price | 'new' | null>(null)
  const [managing, setManaging] = useState(false)
  const [importing, setImporting] = useState(false)
  usePreload([PriceDialog], mayEdit)
  const withCost = can('/field:cost')
  const bare = found.data?.listed === 0
  const mobile = useIsMobile()
  const whole = sorting && (found.data?.total ?? 0) <= SORTED
  const handle: Column<Price> = {
    key: 'handle',
    title: '',
    width: 44,
    render: (row) => <RowHandle label={`拖动${row.name}`} onDrop={(to) => placed.drop(row, to)} />,
  }
  return (
    <>
      <PriceFrame
        categories={categories.data}
        chosen={state.category}
        onChoose={(id) => set({ category: id, page: 1 })}
        below={
          mayEdit && (
            <Button size="sm" icon="sliders" block onClick={() => setManaging(true)}>
              管理分类
            </Button>
          )
        }
        keyword={state.q}
        onKeyword={(q) => set({ q, page: 1 })}
        state={state.state}
        onState={(next) => set({ state: next, page: 1 })}
        stateWords={stateWords}
        hint={whole ? '拖动左侧的把手排序' : '改价后新开的单按新价'}
        action={
          <>
            {!mobile && <ExportSheet ask={{ keyword: state.q, categoryId: state.category, state: state.state }} />}
            {mayEdit && !mobile && (
              <>
                <IconButton icon="upload" label="导入表格" onClick={() => setImporting(true)} />
                <Button icon="pencil" onClick={() => set({ grid: true })}>
                  批量编辑
                </Button>
              </>
            )}
            {mayEdit && (
              <Button variant="primary" icon="plus" aria-label="新建项目" onClick={() => setItem('new')}>
                {mobile ? null : '新建项目'}
              </Button>
            )}
          </>
        }
      >
        <DataTable<Price>
          label="价目"
          columns={[...(whole ? [handle] : []), ...columnsOf(withCost)]}
          keyOf={(row) => row.id}
          {...pagedProps(found, { page: sorting ? 1 : state.page, size }, set, { what: '价目', noun: '项' })}
          rows={placed.rows}
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
            <span className={p.card}>
              <span className={p.cardText}>
                <span className="t-16 bold ellipsis">{row.name}</span>
                <span className="t-13 secondary ellipsis">
                  {[row.code, row.categoryName, bordersText(row)].filter(Boolean).join(' · ')}
                </span>
                {row.nextFrom !== null && (
                  <span>
                    <NextPrice price={row.nextPrice} from={row.nextFrom} />
                  </span>
                )}
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
          onClose={() => setItem(null)}
        />
      )}
      {managing && (
        <Drawer open title="收费项目分类" width={640} onClose={() => setManaging(false)}>
          <PriceCategories
            all={categories.data ?? []}
            parentId={chosen && !chosen.parentId ? chosen.id : (chosen?.parentId ?? null)}
          />
        </Drawer>
      )}
      {importing && <PriceImport onClose={() => setImporting(false)} />}
    </>
  )
}

/** The items that are looked for, as a sheet. */
function ExportSheet({ ask }: { ask: WireInput<typeof tariffCalls.tariffSheet> }) {
  const { busy, take } = useExport(tariffCalls.tariffSheet)
  return <IconButton icon="download" label="导出表格" disabled={busy} onClick={() => void take(ask)} />
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
          ? '可以先放入 109 项常用项目的参考价，再逐项核对；也可以从管理分类开始'
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
