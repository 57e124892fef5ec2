import { tariffKeys, type TariffKey } from '@dentin/contract/tariff-fields'
import { useCallback, useMemo, useRef, useState } from 'react'
import { ApiError, newRequestId } from '../../lib/client.ts'
import { can } from '../../lib/permission.ts'
import { presentDay } from '../../lib/present.ts'
import { ownKey } from '../../lib/session.ts'
import { DatePicker, KeptDraft, Pager } from '../../ui/heavy.ts'
import {
  Button,
  cx,
  ErrorLine,
  FooterBar,
  Notice,
  SkeletonRows,
  TextButton,
  toast,
  Toolbar,
  useLeaveGuard,
} from '../../ui/index.ts'
import {
  fieldOf,
  overNewest,
  overtakenRows,
  problemsOf,
  rowsToSend,
  withCell,
  withoutRow,
  type CellValue,
  type Edits,
  type Problems,
} from './grid.ts'
import { GridRow, type CellOptions } from './GridRow.tsx'
import { usePriceCategories, usePrices, useSavePrices, useUnits, type Price } from './hooks.ts'
import p from './grid.module.css'

/** So many rows are shown at once. */
const SHOWN = 100
const NONE: Edits = {}

function keptEdits(key: string): Edits | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Edits | null
    return kept && Object.keys(kept).length > 0 ? kept : null
  } catch {
    return null
  }
}

/** Items of the price list as a grid: many are changed in place and saved at once. */
export function PriceGrid({
  sought,
  onClose,
}: {
  sought: { keyword: string; categoryId: string | null; state: 'all' | 'on' | 'off' }
  onClose: () => void
}) {
  const draftKey = ownKey('draft.tariff-grid')
  const [edits, setEdits] = useState<Edits>(NONE)
  const [offered, setOffered] = useState(() => keptEdits(draftKey))
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [from, setFrom] = useState<string | null>(null)
  const [page, setPage] = useState(1)
  const requestId = useRef(newRequestId())
  const found = usePrices({ ...sought, pageNum: page, pageSize: SHOWN })
  const categories = usePriceCategories()
  const units = useUnits()
  const save = useSavePrices()
  const withCost = can('/field:cost')
  const keys = useMemo(() => tariffKeys.filter((key) => withCost || !fieldOf(key).cost), [withCost])
  const dirty = Object.keys(edits).length
  useLeaveGuard(dirty > 0, `${dirty} 项价目的修改未保存`, true)

  const keep = useCallback(
    (change: (before: Edits) => Edits) => {
      requestId.current = newRequestId()
      setEdits((before) => {
        const next = change(before)
        if (Object.keys(next).length > 0) localStorage.setItem(draftKey, JSON.stringify(next))
        else localStorage.removeItem(draftKey)
        return next
      })
    },
    [draftKey],
  )
  const onCell = useCallback(
    (row: string, base: Price | null, key: TariffKey, value: CellValue) => {
      keep((before) => withCell(before, row, base, key, value))
      setProblems(({ [row]: mine, ...others }) => {
        const { [key]: _fixed, ...rest } = mine ?? {}
        return Object.keys(rest).length > 0 ? { ...others, [row]: rest } : others
      })
    },
    [keep],
  )
  const options: CellOptions = useMemo(() => {
    const nameOf = (id: string | null) => categories.data?.find((each) => each.id === id)?.name
    return {
      categories: (categories.data ?? [])
        .filter(({ parentId, enabled }) => parentId !== null && enabled)
        .map(({ id, name, parentId }) => ({ value: id, label: `${nameOf(parentId) ?? ''} / ${name}` })),
      units: units.map(({ item }) => item),
    }
  }, [categories.data, units])

  const rows = found.data?.list
  const made = Object.keys(edits).filter((key) => edits[key]?.base === null)
  const late = overtakenRows(edits, rows ?? [])
  const add = () => {
    const key = `new-${newRequestId()}`
    const categoryId = options.categories.some(({ value }) => value === sought.categoryId) ? sought.categoryId : null
    keep((before) => ({
      [key]: { base: null, values: { ...(categoryId && { categoryId }), unit: options.units[0] ?? '次' } },
      ...before,
    }))
  }
  const submit = async () => {
    setFailure(null)
    const { keys: sent, rows: sending } = rowsToSend(edits, from, withCost)
    try {
      await save.mutateAsync({ rows: sending, requestId: requestId.current })
      keep(() => NONE)
      setProblems({})
      toast.success(`已保存 ${sending.length} 项`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblems(problemsOf(sent, error.fields))
      setFailure(error.message)
      // Who was overtaken sees what the other has made of the row.
      void found.refetch()
    }
  }
  const count = Object.values(problems).reduce((sum, each) => sum + Object.keys(each).length, 0)
  return (
    <div className={p.place}>
      <Toolbar
        end={
          <>
            <span className={p.from}>
              <span className="t-13 secondary">新价生效</span>
              <DatePicker
                label="新价生效日期"
                clearable
                value={from}
                onChange={setFrom}
                min={presentDay()}
                placeholder="今天"
              />
            </span>
            <Button icon="plus" onClick={add}>
              加一行
            </Button>
          </>
        }
      >
        <Button icon="arrow-left" onClick={onClose}>
          返回列表
        </Button>
        <span className="t-13 secondary">点格子直接改，Enter 向下、Tab 向右；改过的格子有底色，最后一起保存</span>
      </Toolbar>
      {offered && dirty === 0 && (
        <KeptDraft
          onRestore={() => {
            keep(() => offered)
            setOffered(null)
          }}
          onDrop={() => {
            localStorage.removeItem(draftKey)
            setOffered(null)
          }}
        >
          上次有 {Object.keys(offered).length} 项修改没有保存
        </KeptDraft>
      )}
      {late.map((row) => (
        <Notice
          key={row.id}
          tone="wait"
          icon="alert"
          action={
            <>
              <TextButton onClick={() => keep((before) => overNewest(before, row.id, row))}>保留我改的格子</TextButton>
              <TextButton tone="quiet" onClick={() => keep((before) => withoutRow(before, row.id))}>
                放弃我的修改
              </TextButton>
            </>
          }
        >
          {problems[row.id]?.version ?? `${row.name}刚被他人改过`}；其余格子会换成最新
        </Notice>
      ))}
      <div className={p.scroller}>
        {!rows && !found.error && <SkeletonRows rows={12} />}
        {found.error && <ErrorLine onRetry={() => void found.refetch()}>价目没有读到：{found.error.message}</ErrorLine>}
        {rows && (
          <table
            className={p.grid}
            aria-label="价目表格"
            style={{ width: keys.reduce((sum, key) => sum + fieldOf(key).width, 0) }}
          >
            <colgroup>
              {keys.map((key) => (
                <col key={key} style={{ width: fieldOf(key).width }} />
              ))}
            </colgroup>
            <thead>
              <tr>
                {keys.map((key) => (
                  <th key={key} scope="col" className={cx(fieldOf(key).kind === 'money' && p.right)}>
                    {fieldOf(key).label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {made.map((key) => (
                <GridRow
                  key={key}
                  row={key}
                  base={null}
                  edit={edits[key]}
                  problems={problems[key]}
                  keys={keys}
                  options={options}
                  onCell={onCell}
                  onDrop={() => keep((before) => withoutRow(before, key))}
                />
              ))}
              {rows.map((row) => (
                <GridRow
                  key={row.id}
                  row={row.id}
                  base={row}
                  edit={edits[row.id]}
                  problems={problems[row.id]}
                  keys={keys}
                  options={options}
                  onCell={onCell}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {(found.data?.total ?? 0) > SHOWN && (
        <Pager page={page} pageSize={SHOWN} total={found.data?.total} noun="项" onChange={setPage} />
      )}
      <FooterBar
        start={
          failure !== null ? (
            <span role="alert" className={p.failure}>
              {count > 1 ? `${count} 处需要改正，已在格子下标出` : failure}
            </span>
          ) : (
            <span className="secondary">{dirty > 0 ? `改了 ${dirty} 项，未保存` : '没有未保存的修改'}</span>
          )
        }
      >
        <Button
          disabled={dirty === 0}
          onClick={() => {
            keep(() => NONE)
            setProblems({})
            setFailure(null)
          }}
        >
          放弃修改
        </Button>
        <Button
          variant="primary"
          disabled={dirty === 0 || late.length > 0}
          busy={save.isPending}
          onClick={() => void submit()}
        >
          {dirty > 0 ? `保存 ${dirty} 项` : '保存'}
        </Button>
      </FooterBar>
    </div>
  )
}
