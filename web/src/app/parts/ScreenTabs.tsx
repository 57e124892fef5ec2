import { tabRows, type TabRow } from '@dentin/contract/areas/screen'
import { screens } from '@dentin/contract/areas/screens'
import { useNavigate } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { Tabs } from '../../ui/index.ts'
import { opens } from '../routes.ts'
import { useScreen } from '../use-screen.ts'

/** The screens of a row of tabs, as far as the post grants them. */
export function useRow(row: TabRow): { key: string; label: string }[] {
  const allowed = useCan()
  return screens
    .flatMap(({ path, title, tab, resource }) =>
      tab?.row === row && opens({ resource }, allowed)
        ? [{ key: path as string, label: tab.label ?? title, order: tab.order }]
        : [],
    )
    .sort((a, b) => a.order - b.order)
}

/** The screen's neighbours beside each other. A screen without a place in a row stands in that of the entry above it. */
export function ScreenTabs() {
  const open = useScreen()
  const screen = open?.tab ? open : screens.find(({ path }) => path === open?.activeMenu)
  return screen?.tab ? <Row row={screen.tab.row} value={screen.path} /> : null
}

function Row({ row, value }: { row: TabRow; value: string }) {
  const navigate = useNavigate()
  return (
    <Tabs
      label={tabRows[row]}
      inset="gutter"
      items={useRow(row)}
      value={value}
      onChange={(key) => void navigate(key)}
    />
  )
}
