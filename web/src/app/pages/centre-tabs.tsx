import { useNavigate } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { Tabs } from '../../ui/index.ts'
import { screens } from '../routes.ts'

const PLACES = [
  { key: '/allTimePatients', label: '全部患者', resource: '/allTimePatients:view' },
  { key: '/allPatients', label: '今日患者', resource: '/allTimePatients:view' },
  { key: '/inTreatment', label: '就诊中', resource: '/inTreatment:view' },
  { key: '/patientList', label: '客服', resource: '/allTimePatients:view' },
  { key: '/duplicate', label: '重复档案', resource: '/duplicate:view' },
  { key: '/archived', label: '归档与回收站', resource: '/archived:view' },
] as const
type CentrePlace = (typeof PLACES)[number]['key']

/** The screens of the patient centre that exist and that the post grants. */
export function useCentrePlaces(): { key: CentrePlace; label: string }[] {
  const allowed = useCan()
  return PLACES.filter(
    ({ key, resource }) => allowed(resource) && screens.some((screen) => (screen.path as string) === key),
  ).map(({ key, label }) => ({ key, label }))
}

/** The screens of the patient centre beside each other. */
export function CentreTabs({ value }: { value: CentrePlace }) {
  const navigate = useNavigate()
  return (
    <Tabs
      label="患者中心"
      inset="gutter"
      items={useCentrePlaces()}
      value={value}
      onChange={(key) => void navigate(key)}
    />
  )
}
