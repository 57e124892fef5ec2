import type { ReactElement, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '../../features/identity/account-actions.ts'
import { useClinics } from '../../features/identity/hooks.ts'
import { drafts } from '../../lib/drafts.ts'
import { session } from '../../lib/session.ts'
import { confirm } from '../../ui/index.ts'
import { Menu, type MenuEntry } from '../../ui/heavy.ts'
import { useSwitchClinic } from './ClinicSwitcher.tsx'

/** Leaves the product; unsaved work is named first. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const open = drafts.all()
    if (open.length > 0) {
      const leave = await confirm({
        title: `${open.map((draft) => draft.name).join('、')} 还没有保存`,
        body: '退出后，未保存的内容将会丢失。',
        okText: '退出登录',
        danger: true,
      })
      if (!leave) return
      for (const draft of open) draft.discard()
    }
    await signOut()
    void navigate('/login', { replace: true })
  }
}

/** Own information, password, the other clinics, signing out. */
export function UserMenu({ trigger }: { trigger: ReactNode }) {
  const navigate = useNavigate()
  const leave = useSignOut()
  const clinics = useClinics().data ?? []
  const { begin, question } = useSwitchClinic()
  const others = clinics.filter((each) => each.clinicId !== session.get()?.clinicId)
  const items: MenuEntry[] = [
    { key: 'info', label: '个人信息', icon: 'user', onSelect: () => void navigate('/userInfo/info') },
    { key: 'password', label: '修改密码', icon: 'lock', onSelect: () => void navigate('/userInfo/password') },
    ...(others.length > 0 ? (['divider'] as const) : []),
    ...others.map((each): MenuEntry => ({
      key: each.clinicId,
      label: `切换到${each.clinicName}`,
      icon: 'building',
      onSelect: () => begin(each.clinicId),
    })),
    'divider',
    { key: 'leave', label: '退出登录', icon: 'logout', onSelect: () => void leave() },
  ]
  return (
    <>
      <Menu items={items}>{trigger as ReactElement}</Menu>
      {question}
    </>
  )
}
