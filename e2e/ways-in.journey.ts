import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { TOKEN_ORIGIN, type Stack } from './stack.ts'
import { askCode, becomes } from './steps.ts'

const PHONE = '13755550001'

const freeLimits = (stack: Stack) => stack.owner.query('delete from rate_limit')

/** A page of another system at an address of its own; it opens ours and may speak to it. */
async function otherSystem(context: BrowserContext, origin: string, body = ''): Promise<Page> {
  await context.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>other</title>${body}` }),
  )
  const page = await context.newPage()
  await page.goto(`${origin}/`)
  return page
}

async function openOurs(page: Page, stack: Stack): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((address) => {
      ;(window as unknown as { ours: Window | null }).ours = window.open(address)
    }, `${stack.origin}/login`),
  ])
  await popup.getByRole('heading', { name: '登录' }).waitFor()
  return popup
}
const hand = (page: Page, stack: Stack, message: unknown) =>
  page.evaluate(({ data, target }) => (window as unknown as { ours: Window }).ours.postMessage(data, target), {
    data: message,
    target: stack.origin,
  })
/** The same from a frame inside of that page. */
const handFromFrame = (page: Page, stack: Stack, message: unknown) =>
  page.evaluate(
    ({ data, target }) => {
      const frame = document.createElement('iframe')
      frame.srcdoc = `<script>top.ours.postMessage(${JSON.stringify(data)}, ${JSON.stringify(target)})</scr` + 'ipt>'
      document.body.append(frame)
    },
    { data: message, target: stack.origin },
  )
/** A window reads whom it trusts for each token that it is handed; waits until it has done so this often. */
async function judging(page: Page): Promise<(times: number) => Promise<void>> {
  await settled(page)
  let n = 0
  page.on('response', (response) => response.url().endsWith('/platform-api/web-settings') && n++)
  return (times) => becomes(() => n, times)
}

export const journeys: Journey[] = [
  {
    name: '注册、短信登录、找回密码三步，步骤不能跳过 [login-screen phone-check-failure]',
    async run({ browser, stack }) {
      const { page, context } = await visit(browser, stack)
      await page.goto('/login')
      await page.getByRole('link', { name: '注册' }).click()
      await page.getByRole('button', { name: '注册', exact: true }).click()
      await page.getByText('请填写手机号').waitFor()
      await page.getByText('请先阅读并同意用户协议和隐私政策').waitFor()
      await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
      await askCode(page, context, PHONE)
      await page.getByLabel('密码', { exact: true }).fill('Abc12345')
      await page.getByLabel('确认密码').fill('Abc12346')
      await page.getByRole('button', { name: '注册', exact: true }).click()
      await page.getByText('两次输入密码不一致!').waitFor()
      await page.getByLabel('确认密码').fill('Abc12345')
      await page.getByRole('button', { name: '注册', exact: true }).click()
      await page.waitForURL('**/clinicManage')
      await context.close()

      await freeLimits(stack)
      await stack.owner.query(`update phone_code set created_at = created_at - interval '2 minutes'`)
      const again = await visit(browser, stack)
      await again.page.goto('/change')
      await again.page.waitForURL('**/forgits')
      await again.page.goto('/complete')
      await again.page.waitForURL('**/login')
      await again.page.getByRole('link', { name: '忘记密码' }).click()
      // What the check of the number refuses stands at the number, what the check of the code refuses at the code.
      await again.page.route('**/account/check**', (route) =>
        route.fulfill({
          json: {
            code: 400,
            message: '提交的内容有误',
            data: { fields: [{ field: 'account', message: '这个号码不能接收短信' }] },
          },
        }),
      )
      await again.page.getByLabel('手机号', { exact: true }).fill(PHONE)
      await again.page.getByRole('button', { name: '获取验证码' }).click()
      await again.page.getByText('这个号码不能接收短信').waitFor()
      assert.equal(await again.page.getByLabel('手机号', { exact: true }).getAttribute('aria-invalid'), 'true')
      await again.page.unroute('**/account/check**')
      await askCode(again.page, again.context, PHONE)
      const codeField = again.page.getByLabel('短信验证码')
      const right = await codeField.inputValue()
      await codeField.fill(right === '000000' ? '111111' : '000000')
      await again.page.getByRole('button', { name: '下一步' }).click()
      await again.page.getByText('短信验证码错误或已过期').waitFor()
      assert.equal(await codeField.getAttribute('aria-invalid'), 'true')
      await codeField.fill(right)
      await again.page.getByRole('button', { name: '下一步' }).click()
      await again.page.getByRole('heading', { name: '设置新密码' }).waitFor()
      await again.page.getByLabel('密码', { exact: true }).fill('Neu-45678')
      await again.page.getByLabel('确认密码').fill('Neu-45678')
      await again.page.getByRole('button', { name: '设置新密码' }).click()
      await again.page.waitForURL('**/complete')
      await again.page.getByRole('link', { name: '去登录' }).click()

      await freeLimits(stack)
      await stack.owner.query(`update phone_code set created_at = created_at - interval '2 minutes'`)
      await again.page.getByRole('tab', { name: '短信登录' }).click()
      await askCode(again.page, again.context, PHONE)
      await again.page.getByRole('button', { name: '登录', exact: true }).click()
      await again.page.waitForURL('**/clinicManage')
    },
  },
  {
    name: '扫码登录：电脑上的二维码，手机上确认，电脑进入；取消后可以刷新',
    async run({ browser, stack }) {
      const desk = await visit(browser, stack)
      const phone = await visit(browser, stack, { account: 'reception', size: 'phone' })
      let qr = ''
      desk.page.on('response', (response) => {
        if (response.url().includes('/scan-api/qrcode'))
          void response.json().then((answer: { data: { url: string } }) => (qr = answer.data.url))
      })
      await desk.page.goto('/login')
      await desk.page.getByRole('tab', { name: '扫码登录' }).click()
      await desk.page.getByRole('img', { name: '登录二维码' }).waitFor()
      // The picture may be there before the answer has been read here.
      await becomes(() => qr !== '', true)
      await phone.page.goto(qr)
      await phone.page.getByRole('heading', { name: '确认登录' }).waitFor()
      await desk.page.clock.runFor(2500)
      await desk.page.getByText('扫码成功').waitFor()
      await phone.page.getByRole('button', { name: '取消' }).click()
      await phone.page.getByRole('heading', { name: '已取消' }).waitFor()
      await desk.page.clock.runFor(2500)
      await desk.page.getByText('已在手机上取消').waitFor()
      const first = qr
      await desk.page.getByRole('button', { name: /点击刷新/ }).click()
      await desk.page.getByRole('img', { name: '登录二维码' }).waitFor()
      await becomes(() => qr !== first, true)
      await phone.page.goto(qr)
      await phone.page.getByRole('button', { name: '确认登录' }).click()
      await phone.page.getByRole('heading', { name: '已确认' }).waitFor()
      await desk.page.clock.runFor(2500)
      await desk.page.waitForURL('**/dashboard')
      await settled(desk.page)
      await desk.page.getByText('秦晓岚').first().waitFor()
    },
  },
  {
    name: 'cross-window-token：只收指定来源的窗口交来的令牌，别处来的一概不理 [verification-empty-user]',
    async run({ browser, stack }) {
      const message = await stack.session('reception')
      const evil = await visit(browser, stack)
      const bad = await otherSystem(evil.context, 'https://old.example.test.evil.test')
      const lured = await openOurs(bad, stack)
      let judged = await judging(lured)
      await hand(bad, stack, message)
      await handFromFrame(bad, stack, message)
      await judged(2)
      await settled(lured)
      assert.equal(new URL(lured.url()).pathname, '/login')
      assert.equal(await lured.evaluate(() => localStorage.getItem('dentin.session')), null)
      await evil.context.close()

      const friendly = await visit(browser, stack)
      const good = await otherSystem(friendly.context, TOKEN_ORIGIN)
      const ours = await openOurs(good, stack)
      judged = await judging(ours)
      // The right place, but not the window that opened ours.
      await handFromFrame(good, stack, message)
      await judged(1)
      await settled(ours)
      assert.equal(await ours.evaluate(() => localStorage.getItem('dentin.session')), null)
      for (const shape of [{ ...message, role: 'admin' }, JSON.stringify(message), { token: message.token }, [message]])
        await hand(good, stack, shape)
      await hand(good, stack, { ...message, currentUserId: '01a00000-0000-7000-8000-000000000000' })
      await ours.getByText('Verification failed, please Login again.').waitFor()
      assert.equal(new URL(ours.url()).pathname, '/login')
      await hand(good, stack, message)
      await ours.waitForURL('**/dashboard')
      await ours.getByText('秦晓岚').first().waitFor()

      // A session that the server answers with nobody is none: it ends with the same words.
      await ours.route('**/user-api/account/user-info', (route) =>
        route.fulfill({ json: { code: 0, data: null, message: '' } }),
      )
      await ours.goto('/messages')
      await ours.waitForURL(/\/login\?redirect=%2Fmessages$/)
      await ours.getByText('Verification failed, please Login again.').waitFor()
      assert.equal(await ours.evaluate(() => localStorage.getItem('dentin.session')), null)
    },
  },
]
