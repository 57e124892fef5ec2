import assert from 'node:assert/strict'
import { parseDateTime } from '@dentin/kit'
import { captchaProbe } from '../server/src/modules/identity/index.ts'
import { DemoClock } from '../server/src/platform/clock.ts'
import { beginDemoClock } from '../server/src/platform/demo-time.ts'
import type { Journey } from './journeys.ts'
import { becomes } from './steps.ts'
import { settled, visit } from './page.ts'
import { JOURNEY_NOW, startStack } from './stack.ts'

const PASSWORD = 'Dentin#2026'
/** The world's time when somebody opens the demo: shortly after midnight. */
const MIDNIGHT = parseDateTime('2026-11-21 00:03:00')

export const journeys: Journey[] = [
  {
    name: '演示时间：半夜打开的演示门诊停在上午十点四十，页眉写明并可回到真实时间；登录和验证码按真实时间',
    async run({ browser, cluster }) {
      const machine = MIDNIGHT.getTime() - Date.now()
      const behind = MIDNIGHT.getTime() - JOURNEY_NOW.getTime()
      const clock = new DemoClock(behind, () => Date.now() + machine)
      const stack = await startStack(cluster, {}, clock)
      try {
        await beginDemoClock(stack.owner, clock.now(), clock.realNow())
        const { page, context, problems } = await visit(browser, stack)
        const given = page.waitForResponse((answer) => answer.url().includes('/image-captcha'))
        await page.goto('/login')
        const { data } = (await (await given).json()) as { data: { captchaId: string } }
        await page.getByLabel('账号或手机号').fill('reception')
        await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
        await page.getByLabel('验证码', { exact: true }).fill(captchaProbe.answers?.get(data.captchaId) ?? '')
        await page.locator('form button[type="submit"]').click()
        await page.getByRole('navigation', { name: '主导航' }).waitFor()
        const { rows } = await stack.owner.query<{ at: Date }>('select max(created_at) as at from session')
        assert.ok((rows[0] as { at: Date }).at >= MIDNIGHT, 'the session begins in real time')

        await page.goto('/dashboard')
        await settled(page)
        const badge = page.getByRole('button', { name: /^演示时间 11月20日 10:4\d$/ })
        await badge.waitFor()
        // The day is under way: some wait, some are in the chair, some are still to come.
        for (const lane of ['待到店', '候诊', '就诊中']) {
          await page.getByRole('region', { name: new RegExp(`^${lane} [1-9]`) }).waitFor()
        }
        await page.goto('/myAppointmentBoard')
        await settled(page)
        await page.getByText('11月20日').first().waitFor()

        const phone = await visit(browser, stack, { account: 'reception', size: 'phone' })
        await phone.page.goto('/dashboard')
        await phone.page.getByText(/^演示时间 11月20日 10:4\d$/).waitFor()

        await badge.click()
        await page.getByRole('menuitem', { name: '回到真实时间' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: '回到真实时间' }).click()
        await page.getByText('11月21日').first().waitFor()
        await becomes(() => page.getByText(/演示时间/).count(), 0)
        await becomes(async () => (await context.cookies()).filter(({ name }) => name === 'dentin_behind').length, 0)
        assert.equal((await stack.owner.query('select 1 from demo_clock')).rowCount, 0)
        assert.deepEqual(problems, [])
      } finally {
        for (const context of browser.contexts()) await context.close()
        await stack.stop()
      }
    },
  },
]
