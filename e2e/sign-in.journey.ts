import assert from 'node:assert/strict'
import type { Page, Response } from 'playwright-core'
import { captchaProbe } from '../server/src/modules/identity/index.ts'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { PHOTO } from './steps.ts'

const PASSWORD = 'Dentin#2026'

/** Hears which captchas the page is given; the answer is that of the newest one not used yet. */
function watchCaptcha(page: Page): () => Promise<string> {
  const isCaptcha = (response: Response) => response.url().includes('/image-captcha')
  let newest: Promise<string> | null = null
  page.on('response', (response) => {
    if (!isCaptcha(response)) return
    newest = response.json().then((answer: { data: { captchaId: string } }) => answer.data.captchaId)
    newest.catch(() => undefined)
  })
  return async () => {
    if (!newest) await page.waitForResponse(isCaptcha)
    const id = await newest
    newest = null
    return captchaProbe.answers?.get(id ?? '') ?? ''
  }
}

async function signIn(page: Page, captcha: () => Promise<string>, account: string, password: string): Promise<void> {
  await settled(page)
  await page.getByLabel('账号或手机号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByLabel('验证码', { exact: true }).fill(await captcha())
  await page.keyboard.press('Enter')
}

export const journeys: Journey[] = [
  {
    name: 'S5 登录：受限路径回到登录页，密码错误两处提示，登录后回到原路径，外站地址不跟随 [login-failure login-success]',
    async run({ browser, stack }) {
      const { page, context } = await visit(browser, stack)
      const captcha = watchCaptcha(page)
      await page.goto('/userInfo/password?from=journey')
      await page.waitForURL(/\/login\?redirect=%2FuserInfo%2Fpassword%3Ffrom%3Djourney$/)
      await signIn(page, captcha, 'reception', 'wrong')
      await page.getByText('账号或密码错误，还可再试 4 次').first().waitFor()
      assert.equal(await page.getByText('账号或密码错误，还可再试 4 次').count(), 2)
      assert.equal(await page.getByLabel('验证码', { exact: true }).inputValue(), '')
      await signIn(page, async () => '????', 'reception', PASSWORD)
      await page.getByText('验证码错误或已过期，请重新输入').first().waitFor()
      assert.equal(await page.getByText('验证码错误或已过期，请重新输入').count(), 3)
      await page.route('**/user-api/pc-login', (route) =>
        route.fulfill({ status: 429, json: { code: 429, message: '操作太频繁，请稍后再试', data: null } }),
      )
      await signIn(page, captcha, 'reception', PASSWORD)
      await page.getByText('操作太频繁，请稍后再试').first().waitFor()
      assert.equal(await page.getByText('操作太频繁，请稍后再试').count(), 2)
      await page.unroute('**/user-api/pc-login')
      await signIn(page, captcha, 'reception', PASSWORD)
      await page.waitForURL('**/userInfo/password?from=journey')
      await page.goto('/login')
      await page.waitForURL('**/dashboard')
      await page.goto('/no-such-page')
      await page.waitForURL('**/404')
      await context.close()

      const lured = await visit(browser, stack)
      const second = watchCaptcha(lured.page)
      await lured.page.goto('/login?redirect=%2F%5Cevil.example')
      await signIn(lured.page, second, 'reception', PASSWORD)
      await lured.page.waitForURL(`${stack.origin}/dashboard`)
    },
  },
  {
    name: 'S5、S6 多家门诊：登录后选门诊；切换失败仍在原门诊；切换成功另一标签页得到通知 [feature-multi-clinic login-clinic-picker clinic-switch clinic-switch-failure]',
    async run({ browser, stack }) {
      const { page, context } = await visit(browser, stack)
      const captcha = watchCaptcha(page)
      await page.goto('/login')
      await signIn(page, captcha, 'admin', PASSWORD)
      await page.getByRole('heading', { name: '选择门诊' }).waitFor()
      await page.getByRole('button', { name: '滨江门诊' }).click()
      await page.waitForURL('**/dashboard')
      const switcher = page.getByRole('button', { name: /^当前门诊/ })
      await switcher.getByText('滨江门诊').waitFor()

      await context.route('**/user-api/switch-clinic', (route) =>
        route.fulfill({ status: 200, json: { code: 20005, data: null, message: '您不是该门诊的员工，或已停用' } }),
      )
      await switcher.click()
      await page.getByRole('menuitem', { name: /城西门诊/ }).click()
      await page.getByText('您不是该门诊的员工，或已停用，仍在原门诊').waitFor()
      await switcher.getByText('滨江门诊').waitFor()
      await context.unroute('**/user-api/switch-clinic')

      const other = await context.newPage()
      await other.goto('/allTimePatients')
      await settled(other)
      await page.bringToFront()
      const tokenOf = () =>
        page.evaluate(() => (JSON.parse(localStorage.getItem('dentin.session') ?? '{}') as { token: string }).token)
      const before = await tokenOf()
      await page.goto('/allTimePatients?q=x')
      await settled(page)
      await switcher.click()
      await page.getByRole('menuitem', { name: /城西门诊/ }).click()
      await switcher.getByText('城西门诊').waitFor()
      await page.waitForURL((url) => url.pathname !== '/allTimePatients')
      assert.notEqual(await tokenOf(), before)
      const refused = await context.request.get(`${stack.origin}/user-api/account/user-info`, {
        headers: { authorization: before },
      })
      assert.equal(refused.status(), 401)
      await other.getByText('已在其他标签页切换门诊或重新登录，页面已刷新').waitFor()
      await other.getByRole('button', { name: /^当前门诊 城西门诊/ }).waitFor()
    },
  },
  {
    name: 'S5 改密：漏填、两类字符、原密码错误被拒，改好后其他设备回到登录页，退出后令牌作废 [password-rule password-confirm-empty password-confirm-mismatch password-form-invalid password-change-failed password-change-ok logout code-401]',
    async run({ browser, stack }) {
      const here = await visit(browser, stack, { account: 'reception' })
      const there = await visit(browser, stack, { account: 'reception' })
      await there.page.goto('/clinicManage')
      await settled(there.page)
      await here.page.goto('/userInfo/password')
      await here.page.getByRole('button', { name: '修改密码', exact: true }).click()
      await here.page.getByText('请再次输入密码').waitFor()
      await here.page.getByText('修改错误').waitFor()
      const fill = async (next: string, again: string, old = PASSWORD) => {
        await here.page.getByLabel('原密码').fill(old)
        await here.page.getByLabel(/^新密码/).fill(next)
        await here.page.getByLabel('确认新密码').fill(again)
        await here.page.getByRole('button', { name: '修改密码', exact: true }).click()
      }
      await fill('abc12345', 'abc12346')
      await here.page.getByText('密码由8-20位包含数字、大小写字母、特殊字符中的至少3种组成').waitFor()
      await here.page.getByText('两次输入密码不一致!').waitFor()
      await fill('Abc12345', 'Abc12345', 'not it')
      await here.page.getByText('修改失败').waitFor()
      await here.page.getByText('原密码错误').waitFor()
      await fill('Abc12345', 'Abc12345')
      await here.page.getByText('修改成功').waitFor()
      // The window hears of it by itself, and may be on its way there already.
      await there.page.goto('/allTimePatients').catch(() => undefined)
      await there.page.waitForURL(/\/login\?redirect=%2FallTimePatients$/)
      await there.page.getByText('token已过期，请重新登录').waitFor()
      await here.page.goto('/userInfo/info')
      await here.page.getByText('reception', { exact: true }).waitFor()
      const token = await here.page.evaluate(
        () => (JSON.parse(localStorage.getItem('dentin.session') ?? '{}') as { token: string }).token,
      )
      await here.page.getByRole('button', { name: /秦晓岚/ }).click()
      await here.page.getByRole('menuitem', { name: '退出登录' }).click()
      await here.page.waitForURL('**/login')
      const answer = await here.page.request.get('/user-api/account/user-info', {
        headers: { authorization: `Bearer ${token}` },
      })
      assert.equal(answer.status(), 401)
    },
  },
  {
    name: '头像：不是图片、太大都在原处说明；裁成方形后上传、保存、换回默认',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'reception' })
      const own = page.getByRole('img', { name: '我的头像' })
      const pick = (file: Buffer) =>
        page.getByLabel('选择头像图片').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: file })
      await page.goto('/userInfo/info')
      await settled(page)
      assert.equal(await own.count(), 0)
      await pick(Buffer.alloc(10 * 1024 * 1024 + 1))
      await page.getByText('上传文件不能大于10M').waitFor()
      await pick(Buffer.from('<svg onload="alert(1)"/>'))
      await page.getByText('图片打不开，请换一张').waitFor()
      await pick(PHOTO)
      const dialog = page.getByRole('dialog', { name: '裁剪头像' })
      await dialog.getByLabel('缩放').fill('2')
      await dialog.getByRole('button', { name: '使用' }).click()
      await page.getByText('上传成功').waitFor()
      await own.waitFor()
      // Whatever it was, it is a square now.
      const size = await own.evaluate(async (image: HTMLImageElement) => {
        await image.decode()
        return [image.naturalWidth, image.naturalHeight]
      })
      assert.deepEqual(size, [400, 400])
      await page.getByRole('button', { name: '保存', exact: true }).click()
      await page.getByText('修改成功').waitFor()
      await page.reload()
      await own.waitFor()
      await page.getByRole('button', { name: '用默认头像' }).click()
      await page.getByRole('button', { name: '保存', exact: true }).click()
      await own.waitFor({ state: 'detached' })
      assert.deepEqual(problems, [])
    },
  },
]
