import { priceText } from '@dentin/kit/money'
import { useState } from 'react'
import { can } from '../../lib/permission.ts'
import { BatchButton, DataTable, Drawer, pageCodecs, pagedProps, Select, type Column } from '../../ui/heavy.ts'
import {
  Button,
  cx,
  EmptyState,
  Money,
  SearchField,
  Segmented,
  Tag,
  Toolbar,
  urlEnum,
  urlOptional,
  urlText,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import { CellDialog } from './CellDialog.tsx'
import { HandDownDialog } from './deferred.ts'
import { usePriceCategories, useMatrix, type Matrix, type MatrixCell, type MatrixRow } from './hooks.ts'
import { NextPrice } from './NextPrice.tsx'
import p from './tariff.module.css'
import { bordersText, plainPrice } from './words.ts'

const codecs = {
  q: urlText(),
  category: urlOptional,
  show: urlEnum(['all', 'deviating'] as const, 'all'),
  ...pageCodecs,
}

type Clinic = Matrix['clinics'][number]
const cellOf = (row: MatrixRow, clinicId: string) => row.cells.find((each) => each.clinicId === clinicId)

/** What a clinic charges, quiet where it is the head office's. */
function Cell({ row, cell }: { row: MatrixRow; cell: MatrixCell | undefined }) {
  if (cell && !cell.enabled) return <Tag>不开展</Tag>
  const own = cell?.price ?? null
  const above = own !== null && Number(own) > Number(row.companyPrice)
  return (
    <span className={p.stack}>
      <span className={cx('num', own === null ? 'tertiary' : above ? p.above : p.below)}>
        {own === null ? plainPrice(row.companyPrice) : `${above ? '↑' : '↓'} ${plainPrice(own)}`}
      </span>
      {cell?.changes && cell.nextFrom !== null && <NextPrice price={cell.nextPrice} from={cell.nextFrom} />}
    </span>
  )
}

/** Items × clinics: the head office's price, who charges otherwise, and the way to hand it down. */
export function PriceMatrix() {
  const [state, set] = useUrlState(codecs)
  const mobile = useIsMobile()
  const mayEdit = can('/clinicTariffSet:edit')
  const categories = usePriceCategories()
  const found = useMatrix({
    keyword: state.q,
    categoryId: state.category,
    deviating: state.show === 'deviating',
    pageNum: state.page,
    pageSize: state.size,
  })
  const [chosen, setChosen] = useState<string[]>([])
  const [handing, setHanding] = useState(false)
  const [open, setOpen] = useState<{ row: MatrixRow; clinic: Clinic } | null>(null)
  const [looked, setLooked] = useState<MatrixRow | null>(null)
  const clinics = found.data?.clinics ?? []
  const columns: Column<MatrixRow>[] = [
    { key: 'code', title: '编码', width: 84, numeric: true, render: (row) => row.code },
    {
      key: 'name',
      title: '项目',
      width: 220,
      render: (row) => (
        <span className="bold ellipsis" title={row.categoryName}>
          {row.name}
        </span>
      ),
    },
    {
      key: 'company',
      title: '总部价',
      width: 130,
      align: 'right',
      numeric: true,
      render: (row) => (
        <span className={p.stack}>
          <Money yuan={row.companyPrice} strong />
          {row.nextFrom !== null && <NextPrice price={row.nextPrice} from={row.nextFrom} />}
        </span>
      ),
    },
    {
      key: 'borders',
      title: '门诊可调',
      width: 130,
      align: 'right',
      numeric: true,
      render: (row) => bordersText(row) || <span className="tertiary">不限</span>,
    },
    ...clinics.map((clinic): Column<MatrixRow> => ({
      key: clinic.id,
      title: clinic.deviating > 0 ? `${clinic.name} ${clinic.deviating}` : clinic.name,
      width: 128,
      align: 'right',
      numeric: true,
      render: (row) => {
        const shown = <Cell row={row} cell={cellOf(row, clinic.id)} />
        return mayEdit ? (
          <button
            type="button"
            className={p.cellButton}
            aria-label={`${clinic.name}的${row.name}`}
            onClick={() => setOpen({ row, clinic })}
          >
            {shown}
          </button>
        ) : (
          shown
        )
      },
    })),
  ]
  const narrowed = state.q !== '' || state.category !== null || state.show !== 'all'
  return (
    <>
      <Toolbar
        end={
          <SearchField
            aria-label="查找收费项目"
            placeholder="名称、拼音首字母、编码"
            value={state.q}
            maxLength={40}
            onChange={(q) => set({ q, page: 1 })}
            boxClassName={p.find}
          />
        }
      >
        <Select
          label="分类"
          width={mobile ? 150 : 180}
          searchable
          clearable
          placeholder="全部分类"
          options={(categories.data ?? [])
            .filter(({ enabled }) => enabled)
            .map((each) => ({ value: each.id, label: `${each.parentId === null ? '' : '　'}${each.name}` }))}
          value={state.category}
          onChange={(category) => set({ category, page: 1 })}
        />
        <Segmented
          label="显示"
          options={[
            { value: 'all', label: '全部' },
            { value: 'deviating', label: '有不同' },
          ]}
          value={state.show}
          onChange={(show) => set({ show, page: 1 })}
        />
        {!mobile && (
          <span className="t-13 secondary ellipsis">
            灰色为随总部；{mayEdit ? '勾选项目后下发，点格子定一家' : '彩色为门诊自定'}
          </span>
        )}
      </Toolbar>
      <DataTable<MatrixRow>
        label="各店价目"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, state, set, { what: '价目', noun: '项' })}
        rowHeight={46}
        {...(mayEdit && !mobile ? { selected: chosen, onSelect: setChosen } : {})}
        batch={<BatchButton onClick={() => setHanding(true)}>下发到门诊</BatchButton>}
        noun="项"
        onOpen={mobile ? setLooked : undefined}
        empty={
          <EmptyState
            layout="stack"
            icon="receipt"
            title={narrowed ? '没有符合的收费项目' : '机构还没有价目'}
            hint={state.show === 'deviating' ? '各店都随总部' : undefined}
            action={
              narrowed && <Button onClick={() => set({ q: '', category: null, show: 'all', page: 1 })}>看全部</Button>
            }
          />
        }
        mobile={(row) => (
          <span className={p.card}>
            <span className={p.cardText}>
              <span className="t-16 bold ellipsis">{row.name}</span>
              <span className="t-13 secondary ellipsis">
                {row.cells.filter(({ price, enabled }) => price !== null || !enabled).length > 0
                  ? `${row.cells.filter(({ price, enabled }) => price !== null || !enabled).length} 店不同`
                  : '各店随总部'}
                {bordersText(row) && ` · ${bordersText(row)}`}
              </span>
            </span>
            <span className="num bold">{priceText(row.companyPrice)}</span>
          </span>
        )}
        fill
      />
      {looked && (
        <Drawer open title={looked.name} onClose={() => setLooked(null)}>
          <ul className={p.clinics}>
            {clinics.map((clinic) => (
              <li key={clinic.id}>
                <button
                  type="button"
                  className={p.clinicLine}
                  disabled={!mayEdit}
                  onClick={() => setOpen({ row: looked, clinic })}
                >
                  <span>{clinic.name}</span>
                  <Cell row={looked} cell={cellOf(looked, clinic.id)} />
                </button>
              </li>
            ))}
          </ul>
        </Drawer>
      )}
      {open && (
        <CellDialog
          row={open.row}
          clinic={open.clinic}
          cell={cellOf(open.row, open.clinic.id)}
          onClose={() => {
            setOpen(null)
            setLooked(null)
          }}
        />
      )}
      {handing && (
        <HandDownDialog
          tariffIds={chosen}
          clinics={clinics}
          onDone={() => {
            setHanding(false)
            setChosen([])
          }}
          onClose={() => setHanding(false)}
        />
      )}
    </>
  )
}
