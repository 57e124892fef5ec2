import { IconButton, TextButton } from '../control/Button.tsx'
import { Checkbox } from '../form/Checkbox.tsx'
import { useIsMobile } from '../hooks/useMediaQuery.ts'
import { Popover } from '../overlay/Menu.tsx'
import type { TableColumns } from './columns.ts'
import s from './table.module.css'

/** The button that opens the column settings: show, hide and order the columns of a table. Absent on the phone, where rows are cards. */
export function ColumnButton<R>({ columns }: { columns: TableColumns<R> }) {
  const mobile = useIsMobile()
  if (mobile) return null
  const list = (
    <div className={s.columns}>
      <div className={s.columnsHead}>
        <span>显示的列</span>
        <TextButton disabled={!columns.changed} onClick={columns.reset}>
          恢复默认
        </TextButton>
      </div>
      <ul>
        {columns.all.map((column, i) => (
          <li key={column.key} className={s.columnLine}>
            <Checkbox
              checked={columns.isVisible(column.key)}
              disabled={column.locked}
              onChange={(event) => columns.setVisible(column.key, event.target.checked)}
            >
              {column.title}
            </Checkbox>
            <span className={s.columnMoves}>
              <IconButton
                icon="chevron-up"
                label={`${column.title} 上移`}
                size="xs"
                disabled={i === 0}
                onClick={() => columns.move(column.key, -1)}
              />
              <IconButton
                icon="chevron-down"
                label={`${column.title} 下移`}
                size="xs"
                disabled={i === columns.all.length - 1}
                onClick={() => columns.move(column.key, 1)}
              />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
  return (
    <Popover align="end" content={list}>
      <IconButton icon="columns" label="列设置" variant="default" />
    </Popover>
  )
}
