import { useNavigate } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { Tabs } from '../../ui/index.ts'

const PLACES = [
  { key: '/vipInfoDetail', label: '会员信息' },
  { key: '/vipChargeRecord', label: '缴费记录' },
  { key: '/orderRecord', label: '订单与发票' },
  { key: '/medicareOrderRecord', label: '医保会员' },
] as const

/** The screens of the membership beside each other, as far as the post grants them. */
export function MembershipTabs({ value }: { value: (typeof PLACES)[number]['key'] }) {
  const navigate = useNavigate()
  const allowed = useCan()
  const places = PLACES.filter(({ key }) => allowed(`${key}:view`))
  return <Tabs label="门诊会员" inset="gutter" items={places} value={value} onChange={(key) => void navigate(key)} />
}
