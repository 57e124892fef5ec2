import assert from 'node:assert/strict'
import { captchaProbe } from '../server/src/modules/identity/index.ts'
import { appCode, firstLink } from './console.ts'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { one } from './steps.ts'

const PASSWORD = 'Console#2026'

export const journeys: Journey[] = [
  {
    name: '平台控制台：一次性链接设置首个管理员与动态口令，两步登录，对照医生与机构的资质、放大证件并通过，留下记录；链接和口令不能再用',
    async run({ browser, stack }) {
      const { page, context } = await visit(browser, stack)
      const link = await firstLink(stack)
      await page.goto(link)
      await settled(page)
      const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
      await page.getByRole('textbox', { name: '姓名', exact: true }).fill('林默')
      await page.getByLabel('登录名').fill('root')
      await page.getByLabel('密码', { exact: false }).first().fill(PASSWORD)
      await page.getByLabel('确认密码').fill('Console#2027')
      await page.getByLabel('动态口令').fill(appCode(stack, secret))
      await page.getByRole('button', { name: '完成设置' }).click()
      await page.getByText('两次输入密码不一致!').waitFor()
      await page.getByLabel('确认密码').fill(PASSWORD)
      await page.getByRole('button', { name: '完成设置' }).click()
      await page.getByRole('heading', { name: '设置完成' }).waitFor()
      assert.equal(await page.getByRole('list', { name: '恢复码' }).getByRole('listitem').count(), 10)

      const again = await context.newPage()
      await again.goto(link)
      await again.getByText('链接无效、已使用或已过期，请重新取得').waitFor()
      await again.close()

      await page.getByRole('link', { name: '去登录' }).click()
      const captcha = page.waitForResponse((answer) => answer.url().includes('/image-captcha'))
      const { data } = (await (await captcha).json()) as { data: { captchaId: string } }
      await page.getByLabel('登录名').fill('root')
      await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
      await page.getByLabel('验证码', { exact: true }).fill(captchaProbe.answers?.get(data.captchaId) ?? '')
      await page.getByRole('button', { name: '下一步' }).click()
      const code = page.getByLabel('动态口令')
      // The code of the set-up is used up; the next one is good.
      await code.fill(appCode(stack, secret))
      await page.getByText('这个动态口令已经用过，请等下一个').waitFor()
      await code.fill(appCode(stack, secret, 1))
      await page.waitForURL('**/platform')
      await page.getByRole('heading', { name: '待处理' }).waitFor()

      await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '医生审核' }).click()
      await settled(page)
      const waiting = await page.getByRole('table', { name: '医生审核' }).getByRole('row').count()
      await page.getByRole('table', { name: '医生审核' }).getByRole('row').nth(1).click()
      await page.waitForURL(/\/platform\/doctors\/[0-9a-f-]{36}$/)
      const id = page.url().split('/').at(-1) as string
      await page
        .getByRole('button', { name: /^查看身份证/ })
        .first()
        .click()
      const viewer = page.getByRole('dialog')
      await viewer.getByText('100%').waitFor()
      await viewer.getByRole('button', { name: '放大' }).click()
      await viewer.getByText('125%').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '通过' }).click()
      await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: '通过' }).click()
      await page.getByText('已通过').first().waitFor()
      await page.waitForURL('**/platform/doctors')
      await settled(page)
      assert.equal(await page.getByRole('table', { name: '医生审核' }).getByRole('row').count(), waiting - 1)
      const decided = await one<{ status: number; decided_by: string; user_auth: number }>(
        stack.owner,
        'select d.status, d.decided_by, a.user_auth from doctor_auth d join account a on a.id = d.account_id where d.id = $1',
        [id],
      )
      assert.deepEqual(decided, { status: 1, decided_by: '林默', user_auth: 2 })

      // A clinic's changed papers stand beside those in force, and what differs is marked.
      await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '机构审核' }).click()
      await page.getByRole('row', { name: /滨江门诊/ }).click()
      await page.waitForURL(/\/platform\/organisations\/[0-9a-f-]{36}$/)
      const compared = page.getByRole('table')
      for (const head of ['生效中', '待审核']) await compared.getByRole('columnheader', { name: head }).waitFor()
      const changed = compared.getByRole('row').filter({ hasText: '有变化' })
      assert.ok((await changed.count()) > 0)
      for (const row of await changed.all()) {
        const [, before, after] = await row.locator('th, td').all()
        assert.notEqual(await before?.innerHTML(), await after?.innerHTML())
      }

      await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '操作记录' }).click()
      const log = page.getByRole('table', { name: '操作记录' })
      await log.getByText('通过资质').waitFor()
      await log.getByText('查看资质').nth(1).waitFor()
      assert.equal(await log.getByText('查看资质').count(), 2)

      // What the console holds opens nothing of a clinic; signing out ends it.
      const held = JSON.parse((await page.evaluate(() => localStorage.getItem('dentin.platform'))) ?? '{}') as {
        token: string
      }
      const authorization = `Bearer ${held.token}`
      assert.equal(
        (await page.request.get('/user-api/account/user-info', { headers: { authorization } })).status(),
        401,
      )
      await page.getByRole('button', { name: /林默/ }).click()
      await page.getByRole('menuitem', { name: '退出登录' }).click()
      await page.waitForURL('**/platform/login')
      assert.equal((await page.request.get('/platform-api/console/me', { headers: { authorization } })).status(), 401)
      await page.goto('/platform/audit')
      await page.waitForURL(/\/platform\/login\?redirect=%2Fplatform%2Faudit$/)
    },
  },
]
