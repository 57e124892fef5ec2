import { useNavigate } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { Tabs } from '../../ui/index.ts'

const PLACES = [
  { key: '/orgSchedule', label: '全院排班' },
  { key: '/mySchedule', label: '我的排班' },
  { key: '/clinicSchedule', label: '排班中心' },
  { key: '/baseScheduleSet', label: '班次与节假日' },
] as const
type Place = (typeof PLACES)[number]['key']

/** The screens about shifts beside each other, as far as the post grants them. */
export function ScheduleTabs({ value }: { value: Place }) {
  const navigate = useNavigate()
  const allowed = useCan()
  const places = PLACES.filter(({ key }) => allowed(`${key}:view`))
  return <Tabs label="排班" inset="gutter" items={places} value={value} onChange={(key) => void navigate(key)} />
}
