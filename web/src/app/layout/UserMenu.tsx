import { Menu, type MenuEntry, type Trigger } from '../../ui/index.ts'
import { useNavigate } from 'react-router'
import { signOut, useClinics } from '../../features/identity/index.ts'
import { useWebSettings } from '../../features/messaging/index.ts'
import { session } from '../../lib/session.ts'
import { useSwitchClinic } from './ClinicSwitcher.tsx'
import { useUnsavedFirst } from './use-unsaved-first.tsx'

/** Leaves the product. */
export function useSignOut() {
  const navigate = useNavigate()
  const { ask, question } = useUnsavedFirst('退出登录前，先处理未保存的内容')
  const begin = () =>
    ask(async () => {
      await signOut()
      void navigate('/login', { replace: true })
    })
  return { begin, question }
}

/** Own information, password, the other clinics, the former version where there is one, signing out. */
export function UserMenu({ trigger }: { trigger: Trigger }) {
  const navigate = useNavigate()
  const leaving = useSignOut()
  const clinics = useClinics().data ?? []
  const switching = useSwitchClinic()
  const oldVersionUrl = useWebSettings().data?.oldVersionUrl
  const others = clinics.filter((each) => each.clinicId !== session.get()?.clinicId)
  const items: MenuEntry[] = [
    { key: 'clinic', label: '我的门诊', icon: 'building', onSelect: () => void navigate('/userFactory') },
    { key: 'doctor', label: '医生认证', icon: 'shield-check', onSelect: () => void navigate('/userDoctor') },
    { key: 'relate', label: '关联门诊', icon: 'link', onSelect: () => void navigate('/relateClinic') },
    { key: 'info', label: '个人信息', icon: 'user', onSelect: () => void navigate('/userInfo/info') },
    ...(session.get()?.clinicId
      ? [
          {
            key: 'menu',
            label: '自定义菜单',
            icon: 'menu' as const,
            onSelect: () => void navigate('/customizAtion'),
          },
          {
            key: 'exports',
            label: '我的导出',
            icon: 'download' as const,
            onSelect: () => void navigate('/myExports'),
          },
        ]
      : []),
    { key: 'password', label: '修改密码', icon: 'lock', onSelect: () => void navigate('/userInfo/password') },
    ...(others.length > 0 ? (['divider'] as const) : []),
    ...others.map((each): MenuEntry => ({
      key: each.clinicId,
      label: `切换到${each.clinicName}`,
      icon: 'building',
      onSelect: () => switching.begin(each.clinicId),
    })),
    'divider',
    ...(oldVersionUrl
      ? [
          {
            key: 'old',
            label: '返回旧版',
            icon: 'undo' as const,
            onSelect: () => window.location.assign(oldVersionUrl),
          },
        ]
      : []),
    { key: 'leave', label: '退出登录', icon: 'logout', onSelect: leaving.begin },
  ]
  return (
    <>
      <Menu items={items}>{trigger}</Menu>
      {switching.question}
      {leaving.question}
    </>
  )
}
