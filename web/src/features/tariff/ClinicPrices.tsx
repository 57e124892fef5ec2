import { priceText } from '@dentin/kit/money'
import { useState } from 'react'
import { can } from '../../lib/permission.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import {
  Button,
  EmptyState,
  Money,
  Tag,
  urlEnum,
  urlOptional,
  urlText,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import { ClinicPriceDialog, CopyDialog } from './deferred.ts'
import { useClinicPrices, useOfferedCategories, type ClinicPrice } from './hooks.ts'
import { PriceFrame } from './PriceFrame.tsx'
import { NextPrice } from './NextPrice.tsx'
import { NothingFound } from './Prices.tsx'
import p from './tariff.module.css'
import { bordersText } from './words.ts'

const codecs = {
  q: urlText(),
  category: urlOptional,
  state: urlEnum(['all', 'on', 'off'] as const, 'all'),
  ...pageCodecs,
}
const stateWords = { all: '全部', on: '开展', off: '不开展' }
const isOwn = (row: ClinicPrice) => row.price !== null
const State = ({ row }: { row: ClinicPrice }) => (row.enabled ? <Tag tone="done">开展</Tag> : <Tag>不开展</Tag>)

const columns: Column<ClinicPrice>[] = [
  { key: 'code', title: '编码', width: 84, numeric: true, render: (row) => row.code },
  {
    key: 'name',
    title: '项目',
    render: (row) => (
      <span className={p.inline}>
        <span className="bold ellipsis">{row.name}</span>
        {isOwn(row) && <Tag tone="brand">本店自定</Tag>}
        {row.changes && row.nextFrom !== null && <NextPrice price={row.nextPrice} from={row.nextFrom} />}
      </span>
    ),
  },
  { key: 'category', title: '分类', width: 180, render: (row) => row.categoryName },
  { key: 'unit', title: '单位', width: 64, render: (row) => row.unit },
  {
    key: 'company',
    title: '总部价',
    width: 110,
    align: 'right',
    numeric: true,
    render: (row) => <Money yuan={row.companyPrice} />,
  },
  {
    key: 'price',
    title: '本店价',
    width: 110,
    align: 'right',
    numeric: true,
    render: (row) => <Money yuan={row.price ?? row.companyPrice} strong />,
  },
  {
    key: 'borders',
    title: '可调区间',
    width: 160,
    align: 'right',
    numeric: true,
    render: (row) => bordersText(row) || <span className="tertiary">不限</span>,
  },
  { key: 'enabled', title: '状态', width: 84, render: (row) => <State row={row} /> },
]

/** What the present clinic charges: the company's list, with its own prices and what it doesn't do. */
export function ClinicPrices() {
  const [state, set] = useUrlState(codecs)
  const categories = useOfferedCategories()
  const found = useClinicPrices({
    keyword: state.q,
    categoryId: state.category,
    state: state.state,
    pageNum: state.page,
    pageSize: state.size,
  })
  const [open, setOpen] = useState<ClinicPrice | null>(null)
  const [copying, setCopying] = useState(false)
  const mobile = useIsMobile()
  const mayEdit = can('/tariffsClinic:edit')
  const narrowed = state.q !== '' || state.category !== null || state.state !== 'all'
  return (
    <>
      <PriceFrame
        categories={categories.data}
        chosen={state.category}
        onChoose={(id) => set({ category: id, page: 1 })}
        keyword={state.q}
        onKeyword={(q) => set({ q, page: 1 })}
        state={state.state}
        onState={(next) => set({ state: next, page: 1 })}
        stateWords={stateWords}
        hint="随总部的价目；本店价格不一样的、不开展的，在这里改"
        action={
          mayEdit && (
            <Button icon="copy" aria-label="照另一家门诊定价" onClick={() => setCopying(true)}>
              {mobile ? null : '照另一家'}
            </Button>
          )
        }
      >
        <DataTable<ClinicPrice>
          label="本店价目"
          columns={columns}
          keyOf={(row) => row.id}
          {...pagedProps(found, state, set, { what: '价目', noun: '项' })}
          onOpen={mayEdit ? setOpen : undefined}
          muted={(row) => !row.enabled}
          empty={
            narrowed ? (
              <NothingFound onAll={() => set({ q: '', category: null, state: 'all', page: 1 })} />
            ) : (
              <EmptyState
                layout="stack"
                icon="receipt"
                title="机构还没有价目"
                hint="机构的价目建好后，本店的价格在这里调整"
              />
            )
          }
          mobile={(row) => (
            <span className={p.card}>
              <span className={p.cardText}>
                <span className="t-16 bold ellipsis">{row.name}</span>
                <span className="t-13 secondary ellipsis">
                  {[row.categoryName, isOwn(row) && `总部 ${priceText(row.companyPrice)}`, bordersText(row)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {row.enabled ? (
                <span className="num bold">
                  {priceText(row.price ?? row.companyPrice)}
                  <span className="t-12 tertiary"> / {row.unit}</span>
                </span>
              ) : (
                <State row={row} />
              )}
            </span>
          )}
          fill
        />
      </PriceFrame>
      {open && <ClinicPriceDialog row={open} onClose={() => setOpen(null)} />}
      {copying && <CopyDialog onClose={() => setCopying(false)} />}
    </>
  )
}
