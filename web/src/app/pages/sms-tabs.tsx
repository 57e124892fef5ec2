import { menuScreens } from '@dentin/contract/menu'
import { useNavigate } from 'react-router'
import { Tabs } from '../../ui/index.ts'

const HOME = '/SMSmanagement'
/** The screens of the SMS beside each other. */
const places = [
  { key: HOME as string, label: '概览' },
  ...menuScreens
    .filter((each) => each.parent === HOME)
    .map((each) => ({ key: each.path as string, label: each.title })),
]

export function SmsTabs({ value }: { value: string }) {
  const navigate = useNavigate()
  return <Tabs label="短信" inset="gutter" items={places} value={value} onChange={(key) => void navigate(key)} />
}
