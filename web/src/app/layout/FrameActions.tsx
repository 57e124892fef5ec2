import { useNavigate } from 'react-router'
import { ReceptionToggle } from '../../features/clinic/ReceptionToggle.tsx'
import { useCan } from '../../lib/permission.ts'
import { session } from '../../lib/session.ts'
import { Button, EmptyState, IconButton, type IconName } from '../../ui/index.ts'
import { Menu, Popover } from '../../ui/heavy.ts'
import { screens } from '../routes.ts'
import { useNew } from './use-new.ts'
import s from './layout.module.css'

const QUICK: readonly { to: string; label: string; icon: IconName; resource: `/${string}:${string}` }[] = [
  { to: '/dashboard', label: '今日候诊', icon: 'today', resource: '/dashboard:view' },
  { to: '/myAppointmentBoard', label: '预约看板', icon: 'calendar', resource: '/myAppointmentBoard:view' },
  { to: '/myTemplete', label: '病历模板', icon: 'file', resource: '/myTemplete:view' },
]

/** The places people go to most, as far as they exist and are granted. */
function QuickNavigation() {
  const navigate = useNavigate()
  const allowed = useCan()
  const places = QUICK.filter((place) => allowed(place.resource) && screens.some((screen) => screen.path === place.to))
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

/** The message centre of the navbar. */
function MessageBell() {
  return (
    <Popover
      side="bottomRight"
      title="消息"
      content={
        <div className={s.messages}>
          <EmptyState layout="stack" icon="bell" title="暂无消息" />
        </div>
      }
    >
      <IconButton icon="bell" label="消息" />
    </Popover>
  )
}

/** Right of the search: the doctor's switch, 新建, quick navigation, messages, keys. */
export function FrameActions({ onShowWaiting }: { onShowWaiting?: (() => void) | undefined }) {
  return (
    <>
      {session.get()?.clinicId && <ReceptionToggle onShowWaiting={onShowWaiting} />}
      <NewButton />
      <QuickNavigation />
      <MessageBell />
      <IconButton
        icon="help"
        label="快捷键"
        onClick={() => document.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))}
      />
    </>
  )
}
