import { useNavigate } from 'react-router'
import { ReceptionToggle } from '../../features/clinic/index.ts'
import { useUserInfo } from '../../features/identity/index.ts'
import { useSupportUrl, useWebSettings, MessageBell } from '../../features/messaging/index.ts'
import { useCan } from '../../lib/permission.ts'
import { session } from '../../lib/session.ts'
import { Button, IconButton, Menu, type MenuEntry } from '../../ui/index.ts'
import { exists } from '../routes.ts'
import { DemoTime } from './DemoTime.tsx'
import { QUICK } from './quick.ts'
import { useNew } from './use-new.ts'

/** The places people go to most, as far as they exist and are granted. */
function QuickNavigation() {
  const navigate = useNavigate()
  const allowed = useCan()
  const places = QUICK.filter((place) => allowed(place.resource) && exists(place.to))
  if (places.length === 0) return null
  return (
    <Menu
      align="end"
      items={places.map(({ to, label, icon }) => ({ key: to, label, icon, onSelect: () => void navigate(to) }))}
    >
      <IconButton icon="star" label="快捷导航" />
    </Menu>
  )
}

/** What can be made from every page. */
export function NewButton({ mobile }: { mobile?: boolean }) {
  const { entries, open } = useNew()
  if (entries.length === 0) return null
  return (
    <Menu align="end" items={entries.map(({ key, label, icon }) => ({ key, label, icon, onSelect: () => open(key) }))}>
      {mobile ? (
        <IconButton icon="plus" label="新建" variant="primary" size="lg" iconSize={22} />
      ) : (
        <Button variant="primary" icon="plus" iconRight="chevron-down">
          新建
        </Button>
      )}
    </Menu>
  )
}

const showKeys = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))
const openBeside = (url: string) => window.open(url, '_blank', 'noopener,noreferrer')

/** Customer service, help centre and keys; the keys alone where the installation names neither. */
function Help() {
  const settings = useWebSettings().data
  const supportUrl = useSupportUrl()
  const { helpUrl = null, supportPhone = null, supportHours = null } = settings ?? {}
  if (!supportUrl && !helpUrl && !supportPhone) return <IconButton icon="help" label="快捷键" onClick={showKeys} />
  const items: MenuEntry[] = [
    ...(supportUrl
      ? [{ key: 'chat', label: '在线客服', icon: 'message' as const, onSelect: () => openBeside(supportUrl) }]
      : []),
    ...(supportPhone
      ? [
          {
            key: 'phone',
            label: `客服电话 ${supportPhone}`,
            icon: 'phone' as const,
            extra: supportHours,
            onSelect: () => window.location.assign(`tel:${supportPhone.replace(/[^0-9+]/g, '')}`),
          },
        ]
      : []),
    ...(helpUrl
      ? [{ key: 'help', label: '帮助中心', icon: 'link' as const, onSelect: () => openBeside(helpUrl) }]
      : []),
    'divider',
    { key: 'keys', label: '快捷键', icon: 'keyboard', extra: '?', onSelect: showKeys },
  ]
  return (
    <Menu align="end" items={items}>
      <IconButton icon="help" label="客服与帮助" />
    </Menu>
  )
}

/** Right of the search: the doctor's switch, 新建, quick navigation, messages, help. */
export function FrameActions({ onShowWaiting }: { onShowWaiting?: (() => void) | undefined }) {
  const navigate = useNavigate()
  const me = useUserInfo().data
  return (
    <>
      <DemoTime />
      {session.get()?.clinicId && <ReceptionToggle onShowWaiting={onShowWaiting} />}
      <NewButton />
      <QuickNavigation />
      <MessageBell employeeId={me?.employeeId ?? null} onGo={(path) => void navigate(path)} />
      <Help />
    </>
  )
}
