import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ApiError } from '../../lib/client.ts'
import { DataTable, listProps, type Column } from '../../ui/heavy.ts'
import { Button, EmptyState, Tag, Toolbar, type IconName } from '../../ui/index.ts'
import s from './setting.module.css'

interface Entry {
  id: string
  sortNo: number
  enabled: boolean
}

export interface SettingListProps<Row extends Entry> {
  /** What one entry is called: 科室. */
  noun: string
  icon: IconName
  /** What the list is for, above it. */
  hint: ReactNode
  mayEdit: boolean
  /** New entries are made here; as mayEdit when left out. */
  mayAdd?: boolean
  found: UseQueryResult<readonly Row[], ApiError>
  /** What is shown of it; all when left out. */
  rows?: readonly Row[] | undefined
  columns: Column<Row>[]
  /** Second line of the phone's card. */
  facts: (row: Row) => ReactNode
  title: (row: Row) => ReactNode
  /** The form for one entry; null: a new one. */
  dialog: (row: Row | null, close: () => void) => ReactNode
  /** Beside the button that adds. */
  extra?: ReactNode
}

const State = ({ row }: { row: Entry }) => (row.enabled ? <Tag tone="done">启用</Tag> : <Tag>停用</Tag>)

/** A list that the house keeps: entries are added, changed and switched off; what was used stays readable. */
export function SettingList<Row extends Entry>(props: SettingListProps<Row>) {
  const { noun, mayEdit, mayAdd = mayEdit, found } = props
  const [editing, setEditing] = useState<Row | 'new' | null>(null)
  const rows = props.rows ?? found.data
  return (
    <>
      <Toolbar
        end={
          <>
            {props.extra}
            {mayAdd && (
              <Button variant="primary" icon="plus" onClick={() => setEditing('new')}>
                新建{noun}
              </Button>
            )}
          </>
        }
      >
        <span className="t-13 secondary">{props.hint}</span>
      </Toolbar>
      <DataTable
        label={noun}
        columns={[
          ...props.columns,
          { key: 'sort', title: '顺序', width: 80, align: 'right', numeric: true, render: (row: Row) => row.sortNo },
          { key: 'enabled', title: '状态', width: 90, render: (row: Row) => <State row={row} /> },
        ]}
        keyOf={(row) => row.id}
        {...listProps(found, noun)}
        rows={rows}
        onOpen={mayEdit ? setEditing : undefined}
        muted={(row) => !row.enabled}
        empty={<EmptyState layout="stack" icon={props.icon} title={`还没有${noun}`} />}
        mobile={(row) => (
          <span className={s.card}>
            <span className={s.cardText}>
              <span className="t-16 bold ellipsis">{props.title(row)}</span>
              <span className="t-13 secondary ellipsis">{props.facts(row)}</span>
            </span>
            <State row={row} />
          </span>
        )}
        fill
      />
      {editing && props.dialog(editing === 'new' ? null : editing, () => setEditing(null))}
    </>
  )
}
