import { messageCategories, type MessageCategory } from '@dentin/contract/messaging'
import { Tabs } from '../../ui/index.ts'
import { categoryKeys, unreadIn } from './model.ts'

export type Tab = 'all' | MessageCategory

/** All messages or those of one category, with how many are unread. */
export function CategoryTabs({
  value,
  onChange,
  status,
  inset = 'none',
}: {
  value: Tab
  onChange: (tab: Tab) => void
  status: Parameters<typeof unreadIn>[0]
  inset?: 'none' | 'gutter'
}) {
  return (
    <Tabs<Tab>
      inset={inset}
      label="消息类别"
      value={value}
      onChange={onChange}
      items={[
        { key: 'all', label: '全部' },
        ...categoryKeys.map((key) => ({
          key,
          label: messageCategories[key],
          count: unreadIn(status, key) || undefined,
        })),
      ]}
    />
  )
}
