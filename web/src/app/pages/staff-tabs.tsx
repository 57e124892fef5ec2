import { useNavigate } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { Tabs } from '../../ui/index.ts'
import { screens } from '../routes.ts'

const PLACES = [
  { key: '/baseEmployee', label: '员工' },
  { key: '/employeEaudit', label: '关联审核' },
  { key: '/employeeSet', label: '本店设置' },
  { key: '/postPermission', label: '岗位权限' },
] as const
type Place = (typeof PLACES)[number]['key']

/** The screens of the staff centre beside each other, as far as the post grants them. */
export function StaffTabs({ value }: { value: Place }) {
  const navigate = useNavigate()
  const allowed = useCan()
  const places = PLACES.filter(
    ({ key }) => allowed(`${key}:view`) && screens.some((screen) => (screen.path as string) === key),
  )
  return <Tabs label="员工中心" inset="gutter" items={places} value={value} onChange={(key) => void navigate(key)} />
}
