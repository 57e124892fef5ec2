import type { UseQueryResult } from '@tanstack/react-query'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { ApiError } from '../../lib/client.ts'
import { Tag } from '../display/Tag.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { SearchField } from '../form/TextField.tsx'
import { useHotkeys } from '../hooks/useHotkeys.ts'
import { urlText, useUrlState } from '../hooks/useUrlState.ts'
import type { IconName } from '../icon/paths.ts'
import { Toolbar } from '../layout/layout.tsx'
import type { Column } from '../table/columns.ts'
import { DataTable } from '../table/DataTable.tsx'
import { listProps } from '../table/list.ts'
import s from './list.module.css'

/** A list of more rows is searched. */
const LONG = 10
const codecs = { find: urlText() }

interface Shown {
  id: string
  enabled: boolean
}

export interface EntryTableProps<Row extends Shown> {
  /** What one entry is called: 科室. */
  noun: string
  icon: IconName
  /** What the list is for, above it. */
  hint: ReactNode
  found: UseQueryResult<readonly Row[], ApiError>
  /** What is shown of it, in this order; all when left out. */
  rows?: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  title: (row: Row) => ReactNode
  /** The second line of the phone's card; what is said in it and in the name is searched. */
  facts: (row: Row) => readonly (string | false | null | undefined)[]
  nameOf: (row: Row) => string
  /** What stands for its state; by default whether it is in use. */
  state?: ((row: Row) => ReactNode) | undefined
  onOpen?: ((row: Row) => void) | undefined
  /** By it a row is dragged to its place, where that may be. */
  handle?: ((row: Row, narrowed: boolean) => ReactNode) | undefined
  /** With the keys it goes one place up or down. */
  onStep?: ((row: Row, by: -1 | 1) => void) | undefined
  /** Buttons at the right. */
  end?: ReactNode
}

/** Whether an entry may still be chosen. */
const EntryState = ({ row }: { row: Shown }) => (row.enabled ? <Tag tone="done">启用</Tag> : <Tag>停用</Tag>)

/** The rows of a list of settings: searched when there are many, those that are off in grey behind the others. */
export function EntryTable<Row extends Shown>(props: EntryTableProps<Row>) {
  const { noun, found, title, facts, handle, state = (row) => <EntryState row={row} /> } = props
  const [{ find }, set] = useUrlState(codecs)
  const all = props.rows ?? found.data
  const sought = find.trim().toLowerCase()
  const narrowed = sought !== ''
  const says = (row: Row) => [props.nameOf(row), ...facts(row)].filter(Boolean).join(' ').toLowerCase()
  const rows = narrowed ? all?.filter((row) => says(row).includes(sought)) : all
  useStepping(rows, narrowed ? undefined : props.onStep)
  const search = narrowed || (all?.length ?? 0) > LONG
  return (
    <>
      <Toolbar
        end={
          <>
            {search && (
              <SearchField
                aria-label={`查找${noun}`}
                placeholder={`查找${noun}`}
                maxLength={40}
                value={find}
                onChange={(text) => set({ find: text })}
                boxClassName={s.find}
              />
            )}
            {props.end}
          </>
        }
      >
        <span className="t-13 secondary">{props.hint}</span>
      </Toolbar>
      <DataTable
        label={noun}
        columns={[
          ...(handle ? [{ key: 'handle', title: '', width: 44, render: (row: Row) => handle(row, narrowed) }] : []),
          ...props.columns,
          { key: 'enabled', title: '状态', width: 90, render: state },
        ]}
        keyOf={(row) => row.id}
        {...listProps(found, noun)}
        rows={rows}
        onOpen={props.onOpen}
        muted={(row) => !row.enabled}
        empty={
          <EmptyState
            layout="stack"
            icon={props.icon}
            title={narrowed ? `没有符合的${noun}` : `还没有${noun}`}
            hint={narrowed ? '换个词再查' : undefined}
          />
        }
        mobile={(row) => (
          <span className={s.card}>
            {handle?.(row, narrowed)}
            <span className={s.cardText}>
              <span className="t-16 bold ellipsis">{title(row)}</span>
              <span className="t-13 secondary ellipsis">{facts(row).filter(Boolean).join(' · ')}</span>
            </span>
            <EntryState row={row} />
          </span>
        )}
        fill
      />
    </>
  )
}

/** Alt with ↑ or ↓ moves the row that has the focus, which keeps it. */
function useStepping<Row extends Shown>(
  rows: readonly Row[] | undefined,
  onStep: ((row: Row, by: -1 | 1) => void) | undefined,
) {
  const moved = useRef<{ id: string; lines: HTMLCollection } | null>(null)
  useLayoutEffect(() => {
    const at = rows?.findIndex(({ id }) => id === moved.current?.id) ?? -1
    const line = moved.current?.lines[at]
    if (line instanceof HTMLElement && document.activeElement !== line) line.focus()
  }, [rows])
  const step = (by: -1 | 1) => () => {
    const line = document.activeElement?.closest('[data-row]')
    const lines = line?.parentElement?.children
    const row = line && lines && rows?.[[...lines].indexOf(line)]
    if (!row || !onStep) return
    moved.current = { id: row.id, lines }
    onStep(row, by)
  }
  const enabled = onStep !== undefined
  useHotkeys([
    { key: 'alt+ArrowUp', does: '选中的一行上移', run: step(-1), enabled },
    { key: 'alt+ArrowDown', does: '选中的一行下移', run: step(1), enabled },
  ])
}
