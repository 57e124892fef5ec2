import { drugCategories } from '@dentin/contract/drug'
import { useState } from 'react'
import { can } from '../../lib/permission.ts'
import { DataTable, listProps, type Column } from '../../ui/heavy.ts'
import {
  Button,
  Checkbox,
  Chips,
  EmptyState,
  SearchField,
  Tag,
  Toolbar,
  urlFlag,
  urlOptional,
  urlText,
  useUrlState,
} from '../../ui/index.ts'
import { DrugDialog } from './deferred.ts'
import { useDrugs, useOpenDrugs, type DrugRow } from './hooks.ts'
import s from './drug.module.css'

const codecs = { q: urlText(), category: urlOptional, off: urlFlag }
const EVERY = 'all'

/** What stands for a drug's review: the pharmacist, or that one is still to come. */
export const Signature = ({ row }: { row: Pick<DrugRow, 'signedName' | 'signedAt'> }) =>
  row.signedName === null ? (
    <Tag tone="wait">待药师复核</Tag>
  ) : (
    <Tag tone="done" title={`${row.signedName} ${row.signedAt?.slice(0, 16) ?? ''}`}>
      药师 {row.signedName}
    </Tag>
  )

const Facts = ({ row }: { row: DrugRow }) => (
  <>
    {!row.enabled && <Tag>已停用</Tag>}
    {row.origin !== 'platform' && <Tag tone="brand">{row.origin === 'own' ? '本机构' : '已改'}</Tag>}
  </>
)

const columns: Column<DrugRow>[] = [
  {
    key: 'name',
    title: '药品',
    render: (row) => (
      <span className={s.name}>
        <span className="ellipsis">
          <b>{row.name}</b> <Facts row={row} />
        </span>
        <span className="t-12 tertiary ellipsis">{row.genericName}</span>
      </span>
    ),
  },
  { key: 'category', title: '类别', width: 130, render: (row) => row.category },
  { key: 'spec', title: '规格', width: 220, render: (row) => <span title={row.spec}>{row.spec}</span> },
  { key: 'routes', title: '途径', width: 150, render: (row) => row.routes.join('、') },
  { key: 'rx', title: '处方药', width: 76, render: (row) => (row.prescriptionOnly ? '是' : '否') },
  { key: 'signed', title: '复核', width: 130, render: (row) => <Signature row={row} /> },
]

/** The drug reference (open: the platform's alone, for whoever has no token): searched by name, generic name, pinyin or category; each page follows the last drug of the one before. */
export function DrugList({ open = false, onOpen }: { open?: boolean; onOpen: (id: string) => void }) {
  const [url, set] = useUrlState(codecs)
  const [adding, setAdding] = useState(false)
  const category = drugCategories.find((each) => each === url.category)
  const asked = { name: url.q.trim(), size: 20, ...(category ? { category } : {}) }
  const mayEdit = !open && can('/drugAdministration:edit')
  return (
    <>
      <Toolbar
        end={
          mayEdit && (
            <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
              新增
            </Button>
          )
        }
      >
        <SearchField
          aria-label="查找药品"
          placeholder="药名、通用名、拼音、类别"
          maxLength={40}
          value={url.q}
          onChange={(q) => set({ q })}
          boxClassName={s.find}
        />
        {mayEdit && (
          <Checkbox checked={url.off} onChange={(event) => set({ off: event.target.checked })}>
            含停用
          </Checkbox>
        )}
      </Toolbar>
      <div className={s.chips}>
        <Chips
          label="类别"
          value={category ?? EVERY}
          onChange={(next) => set({ category: next === EVERY ? null : next })}
          options={[
            { value: EVERY, label: '全部' },
            ...drugCategories.map((each) => ({ value: each as string, label: each as string })),
          ]}
        />
      </div>
      {open ? (
        <OpenRows asked={asked} onOpen={onOpen} />
      ) : (
        <OwnRows asked={{ ...asked, all: url.off }} onOpen={onOpen} />
      )}
      {adding && <DrugDialog drug={null} onClose={() => setAdding(false)} onSaved={onOpen} />}
    </>
  )
}

interface RowsProps<Asked> {
  asked: Asked
  onOpen: (id: string) => void
}
type Drugs = ReturnType<typeof useDrugs>

const OwnRows = ({ asked, onOpen }: RowsProps<Parameters<typeof useDrugs>[0]>) => (
  <Rows found={useDrugs(asked)} narrowed={asked.name !== '' || asked.category != null} onOpen={onOpen} />
)
const OpenRows = ({ asked, onOpen }: RowsProps<Parameters<typeof useOpenDrugs>[0]>) => (
  <Rows found={useOpenDrugs(asked)} narrowed={asked.name !== '' || asked.category != null} onOpen={onOpen} />
)

function Rows({ found, narrowed, onOpen }: { found: Drugs; narrowed: boolean; onOpen: (id: string) => void }) {
  return (
    <>
      <DataTable<DrugRow>
        label="药品资料"
        columns={columns}
        keyOf={(row) => row.id}
        {...listProps(found, '药品资料')}
        rowHeight={46}
        fill={false}
        muted={(row) => !row.enabled}
        onOpen={(row) => onOpen(row.id)}
        empty={
          <EmptyState
            layout="stack"
            icon="pill"
            title={narrowed ? '没有找到药品' : '没有药品'}
            hint={narrowed ? '换个药名、拼音首字母或类别再找' : '新增的药品会列在这里'}
          />
        }
        mobile={(row) => (
          <span className={s.card}>
            <span className={s.cardLine}>
              <b className="ellipsis">{row.name}</b>
              <Signature row={row} />
            </span>
            <span className="t-12 tertiary ellipsis">
              {row.category} · {row.spec} · {row.routes.join('、')} <Facts row={row} />
            </span>
          </span>
        )}
      />
      {found.more && (
        <div className={s.more}>
          <Button busy={found.isFetching} onClick={found.more}>
            加载更多
          </Button>
        </div>
      )}
    </>
  )
}
