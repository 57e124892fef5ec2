import type { World } from '../world.ts'
import type { Listener } from '../story.ts'

const MESSAGES: readonly { day: number; minutes: number; title: string; body: string }[] = [
  {
    day: -45,
    minutes: 600,
    title: '欢迎使用牙本',
    body: '左侧菜单只显示你的岗位可以打开的功能；按「?」可以看到全部快捷键，按「/」直接搜索患者。\n岗位与权限由门诊的管理员设置。',
  },
  {
    day: -9,
    minutes: 965,
    title: '列表的列可以自己选了',
    body: '患者、预约等列表右上角的「列」里可以勾选要显示的列，系统会记住你的选择。',
  },
  {
    day: -1,
    minutes: 1020,
    title: '系统维护通知',
    body: '本周日 00:30–01:30 进行系统维护，期间可能有短暂中断，请提前保存未完成的病历和账单。',
  },
]

export const messaging: Listener = {
  module: 'messaging',
  dice: 'story',
  hear: ({ world }) => ({ presentReached: () => makeAnnouncements(world) }),
}

/** What the provider has told all clinics. */
function makeAnnouncements(world: World): void {
  for (const { day, minutes, title, body } of MESSAGES) {
    const at = world.at(day, minutes)
    world.put('platform_message', {
      id: world.r.uuid(at),
      title,
      body,
      audience: 'all',
      published_by: '平台运营',
      created_at: at,
    })
  }
}
