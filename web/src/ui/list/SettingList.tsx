import type { AnyCall, WireInput } from '@dentin/contract/core/call'
import { inOrder } from '@dentin/contract/core/field-kinds'
import type { ListField } from '@dentin/contract/core/setting-list'
import { useState, type ReactNode } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { can } from '../../lib/permission.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { Button, IconButton } from '../control/Button.tsx'
import { useExport } from '../control/ExportButton.tsx'
import { toast } from '../feedback/toast.tsx'
import { Switch } from '../form/Choice.tsx'
import { useIsMobile } from '../hooks/useMediaQuery.ts'
import type { IconName } from '../icon/paths.ts'
import type { Column } from '../table/columns.ts'
import { RowHandle } from '../table/RowHandle.tsx'
import { entryOf, wordsOf, type Declaration, type Entry } from './declared.ts'
import { EntryDialog, type Controls } from './EntryDialog.tsx'
export type { Controls } from './EntryDialog.tsx'
import { EntryTable } from './EntryTable.tsx'
import s from './list.module.css'
import { useOrder } from '../table/useOrder.ts'

export interface SettingListProps<Row extends Entry, Save extends AnyCall> {
  /** What the contract declares. */
  list: Declaration<Row, Save>
  icon: IconName
  /** What the list is for, above it. */
  hint: ReactNode
  /** Width of the dialog. */
  width: number
  /** How values are drawn that the declaration can't know, by field, and what is said of them in words. */
  cells?: Readonly<
    Record<
      string,
      { head?: string; render: (row: Row) => ReactNode; words?: (row: Row) => string | false | null | undefined }
    >
  >
  /** Columns that stand elsewhere than they were declared; see `inOrder`. */
  order?: readonly string[]
  /** What stands for an entry on the phone; its name when left out. */
  title?: (row: Row) => ReactNode
  controls?: Controls<Row, Save>
  begin?: Partial<WireInput<Save>>
  /** One entry where the dialog says otherwise than the list. */
  entryNoun?: string
  /** Which of its entries are shown; all when left out. */
  only?: (row: Row) => boolean
  /** Entries are put in order among those that have the same of this. */
  groupOf?: (row: Row) => unknown
  /** Why an entry can't be switched off, where that is known before it is asked. */
  keeps?: (row: Row) => string | undefined
  /** Nobody changes it here. */
  fixed?: boolean
  /** What is read again beside the list when it changed. */
  refresh?: AnyCall[]
}

/**
 * A list that the house keeps, from its declaration in the contract: entries are added, changed, dragged to their place,
 * switched off and taken along as a sheet; what was used stays readable.
 */
export function SettingList<Row extends Entry, Save extends AnyCall>(props: SettingListProps<Row, Save>) {
  const { list, cells = {}, keeps = () => undefined, refresh = [], groupOf } = props
  const mobile = useIsMobile()
  const mayEdit = !props.fixed && can(list.edit)
  const found = useCall(list.calls.list, {})
  const [editing, setEditing] = useState<Row | 'new' | null>(null)
  const placed = useOrder(props.only ? found.data?.filter(props.only) : found.data, list.calls.sort, {
    refresh: [list.calls.list, ...refresh],
    groupOf,
  })
  const said: [string, Pick<ListField, 'label' | 'cell' | 'words' | 'edit'>][] = [
    ...Object.entries(list.fields),
    ...Object.entries(list.facts),
  ]
  const inTable = said.filter(([, { cell }]) => cell)
  const keys = inOrder(
    inTable.map(([key]) => key),
    props.order ?? [],
  )
  const shown = inTable.toSorted(([a], [b]) => keys.indexOf(a) - keys.indexOf(b))
  const [first = ['', { label: '' }]] = shown
  const nameOf = (row: Row) => wordsOf(first[1], row[first[0]])

  const facts = (row: Row) =>
    shown.map(([key, field], i) => {
      const own = cells[key]
      if (own || i === 0) return own?.words?.(row)
      const words = wordsOf(field, row[key])
      return words && key in list.facts && field.cell?.unit ? `${field.label} ${words}` : words
    })
  const columns = shown.map(([key, field], i): Column<Row> => {
    const amount = field.cell?.unit !== undefined || field.cell?.isAmount || field.edit?.as === 'money'
    return {
      key,
      title: cells[key]?.head ?? field.cell?.title ?? field.label,
      width: field.cell?.width,
      ...(amount ? { align: 'right', numeric: true } : {}),
      render:
        cells[key]?.render ??
        ((row) => {
          const words = wordsOf(field, row[key])
          return i === 0 ? <span className="bold">{words}</span> : <span title={words}>{words || '—'}</span>
        }),
    }
  })
  return (
    <>
      <EntryTable
        noun={list.noun}
        icon={props.icon}
        hint={props.hint}
        found={found}
        rows={placed.rows}
        columns={columns}
        nameOf={nameOf}
        title={props.title ?? nameOf}
        facts={facts}
        state={
          mayEdit
            ? (row) => <InUse list={list} row={row} name={nameOf(row)} keeps={keeps(row)} refresh={refresh} />
            : undefined
        }
        onOpen={mayEdit ? setEditing : undefined}
        handle={
          mayEdit
            ? (row, narrowed) => (
                <RowHandle label={`拖动${nameOf(row)}`} disabled={narrowed} onDrop={(to) => placed.drop(row, to)} />
              )
            : undefined
        }
        onStep={mayEdit ? placed.step : undefined}
        end={
          mayEdit && (
            <>
              {!mobile && <Sheet list={list} />}
              <Button variant="primary" icon="plus" aria-label={`新建${list.noun}`} onClick={() => setEditing('new')}>
                {mobile ? '新建' : `新建${list.noun}`}
              </Button>
            </>
          )
        }
      />
      {editing && (
        <EntryDialog
          list={list}
          row={editing === 'new' ? null : editing}
          noun={props.entryNoun}
          width={props.width}
          begin={props.begin}
          controls={props.controls}
          keeps={editing === 'new' ? undefined : keeps(editing)}
          refresh={refresh}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

/** Switches an entry on and off in its row. */
function InUse<Row extends Entry, Save extends AnyCall>({
  list,
  row,
  name,
  keeps,
  refresh,
}: {
  list: Declaration<Row, Save>
  row: Row
  name: string
  keeps: string | undefined
  refresh: AnyCall[]
}) {
  const send = useSend<AnyCall>(list.calls.save, { refresh: [list.calls.list, ...refresh] })
  const [wanted, setWanted] = useState<boolean | null>(null)
  const turn = (enabled: boolean) => {
    setWanted(enabled)
    send.mutate(entryOf(list, row, { enabled, requestId: newRequestId() }), {
      onSuccess: () => toast.success(`${name}已${enabled ? '启用' : '停用'}`),
      onError: (error) => toast.error(error.fields[0]?.message ?? error.message),
      onSettled: () => setWanted(null),
    })
  }
  return (
    <span title={keeps} className={s.inUse}>
      <Switch
        quiet
        label={`启用${name}`}
        checked={wanted ?? row.enabled}
        disabled={wanted !== null || keeps !== undefined}
        onChange={turn}
      />
    </span>
  )
}

/** Takes the list along as a sheet. */
function Sheet<Row extends Entry, Save extends AnyCall>({ list }: { list: Declaration<Row, Save> }) {
  const { busy, take } = useExport(list.calls.sheet)
  return (
    <IconButton
      icon="download"
      label={`导出${list.noun}`}
      disabled={busy}
      onClick={() => void take({}, { as: `${list.noun}.xlsx` })}
    />
  )
}
