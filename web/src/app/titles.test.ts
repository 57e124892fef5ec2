import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** Views within a page that are not the screen itself, each named after what it shows. */
const VIEWS: Readonly<Record<string, readonly string[]>> = {
  'app/PageError.tsx': ['离线', '没有打开'],
  'app/areas/accounts/user-info.tsx': ['我的'],
  'app/areas/entrance/login.tsx': ['选择门诊'],
  'app/areas/entrance/wechat-login.tsx': ['选择门诊', '先登录手机', '已登录', '已确认', '已取消', '确认登录'],
  'app/areas/platform/login.tsx': ['动态口令'],
  'app/areas/platform/setup.tsx': ['设置完成', '设置首个管理员'],
  'app/areas/platform/review.tsx': ['资质'],
  'app/areas/records/patient-medical-record.tsx': ['口腔随时间', '患者病历', '牙周检查', '普通病历'],
  'features/billing/ChargeDesk.tsx': ['退费', '收款', '账单'],
}
const HEAD = /<(?:PageTitle|SignInFrame|Entry)\b([^<>]|=>)*?\stitle=(?:"([^"]*)"|\{([^}]*)\})/g

/** The words that the heads in a text say by themselves. */
function ownTitles(text: string): string[] {
  return [...text.matchAll(HEAD)].flatMap(([, , literal, expression]) =>
    literal === undefined
      ? [...(expression ?? '').matchAll(/'([^']*\p{Script=Han}[^']*)'/gu)].map(([, word = '']) => word)
      : [literal],
  )
}

it('sees a title that a head says by itself', () => {
  expect(ownTitles('<PageTitle title="已归档患者" />')).toEqual(['已归档患者'])
  expect(ownTitles(`<PageTitle key="a" sub={(x) => x} title={wide ? '归档' : name} />`)).toEqual(['归档'])
  expect(ownTitles('<PageTitle sub="今日" /><Dialog title="新建" />')).toEqual([])
})

it('no page says a title of its own: it stands in the area’s screens', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const found = ['app', 'features'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => path.posix.join(folder, file))
      .map((file): [string, string[]] => [file, ownTitles(readFileSync(path.join(root, file), 'utf8'))])
      .filter(([, titles]) => titles.length > 0),
  )
  expect(Object.fromEntries(found)).toEqual(VIEWS)
})
