import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { captchaProbe } from '../server/src/modules/identity/index.ts'
import type { Journey } from './journeys.ts'
import { settled, SIZES, visit } from './page.ts'
import { startStack } from './stack.ts'
import { becomes } from './steps.ts'

const PASSWORD = 'Dentin#2026'
const entriesOf = async (page: Page) =>
  (await page.getByRole('menuitem').allInnerTexts()).map((text) => text.split('\n')[0]?.trim())
const sidebar = (page: Page) => page.locator('aside').filter({ has: page.getByRole('navigation', { name: '主导航' }) })
/** The toast on the page at this moment; '' when there is none. */
const toastText = async (page: Page) =>
  (await page.locator('[role="status"][aria-live]').allInnerTexts()).join('').trim()

export const journeys: Journey[] = [
  {
    name: '登录中：按钮忙，不能再按一次；首页是岗位的工作页，不存在的地址是 404 [login-loading layout-redirect guard-unknown public-routes]',
    async run({ browser, stack }) {
      const { page } = await visit(browser, stack)
      // Public pages stay where they are; outside the layout nobody is asked to sign in.
      await page.goto('/activityPage')
      await settled(page)
      assert.equal(new URL(page.url()).pathname, '/activityPage')
      await page.goto('/relateClinic')
      await page.getByText('登录后可以关联门诊').waitFor()
      assert.equal(await page.getByRole('navigation', { name: '主导航' }).count(), 0)

      const given = page.waitForResponse((answer) => answer.url().includes('/image-captcha'))
      await page.goto('/login')
      const { data } = (await (await given).json()) as { data: { captchaId: string } }
      await page.getByLabel('账号或手机号').fill('reception')
      await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
      await page.getByLabel('验证码', { exact: true }).fill(captchaProbe.answers?.get(data.captchaId) ?? '')
      let asked = 0
      let release: () => void = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/user-api/pc-login', async (route) => {
        asked += 1
        await held
        await route.continue()
      })
      const button = page.locator('form button[type="submit"]')
      assert.equal(await button.getAttribute('aria-busy'), null)
      await button.click()
      await page.locator('form button[type="submit"][aria-busy="true"]').waitFor()
      await page.getByLabel('密码', { exact: true }).press('Enter')
      release()
      await page.waitForURL('**/dashboard')
      assert.equal(asked, 1)
      await page.goto('/relateClinic')
      await page.getByRole('navigation', { name: '主导航' }).waitFor()
      await page.goto('/no-such-page')
      await page.waitForURL('**/404')
      await page.goto('/')
      await page.waitForURL('**/dashboard')
    },
  },
  {
    name: '外框：门诊切换、搜索、新建、快捷导航、接诊开关、消息、用户菜单都在，侧栏可收起，换页回到顶部 [navbar navbar-quick-nav navbar-user-menu navbar-message-empty navbar-offset sidebar scroll-top layout-membership menu-entry-title-order]',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'admin', clinic: '城西门诊' })
      for (const table of [
        'message',
        'account_message',
        'platform_message_read',
        'platform_message_clinic',
        'platform_message',
      ])
        await stack.owner.query(`delete from ${table}`)
      await page.goto('/dashboard')
      await settled(page)
      await page.getByRole('button', { name: /^当前门诊 城西门诊/ }).waitFor()
      await page.getByRole('combobox', { name: /搜索患者/ }).waitFor()

      await page.getByRole('button', { name: '新建', exact: true }).click()
      for (const entry of ['患者', '预约', '挂号'])
        assert.ok((await entriesOf(page)).some((each) => each?.includes(entry)))
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '快捷导航' }).click()
      const quick = await entriesOf(page)
      // An administrator has no templates of his own.
      assert.deepEqual(quick, ['今日候诊', '预约看板', '今日随访'])
      await page.getByRole('menuitem', { name: '今日随访' }).click()
      await page.waitForURL('**/followManagementList')
      await page.goto('/dashboard')
      await settled(page)

      await page.getByRole('button', { name: /^消息/ }).click()
      await page.getByText('暂无消息', { exact: true }).waitFor()
      await page.keyboard.press('Escape')

      await page
        .getByRole('button', { name: /陆安和/ })
        .last()
        .click()
      const user = await entriesOf(page)
      for (const entry of ['我的门诊', '个人信息', '修改密码', '退出登录']) assert.ok(user.includes(entry), entry)
      // The symptom picker is not there before its library is.
      assert.equal(await page.getByText(/三维|3D/).count(), 0)
      // No address of a former version is set, so there is no way to it.
      assert.ok(!user.includes('返回旧版'))
      await page.keyboard.press('Escape')

      // The menu is in the order of the server's list.
      const titles = await sidebar(page).getByRole('link').allInnerTexts()
      const menu = titles.map((text) => text.split('\n')[0]?.trim()).filter(Boolean)
      const place = (title: string) => menu.findIndex((each) => each?.startsWith(title))
      const order = ['今日', '预约', '患者', '收费', '员工', '门诊会员'].map(place)
      assert.ok(!order.includes(-1), menu.join())
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
      )

      // The navbar and the page begin where the sidebar ends, open or collapsed (docs/decisions/0013).
      const edge = async (width: number) => {
        const [left, bar] = [await sidebar(page).boundingBox(), await page.locator('header').first().boundingBox()]
        const pageEdge = (await page.locator('#main').boundingBox())?.x
        assert.deepEqual([left?.x, left?.width, bar?.x, pageEdge], [0, width, width, width])
      }
      await edge(210)
      await page.getByRole('button', { name: '收起侧栏' }).click()
      await page.getByRole('button', { name: '展开侧栏' }).waitFor()
      await edge(60)
      await page.reload()
      await page.getByRole('button', { name: '展开侧栏' }).click()
      await page.getByRole('button', { name: '收起侧栏' }).waitFor()

      await page.setViewportSize({ width: 1440, height: 420 })
      await page.goto('/clinicManage')
      await settled(page)
      const scrolled = () => page.evaluate(() => (document.getElementById('main') as HTMLElement).scrollTop)
      await page.evaluate(() => {
        const main = document.getElementById('main') as HTMLElement
        main.style.minHeight = '0'
        main.append(Object.assign(document.createElement('div'), { style: 'height: 4000px' }))
        main.scrollTo(0, 900)
      })
      assert.ok((await scrolled()) > 0)
      await sidebar(page).getByRole('link', { name: '患者', exact: true }).click()
      await page.waitForURL('**/allTimePatients')
      await becomes(scrolled, 0)
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '窄于 992 是手机版，992 起是桌面版；列表加载中的文字；提示一秒后消失，只有一条；岗位改名 [mobile-breakpoint table-loading message-duration toast-updated]',
    async run({ browser, stack }) {
      const { page } = await visit(browser, stack, { account: 'admin', clinic: '城西门诊' })
      await page.goto('/allTimePatients')
      await settled(page)
      await page.setViewportSize({ width: 992, height: 800 })
      await sidebar(page).waitFor()
      await page.setViewportSize({ width: 991, height: 800 })
      await sidebar(page).waitFor({ state: 'detached' })
      await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '更多' }).waitFor()
      await page.setViewportSize(SIZES.desktop)

      let release: () => void = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/patientList/select', async (route) => {
        await held
        await route.continue()
      })
      await page.reload()
      await page.getByRole('status', { name: '数据加载中' }).first().waitFor({ state: 'attached' })
      release()
      await page.getByRole('status', { name: '数据加载中' }).waitFor({ state: 'detached' })

      await page.goto('/postPermission')
      await settled(page)
      await page.getByText('客服', { exact: true }).first().click()
      await page.getByRole('button', { name: '修改名称与说明' }).click()
      const post = page.getByRole('dialog')
      await post.getByLabel('说明').fill('电话与回访')
      await post.getByRole('button', { name: '保存' }).click()
      await page.getByText('更新成功').waitFor()

      const doctor = await visit(browser, stack, { account: 'xumingzhe' })
      await doctor.page.goto('/dashboard')
      await settled(doctor.page)
      const toggle = doctor.page.getByRole('switch', { name: /按下/ })
      await toggle.click()
      await doctor.page.getByText('停止接诊', { exact: true }).waitFor()
      await doctor.page.getByRole('button', { name: '暂不转' }).click()
      // The page's clock stands still, so that its second is exact; it stops a little ahead, since it runs until it is told.
      await doctor.page.clock.pauseAt(await doctor.page.evaluate(() => Date.now() + 5_000))
      await doctor.page.getByRole('switch', { name: /继续接诊/ }).click()
      await becomes(() => toastText(doctor.page), '继续接诊')
      await doctor.page.clock.runFor(950)
      assert.equal(await toastText(doctor.page), '继续接诊')
      await doctor.page.clock.runFor(100)
      await becomes(() => toastText(doctor.page), '')
    },
  },
  {
    name: '客服、帮助中心、旧版入口只在设置了才有；消息全部已读；本店员工设置立即保存 [navbar navbar-user-menu navbar-message-empty]',
    async run({ browser, cluster }) {
      const own = await startStack(cluster, {
        HELP_URL: 'https://help.example.test/',
        OLD_VERSION_URL: 'https://old.example.test/',
        SUPPORT_PHONE: '400-800-8000',
        SUPPORT_HOURS: '9:00–18:00',
        SUPPORT_CHAT_URL: 'https://chat.example.test/',
        SUPPORT_CHAT_SECRET: 'a-long-agreed-chat-key-0123456789abcdef',
      })
      try {
        const { page, context } = await visit(browser, own, { account: 'admin', clinic: '滨江门诊' })
        await context.route(/^https:\/\/\w+\.example\.test\//, (route) =>
          route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>elsewhere</title>' }),
        )
        await page.goto('/dashboard')
        await settled(page)
        await page.getByRole('button', { name: '客服与帮助' }).click()
        const help = await entriesOf(page)
        assert.deepEqual(help.slice(0, 3), ['在线客服', '客服电话 400-800-8000', '帮助中心'])
        const opened = context.waitForEvent('page')
        await page.getByRole('menuitem', { name: '帮助中心' }).click()
        assert.equal((await opened).url(), 'https://help.example.test/')
        await page.bringToFront()

        // All that is unread is read at one press; the number on the bell goes.
        await page.getByRole('button', { name: /^未读消息，\d+ 条$/ }).click()
        await page.getByRole('tablist', { name: '消息类别' }).getByRole('tab').nth(3).waitFor()
        await page.getByRole('button', { name: '全部已读' }).click()
        await page.getByText('已全部标为已读').waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: '消息', exact: true }).waitFor()

        await page.goto('/employeeSet')
        const net = page.getByRole('switch', { name: /开放网上预约$/ }).first()
        const before = await net.getAttribute('aria-checked')
        await net.click()
        await page.getByText('已保存').waitFor()
        await page.reload()
        await net.waitFor()
        assert.notEqual(await net.getAttribute('aria-checked'), before)

        await page.goto('/clinicManage')
        await settled(page)
        await page
          .getByRole('button', { name: /陆安和/ })
          .last()
          .click()
        await page.getByRole('menuitem', { name: '返回旧版' }).click()
        await page.waitForURL('https://old.example.test/')
      } finally {
        await own.stop()
      }
    },
  },
  {
    name: '侧栏 13.125rem；日期范围两端都有才生效，颠倒的换过来；列表的更多条件可查、可清空、可收起；删除后说删除成功 [sidebar-width date-picker-lunar date-range-confirm date-range-swap search-form toast-deleted]',
    async run({ browser, stack }) {
      const { page } = await visit(browser, stack, { account: 'director' })
      await page.goto('/inTreatment')
      await settled(page)
      assert.equal((await sidebar(page).boundingBox())?.width, 13.125 * 16)

      const range = () => {
        const query = new URL(page.url()).searchParams
        return [query.get('from'), query.get('to')]
      }
      const [from, to] = [page.getByPlaceholder('开始日期'), page.getByPlaceholder('结束日期')]
      await from.click()
      const day = (date: string) => page.locator(`.ant-picker-dropdown:visible td[title="${date}"]`).first()
      const wordsOf = async (date: string) => (await day(date).innerText()).replace(/\s+/g, ' ')
      await day('2026-11-20').getByText('十二').waitFor()
      assert.equal(await wordsOf('2026-11-22'), '22 小雪')
      await page.locator('.ant-picker-dropdown:visible .ant-picker-header-prev-btn').first().click()
      assert.equal(await wordsOf('2026-10-01'), '1 廿一 休')
      assert.equal(await wordsOf('2026-10-10'), '10 九月 班')
      await page.locator('.ant-picker-dropdown:visible .ant-picker-header-next-btn').last().click()
      await from.fill('2026-11-10')
      await from.press('Enter')
      await page.getByText('就诊中', { exact: true }).first().click()
      await page.locator('.ant-picker-dropdown:visible').waitFor({ state: 'hidden' })
      assert.deepEqual(range(), [null, null])
      await from.click()
      await from.fill('2026-11-10')
      await from.press('Enter')
      await to.fill('2026-11-05')
      await to.press('Enter')
      await page.waitForURL('**from=2026-11-05**')
      assert.deepEqual(range(), ['2026-11-05', '2026-11-10'])

      await page.goto('/allTimePatients')
      await settled(page)
      const rows = page.locator('main footer').getByText(/^[\d,]+ 人$/)
      const all = await rows.innerText()
      const more = page.getByRole('button', { name: '更多', exact: true })
      await more.click()
      const drawer = page.getByRole('dialog', { name: '更多筛选' })
      await drawer.getByText('男', { exact: true }).click()
      await drawer.getByRole('button', { name: '关闭' }).click()
      await drawer.waitFor({ state: 'detached' })
      assert.equal(await rows.innerText(), all)
      await more.click()
      await drawer.getByText('男', { exact: true }).click()
      await drawer.getByRole('button', { name: '查看结果' }).click()
      await page.waitForURL('**gender=0**')
      await rows.getByText(all).waitFor({ state: 'detached' })
      await more.click()
      await drawer.getByRole('button', { name: '全部清空' }).click()
      await page.waitForURL((address) => !address.search.includes('gender'))
      await rows.getByText(all).waitFor()

      const office = await visit(browser, stack, { account: 'hq' })
      await office.page.goto('/medicalRecordTempSet')
      await settled(office.page)
      const first = office.page.getByRole('button', { name: /^删除/ }).first()
      const named = (await first.getAttribute('aria-label')) ?? ''
      await first.click()
      await office.page.getByRole('button', { name: '删除', exact: true }).click()
      await office.page.getByText('删除成功', { exact: true }).waitFor()
      await office.page.getByRole('button', { name: named, exact: true }).waitFor({ state: 'detached' })
    },
  },
]
