import assert from 'node:assert/strict'
import { setTimeout as rest } from 'node:timers/promises'
import { s4Depths } from '@dentin/clinical/perio/s4'
import type { Page } from 'playwright-core'
import { mortalBrowser } from './browser.ts'
import type { Journey } from './journeys.ts'
import { settled } from './page.ts'
import { begin, open, reaches, saved, shot, somebody, stored, table, type } from './perio.ts'

const SITES = 90
const digits = s4Depths.map((mm) => `Digit${mm}`)
/** From one key to the next of somebody who reads depths aloud, and how long after the last one it all goes dark. */
const KEY_MS = 60
const AFTER_MS = 600

const shows = (page: Page) => page.getByRole('region', { name: '位点深度' }).getByText(`${SITES} 位点，28 牙`).waitFor()
const reopen = async (page: Page, record: string): Promise<void> => {
  await page.goto(`/patientMedicalRecord?id=${record}`)
  await table(page).waitFor()
  await settled(page)
}

export const journeys: Journey[] = [
  {
    name: `牙周：录到第 ${SITES} 点，浏览器被 kill -9，换一个浏览器打开，${SITES} 点全部还在`,
    async run({ browser, stack }) {
      const who = await somebody(stack)
      const mortal = await mortalBrowser()
      let record = ''
      try {
        const { page } = await open(mortal.browser, stack)
        record = await begin(page, stack, who, '2026-11-20')
        for (const digit of digits.slice(0, SITES)) {
          await type(page, [digit])
          await rest(KEY_MS)
        }
        await rest(AFTER_MS)
      } finally {
        await mortal.kill()
      }
      process.stdout.write(`      ${await stored(stack, who)} of ${SITES} sites are with the server\n`)
      const { page } = await open(browser, stack)
      await reopen(page, record)
      await shows(page)
      assert.equal(await stored(stack, who), SITES)
      await page.screenshot({ path: shot('killed-browser') })
    },
  },
  {
    name: `牙周：录到第 60 点服务器停机，录到第 ${SITES} 点关掉窗口，服务器恢复后打开，${SITES} 点全部还在并补送`,
    async run({ browser, stack }) {
      const who = await somebody(stack)
      const { page, context } = await open(browser, stack)
      const record = await begin(page, stack, who, '2026-11-20')
      await type(page, digits.slice(0, 60))
      await saved(page)
      await reaches(stack, who, 60)
      await stack.down()
      await type(page, digits.slice(60, SITES))
      await page.getByText('检查未同步，已保存在本机').first().waitFor()
      await page.close()
      await stack.up()
      assert.equal(await stored(stack, who), 60)
      const again = await context.newPage()
      await reopen(again, record)
      await shows(again)
      await reaches(stack, who, SITES)
      process.stdout.write(`      ${await stored(stack, who)} of ${SITES} sites are with the server\n`)
      await again.screenshot({ path: shot('killed-server') })
    },
  },
]
